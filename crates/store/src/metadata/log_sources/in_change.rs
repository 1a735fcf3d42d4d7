//! Rows of sources of logs in a change of a use case.

use askline_app::ports::{StoreResult, change::LogSourceRows, changes::Subject};
use askline_domain::{
    logs::source::LogSource,
    shared::ids::{LogSourceId, SiteId},
};
use async_trait::async_trait;

use super::rows;
use crate::{
    metadata::changes::change::Change,
    sql::{Statement, rows::json_text, sql},
};

#[async_trait]
impl LogSourceRows for Change {
    async fn log_source(&mut self, id: LogSourceId) -> StoreResult<Option<LogSource>> {
        sql("SELECT * FROM log_sources WHERE id = $1").bind(id).optional(self.connection(), rows::source).await
    }

    async fn count_log_sources(&mut self, site: SiteId) -> StoreResult<Option<u32>> {
        let counted: (i64, i64) = (
            sql("SELECT COUNT(*) FROM sites WHERE id = $1 AND is_removed = 0")
                .bind(site)
                .value(self.connection())
                .await?,
            sql("SELECT COUNT(*) FROM log_sources WHERE site_id = $1").bind(site).value(self.connection()).await?,
        );
        Ok((counted.0 > 0).then(|| u32::try_from(counted.1).unwrap_or(u32::MAX)))
    }

    async fn insert_log_source(&mut self, source: &LogSource) -> StoreResult<()> {
        self.concerns(Subject::Site(source.site_id));
        let insert = "INSERT INTO log_sources (id, name, format, log_format, hosts, digest, masked, org_id, site_id, created_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
        let insert = with_settings(insert, source)?.bind(source.org_id).bind(source.site_id).bind(source.created_at);
        insert.execute(self.connection()).await.map(|_| ())
    }

    async fn replace_log_source(&mut self, source: &LogSource) -> StoreResult<()> {
        self.concerns(Subject::Site(source.site_id));
        let update = "UPDATE log_sources SET name = $2, format = $3, log_format = $4, hosts = $5, digest = $6, masked = $7 \
             WHERE id = $1";
        with_settings(update, source)?.execute(self.connection()).await.map(|_| ())
    }

    async fn delete_log_source(&mut self, source: &LogSource) -> StoreResult<()> {
        self.concerns(Subject::Site(source.site_id));
        sql("DELETE FROM log_sources WHERE id = $1").bind(source.id).execute(self.connection()).await.map(|_| ())
    }
}

/// A statement with what may change of a source, as $1 to $7.
fn with_settings(statement: &'static str, source: &LogSource) -> StoreResult<Statement> {
    let settings = &source.settings;
    Ok(sql(statement)
        .bind(source.id)
        .bind(&settings.name)
        .bind(settings.format.map(|format| format.as_str()))
        .bind(settings.log_format.as_deref())
        .bind(json_text(&settings.hosts)?)
        .bind(source.digest)
        .bind(&source.masked))
}
