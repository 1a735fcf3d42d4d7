//! Stored copies of `robots.txt` of sites whose logs or pages are read.

use askline_domain::shared::ids::SiteId;
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// The file as it was last read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRobots {
    /// Its text; empty if the site has none, which allows everything.
    pub body: String,
    /// When it was read.
    pub read_at: Timestamp,
}

/// The files, one for a site.
#[async_trait]
pub trait RobotsFileStore: Send + Sync + 'static {
    /// The file of a site, if it was ever read.
    async fn robots_file(&self, site: SiteId) -> StoreResult<Option<StoredRobots>>;
    /// Sites with a log source, and those whose pages are read, whose file nobody tried to read since `before`, with their domains, at
    /// most `limit`.
    async fn robots_files_due(&self, before: Timestamp, limit: u32) -> StoreResult<Vec<(SiteId, String)>>;
    /// Notes that the file was tried to be read, and stores it if it could be. Nothing happens if the site was deleted.
    async fn put_robots_file(&self, site: SiteId, body: Option<&str>, at: Timestamp) -> StoreResult<()>;
}
