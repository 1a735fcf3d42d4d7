//! Which addresses and paths answers cite, and how often, read from the sums.

use std::collections::HashMap;

use askline_app::ports::{
    StoreResult,
    monitors::{CitationFilter, CitedUrlCount, CitedUrlPosition, CitedUrls, CitingAnswers, MAX_CITED_PATHS},
};
use askline_domain::{
    citations::{answer_reading::SourceOwner, summary::PageCitations},
    engines::Engine,
    shared::ids::SiteId,
};
use jiff::Timestamp;

use crate::{
    metadata::MetadataStore,
    sql::{
        Dialects, Row, Statement,
        rows::{RowReader, json_text},
        sql,
    },
};

const TABLE: &str = "cited_addresses";

impl Statement {
    /// Binds a site and a filter of sums as `$1` to `$5`: the engines are a list, so that each is one range of the key.
    fn of_sums(self, site: SiteId, filter: &CitationFilter) -> StoreResult<Self> {
        let engines = match filter.engine {
            Some(engine) => vec![engine],
            None => Engine::EVERY.to_vec(),
        };
        Ok(self.bind(site).bind(filter.from).bind(filter.before).bind(json_text(&engines)?).bind(filter.monitor))
    }
}

/// The condition on a sum `s` of an address `a`: a filter, which leaves out deleted monitors.
macro_rules! of_filter {
    ($engines:literal) => {
        concat!(
            "s.address_id = a.id AND s.engine IN ",
            $engines,
            " AND s.slot_ms >= $2 AND s.slot_ms < $3 AND s.first_ms < $3 ",
            "AND ($5 IS NULL OR s.monitor_id = $5) ",
            "AND (NOT EXISTS (SELECT 1 FROM monitors WHERE site_id = $1 AND is_removed = 1) ",
            "OR s.monitor_id NOT IN (SELECT id FROM monitors WHERE site_id = $1 AND is_removed = 1)) "
        )
    };
}

/// A statement of a macro, which gets the condition on sums, and the lists `$6` of paths and of ids.
macro_rules! on_both {
    ($statement:ident) => {
        Dialects {
            sqlite: $statement!(
                of_filter!("(SELECT value FROM json_each($4))"),
                "(SELECT value FROM json_each($6))",
                "(SELECT value FROM json_each($6))"
            ),
            postgres: $statement!(
                of_filter!("(SELECT jsonb_array_elements_text($4::jsonb))"),
                "(SELECT jsonb_array_elements_text($6::jsonb))",
                "(SELECT CAST(jsonb_array_elements_text($6::jsonb) AS BIGINT))"
            ),
        }
    };
}

/// How often each address is cited: first how many citations the pages of each owner have, then the rows of a page.
macro_rules! addresses {
    ($filter:expr, $paths:literal, $ids:literal) => {
        concat!(
            "WITH counted AS MATERIALIZED (SELECT a.id, a.kind, a.address, a.domain, a.title, ",
            "(SELECT CAST(SUM(s.citations) AS BIGINT) FROM cited_address_sums s WHERE ",
            $filter,
            ") AS citations FROM cited_addresses a WHERE a.site_id = $1 AND a.kind <> 'page' AND a.last_ms >= $2 ",
            "AND ($6 IS NULL OR a.kind = $6)) ",
            "SELECT kind, CAST(SUM(citations) AS BIGINT) AS citations, NULL AS id, '' AS address, '' AS domain, ",
            "NULL AS title FROM counted WHERE citations > 0 GROUP BY kind UNION ALL ",
            "SELECT * FROM (SELECT kind, citations, id, address, domain, title FROM counted WHERE citations > 0 ",
            "AND ($8 IS NULL OR citations < $8 OR (citations = $8 AND (address, kind) > ($9, $10))) ",
            "ORDER BY citations DESC, address, kind LIMIT $7) AS listed"
        )
    };
}

/// Which engines cite the addresses of a list, and when each of them did so first and last.
macro_rules! engines {
    ($filter:expr, $paths:literal, $ids:literal) => {
        concat!(
            "SELECT a.id, s.engine, MIN(s.first_ms) AS first_ms, MAX(s.last_ms) AS last_ms FROM cited_addresses a ",
            "JOIN cited_address_sums s ON ",
            $filter,
            "WHERE a.id IN ",
            $ids,
            " GROUP BY a.id, s.engine ORDER BY a.id, s.engine"
        )
    };
}

/// How many answers of each run cite each path of a list.
macro_rules! pages {
    ($filter:expr, $paths:literal, $ids:literal) => {
        concat!(
            "SELECT a.address AS path, s.run_id, CAST(SUM(s.citations) AS BIGINT) AS cited FROM cited_addresses a ",
            "JOIN cited_address_sums s ON ",
            $filter,
            "WHERE a.site_id = $1 AND a.kind = 'page' AND a.address IN ",
            $paths,
            " GROUP BY a.address, s.run_id ORDER BY a.address, s.run_id"
        )
    };
}

/// How many answers to each question, by engine, cite the paths of a list, which has one.
macro_rules! questions {
    ($filter:expr, $paths:literal, $ids:literal) => {
        concat!(
            "SELECT s.monitor_id, s.engine, MIN(m.query) AS query, CAST(SUM(s.citations) AS BIGINT) AS citations, ",
            "MAX(s.last_ms) AS last_ms FROM cited_addresses a JOIN cited_address_sums s ON ",
            $filter,
            "JOIN monitors m ON m.id = s.monitor_id WHERE a.site_id = $1 AND a.kind = 'page' AND a.address IN ",
            $paths,
            " GROUP BY s.monitor_id, s.engine"
        )
    };
}

/// How many answers cite each path.
macro_rules! paths {
    ($filter:expr, $paths:literal, $ids:literal) => {
        concat!(
            "SELECT path, citations FROM (SELECT a.address AS path, ",
            "(SELECT CAST(SUM(s.citations) AS BIGINT) FROM cited_address_sums s WHERE ",
            $filter,
            ") AS citations FROM cited_addresses a WHERE a.site_id = $1 AND a.kind = 'page' AND a.last_ms >= $2) AS counted ",
            "WHERE citations > 0 ORDER BY citations DESC, path LIMIT $6"
        )
    };
}

pub(super) async fn cited_urls(
    store: &MetadataStore,
    site: SiteId,
    filter: &CitationFilter,
    owner: Option<SourceOwner>,
    after: Option<&CitedUrlPosition>,
    limit: u32,
) -> StoreResult<CitedUrls> {
    let rows = sql(on_both!(addresses))
        .of_sums(site, filter)?
        .bind(owner.map(SourceOwner::as_str))
        .bind(i64::from(limit) + 1)
        .bind(after.map(|place| i64::try_from(place.citations).unwrap_or(i64::MAX)))
        .bind(after.map(|place| place.url.as_str()))
        .bind(after.map(|place| place.owner.as_str()))
        .fetch_all(&store.inner.read)
        .await?;
    let mut found = CitedUrls::default();
    let mut listed = Vec::new();
    for row in &rows {
        let row = RowReader::new(row, TABLE, "id");
        let owner: SourceOwner = row.parsed("kind")?;
        match row.optional_integer("id")? {
            None => found.by_owner[owner as usize] = row.number("citations")?,
            Some(id) => listed.push((id, read_url(&row, owner)?)),
        }
    }
    listed.sort_by(|(_, a), (_, b)| {
        b.citations.cmp(&a.citations).then_with(|| (&a.url, a.owner.as_str()).cmp(&(&b.url, b.owner.as_str())))
    });
    found.has_more = listed.len() > limit as usize;
    listed.truncate(limit as usize);
    let ids: Vec<i64> = listed.iter().map(|(id, _)| *id).collect();
    let mut counts: HashMap<i64, CitedUrlCount> = listed.into_iter().collect();
    let rows =
        sql(on_both!(engines)).of_sums(site, filter)?.bind(json_text(&ids)?).fetch_all(&store.inner.read).await?;
    for row in &rows {
        let row = RowReader::new(row, TABLE, "id");
        let Some(count) = counts.get_mut(&row.number("id")?) else { continue };
        count.engines.push(row.parsed("engine")?);
        count.first_cited_at = count.first_cited_at.min(row.time("first_ms")?);
        count.last_cited_at = count.last_cited_at.max(row.time("last_ms")?);
    }
    // An address without engines was deleted with its monitor between the two reads.
    found.rows = ids.iter().filter_map(|id| counts.remove(id)).filter(|count| !count.engines.is_empty()).collect();
    found.rows.iter_mut().for_each(|count| count.engines.sort());
    Ok(found)
}

pub(super) async fn page_citations(
    store: &MetadataStore,
    site: SiteId,
    filter: &CitationFilter,
    paths: &[String],
) -> StoreResult<Vec<PageCitations>> {
    sql(on_both!(pages))
        .of_sums(site, filter)?
        .bind(json_text(paths)?)
        .all(&store.inner.read, |row| {
            let row = RowReader::new(row, TABLE, "path");
            Ok(PageCitations { path: row.text("path")?, run: row.parsed("run_id")?, cited: row.number("cited")? })
        })
        .await
}

pub(super) async fn citing_answers(
    store: &MetadataStore,
    site: SiteId,
    filter: &CitationFilter,
    path: &str,
) -> StoreResult<Vec<CitingAnswers>> {
    sql(on_both!(questions))
        .of_sums(site, filter)?
        .bind(json_text(&[path])?)
        .all(&store.inner.read, |row| {
            let row = RowReader::new(row, TABLE, "monitor_id");
            Ok(CitingAnswers {
                monitor: row.parsed("monitor_id")?,
                query: row.text("query")?,
                engine: row.parsed("engine")?,
                citations: row.number("citations")?,
                last_cited_at: row.time("last_ms")?,
            })
        })
        .await
}

pub(super) async fn cited_paths(
    store: &MetadataStore,
    site: SiteId,
    filter: &CitationFilter,
) -> StoreResult<Vec<(String, u64)>> {
    sql(on_both!(paths))
        .of_sums(site, filter)?
        .bind(MAX_CITED_PATHS)
        .all(&store.inner.read, |row| {
            let row = RowReader::new(row, TABLE, "path");
            Ok((row.text("path")?, row.number("citations")?))
        })
        .await
}

/// Reads an address and its citations; its engines and times follow.
fn read_url(row: &RowReader<'_, Row>, owner: SourceOwner) -> StoreResult<CitedUrlCount> {
    Ok(CitedUrlCount {
        url: row.text("address")?,
        domain: row.text("domain")?,
        title: row.optional_text("title")?,
        owner,
        citations: row.number("citations")?,
        engines: Vec::new(),
        first_cited_at: Timestamp::MAX,
        last_cited_at: Timestamp::MIN,
    })
}
