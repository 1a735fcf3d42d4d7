//! Versions of pages' texts, the newest of each page and site.

use askline_app::ports::{
    StoreResult,
    sites::page_texts::{NewVersion, StoredVersion},
};
use askline_domain::{
    pages::text::version::{MAX_SITE_BYTES, MAX_VERSIONS},
    shared::ids::SiteId,
};
use jiff::Timestamp;

use crate::{
    metadata::MetadataStore,
    sql::{
        Connection, Pool,
        rows::{RowReader, json_text},
        sql,
    },
};

const TABLE: &str = "page_texts";

/// Stores a version, and removes those that are too many or too large.
pub(super) async fn insert(
    connection: &mut Connection,
    (site, path): (SiteId, &str),
    version: &NewVersion,
    at: Timestamp,
) -> StoreResult<()> {
    let bytes = i64::try_from(version.text.len() + version.difference.len()).unwrap_or(i64::MAX);
    sql("INSERT INTO page_texts (site_id, path, read_ms, digest, words, structure, difference, text, bytes) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (site_id, path, read_ms) DO NOTHING")
    .bind(site)
    .bind(path)
    .bind(at)
    .bind(version.digest.as_slice())
    .bind(version.words)
    .bind(json_text(&version.structure)?)
    .bind(&version.difference)
    .bind(&version.text)
    .bind(bytes)
    .execute(&mut *connection)
    .await?;
    sql("DELETE FROM page_texts WHERE site_id = $1 AND path = $2 AND read_ms <= (SELECT read_ms FROM page_texts \
         WHERE site_id = $1 AND path = $2 ORDER BY read_ms DESC LIMIT 1 OFFSET $3)")
    .bind(site)
    .bind(path)
    .bind(MAX_VERSIONS)
    .execute(&mut *connection)
    .await?;
    cut_site(connection, site).await
}

/// Removes the oldest versions of a site that has too many bytes.
async fn cut_site(connection: &mut Connection, site: SiteId) -> StoreResult<()> {
    let most = i64::try_from(MAX_SITE_BYTES).unwrap_or(i64::MAX);
    let total: i64 = sql("SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM page_texts WHERE site_id = $1")
        .bind(site)
        .value(&mut *connection)
        .await?;
    if total <= most {
        return Ok(());
    }
    let rows: Vec<(i64, i64)> =
        sql("SELECT site_id, read_ms, bytes FROM page_texts WHERE site_id = $1 ORDER BY read_ms")
            .bind(site)
            .all(&mut *connection, |row| {
                let row = RowReader::new(row, TABLE, "site_id");
                Ok((row.number("read_ms")?, row.number("bytes")?))
            })
            .await?;
    let (mut left, mut until) = (total, None);
    for (read, bytes) in rows {
        if left <= most {
            break;
        }
        left -= bytes;
        until = Some(read);
    }
    sql("DELETE FROM page_texts WHERE site_id = $1 AND read_ms <= $2")
        .bind(site)
        .bind(until.unwrap_or(0))
        .execute(connection)
        .await
        .map(drop)
}

/// The latest text of a page, with its digest.
pub(super) async fn latest(read: &Pool, site: SiteId, path: &str) -> StoreResult<Option<([u8; 32], Vec<u8>)>> {
    sql("SELECT site_id, digest, text FROM page_texts WHERE site_id = $1 AND path = $2 ORDER BY read_ms DESC LIMIT 1")
        .bind(site)
        .bind(path)
        .optional(read, |row| {
            let row = RowReader::new(row, TABLE, "site_id");
            Ok((row.digest("digest")?.0, row.bytes("text")?))
        })
        .await
}

/// The versions of a page in a time range, newest first.
pub(super) async fn of_page(
    read: &Pool,
    (site, path): (SiteId, &str),
    from: Timestamp,
    before: Timestamp,
) -> StoreResult<Vec<StoredVersion>> {
    sql("SELECT site_id, read_ms, words, structure, difference FROM page_texts \
         WHERE site_id = $1 AND path = $2 AND read_ms >= $3 AND read_ms < $4 ORDER BY read_ms DESC LIMIT $5")
    .bind(site)
    .bind(path)
    .bind(from)
    .bind(before)
    .bind(MAX_VERSIONS)
    .all(read, |row| {
        let row = RowReader::new(row, TABLE, "site_id");
        Ok(StoredVersion {
            read_at: row.time("read_ms")?,
            words: row.number("words")?,
            structure: row.json("structure")?,
            difference: row.bytes("difference")?,
        })
    })
    .await
}

/// Removes texts of sites whose pages may not be read, and pages that were last chosen before `before`.
pub(super) async fn remove_unwanted(store: &MetadataStore, before: Timestamp, limit: u32) -> StoreResult<u64> {
    let texts = sql("DELETE FROM page_texts WHERE (site_id, path, read_ms) IN (SELECT p.site_id, p.path, p.read_ms \
         FROM sites s JOIN page_texts p ON p.site_id = s.id WHERE s.read_pages = 0 LIMIT $1)")
    .bind(limit);
    let empty = sql("DELETE FROM page_text_pages WHERE (site_id, path) IN (SELECT p.site_id, p.path \
         FROM sites s JOIN page_text_pages p ON p.site_id = s.id WHERE s.read_pages = 0 \
         AND NOT EXISTS (SELECT 1 FROM page_texts t WHERE t.site_id = p.site_id AND t.path = p.path) LIMIT $1)")
    .bind(limit);
    let sites = sql("DELETE FROM page_text_sites WHERE site_id IN (SELECT t.site_id FROM sites s \
         JOIN page_text_sites t ON t.site_id = s.id WHERE s.read_pages = 0 \
         AND NOT EXISTS (SELECT 1 FROM page_text_pages p WHERE p.site_id = s.id) LIMIT $1)")
    .bind(limit);
    let pages = sql("DELETE FROM page_text_pages WHERE (site_id, path) IN (SELECT site_id, path FROM page_text_pages \
         WHERE chosen_ms < $1 LIMIT $2)")
    .bind(before)
    .bind(limit);
    let mut removed = 0;
    for statement in [texts, empty, sites, pages] {
        removed += store.write_without_notice(statement).await?;
    }
    Ok(removed)
}
