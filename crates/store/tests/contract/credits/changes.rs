//! Changes of credits by the use cases, with work and times that a test chooses.

use askline_app::{
    credits,
    ports::{
        StoreResult,
        change::{Change, Scope},
    },
};
use askline_domain::{
    audit::AuditDraft,
    organizations::{
        credit_reservation::CreditReservation,
        ledger::{CreditAccount, LedgerReference},
    },
    shared::ids::OrgId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::backend::Metadata;

#[async_trait]
pub trait CreditChanges {
    async fn reserve_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        amount: u32,
        at: Timestamp,
    ) -> StoreResult<CreditReservation>;
    async fn settle_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        used: u32,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<bool>;
    async fn adjust_credits(
        &self,
        org: OrgId,
        amount: i64,
        reason: &str,
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<Option<CreditAccount>>;
}

#[async_trait]
impl<S: Metadata> CreditChanges for S {
    async fn reserve_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        amount: u32,
        at: Timestamp,
    ) -> StoreResult<CreditReservation> {
        let mut change: Box<dyn Change> = self.begin(&[Scope::Organization(org)]).await?;
        let reservation = credits::reserve(&mut *change, org, reference, amount, at).await?;
        change.commit_without_notice().await?;
        Ok(reservation)
    }

    async fn settle_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        used: u32,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<bool> {
        let mut change: Box<dyn Change> = self.begin(&[Scope::Organization(org)]).await?;
        let is_settled = credits::settle(&mut *change, org, reference, used, reason, at).await?;
        change.commit_without_notice().await?;
        Ok(is_settled)
    }

    async fn adjust_credits(
        &self,
        org: OrgId,
        amount: i64,
        reason: &str,
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<Option<CreditAccount>> {
        credits::adjust(self, org, amount, reason, at, entry).await
    }
}
