//! Copies of `robots.txt` of sites whose logs are read.

use askline_app::ports::{
    StoreResult,
    changes::Subject,
    logs::robots_files::{RobotsFileStore, StoredRobots},
};
use askline_domain::shared::ids::SiteId;
use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    metadata::MetadataStore,
    sql::{rows::RowReader, sql},
};

#[async_trait]
impl RobotsFileStore for MetadataStore {
    async fn robots_file(&self, site: SiteId) -> StoreResult<Option<StoredRobots>> {
        sql("SELECT site_id, body, read_ms FROM robots_files WHERE site_id = $1 AND body IS NOT NULL")
            .bind(site)
            .optional(&self.inner.read, |row| {
                let row = RowReader::new(row, "robots_files", "site_id");
                Ok(StoredRobots { body: row.text("body")?, read_at: row.time("read_ms")? })
            })
            .await
    }

    async fn robots_files_due(&self, before: Timestamp, limit: u32) -> StoreResult<Vec<(SiteId, String)>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT s.id, s.domain FROM sites s LEFT JOIN robots_files r ON r.site_id = s.id \
             WHERE s.is_removed = 0 AND (s.id IN (SELECT site_id FROM log_sources) \
                 OR (s.read_pages = 1 AND s.id IN (SELECT site_id FROM page_text_sites))) AND COALESCE(r.tried_ms, 0) < $1 \
             ORDER BY s.id LIMIT $2")
        .bind(before)
        .bind(limit)
        .all(&mut connection, |row| {
            let row = RowReader::new(row, "sites", "id");
            Ok((row.parsed("id")?, row.text("domain")?))
        })
        .await
    }

    async fn put_robots_file(&self, site: SiteId, body: Option<&str>, at: Timestamp) -> StoreResult<()> {
        let put = sql("INSERT INTO robots_files (site_id, body, read_ms, tried_ms) \
             SELECT id, $2, $3, $3 FROM sites WHERE id = $1 AND is_removed = 0 \
             ON CONFLICT (site_id) DO UPDATE SET tried_ms = excluded.tried_ms, \
                 read_ms = CASE WHEN excluded.body IS NULL THEN robots_files.read_ms ELSE excluded.read_ms END, \
                 body = COALESCE(excluded.body, robots_files.body)")
        .bind(site)
        .bind(body)
        .bind(at);
        let mut change = self.begin([]).await?;
        put.execute(change.connection()).await?;
        // Reports say what it forbids.
        change.concerns(Subject::Site(site));
        change.commit().await
    }
}
