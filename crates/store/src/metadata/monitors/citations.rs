//! Citations: stored once per engine and sample, under the lease of the run's job.

use askline_app::ports::{
    StoreResult,
    monitors::{CitationFilter, CitationStore, NewCitation},
};
use askline_domain::{
    citations::{
        Citation, CitationResult, RawAnswer,
        answer_reading::{AnswerReading, CitedUrl},
    },
    jobs::{JobLease, JobProgress},
    shared::{
        ids::{CitationId, Id as _, RunId, SiteId, first_ulid_at},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::summing;
use crate::{
    metadata::{
        MetadataStore,
        changes::{change::Change, scope::Scope},
        jobs,
    },
    sql::{
        Connection, Dialects, Row,
        rows::{RowReader, json_text, page_bound},
        skipping_locked, sql,
    },
};

pub(in crate::metadata) const TABLE: &str = "citations";

/// Citations, each with its cited pages in their order, as one JSON text.
macro_rules! select {
    ($rest:literal) => {
        Dialects {
            sqlite: concat!(
                "SELECT c.*, (SELECT json_group_array(json_object('url', url, 'domain', domain, 'title', title, ",
                "'position', position, 'owner', owner, 'pageKnown', json(iif(page_known, 'true', 'false')))) ",
                "FROM (SELECT * FROM citation_urls u ",
                "WHERE u.citation_id = c.id ORDER BY u.position)) AS cited_urls FROM citations c ",
                $rest
            ),
            postgres: concat!(
                "SELECT c.*, (SELECT COALESCE(json_agg(json_build_object('url', url, 'domain', domain, 'title', title, ",
                "'position', position, 'owner', owner, 'pageKnown', page_known = 1) ORDER BY position)::text, '[]') ",
                "FROM citation_urls u ",
                "WHERE u.citation_id = c.id) AS cited_urls FROM citations c ",
                $rest
            ),
        }
    };
}

#[async_trait]
impl CitationStore for MetadataStore {
    async fn record_citation(&self, lease: JobLease, new: NewCitation<'_>) -> StoreResult<bool> {
        let Some(org) = jobs::rows::organization_of(self, lease.job).await? else { return Ok(false) };
        let mut change = self.begin([Scope::Organization(org)]).await?;
        let held: Option<i64> = sql("SELECT 1 FROM jobs WHERE id = $1 AND lease = $2 AND state = 'running'")
            .bind(lease.job)
            .bind(lease.token.number())
            .optional_value(change.connection())
            .await?;
        if held.is_none() {
            return Ok(false);
        }
        if insert(&mut change, new.citation).await? {
            insert_details(&mut change, &new).await?;
            summing::add(change.connection(), &[new.citation.id.to_string()]).await?;
            note_progress(&mut change, lease, new.citation.run_id, new.total).await?;
            change.commit_without_notice().await?;
        }
        Ok(true)
    }

    async fn citations(&self, site: SiteId, filter: &CitationFilter, page: PageRequest) -> StoreResult<Page<Citation>> {
        sql(LIST)
            .bind(site)
            .bind(first_id_at(filter.from))
            .bind(page_bound::<CitationId>(page).min(first_id_at(filter.before)))
            .bind(filter.engine.map(|engine| engine.as_str()))
            .bind(filter.monitor)
            .bind(filter.cited)
            .page(&self.inner.read, page, read_citation)
            .await
    }

    async fn citation(&self, site: SiteId, id: CitationId) -> StoreResult<Option<(Citation, Option<RawAnswer>)>> {
        let mut connection = self.inner.read.acquire().await?;
        let row = sql(select!(
            "WHERE c.id = $1 AND c.site_id = $2 \
             AND c.monitor_id NOT IN (SELECT id FROM monitors WHERE site_id = $2 AND is_removed = 1)"
        ))
        .bind(id)
        .bind(site)
        .fetch_optional(&mut connection)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let raw =
            sql("SELECT * FROM raw_answers WHERE citation_id = $1").bind(id).fetch_optional(&mut connection).await?;
        let raw = raw.map(|row| {
            let row = RowReader::new(&row, "raw_answers", "citation_id");
            StoreResult::Ok(RawAnswer { text: row.text("body")?, cut: row.flag("cut")? })
        });
        Ok(Some((read_citation(&row)?, raw.transpose()?)))
    }

    async fn remove_raw_answers(&self, before: Timestamp, most: u32) -> StoreResult<u64> {
        let delete = sql(skipping_locked!(
            removing "DELETE FROM raw_answers WHERE citation_id IN \
             (SELECT citation_id FROM raw_answers WHERE created_ms < $1 ORDER BY created_ms LIMIT $2",
            ")"
        ))
        .bind(before)
        .bind(most);
        self.write_without_notice(delete).await
    }
}

/// Inserts a citation; false if this engine and sample already have one, or the run is deleted or has ended.
async fn insert(change: &mut Change, citation: &Citation) -> StoreResult<bool> {
    let reading = citation.reading();
    let failure = match &citation.result {
        CitationResult::Failed(failure) => Some(json_text(failure)?),
        CitationResult::Succeeded(_) => None,
    };
    let is = |flag: fn(&AnswerReading) -> bool| i64::from(reading.is_some_and(flag));
    let competitors_cited = reading.map_or(0, |reading| reading.competitors.iter().filter(|one| one.cited).count());
    let inserted = sql(
        "INSERT INTO citations (id, run_id, monitor_id, site_id, query, engine, sample, model, ran_ms, failure, outcome, \
         searched, mentioned, cited, consulted, position, competitors, competitors_cited, consulted_urls, excerpt, \
         credits_used, reading_version, dangling_markers, billed_queries, is_summed) SELECT $1, id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, \
         $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, 1 FROM monitor_runs WHERE id = $2 AND finished_ms IS NULL ON CONFLICT (run_id, engine, sample) DO NOTHING",
    )
    .bind(citation.id)
    .bind(citation.run_id)
    .bind(citation.monitor_id)
    .bind(citation.site_id)
    .bind(&citation.query)
    .bind(citation.engine.as_str())
    .bind(citation.sample)
    .bind(&citation.model)
    .bind(citation.ran_at)
    .bind(failure)
    .bind(reading.map(|reading| reading.outcome.as_str()))
    .bind(is(|reading| reading.searched))
    .bind(is(|reading| reading.mentioned))
    .bind(is(|reading| reading.cited))
    .bind(is(|reading| reading.consulted))
    .bind(reading.and_then(|reading| reading.position).map(i64::from))
    .bind(json_text(reading.map_or(&[][..], |reading| &reading.competitors))?)
    .bind(competitors_cited as i64)
    .bind(json_text(reading.map_or(&[][..], |reading| &reading.consulted_urls))?)
    .bind(reading.map(|reading| reading.excerpt.as_str()))
    .bind(citation.credits_used)
    .bind(citation.reading_version)
    .bind(reading.map_or(0, |reading| reading.dangling_markers))
    .bind(reading.map_or(0, |reading| reading.billed_queries))
    .execute(change.connection())
    .await?;
    Ok(inserted > 0)
}

async fn insert_details(change: &mut Change, new: &NewCitation<'_>) -> StoreResult<()> {
    let id = new.citation.id;
    let cited = new.citation.reading().map_or(&[][..], |reading| &reading.cited_urls);
    insert_cited(change, id, cited, new.pages).await?;
    let Some(raw) = new.raw.map(RawAnswer::of) else { return Ok(()) };
    sql("INSERT INTO raw_answers (citation_id, body, cut, created_ms, read_version, targets) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(id)
        .bind(raw.text)
        .bind(raw.cut)
        .bind(new.citation.ran_at)
        .bind(new.citation.reading_version)
        .bind(json_text(new.targets)?)
        .execute(change.connection())
        .await
        .map(|_| ())
}

/// Inserts the pages that an answer cites, and the paths of the site among them.
async fn insert_cited(change: &mut Change, id: CitationId, cited: &[CitedUrl], pages: &[String]) -> StoreResult<()> {
    sql(Dialects {
        sqlite: "INSERT INTO citation_urls (citation_id, position, url, domain, title, owner, page_known) \
                 SELECT $1, value ->> 'position', value ->> 'url', value ->> 'domain', value ->> 'title', \
                 value ->> 'owner', value ->> 'pageKnown' FROM json_each($2)",
        postgres: "INSERT INTO citation_urls (citation_id, position, url, domain, title, owner, page_known) \
                   SELECT $1, (value ->> 'position')::bigint, value ->> 'url', value ->> 'domain', value ->> 'title', \
                   value ->> 'owner', (value ->> 'pageKnown')::boolean::int FROM jsonb_array_elements($2::jsonb)",
    })
    .bind(id)
    .bind(json_text(cited)?)
    .execute(change.connection())
    .await?;
    insert_pages(change, id, pages).await
}

/// Replaces the paths of the site's pages that an answer cites.
pub(in crate::metadata) async fn replace_pages(
    change: &mut Change,
    id: CitationId,
    pages: &[String],
) -> StoreResult<()> {
    sql("DELETE FROM citation_pages WHERE citation_id = $1").bind(id).execute(change.connection()).await?;
    insert_pages(change, id, pages).await
}

async fn insert_pages(change: &mut Change, id: CitationId, pages: &[String]) -> StoreResult<()> {
    sql(Dialects {
        sqlite: "INSERT INTO citation_pages (citation_id, path) SELECT $1, value FROM json_each($2)",
        postgres: "INSERT INTO citation_pages (citation_id, path) SELECT $1, jsonb_array_elements_text($2::jsonb)",
    })
    .bind(id)
    .bind(json_text(pages)?)
    .execute(change.connection())
    .await?;
    Ok(())
}

/// Replaces what is stored of an answer by what this version of the rules reads in it.
pub(super) async fn store_reading(
    change: &mut Change,
    id: CitationId,
    reading: &AnswerReading,
    pages: &[String],
    version: u16,
) -> StoreResult<()> {
    let competitors_cited = reading.competitors.iter().filter(|one| one.cited).count();
    sql(
        "UPDATE citations SET outcome = $1, searched = $2, mentioned = $3, cited = $4, consulted = $5, position = $6, \
         competitors = $7, competitors_cited = $8, consulted_urls = $9, excerpt = $10, dangling_markers = $11, \
         billed_queries = $12, reading_version = $13 WHERE id = $14",
    )
    .bind(reading.outcome.as_str())
    .bind(reading.searched)
    .bind(reading.mentioned)
    .bind(reading.cited)
    .bind(reading.consulted)
    .bind(reading.position.map(i64::from))
    .bind(json_text(&reading.competitors)?)
    .bind(competitors_cited as i64)
    .bind(json_text(&reading.consulted_urls)?)
    .bind(&reading.excerpt)
    .bind(reading.dangling_markers)
    .bind(reading.billed_queries)
    .bind(version)
    .bind(id)
    .execute(change.connection())
    .await?;
    for statement in
        ["DELETE FROM citation_urls WHERE citation_id = $1", "DELETE FROM citation_pages WHERE citation_id = $1"]
    {
        sql(statement).bind(id).execute(change.connection()).await?;
    }
    insert_cited(change, id, &reading.cited_urls, pages).await
}

async fn note_progress(change: &mut Change, lease: JobLease, run: RunId, total: u32) -> StoreResult<()> {
    let done: i64 =
        sql("SELECT COUNT(*) FROM citations WHERE run_id = $1").bind(run).value(change.connection()).await?;
    let progress = JobProgress { done: u32::try_from(done).unwrap_or(u32::MAX), total };
    sql("UPDATE jobs SET progress = $1 WHERE id = $2 AND lease = $3")
        .bind(json_text(&progress)?)
        .bind(lease.job)
        .bind(lease.token.number())
        .execute(change.connection())
        .await
        .map(|_| ())
}

pub(super) async fn of_run(connection: &mut Connection, run: RunId) -> StoreResult<Vec<Citation>> {
    sql(select!("WHERE c.run_id = $1 ORDER BY c.rowid")).bind(run).all(connection, read_citation).await
}

/// The window is a range of ids, which contain the time of their citation. So a query for old days, or one that few
/// rows match, reads nothing outside its window.
const LIST: Dialects = select!(
    "WHERE c.site_id = $1 AND c.id >= $2 AND c.id < $3 AND ($4 IS NULL OR c.engine = $4) \
     AND ($5 IS NULL OR c.monitor_id = $5) AND ($6 IS NULL OR (c.failure IS NULL AND c.cited = $6)) \
     AND c.monitor_id NOT IN (SELECT id FROM monitors WHERE site_id = $1 AND is_removed = 1) ORDER BY c.id DESC LIMIT $7"
);

/// The smallest id that a citation of this time can have.
fn first_id_at(moment: Timestamp) -> String {
    CitationId::from_bits(first_ulid_at(moment)).to_string()
}

fn read_citation(row: &Row) -> StoreResult<Citation> {
    let row = RowReader::new(row, TABLE, "id");
    let result = match row.optional_json("failure")? {
        Some(failure) => CitationResult::Failed(failure),
        None => CitationResult::Succeeded(AnswerReading {
            outcome: row.parsed("outcome")?,
            searched: row.flag("searched")?,
            mentioned: row.flag("mentioned")?,
            cited: row.flag("cited")?,
            consulted: row.flag("consulted")?,
            position: row.optional_integer("position")?.map(|_| row.number("position")).transpose()?,
            cited_urls: row.json("cited_urls")?,
            consulted_urls: row.json("consulted_urls")?,
            competitors: row.json("competitors")?,
            excerpt: row.text("excerpt")?,
            dangling_markers: row.number("dangling_markers")?,
            billed_queries: row.number("billed_queries")?,
        }),
    };
    Ok(Citation {
        id: row.parsed("id")?,
        run_id: row.parsed("run_id")?,
        monitor_id: row.parsed("monitor_id")?,
        site_id: row.parsed("site_id")?,
        query: row.text("query")?,
        engine: row.parsed("engine")?,
        sample: row.number("sample")?,
        model: row.text("model")?,
        ran_at: row.time("ran_ms")?,
        result,
        reading_version: row.number("reading_version")?,
        credits_used: row.number("credits_used")?,
    })
}

#[cfg(test)]
mod tests {

    use super::*;

    #[tokio::test]
    async fn a_list_reads_no_other_site_and_nothing_outside_its_window() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = MetadataStore::open(folder.path()).await.expect("a store");
        let plan = sql(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {}", LIST.sqlite)))
            .fetch_all(&store.inner.read)
            .await
            .expect("a plan");
        let steps: Vec<String> =
            plan.iter().map(|row| RowReader::new(row, "plan", "id").text("detail").expect("a step")).collect();
        assert_eq!(steps[0], "SEARCH c USING INDEX citations_by_site (site_id=? AND id>? AND id<?)");
        assert!(!steps.iter().any(|step| step.contains("TEMP B-TREE")), "{steps:?}");
    }
}
