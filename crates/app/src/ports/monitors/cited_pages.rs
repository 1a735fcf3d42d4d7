//! Stored answers whose cited pages follow the site's settings for pages.

use askline_domain::shared::ids::{CitationId, RunId, SiteId};
use async_trait::async_trait;

use crate::ports::StoreResult;

/// A site whose answers have cited pages by earlier rules or settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteWithEarlierPages {
    /// The site.
    pub site: SiteId,
    /// Its settings as they are stored.
    pub stored_settings: String,
}

/// What one piece of work has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MergedCitations {
    /// The last answer that was looked at; `None` if no answer followed.
    pub last: Option<CitationId>,
    /// The number of answers that cite other pages than before.
    pub changed: u64,
}

/// Stored answers whose cited pages follow the site's settings for pages.
#[async_trait]
pub trait CitedPagesStore: Send + Sync + 'static {
    /// The sites whose answers have cited pages by earlier rules or settings.
    async fn sites_with_earlier_cited_pages(&self) -> StoreResult<Vec<SiteWithEarlierPages>>;
    /// The runs of a site that have not ended. They store answers by the settings that the site had when they began.
    async fn open_runs(&self, site: SiteId) -> StoreResult<Vec<RunId>>;
    /// Finds the cited pages of the next answers of a site again, with its present settings, and stores those that are others, with
    /// the sums over them. The answers of a run change in one transaction. No answer cites more or fewer addresses than before.
    async fn merge_cited_pages(&self, site: SiteId, after: Option<CitationId>) -> StoreResult<MergedCitations>;
    /// The addresses of the site that answers cite, in their order, at most `limit`.
    async fn own_addresses(&self, site: SiteId, limit: u32) -> StoreResult<Vec<String>>;
    /// Records that all answers of a site have cited pages by these settings, unless the settings have changed since.
    async fn record_merged_citations(&self, merged: &SiteWithEarlierPages) -> StoreResult<()>;
}
