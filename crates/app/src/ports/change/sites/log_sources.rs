//! Rows of sources of logs in a change.

use askline_domain::{
    identity::secret::Secret,
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
    /// Stores a new source, with the secret of its drain if it has one.
    async fn insert_log_source(&mut self, source: &LogSource, drain_secret: Option<&Secret>) -> StoreResult<()>;
    /// Stores the settings and the token of a source. A secret of its drain replaces the one before; if the source has none
    /// afterwards, it is removed.
    async fn replace_log_source(&mut self, source: &LogSource, drain_secret: Option<&Secret>) -> StoreResult<()>;
    /// Deletes a source.
    async fn delete_log_source(&mut self, source: &LogSource) -> StoreResult<()>;
}
