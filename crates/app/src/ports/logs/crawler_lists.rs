//! Stored lists of addresses that makers of crawlers publish.

use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// A list as it was last read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredList {
    /// Its id, such as `openai-gptbot`.
    pub id: String,
    /// The maker's file.
    pub body: String,
    /// When it was read.
    pub read_at: Timestamp,
}

/// Lists of addresses, for all servers of an instance.
#[async_trait]
pub trait CrawlerListStore: Send + Sync + 'static {
    /// All stored lists, in the order of their ids.
    async fn crawler_lists(&self) -> StoreResult<Vec<StoredList>>;
    /// Stores a list instead of the one with its id.
    async fn put_crawler_list(&self, list: &StoredList) -> StoreResult<()>;
}
