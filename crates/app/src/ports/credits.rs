//! Stored credits: balances, reservations and the ledger.

use askline_domain::{
    organizations::ledger::{CreditAccount, LedgerEntry, LedgerEntryType},
    shared::{
        ids::{OrgId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{StoreResult, change::BeginChange};

/// Credits and their ledger, which change in [`crate::ports::change::CreditRows`]. The first call with an `at` in a new period moves the account into that period.
#[async_trait]
pub trait CreditStore: BeginChange {
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
}
