//! Rows of credits in a change. The change must lock [`super::Scope::Organization`].

use askline_domain::{
    organizations::{
        credit_reservation::CreditReservation,
        ledger::{CreditAccount, CreditShortage, LedgerReference},
    },
    shared::ids::OrgId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of credits. The first call with an `at` in a new period moves the account into that period.
#[async_trait]
pub trait CreditRows: Send {
    /// The account of an organization at a time; `None` if there is no such organization.
    async fn credit_account(&mut self, org: OrgId, at: Timestamp) -> StoreResult<Option<CreditAccount>>;
    /// Reserves `amount` credits for the work that `reference` names.
    async fn reserve_credits(
        &mut self,
        org: OrgId,
        reference: &LedgerReference,
        amount: u32,
        at: Timestamp,
    ) -> StoreResult<CreditReservation>;
    /// Ends a reservation: charges `used` credits, at most what was reserved, and releases the rest. Returns false if there is no
    /// such reservation, since work is settled only once.
    async fn settle_credits(
        &mut self,
        org: OrgId,
        reference: &LedgerReference,
        used: u32,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<bool>;
    /// Adds credits to an account that has been read in this change, or removes available ones. Added ones let the next shortage
    /// be reported.
    async fn adjust_credits(
        &mut self,
        org: OrgId,
        reference: &LedgerReference,
        amount: i64,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<()>;
    /// Notes that a shortage is reported; returns false if the last report was about the same shortage or a worse one.
    async fn note_shortage(&mut self, org: OrgId, shortage: CreditShortage) -> StoreResult<bool>;
}
