//! Stored sources of logs.

use askline_domain::{
    identity::secret::{Secret, SecretDigest},
    logs::source::LogSource,
    shared::ids::{LogSourceId, SiteId},
};
use async_trait::async_trait;

use crate::ports::{StoreResult, change::BeginChange};

/// Sources of logs. Only digests of tokens are stored; the secrets of drains are sealed. What changes them is in [`crate::ports::change::LogSourceRows`].
#[async_trait]
pub trait LogSourceStore: BeginChange {
    /// The source whose token has this digest, unless its site was deleted.
    async fn log_source_by_token(&self, digest: SecretDigest) -> StoreResult<Option<LogSource>>;
    /// The secret of a source's drain; `None` if it has none, or if the key that encrypted it is lost.
    async fn drain_secret(&self, id: LogSourceId) -> StoreResult<Option<Secret>>;
    /// One source of a site.
    async fn log_source(&self, site: SiteId, id: LogSourceId) -> StoreResult<Option<LogSource>>;
    /// The sources of a site, newest first. There are at most [`askline_domain::logs::source::MAX_LOG_SOURCES`].
    async fn log_sources(&self, site: SiteId) -> StoreResult<Vec<LogSource>>;
}
