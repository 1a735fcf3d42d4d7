//! Raises `monitor.failing` when an engine begins to send unreadable responses.

use askline_app::ports::{StoreResult, monitors::EndedRun};
use askline_domain::{
    monitors::{
        engine::Engine,
        failing_engine::{EngineRequests, MAX_SUMS_READ, begins_to_fail},
    },
    shared::ids::{OrgId, SiteId},
    webhooks::message::Event,
};
use jiff::Timestamp;

use crate::{
    metadata::changes::change::Change,
    sql::{Connection, Row, rows::RowReader, sql},
};

/// An engine's requests in the latest ended runs of a site, in the order of their ends.
const ENDED_RUNS: &str = "SELECT s.run_id, CAST(SUM(s.samples + s.failed) AS BIGINT) AS requests, \
    CAST(SUM(s.unreadable) AS BIGINT) AS unreadable FROM \
    (SELECT run_id, samples, failed, unreadable FROM answer_sums WHERE site_id = $1 AND engine = $2 \
    ORDER BY slot_ms DESC LIMIT $3) s JOIN monitor_runs r ON r.id = s.run_id WHERE r.finished_ms IS NOT NULL \
    GROUP BY s.run_id ORDER BY MAX(r.finished_ms), MAX(r.rowid)";

/// Raises an event for each engine that begins to fail with this run, which has ended in the same change. Changes of an organization
/// happen one after the other, so of runs that end at the same time only one reports the engine.
pub(super) async fn report(change: &mut Change, org: OrgId, ended: &EndedRun, at: Timestamp) -> StoreResult<()> {
    for (engine, reason) in &ended.unreadable {
        let mut requests = requests_of(change.connection(), ended.run.site_id, *engine).await?;
        // Of runs that end in the same millisecond, this one is the last.
        requests.sort_by_key(|one| one.run == ended.run.id);
        if let Some(failing) = begins_to_fail(&requests) {
            change.raise_event(&Event::of_failing_engine(org, &ended.run, (*engine, reason), &failing, at)).await?;
        }
    }
    Ok(())
}

async fn requests_of(connection: &mut Connection, site: SiteId, engine: Engine) -> StoreResult<Vec<EngineRequests>> {
    let read = |row: &Row| {
        let row = RowReader::new(row, "answer_sums", "run_id");
        Ok(EngineRequests {
            run: row.parsed("run_id")?,
            requests: row.number("requests")?,
            unreadable: row.number("unreadable")?,
        })
    };
    sql(ENDED_RUNS).bind(site).bind(engine.as_str()).bind(MAX_SUMS_READ).all(connection, read).await
}
