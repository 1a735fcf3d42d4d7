//! Texts of sites' pages, and which page is read next.

mod versions;

use askline_app::ports::{
    StoreResult,
    sites::page_texts::{DuePage, PageRead, PageTextStore, StoredVersion, Validators},
};
use askline_domain::{
    pages::{robots_txt::MAX_CRAWL_DELAY, text::version::PageReadingState},
    shared::ids::SiteId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::MetadataStore;
use crate::sql::{
    Connection, Row,
    rows::{RowReader, milliseconds},
    sql,
};

const TABLE: &str = "page_text_pages";

#[async_trait]
impl PageTextStore for MetadataStore {
    async fn sites_to_choose_for(&self, before: Timestamp, limit: u32) -> StoreResult<Vec<SiteId>> {
        sql("SELECT s.id FROM sites s JOIN organizations o ON o.id = s.org_id AND o.is_removed = 0 \
             LEFT JOIN page_text_sites t ON t.site_id = s.id \
             WHERE s.is_removed = 0 AND s.read_pages = 1 AND COALESCE(t.chosen_ms, 0) < $1 ORDER BY s.id LIMIT $2")
        .bind(before)
        .bind(limit)
        .all(&self.inner.read, |row| RowReader::new(row, "sites", "id").parsed("id"))
        .await
    }

    async fn choose_pages(&self, site: SiteId, paths: &[String], at: Timestamp) -> StoreResult<()> {
        let mut change = self.begin([]).await?;
        // A site that waits until its next page is due looks again; the longest pause between requests is kept.
        let soon = milliseconds(at).saturating_add(i64::try_from(MAX_CRAWL_DELAY.as_millis()).unwrap_or(i64::MAX));
        let chosen = sql("INSERT INTO page_text_sites (site_id, chosen_ms, next_ms) \
             SELECT id, $2, $2 FROM sites WHERE id = $1 AND is_removed = 0 AND read_pages = 1 \
             ON CONFLICT (site_id) DO UPDATE SET chosen_ms = excluded.chosen_ms, \
                 next_ms = CASE WHEN page_text_sites.next_ms > $3 THEN $3 ELSE page_text_sites.next_ms END")
        .bind(site)
        .bind(at)
        .bind(soon)
        .execute(change.connection())
        .await?;
        if chosen == 0 {
            return Ok(());
        }
        for path in paths {
            sql("INSERT INTO page_text_pages (site_id, path, chosen_ms, due_ms) VALUES ($1, $2, $3, $3) \
                 ON CONFLICT (site_id, path) DO UPDATE SET chosen_ms = excluded.chosen_ms")
            .bind(site)
            .bind(path)
            .bind(at)
            .execute(change.connection())
            .await?;
        }
        change.commit_without_notice().await
    }

    async fn due_pages(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<DuePage>> {
        sql("SELECT p.* FROM page_text_sites t JOIN sites s ON s.id = t.site_id AND s.is_removed = 0 AND s.read_pages = 1 \
             JOIN organizations o ON o.id = s.org_id AND o.is_removed = 0 \
             JOIN page_text_pages p ON p.site_id = t.site_id AND p.path = (SELECT q.path FROM page_text_pages q \
                 WHERE q.site_id = t.site_id AND q.chosen_ms = t.chosen_ms AND q.due_ms <= $1 \
                 ORDER BY q.due_ms, q.path LIMIT 1) \
             WHERE t.next_ms <= $1 ORDER BY t.next_ms, t.site_id LIMIT $2")
        .bind(now)
        .bind(limit)
        .all(&self.inner.read, due_page)
        .await
    }

    async fn begin_request(&self, site: SiteId, now: Timestamp, next: Timestamp) -> StoreResult<bool> {
        let update = sql("UPDATE page_text_sites SET next_ms = $3 WHERE site_id = $1 AND next_ms <= $2")
            .bind(site)
            .bind(now)
            .bind(next);
        Ok(self.write_without_notice(update).await? > 0)
    }

    async fn record_page_read(&self, (site, path): (SiteId, &str), read: &PageRead, at: Timestamp) -> StoreResult<()> {
        let mut change = self.begin([]).await?;
        let connection = change.connection();
        let update = match read {
            PageRead::LedTo(address) => {
                sql("UPDATE page_text_pages SET address = $3, redirects = redirects + 1, tried_ms = $4 \
                     WHERE site_id = $1 AND path = $2")
                .bind(site)
                .bind(path)
                .bind(address)
                .bind(at)
            }
            PageRead::Ended { outcome, due, validators, .. } => {
                let is_read = validators.is_some();
                let Validators { etag, modified } = validators.clone().unwrap_or_default();
                sql("UPDATE page_text_pages SET address = NULL, redirects = 0, outcome = $3, due_ms = $4, tried_ms = $5, \
                     etag = CASE WHEN $6 = 1 THEN $7 ELSE etag END, modified = CASE WHEN $6 = 1 THEN $8 ELSE modified END \
                     WHERE site_id = $1 AND path = $2")
                .bind(site)
                .bind(path)
                .bind(outcome.as_str())
                .bind(*due)
                .bind(at)
                .bind(is_read)
                .bind(etag)
                .bind(modified)
            }
        };
        if update.execute(&mut *connection).await? == 0 {
            return Ok(());
        }
        if let PageRead::Ended { version: Some(version), .. } = read {
            versions::insert(connection, (site, path), version, at).await?;
        }
        wait_for_next(connection, site, at).await?;
        change.commit_without_notice().await
    }

    async fn latest_text(&self, site: SiteId, path: &str) -> StoreResult<Option<([u8; 32], Vec<u8>)>> {
        versions::latest(&self.inner.read, site, path).await
    }

    async fn text_versions(
        &self,
        page: (SiteId, &str),
        from: Timestamp,
        before: Timestamp,
    ) -> StoreResult<Vec<StoredVersion>> {
        versions::of_page(&self.inner.read, page, from, before).await
    }

    async fn page_reading(&self, site: SiteId, path: &str) -> StoreResult<Option<PageReadingState>> {
        sql("SELECT p.site_id, p.tried_ms, p.outcome FROM page_text_pages p \
             JOIN page_text_sites t ON t.site_id = p.site_id AND t.chosen_ms = p.chosen_ms \
             WHERE p.site_id = $1 AND p.path = $2")
        .bind(site)
        .bind(path)
        .optional(&self.inner.read, |row| {
            let row = RowReader::new(row, TABLE, "site_id");
            Ok(PageReadingState { tried_at: row.optional_time("tried_ms")?, outcome: row.optional_parsed("outcome")? })
        })
        .await
    }

    async fn remove_page_texts(&self, before: Timestamp, limit: u32) -> StoreResult<u64> {
        versions::remove_unwanted(self, before, limit).await
    }
}

/// Lets a site without a page that is due wait until one is, so that it is not looked at in each round.
async fn wait_for_next(connection: &mut Connection, site: SiteId, at: Timestamp) -> StoreResult<()> {
    let next: i64 = sql("SELECT COALESCE(MIN(p.due_ms), 0) FROM page_text_sites t \
         JOIN page_text_pages p ON p.site_id = t.site_id AND p.chosen_ms = t.chosen_ms WHERE t.site_id = $1")
    .bind(site)
    .value(&mut *connection)
    .await?;
    if next <= milliseconds(at) {
        return Ok(());
    }
    sql("UPDATE page_text_sites SET next_ms = $2 WHERE site_id = $1 AND next_ms < $2")
        .bind(site)
        .bind(next)
        .execute(connection)
        .await
        .map(drop)
}

fn due_page(row: &Row) -> StoreResult<DuePage> {
    let row = RowReader::new(row, TABLE, "site_id");
    Ok(DuePage {
        site: row.parsed("site_id")?,
        path: row.text("path")?,
        address: row.optional_text("address")?,
        redirects: row.number("redirects")?,
        validators: Validators { etag: row.optional_text("etag")?, modified: row.optional_text("modified")? },
    })
}
