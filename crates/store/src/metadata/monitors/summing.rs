//! Adds answers to the sums over them, once each, and makes the sums again.
//!
//! The sums contain exactly the answers with `is_summed`: a new answer is added in the transaction that stores it, one of
//! an earlier release when the database is opened. Sums are deleted with their run, through its foreign key.

use askline_app::ports::StoreResult;
use askline_domain::shared::ids::{OrgId, RunId};

use super::run_rows::TABLE;
use crate::{
    metadata::{MetadataStore, changes::scope::Scope, values::among},
    sql::{
        Connection, Dialects,
        rows::{RowReader, json_text},
        sql,
    },
};

/// The number of runs whose answers one transaction adds at the start.
const RUNS_OF_A_PIECE: u32 = 20;

/// Stores the addresses and paths that answers cite. The order is the one in which every change locks these rows.
macro_rules! add_addresses {
    ($list:literal) => {
        concat!(
            "INSERT INTO cited_addresses (site_id, kind, address, domain, title, last_ms) ",
            "SELECT c.site_id, u.owner, u.url, MIN(u.domain), MAX(u.title), MAX(c.ran_ms) FROM citations c ",
            "JOIN citation_urls u ON u.citation_id = c.id WHERE u.page_known = 1 AND c.id IN ",
            $list,
            " GROUP BY c.site_id, u.owner, u.url UNION ALL ",
            "SELECT c.site_id, 'page', p.path, '', NULL, MAX(c.ran_ms) FROM citations c ",
            "JOIN citation_pages p ON p.citation_id = c.id WHERE c.id IN ",
            $list,
            " GROUP BY c.site_id, p.path ORDER BY 1, 2, 3 ",
            "ON CONFLICT (site_id, kind, address) DO UPDATE SET ",
            "title = CASE WHEN excluded.title > COALESCE(cited_addresses.title, '') THEN excluded.title ",
            "ELSE cited_addresses.title END, ",
            "last_ms = CASE WHEN excluded.last_ms > cited_addresses.last_ms THEN excluded.last_ms ",
            "ELSE cited_addresses.last_ms END"
        )
    };
}
/// Counts how often answers cite each address and path.
macro_rules! add_citations {
    ($list:literal) => {
        concat!(
            "INSERT INTO cited_address_sums (address_id, engine, slot_ms, run_id, reading_version, monitor_id, citations, ",
            "first_ms, last_ms) ",
            "SELECT a.id, c.engine, c.ran_ms - c.ran_ms % 900000, c.run_id, c.reading_version, c.monitor_id, COUNT(*), ",
            "MIN(c.ran_ms), MAX(c.ran_ms) FROM citations c JOIN citation_urls u ON u.citation_id = c.id ",
            "JOIN cited_addresses a ON a.site_id = c.site_id AND a.kind = u.owner AND a.address = u.url ",
            "WHERE u.page_known = 1 AND c.id IN ",
            $list,
            " GROUP BY 1, 2, 3, 4, 5, 6 UNION ALL ",
            "SELECT a.id, c.engine, c.ran_ms - c.ran_ms % 900000, c.run_id, c.reading_version, c.monitor_id, COUNT(*), ",
            "MIN(c.ran_ms), MAX(c.ran_ms) FROM citations c JOIN citation_pages p ON p.citation_id = c.id ",
            "JOIN cited_addresses a ON a.site_id = c.site_id AND a.kind = 'page' AND a.address = p.path WHERE c.id IN ",
            $list,
            " GROUP BY 1, 2, 3, 4, 5, 6 ",
            "ON CONFLICT (address_id, engine, slot_ms, run_id, reading_version) DO UPDATE SET ",
            "citations = cited_address_sums.citations + excluded.citations, ",
            "first_ms = CASE WHEN excluded.first_ms < cited_address_sums.first_ms THEN excluded.first_ms ",
            "ELSE cited_address_sums.first_ms END, ",
            "last_ms = CASE WHEN excluded.last_ms > cited_address_sums.last_ms THEN excluded.last_ms ",
            "ELSE cited_address_sums.last_ms END"
        )
    };
}
const ADD_ADDRESSES: Dialects = Dialects {
    sqlite: add_addresses!("(SELECT value FROM json_each($1))"),
    postgres: add_addresses!("(SELECT jsonb_array_elements_text($1::jsonb))"),
};

const ADD_CITATIONS: Dialects = Dialects {
    sqlite: add_citations!("(SELECT value FROM json_each($1))"),
    postgres: add_citations!("(SELECT jsonb_array_elements_text($1::jsonb))"),
};

/// What the answers in a list say about the site.
const ADD_ANSWERS: Dialects = among!(
    "INSERT INTO answer_sums (site_id, slot_ms, run_id, engine, reading_version, monitor_id, first_ms, samples, failed, \
     unsearched, cited, consulted_only, mentioned, competitors_cited, position_sum, credits, unreadable, billed_queries) \
     SELECT site_id, ran_ms - ran_ms % 900000 AS slot_ms, run_id, engine, reading_version, monitor_id, MIN(ran_ms), \
     COUNT(*) FILTER (WHERE outcome IS NOT NULL), COUNT(*) FILTER (WHERE outcome IS NULL), \
     COUNT(*) FILTER (WHERE outcome IS NOT NULL AND searched = 0), COUNT(*) FILTER (WHERE cited = 1), \
     COUNT(*) FILTER (WHERE outcome = 'consulted'), COUNT(*) FILTER (WHERE mentioned = 1), \
     CAST(SUM(competitors_cited) AS BIGINT), CAST(COALESCE(SUM(position), 0) AS BIGINT), \
     CAST(SUM(credits_used) AS BIGINT), COUNT(*) FILTER (WHERE failure LIKE '{\"kind\":\"UNREADABLE\"%'), \
     CAST(SUM(billed_queries) AS BIGINT) FROM citations WHERE id IN",
    "$1",
    " GROUP BY site_id, ran_ms - ran_ms % 900000, run_id, engine, reading_version, monitor_id \
     ON CONFLICT (site_id, slot_ms, run_id, engine, reading_version) DO UPDATE SET \
     first_ms = CASE WHEN excluded.first_ms < answer_sums.first_ms THEN excluded.first_ms ELSE answer_sums.first_ms END, \
     samples = answer_sums.samples + excluded.samples, failed = answer_sums.failed + excluded.failed, \
     unsearched = answer_sums.unsearched + excluded.unsearched, cited = answer_sums.cited + excluded.cited, \
     consulted_only = answer_sums.consulted_only + excluded.consulted_only, \
     mentioned = answer_sums.mentioned + excluded.mentioned, \
     competitors_cited = answer_sums.competitors_cited + excluded.competitors_cited, \
     position_sum = answer_sums.position_sum + excluded.position_sum, credits = answer_sums.credits + excluded.credits, \
     unreadable = answer_sums.unreadable + excluded.unreadable, \
     billed_queries = answer_sums.billed_queries + excluded.billed_queries"
);

/// Adds stored answers, which no sum contains yet.
pub(super) async fn add(connection: &mut Connection, citations: &[String]) -> StoreResult<()> {
    let list = json_text(&citations)?;
    for statement in [ADD_ADDRESSES, ADD_CITATIONS, ADD_ANSWERS] {
        sql(statement).bind(&list).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Adds the answers that an earlier release stored, or that a server of an earlier release still stores. Each run is a
/// separate transaction, so that others write in the meantime. Returns the number of runs.
pub(crate) async fn add_missing(store: &MetadataStore) -> StoreResult<u64> {
    const MISSING: &str = "SELECT r.id, s.org_id FROM monitor_runs r JOIN sites s ON s.id = r.site_id WHERE r.id IN \
         (SELECT DISTINCT run_id FROM citations WHERE is_summed = 0 AND run_id > $1 ORDER BY run_id LIMIT $2) ORDER BY r.id";
    let (mut after, mut runs) = (None, 0);
    loop {
        let piece = recount_piece(store, MISSING, after, RUNS_OF_A_PIECE).await?;
        let Some((last, counted)) = piece else { return Ok(runs) };
        (after, runs) = (Some(last), runs + counted);
    }
}

/// Makes the sums of the next runs again, from their answers; returns the last of them and their number.
pub(super) async fn recount(
    store: &MetadataStore,
    after: Option<RunId>,
    most: u32,
) -> StoreResult<Option<(RunId, u64)>> {
    const NEXT: &str = "SELECT r.id, s.org_id FROM monitor_runs r JOIN sites s ON s.id = r.site_id WHERE r.id > $1 \
         ORDER BY r.id LIMIT $2";
    recount_piece(store, NEXT, after, most).await
}

async fn recount_piece(
    store: &MetadataStore,
    runs: &'static str,
    after: Option<RunId>,
    most: u32,
) -> StoreResult<Option<(RunId, u64)>> {
    let after = after.map(|run| run.to_string()).unwrap_or_default();
    let rows = sql(runs).bind(after).bind(most).fetch_all(&store.inner.read).await?;
    let mut last = None;
    for row in &rows {
        let row = RowReader::new(row, TABLE, "id");
        let run = row.parsed("id")?;
        recount_run(store, row.parsed("org_id")?, run).await?;
        last = Some(run);
    }
    Ok(last.map(|run| (run, rows.len() as u64)))
}

/// Makes the sums of a run again. A run has at most one answer for each engine and sample.
async fn recount_run(store: &MetadataStore, org: OrgId, run: RunId) -> StoreResult<()> {
    let mut change = store.begin([Scope::Organization(org)]).await?;
    make_again(change.connection(), run).await?;
    change.commit_without_notice().await
}

/// Makes the sums of a run again, within a transaction.
pub(in crate::metadata) async fn make_again(connection: &mut Connection, run: RunId) -> StoreResult<()> {
    for statement in [
        "DELETE FROM answer_sums WHERE run_id = $1",
        "DELETE FROM cited_address_sums WHERE run_id = $1",
        "UPDATE citations SET is_summed = 1 WHERE run_id = $1 AND is_summed = 0",
    ] {
        sql(statement).bind(run).execute(&mut *connection).await?;
    }
    let answers: Vec<String> =
        sql("SELECT id FROM citations WHERE run_id = $1").bind(run).values(&mut *connection).await?;
    add(connection, &answers).await
}
