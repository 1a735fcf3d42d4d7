//! Stored credits: balances, reservations and the ledger.

use askline_domain::{
    audit::AuditDraft,
    organizations::ledger::{CreditAccount, LedgerEntry, LedgerEntryType, LedgerReference},
    shared::{
        ids::{OrgId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

/// The result of a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreditReservation {
    /// The credits are reserved for this work.
    Reserved,
    /// They were already reserved for this work; nothing changed.
    AlreadyReserved,
    /// Fewer credits are available; nothing is reserved, and webhooks are notified of the shortage.
    Insufficient {
        /// How many are available.
        available: i64,
    },
    /// There is no such organization.
    Missing,
}

/// Credits and their ledger. The first call with an `at` in a new period moves the account into that period.
#[async_trait]
pub trait CreditStore: Send + Sync + 'static {
    /// The account; `None` if there is no such organization.
    async fn credits(&self, org: OrgId, at: Timestamp) -> StoreResult<Option<CreditAccount>>;
    /// The ledger, newest first. With `kind`, only transactions of this type; with `among`, transactions about jobs
    /// only if their site is one of these.
    async fn ledger(
        &self,
        org: OrgId,
        among: Option<&[SiteId]>,
        kind: Option<LedgerEntryType>,
        page: PageRequest,
    ) -> StoreResult<Page<LedgerEntry>>;
    /// Reserves `amount` credits for the work that `reference` names.
    async fn reserve_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        amount: u32,
        at: Timestamp,
    ) -> StoreResult<CreditReservation>;
    /// Ends a reservation: charges `used` credits, at most what was reserved, and releases the rest. Returns false if
    /// there is no such reservation, since work is settled only once.
    async fn settle_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        used: u32,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<bool>;
    /// Refunds what was charged for work, once; returns the amount.
    async fn refund_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<i64>;
    /// Adds credits, or removes available ones, as a correction by the operator. Returns the account after that; `None`
    /// if fewer are available or there is no such organization.
    async fn adjust_credits(
        &self,
        org: OrgId,
        amount: i64,
        reason: &str,
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<Option<CreditAccount>>;
}
