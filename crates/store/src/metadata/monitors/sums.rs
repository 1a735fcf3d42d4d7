//! Sums over citations: by engine, by cited page, by path of the site. They are stored by run: see `summing`.

use askline_app::ports::{
    StoreResult,
    monitors::{CitationFilter, CitationSums, CitedUrlPosition, CitedUrls, CitingAnswers},
};
use askline_domain::{
    citations::{
        answer_reading::SourceOwner,
        summary::{AnswerCounts, CompetitorAnswers, PageCitations, RunAnswers},
    },
    shared::ids::{RunId, SiteId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{cited_addresses, competitors, new_readings::CountedVersions, run_rows::of_run, summing};

use crate::{
    metadata::MetadataStore,
    sql::{Row, Statement, rows::RowReader, sql},
};

/// The sums of the runs and engines that match a filter.
const RUN_ANSWERS: &str = "SELECT run_id, MIN(monitor_id) AS monitor_id, MIN(first_ms) AS first_ms, engine, \
    MIN(reading_version) AS reading_version, CAST(SUM(samples) AS BIGINT) AS samples, \
    CAST(SUM(failed) AS BIGINT) AS failed, CAST(SUM(unsearched) AS BIGINT) AS unsearched, \
    CAST(SUM(cited) AS BIGINT) AS cited, CAST(SUM(consulted_only) AS BIGINT) AS consulted_only, \
    CAST(SUM(mentioned) AS BIGINT) AS mentioned, CAST(SUM(competitors_cited) AS BIGINT) AS competitors_cited, \
    CAST(SUM(position_sum) AS BIGINT) AS position_sum, CAST(SUM(credits) AS BIGINT) AS credits, \
    CAST(SUM(unreadable) AS BIGINT) AS unreadable, CAST(SUM(billed_queries) AS BIGINT) AS billed_queries \
    FROM answer_sums WHERE site_id = $1 AND slot_ms >= $2 AND slot_ms < $3 AND first_ms < $3 \
    AND ($4 IS NULL OR engine = $4) AND ($5 IS NULL OR monitor_id = $5) \
    AND monitor_id NOT IN (SELECT id FROM monitors WHERE site_id = $1 AND is_removed = 1) \
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

#[async_trait]
impl CitationSums for MetadataStore {
    async fn run_answers(&self, site: SiteId, filter: &CitationFilter) -> StoreResult<Vec<RunAnswers>> {
        let mut connection = self.inner.read.acquire().await?;
        let counted = CountedVersions::of(&mut connection, site).await?;
        let read = |row: &Row| read_run_answers(row).map(|answers| counted.counting(answers));
        sql(RUN_ANSWERS).of(site, filter).all(&mut connection, read).await
    }

    async fn page_citations(
        &self,
        site: SiteId,
        filter: &CitationFilter,
        paths: &[String],
    ) -> StoreResult<Vec<PageCitations>> {
        cited_addresses::page_citations(self, site, filter, paths).await
    }

    async fn citing_answers(
        &self,
        site: SiteId,
        filter: &CitationFilter,
        path: &str,
    ) -> StoreResult<Vec<CitingAnswers>> {
        cited_addresses::citing_answers(self, site, filter, path).await
    }

    async fn cited_urls(
        &self,
        site: SiteId,
        filter: &CitationFilter,
        owner: Option<SourceOwner>,
        after: Option<&CitedUrlPosition>,
        limit: u32,
    ) -> StoreResult<CitedUrls> {
        cited_addresses::cited_urls(self, site, filter, owner, after, limit).await
    }

    async fn cited_paths(&self, site: SiteId, from: Timestamp, before: Timestamp) -> StoreResult<Vec<(String, u64)>> {
        let filter = CitationFilter { from, before, engine: None, monitor: None, cited: None };
        cited_addresses::cited_paths(self, site, &filter).await
    }

    async fn competitor_answers(&self, site: SiteId, filter: &CitationFilter) -> StoreResult<Vec<CompetitorAnswers>> {
        competitors::answers(self, site, filter).await
    }

    async fn recount_runs(&self, after: Option<RunId>, most: u32) -> StoreResult<Option<(RunId, u64)>> {
        summing::recount(self, after, most).await
    }

    async fn add_missing_answers(&self) -> StoreResult<u64> {
        summing::add_missing(self).await
    }
}

fn read_run_answers(row: &Row) -> StoreResult<RunAnswers> {
    let row = RowReader::new(row, "answer_sums", "run_id");
    let counts = AnswerCounts {
        samples: row.number("samples")?,
        failed: row.number("failed")?,
        unreadable: row.number("unreadable")?,
        billed_queries: row.number("billed_queries")?,
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

#[cfg(test)]
mod tests {

    use super::*;

    #[tokio::test]
    async fn sums_over_answers_read_one_range_of_their_key() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = MetadataStore::open(folder.path()).await.expect("a store");
        let plan = sql(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {RUN_ANSWERS}")))
            .fetch_all(&store.inner.read)
            .await
            .expect("a plan");
        let steps: Vec<String> =
            plan.iter().map(|row| RowReader::new(row, "plan", "id").text("detail").expect("a step")).collect();
        assert_eq!(steps[0], "SEARCH answer_sums USING PRIMARY KEY (site_id=? AND slot_ms>? AND slot_ms<?)");
    }
}
