//! Citations that were lost and have not been regained.
//!
//! They are written by the change that ends a run, and read by the board.

use std::collections::{BTreeMap, BTreeSet};

use askline_app::ports::StoreResult;
use askline_domain::{
    citations::run_change::{Direction, RunChange},
    monitors::run::MonitorRun,
    shared::ids::{MonitorId, SiteId},
    sites::attention::{LostCitation, SiteStanding},
};
use jiff::Timestamp;

use crate::{
    metadata::MetadataStore,
    sql::{
        Connection, Dialects,
        rows::{RowReader, json_text},
        sql,
    },
};

const TABLE: &str = "lost_citations";

/// Records what a run shows for an engine: a loss that became clear with it, new evidence for a known loss, or that the
/// loss no longer exists.
pub(super) async fn note(
    connection: &mut Connection,
    run: &MonitorRun,
    change: &RunChange,
    at: Timestamp,
) -> StoreResult<()> {
    let (monitor, engine) = (run.monitor_id.to_string(), change.engine.as_str());
    let query = match &change.change {
        Some(loss) if loss.direction == Direction::Down && loss.is_new => {
            sql("INSERT INTO lost_citations (monitor_id, engine, query, at_ms, evidence) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (monitor_id, engine) DO UPDATE SET query = excluded.query, at_ms = excluded.at_ms, \
             evidence = excluded.evidence")
            .bind(monitor)
            .bind(engine)
            .bind(&run.plan.question.query)
            .bind(at)
            .bind(loss.evidence as i64)
        }
        Some(loss) if loss.direction == Direction::Down => {
            sql("UPDATE lost_citations SET evidence = $1 WHERE monitor_id = $2 AND engine = $3")
                .bind(loss.evidence as i64)
                .bind(monitor)
                .bind(engine)
        }
        _ => sql("DELETE FROM lost_citations WHERE monitor_id = $1 AND engine = $2").bind(monitor).bind(engine),
    };
    query.execute(connection).await.map(|_| ())
}

/// The monitors of a list of sites, each with its losses for its current question and engines.
macro_rules! standing_monitors {
    ($sites:literal, $engines:literal, $is_asked:literal) => {
        concat!(
            "SELECT m.site_id AS id, m.id AS monitor_id, m.enabled, ",
            $engines,
            " AS engines, l.engine, l.query, l.at_ms, l.evidence FROM ",
            $sites,
            " JOIN monitors m ON m.site_id = s.value AND m.is_removed = 0 LEFT JOIN lost_citations l ON l.monitor_id = m.id ",
            "AND m.enabled = 1 AND l.query = m.query AND l.at_ms >= $2 AND ",
            $is_asked,
            " ORDER BY l.at_ms DESC NULLS LAST, m.id, l.engine"
        )
    };
}

/// Returns the state of sites.
pub(super) async fn standings(
    store: &MetadataStore,
    sites: &[SiteId],
    lost_since: Timestamp,
) -> StoreResult<Vec<SiteStanding>> {
    let rows = sql(Dialects {
        sqlite: standing_monitors!(
            "json_each($1) s",
            "json_array_length(m.engines)",
            "EXISTS (SELECT 1 FROM json_each(m.engines) e WHERE e.value = l.engine)"
        ),
        postgres: standing_monitors!(
            "jsonb_array_elements_text($1::jsonb) AS s (value)",
            "CAST(jsonb_array_length(m.engines::jsonb) AS BIGINT)",
            "jsonb_exists(m.engines::jsonb, l.engine)"
        ),
    })
    .bind(json_text(&sites)?)
    .bind(lost_since)
    .fetch_all(&store.inner.read)
    .await?;
    let mut standings = BTreeMap::<SiteId, SiteStanding>::new();
    let mut counted = BTreeSet::new();
    for row in &rows {
        let row = RowReader::new(row, TABLE, "id");
        let site_id: SiteId = row.parsed("id")?;
        let standing = standings.entry(site_id).or_insert(SiteStanding {
            site_id,
            has_monitors: false,
            watched: 0,
            lost: Vec::new(),
        });
        if row.flag("enabled")? {
            standing.has_monitors = true;
            // A monitor has a row for each of its losses.
            if counted.insert(row.parsed::<MonitorId>("monitor_id")?) {
                standing.watched += row.number::<u64>("engines")?;
            }
        }
        if let Some(query) = row.optional_text("query")? {
            standing.lost.push(LostCitation {
                query,
                engine: row.parsed("engine")?,
                at: row.time("at_ms")?,
                evidence: row.number("evidence")?,
            });
        }
    }
    Ok(standings.into_values().collect())
}
