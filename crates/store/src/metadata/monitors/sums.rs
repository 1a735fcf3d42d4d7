//! Sums over citations: by engine, by cited page, by path of the site. They are computed and never stored.

use askline_app::ports::{
    StoreResult,
    monitors::{CitationFilter, CitationSums, CitedUrlCount, CitedUrlPlace, CitedUrls, MAX_CITED_PATHS},
};
use askline_domain::{
    citations::{
        answer_reading::SourceOwner,
        summary::{AnswerCounts, CompetitorAnswers, PageCitations, RunAnswers},
    },
    shared::ids::SiteId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{citations::TABLE, competitors, run_rows::of_run};
use crate::{
    metadata::{MetadataStore, values::among},
    sql::{
        Dialects, Row, Statement,
        rows::{RowReader, json_text},
        sql,
    },
};

/// The sums over the citations that match a filter, by run and engine.
const RUN_ANSWERS: &str = "SELECT run_id, MIN(monitor_id) AS monitor_id, MIN(ran_ms) AS first_ms, engine, \
    MIN(reading_version) AS reading_version, \
    COUNT(*) FILTER (WHERE outcome IS NOT NULL) AS samples, COUNT(*) FILTER (WHERE outcome IS NULL) AS failed, \
    COUNT(*) FILTER (WHERE outcome IS NOT NULL AND searched = 0) AS unsearched, \
    COUNT(*) FILTER (WHERE cited = 1) AS cited, COUNT(*) FILTER (WHERE outcome = 'consulted') AS consulted_only, \
    COUNT(*) FILTER (WHERE mentioned = 1) AS mentioned, CAST(SUM(competitors_cited) AS BIGINT) AS competitors_cited, \
    CAST(COALESCE(SUM(position), 0) AS BIGINT) AS position_sum, CAST(SUM(credits_used) AS BIGINT) AS credits \
    FROM citations WHERE site_id = $1 AND ran_ms >= $2 AND ran_ms < $3 \
    AND ($4 IS NULL OR engine = $4) AND ($5 IS NULL OR monitor_id = $5) \
    GROUP BY run_id, engine ORDER BY first_ms, run_id, engine";

impl Statement {
    /// Binds a site and a filter as `$1` to `$5`.
    pub(super) fn of(self, site: SiteId, filter: &CitationFilter) -> Self {
        self.bind(site)
            .bind(filter.from)
            .bind(filter.before)
            .bind(filter.engine.map(|engine| engine.as_str()))
            .bind(filter.monitor)
    }
}

/// The citations of pages in a list, by page and run.
const PAGES_AMONG: Dialects = among!(
    "SELECT p.path, c.run_id, COUNT(*) AS cited FROM citations c JOIN citation_pages p ON p.citation_id = c.id \
     WHERE c.site_id = $1 AND c.ran_ms >= $2 AND c.ran_ms < $3 AND ($4 IS NULL OR c.engine = $4) \
     AND ($5 IS NULL OR c.monitor_id = $5) AND c.cited = 1 AND p.path IN",
    "$6",
    " GROUP BY p.path, c.run_id ORDER BY p.path, c.run_id"
);

/// The pages cited by citations that match a filter.
macro_rules! cited_pages {
    ($before:expr, $after:literal) => {
        concat!(
            $before,
            " FROM citations c JOIN citation_urls u ON u.citation_id = c.id WHERE c.site_id = $1 AND c.ran_ms >= $2 ",
            "AND c.ran_ms < $3 AND ($4 IS NULL OR c.engine = $4) AND ($5 IS NULL OR c.monitor_id = $5) ",
            "AND ($6 IS NULL OR u.owner = $6) AND u.page_known = 1 ",
            $after
        )
    };
}

/// A part of the list of cited pages, with their counts.
macro_rules! url_counts {
    ($engines:literal) => {
        cited_pages!(
            concat!(
                "SELECT u.url, MIN(u.domain) AS domain, u.owner, MAX(u.title) AS title, COUNT(*) AS citations, ",
                $engines,
                " AS engines, MIN(c.ran_ms) AS first_ms, MAX(c.ran_ms) AS last_ms"
            ),
            "GROUP BY u.url, u.owner \
             HAVING $8 IS NULL OR COUNT(*) < $8 OR (COUNT(*) = $8 AND (u.url, u.owner) > ($9, $10)) \
             ORDER BY citations DESC, u.url, u.owner LIMIT $7"
        )
    };
}

#[async_trait]
impl CitationSums for MetadataStore {
    async fn run_answers(&self, site: SiteId, filter: &CitationFilter) -> StoreResult<Vec<RunAnswers>> {
        sql(RUN_ANSWERS).of(site, filter).all(&self.inner.read, read_run_answers).await
    }

    async fn page_citations(
        &self,
        site: SiteId,
        filter: &CitationFilter,
        paths: &[String],
    ) -> StoreResult<Vec<PageCitations>> {
        sql(PAGES_AMONG)
            .of(site, filter)
            .bind(json_text(paths)?)
            .all(&self.inner.read, |row| {
                let row = RowReader::new(row, "citation_pages", "path");
                Ok(PageCitations { path: row.text("path")?, run: row.parsed("run_id")?, cited: row.number("cited")? })
            })
            .await
    }

    async fn cited_urls(
        &self,
        site: SiteId,
        filter: &CitationFilter,
        owner: Option<SourceOwner>,
        after: Option<&CitedUrlPlace>,
        limit: u32,
    ) -> StoreResult<CitedUrls> {
        let totals = sql(cited_pages!("SELECT u.owner, COUNT(*) AS citations", "GROUP BY u.owner"))
            .of(site, filter)
            .bind(owner.map(SourceOwner::as_str))
            .fetch_all(&self.inner.read)
            .await?;
        let rows = sql(Dialects {
            sqlite: url_counts!("json_group_array(DISTINCT c.engine)"),
            postgres: url_counts!("json_agg(DISTINCT c.engine)::text"),
        })
        .of(site, filter)
        .bind(owner.map(SourceOwner::as_str))
        .bind(i64::from(limit) + 1)
        .bind(after.map(|place| i64::try_from(place.citations).unwrap_or(i64::MAX)))
        .bind(after.map(|place| place.url.as_str()))
        .bind(after.map(|place| place.owner.as_str()))
        .fetch_all(&self.inner.read)
        .await?;
        let mut found = CitedUrls { has_more: rows.len() > limit as usize, ..CitedUrls::default() };
        for row in &totals {
            let row = RowReader::new(row, "citation_urls", "owner");
            let owner: SourceOwner = row.parsed("owner")?;
            found.by_owner[owner as usize] = row.number("citations")?;
        }
        found.rows = rows.iter().take(limit as usize).map(read_url).collect::<StoreResult<_>>()?;
        Ok(found)
    }

    async fn cited_paths(&self, site: SiteId, from: Timestamp, before: Timestamp) -> StoreResult<Vec<(String, u64)>> {
        sql("SELECT p.path, COUNT(*) AS citations FROM citations c JOIN citation_pages p ON p.citation_id = c.id \
             WHERE c.site_id = $1 AND c.ran_ms >= $2 AND c.ran_ms < $3 \
             GROUP BY p.path ORDER BY citations DESC, p.path LIMIT $4")
        .bind(site)
        .bind(from)
        .bind(before)
        .bind(MAX_CITED_PATHS)
        .all(&self.inner.read, |row| {
            let row = RowReader::new(row, "citation_pages", "path");
            Ok((row.text("path")?, row.number("citations")?))
        })
        .await
    }

    async fn competitor_answers(&self, site: SiteId, filter: &CitationFilter) -> StoreResult<Vec<CompetitorAnswers>> {
        competitors::answers(self, site, filter).await
    }
}

fn read_run_answers(row: &Row) -> StoreResult<RunAnswers> {
    let row = RowReader::new(row, TABLE, "run_id");
    let counts = AnswerCounts {
        samples: row.number("samples")?,
        failed: row.number("failed")?,
        unsearched: row.number("unsearched")?,
        cited: row.number("cited")?,
        consulted_only: row.number("consulted_only")?,
        mentioned: row.number("mentioned")?,
        competitors_cited: row.number("competitors_cited")?,
        position_sum: row.number("position_sum")?,
        credits: row.number("credits")?,
    };
    of_run(&row, counts)
}

fn read_url(row: &Row) -> StoreResult<CitedUrlCount> {
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

#[cfg(test)]
mod tests {

    use super::*;

    #[tokio::test]
    async fn sums_over_answers_read_an_index_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = MetadataStore::open(folder.path()).await.expect("a store");
        let plan = sql(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {RUN_ANSWERS}")))
            .fetch_all(&store.inner.read)
            .await
            .expect("a plan");
        let steps: Vec<String> =
            plan.iter().map(|row| RowReader::new(row, "plan", "id").text("detail").expect("a step")).collect();
        let search = "SEARCH citations USING COVERING INDEX citations_sums (site_id=? AND ran_ms>? AND ran_ms<?)";
        assert_eq!(steps[0], search);
    }
}
