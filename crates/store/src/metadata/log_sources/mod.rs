//! Sources of logs, and what is read for them elsewhere. Plaintext tokens never get here, only their digests; the secrets of
//! drains are sealed.

mod crawler_lists;
mod in_change;
mod robots_files;
mod rows;

use askline_app::ports::{StoreError, StoreResult, logs::log_sources::LogSourceStore};
use askline_domain::{
    identity::secret::{Secret, SecretDigest},
    logs::source::LogSource,
    shared::ids::{LogSourceId, SiteId},
};
use async_trait::async_trait;

use super::MetadataStore;
use crate::sql::sql;

#[async_trait]
impl LogSourceStore for MetadataStore {
    async fn log_source_by_token(&self, digest: SecretDigest) -> StoreResult<Option<LogSource>> {
        sql("SELECT l.* FROM log_sources l JOIN sites s ON s.id = l.site_id AND s.is_removed = 0 \
             JOIN organizations o ON o.id = l.org_id AND o.is_removed = 0 WHERE l.digest = $1")
        .bind(digest)
        .optional(&self.inner.read, rows::source)
        .await
    }

    async fn drain_secret(&self, id: LogSourceId) -> StoreResult<Option<Secret>> {
        let sealed: Option<Option<String>> = sql("SELECT sealed_drain_secret FROM log_sources WHERE id = $1")
            .bind(id)
            .optional_value(&self.inner.read)
            .await?;
        let Some(sealed) = sealed.flatten() else { return Ok(None) };
        match self.inner.sealing.open(&rows::sealed_place(id), &sealed) {
            Err(StoreError::Unavailable(_)) => Ok(None),
            opened => opened,
        }
    }

    async fn log_source(&self, site: SiteId, id: LogSourceId) -> StoreResult<Option<LogSource>> {
        sql("SELECT * FROM log_sources WHERE id = $1 AND site_id = $2")
            .bind(id)
            .bind(site)
            .optional(&self.inner.read, rows::source)
            .await
    }

    async fn log_sources(&self, site: SiteId) -> StoreResult<Vec<LogSource>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT * FROM log_sources WHERE site_id = $1 ORDER BY id DESC")
            .bind(site)
            .all(&mut connection, rows::source)
            .await
    }
}
