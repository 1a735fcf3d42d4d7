//! Sums over citations: by engine, by cited page, by path of the site. Read, never kept.

use askline_domain::{
    answer_reading::SourceOwner,
    citation_summary::{AnswerCounts, EngineCounts},
    id::SiteId,
    ports::{CITED_PATHS_MOST, CitationFilter, CitedUrlCount, CitedUrls, StoreResult},
};
use jiff::Timestamp;
use sqlx::sqlite::SqliteRow;

use super::citations::TABLE;
use crate::sqlite::{
    MetadataStore,
    rows::{RowReader, milliseconds, store_error},
};

pub(super) async fn counts(
    store: &MetadataStore,
    site: SiteId,
    filter: &CitationFilter,
) -> StoreResult<Vec<EngineCounts>> {
    let rows = sqlx::query(
        "SELECT engine, SUM(failure IS NULL) AS samples, SUM(failure IS NOT NULL) AS failed, \
         SUM(failure IS NULL AND searched = 0) AS unsearched, SUM(cited) AS cited, \
         SUM(COALESCE(outcome = 'consulted', 0)) AS consulted_only, SUM(mentioned) AS mentioned, \
         SUM(competitors_cited) AS competitors_cited, SUM(COALESCE(position, 0)) AS position_sum \
         FROM citations WHERE site_id = $1 AND ran_ms >= $2 AND ran_ms < $3 AND ($4 IS NULL OR engine = $4) \
         AND ($5 IS NULL OR monitor_id = $5) GROUP BY engine",
    )
    .bind(site.to_string())
    .bind(milliseconds(filter.from))
    .bind(milliseconds(filter.before))
    .bind(filter.engine.map(|engine| engine.as_str()))
    .bind(filter.monitor.map(|id| id.to_string()))
    .fetch_all(&store.inner.read)
    .await
    .map_err(store_error)?;
    rows.iter().map(read_counts).collect()
}

fn read_counts(row: &SqliteRow) -> StoreResult<EngineCounts> {
    let row = RowReader::new(row, TABLE, "engine");
    let counts = AnswerCounts {
        samples: row.number("samples")?,
        failed: row.number("failed")?,
        unsearched: row.number("unsearched")?,
        cited: row.number("cited")?,
        consulted_only: row.number("consulted_only")?,
        mentioned: row.number("mentioned")?,
        competitors_cited: row.number("competitors_cited")?,
        position_sum: row.number("position_sum")?,
    };
    Ok(EngineCounts { engine: row.parsed("engine")?, counts })
}

/// The pages that citations of a filter cite.
macro_rules! cited_pages {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            " FROM citations c JOIN citation_urls u ON u.citation_id = c.id WHERE c.site_id = $1 AND c.ran_ms >= $2 ",
            "AND c.ran_ms < $3 AND ($4 IS NULL OR c.engine = $4) AND ($5 IS NULL OR c.monitor_id = $5) ",
            "AND ($6 IS NULL OR u.owner = $6) ",
            $after
        )
    };
}

pub(super) async fn urls(
    store: &MetadataStore,
    site: SiteId,
    filter: &CitationFilter,
    owner: Option<SourceOwner>,
    offset: u32,
    limit: u32,
) -> StoreResult<CitedUrls> {
    let totals = sqlx::query(cited_pages!("SELECT u.owner, COUNT(*) AS citations", "GROUP BY u.owner"))
        .bind(site.to_string())
        .bind(milliseconds(filter.from))
        .bind(milliseconds(filter.before))
        .bind(filter.engine.map(|engine| engine.as_str()))
        .bind(filter.monitor.map(|id| id.to_string()))
        .bind(owner.map(SourceOwner::as_str))
        .fetch_all(&store.inner.read)
        .await
        .map_err(store_error)?;
    let rows = sqlx::query(cited_pages!(
        "SELECT u.url, u.domain, u.owner, MAX(u.title) AS title, COUNT(*) AS citations, \
         json_group_array(DISTINCT c.engine) AS engines, MIN(c.ran_ms) AS first_ms, MAX(c.ran_ms) AS last_ms",
        "GROUP BY u.url, u.owner ORDER BY citations DESC, u.url, u.owner LIMIT $7 OFFSET $8"
    ))
    .bind(site.to_string())
    .bind(milliseconds(filter.from))
    .bind(milliseconds(filter.before))
    .bind(filter.engine.map(|engine| engine.as_str()))
    .bind(filter.monitor.map(|id| id.to_string()))
    .bind(owner.map(SourceOwner::as_str))
    .bind(i64::from(limit) + 1)
    .bind(i64::from(offset))
    .fetch_all(&store.inner.read)
    .await
    .map_err(store_error)?;
    let mut found = CitedUrls { has_more: rows.len() > limit as usize, ..CitedUrls::default() };
    for row in &totals {
        let row = RowReader::new(row, "citation_urls", "owner");
        let owner: SourceOwner = row.parsed("owner")?;
        found.by_owner[owner as usize] = row.number("citations")?;
    }
    found.rows = rows.iter().take(limit as usize).map(read_url).collect::<StoreResult<_>>()?;
    Ok(found)
}

fn read_url(row: &SqliteRow) -> StoreResult<CitedUrlCount> {
    let row = RowReader::new(row, "citation_urls", "url");
    let mut engines: Vec<_> = row.json("engines")?;
    engines.sort();
    Ok(CitedUrlCount {
        url: row.text("url")?,
        domain: row.text("domain")?,
        title: row.optional_text("title")?,
        owner: row.parsed("owner")?,
        citations: row.number("citations")?,
        engines,
        first_cited_at: row.time("first_ms")?,
        last_cited_at: row.time("last_ms")?,
    })
}

pub(super) async fn paths(
    store: &MetadataStore,
    site: SiteId,
    from: Timestamp,
    before: Timestamp,
) -> StoreResult<Vec<(String, u64)>> {
    let rows = sqlx::query(
        "SELECT p.path, COUNT(*) AS citations FROM citations c JOIN citation_pages p ON p.citation_id = c.id \
         WHERE c.site_id = $1 AND c.ran_ms >= $2 AND c.ran_ms < $3 \
         GROUP BY p.path ORDER BY citations DESC, p.path LIMIT $4",
    )
    .bind(site.to_string())
    .bind(milliseconds(from))
    .bind(milliseconds(before))
    .bind(i64::from(CITED_PATHS_MOST))
    .fetch_all(&store.inner.read)
    .await
    .map_err(store_error)?;
    rows.iter()
        .map(|row| {
            let row = RowReader::new(row, "citation_pages", "path");
            Ok((row.text("path")?, row.number("citations")?))
        })
        .collect()
}
