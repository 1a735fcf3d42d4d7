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
    /// They were reserved for it before; nothing changed.
    AlreadyReserved,
    /// Fewer are available; nothing changed.
    Insufficient {
        /// How many are available.
        available: i64,
    },
    /// There is no such organization.
    Missing,
}

/// Credits and their ledger. The first call in a period brings the account into the period of `at`.
#[async_trait]
pub trait CreditStore: Send + Sync + 'static {
    /// The account; `None` when there is no such organization.
    async fn credits(&self, org: OrgId, at: Timestamp) -> StoreResult<Option<CreditAccount>>;
    /// The ledger, newest first; `kind`: only of one type; `among`: without payments for work at other sites than
    /// these.
    async fn ledger(
        &self,
        org: OrgId,
        among: Option<&[SiteId]>,
        kind: Option<LedgerEntryType>,
        page: PageRequest,
    ) -> StoreResult<Page<LedgerEntry>>;
    /// Reserves up to `amount` credits for the work that `reference` names.
    async fn reserve_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        amount: u32,
        at: Timestamp,
    ) -> StoreResult<CreditReservation>;
    /// Ends the reservation of a work: takes `used` credits of it, at most what was reserved, and frees the rest.
    /// `false` when the reservation does not exist: a work is settled once.
    async fn settle_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        used: u32,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<bool>;
    /// Gives back what was charged for a work, once; returns the amount.
    async fn refund_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<i64>;
    /// Adds credits, or removes available ones: a correction by the operator. Returns the account after it; `None`
    /// when fewer are available or there is no such organization.
    async fn adjust_credits(
        &self,
        org: OrgId,
        amount: i64,
        reason: &str,
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<Option<CreditAccount>>;
}
