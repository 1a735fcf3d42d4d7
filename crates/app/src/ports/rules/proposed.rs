//! Stored proposed rules. Only `record_generation` of the prompts creates them.

use askline_domain::{rules::proposed::Proposal, shared::ids::SiteId};
use async_trait::async_trait;

use crate::ports::{StoreResult, change::BeginChange};

/// Proposed rules. What changes them is in [`crate::ports::change::ProposedRuleRows`].
#[async_trait]
pub trait ProposedRuleStore: BeginChange {
    /// The proposals for a site, in the order of its pages.
    async fn proposal(&self, site: SiteId) -> StoreResult<Proposal>;
}
