//! Rows of sources of logs in a change of a use case.

use askline_app::ports::{StoreResult, change::LogSourceRows, changes::Subject};
use askline_domain::{
    identity::secret::Secret,
    logs::source::LogSource,
    shared::ids::{LogSourceId, SiteId},
};
use async_trait::async_trait;

use super::rows;
use crate::{
    metadata::{Inner, changes::change::Change},
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

    async fn insert_log_source(&mut self, source: &LogSource, drain_secret: Option<&Secret>) -> StoreResult<()> {
        self.concerns(Subject::Site(source.site_id));
        let sealed = sealed(self.inner(), source, drain_secret)?;
        let insert = "INSERT INTO log_sources (id, name, format, log_format, hosts, digest, masked, verification_code, \
             sealed_drain_secret, org_id, site_id, created_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
        let insert = with_settings(insert, source, sealed)?;
        let insert = insert.bind(source.org_id).bind(source.site_id).bind(source.created_at);
        insert.execute(self.connection()).await.map(|_| ())
    }

    async fn replace_log_source(&mut self, source: &LogSource, drain_secret: Option<&Secret>) -> StoreResult<()> {
        self.concerns(Subject::Site(source.site_id));
        let sealed = sealed(self.inner(), source, drain_secret)?;
        let update = "UPDATE log_sources SET name = $2, format = $3, log_format = $4, hosts = $5, digest = $6, masked = $7, \
             verification_code = $8, sealed_drain_secret = CASE WHEN $10 = 1 THEN COALESCE($9, sealed_drain_secret) END \
             WHERE id = $1";
        let update = with_settings(update, source, sealed)?.bind(source.has_drain_secret);
        update.execute(self.connection()).await.map(|_| ())
    }

    async fn delete_log_source(&mut self, source: &LogSource) -> StoreResult<()> {
        self.concerns(Subject::Site(source.site_id));
        sql("DELETE FROM log_sources WHERE id = $1").bind(source.id).execute(self.connection()).await.map(|_| ())
    }
}

fn sealed(store: &Inner, source: &LogSource, drain_secret: Option<&Secret>) -> StoreResult<Option<String>> {
    let seal = |secret: &Secret| store.sealing.seal(&rows::sealed_place(source.id), secret.expose());
    drain_secret.map(seal).transpose()
}

/// A statement with what may change of a source, as $1 to $9.
fn with_settings(
    statement: &'static str,
    source: &LogSource,
    sealed_drain_secret: Option<String>,
) -> StoreResult<Statement> {
    let settings = &source.settings;
    Ok(sql(statement)
        .bind(source.id)
        .bind(&settings.name)
        .bind(settings.format.map(|format| format.as_str()))
        .bind(settings.log_format.as_deref())
        .bind(json_text(&settings.hosts)?)
        .bind(source.digest)
        .bind(&source.masked)
        .bind(settings.verification_code.as_deref())
        .bind(sealed_drain_secret))
}
