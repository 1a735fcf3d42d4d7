//! Rows of sources of logs in a change.

use askline_domain::{
    logs::source::LogSource,
    shared::ids::{LogSourceId, SiteId},
};
use async_trait::async_trait;

use crate::ports::StoreResult;

/// Rows of sources of logs. Their site is among what the commit notifies about.
#[async_trait]
pub trait LogSourceRows: Send {
    /// A source of any site.
    async fn log_source(&mut self, id: LogSourceId) -> StoreResult<Option<LogSource>>;
    /// The number of sources of a site; `None` if the site was deleted.
    async fn count_log_sources(&mut self, site: SiteId) -> StoreResult<Option<u32>>;
    /// Stores a new source.
    async fn insert_log_source(&mut self, source: &LogSource) -> StoreResult<()>;
    /// Stores the settings and the token of a source.
    async fn replace_log_source(&mut self, source: &LogSource) -> StoreResult<()>;
    /// Deletes a source.
    async fn delete_log_source(&mut self, source: &LogSource) -> StoreResult<()>;
}
