//! Stored evidence for changes of citation rates that are not clear yet.
//!
//! Each run replaces that of its levels: one row for each rate, however often it is asked.

use askline_app::ports::StoreResult;
use askline_domain::{
    citations::{
        change_evidence::{ChangeEvidence, MeasuredEvidence, SHOWN_FOR},
        citation_change::ChangeLevel,
        found_changes::FoundChanges,
        statistics::levels::Level,
    },
    engines::Engine,
    monitors::run::MonitorRun,
    shared::ids::{MonitorId, SiteId},
};
use jiff::Timestamp;

use crate::sql::{
    Connection, Dialects, Pool, Row,
    rows::{RowReader, json_text},
    sql,
};

const TABLE: &str = "change_evidence";

macro_rules! asked {
    ($asks:literal) => {
        concat!(
            "SELECT e.* FROM change_evidence e WHERE e.site_id = $1 AND e.measured_ms > $2 AND ($3 IS NULL OR e.monitor_id = $3) AND EXISTS (SELECT 1 FROM monitors m \
             WHERE m.site_id = e.site_id AND m.is_removed = 0 AND m.enabled = 1 \
             AND (e.monitor_id IS NULL OR (m.id = e.monitor_id AND m.query = e.query)) AND (e.engine IS NULL OR ",
            $asks,
            "))"
        )
    };
}

/// The evidence of the rates that are still asked, strongest first; only of one question, if it is given.
pub(super) async fn of_site(
    pool: &Pool,
    site: SiteId,
    question: Option<MonitorId>,
    now: Timestamp,
    limit: u32,
) -> StoreResult<Vec<ChangeEvidence>> {
    let mut found: Vec<ChangeEvidence> = sql(Dialects {
        sqlite: asked!("EXISTS (SELECT 1 FROM json_each(m.engines) one WHERE one.value = e.engine)"),
        postgres: asked!("jsonb_exists(m.engines::jsonb, e.engine)"),
    })
    .bind(site)
    .bind(now - SHOWN_FOR)
    .bind(question)
    .all(pool, read)
    .await?;
    found.sort_by(|one, other| {
        let order = other.measured.fraction.total_cmp(&one.measured.fraction);
        order.then_with(|| other.level.cmp(&one.level)).then_with(|| one.monitor_id.cmp(&other.monitor_id))
    });
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(found)
}

/// Replaces the evidence of the levels of a run. A rate whose change became clear has none until its next run.
pub(super) async fn store(
    connection: &mut Connection,
    run: &MonitorRun,
    found: &FoundChanges,
    at: Timestamp,
) -> StoreResult<()> {
    let site = run.site_id;
    for change in &found.new {
        sql("DELETE FROM change_evidence WHERE site_id = $1 AND rate = $2")
            .bind(site)
            .bind(rate(change.level, change.monitor_id, change.engine))
            .execute(&mut *connection)
            .await?;
    }
    for (level, measured) in &found.evidence {
        let (monitor, engine) = match *level {
            Level::Cell(monitor, engine) => (Some(monitor), Some(engine)),
            Level::Question(monitor) => (Some(monitor), None),
            Level::Engine(engine) => (None, Some(engine)),
            Level::Site => (None, None),
        };
        let level = ChangeLevel::from(*level);
        sql("INSERT INTO change_evidence (site_id, rate, level, monitor_id, query, engine, measured, measured_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (site_id, rate) DO UPDATE SET query = excluded.query, \
             measured = excluded.measured, measured_ms = excluded.measured_ms")
        .bind(site)
        .bind(rate(level, monitor, engine))
        .bind(level.as_str())
        .bind(monitor)
        .bind(monitor.map(|_| run.plan.question.query.as_str()))
        .bind(engine.map(|engine| engine.as_str()))
        .bind(json_text(measured)?)
        .bind(at)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// The key of a rate among those of its site.
fn rate(level: ChangeLevel, monitor: Option<MonitorId>, engine: Option<Engine>) -> String {
    let monitor = monitor.map_or_else(String::new, |id| id.to_string());
    format!("{level}:{monitor}:{}", engine.map_or("", |engine| engine.as_str()))
}

fn read(row: &Row) -> StoreResult<ChangeEvidence> {
    let row = RowReader::new(row, TABLE, "rate");
    let measured: MeasuredEvidence = row.json("measured")?;
    Ok(ChangeEvidence {
        level: row.parsed("level")?,
        monitor_id: row.optional_parsed("monitor_id")?,
        query: row.optional_text("query")?,
        engine: row.optional_parsed("engine")?,
        measured,
        part_of: None,
        measured_at: row.time("measured_ms")?,
    })
}
