//! Rows of credits in a change of a use case.

use askline_app::ports::{StoreResult, change::CreditRows};
use askline_domain::{
    organizations::{
        credit_reservation::CreditReservation,
        ledger::{CreditAccount, CreditShortage, LedgerEntryType, LedgerReference},
    },
    shared::ids::OrgId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    account::{Line, current},
    notices, reservations,
};
use crate::metadata::changes::change::Change;

#[async_trait]
impl CreditRows for Change {
    async fn credit_account(&mut self, org: OrgId, at: Timestamp) -> StoreResult<Option<CreditAccount>> {
        current(self, org, at).await
    }

    async fn reserve_credits(
        &mut self,
        org: OrgId,
        reference: &LedgerReference,
        amount: u32,
        at: Timestamp,
    ) -> StoreResult<CreditReservation> {
        reservations::reserve(self, org, reference, amount, at).await
    }

    async fn settle_credits(
        &mut self,
        org: OrgId,
        reference: &LedgerReference,
        used: u32,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<bool> {
        reservations::settle(self, org, reference, used, reason, at).await
    }

    async fn adjust_credits(
        &mut self,
        org: OrgId,
        reference: &LedgerReference,
        amount: i64,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<()> {
        Line { org, kind: LedgerEntryType::Adjustment, amount, reason, reference, at }.add(self).await?;
        match current(self, org, at).await? {
            Some(account) if amount > 0 => notices::forget(self, &account).await,
            _ => Ok(()),
        }
    }

    async fn note_shortage(&mut self, org: OrgId, shortage: CreditShortage) -> StoreResult<bool> {
        notices::note(self, org, shortage).await
    }
}
