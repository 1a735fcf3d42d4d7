//! What was lost and not gained again: written by the change that ends a run, read by the board.

use std::collections::BTreeMap;

use askline_domain::{
    engine::Engine,
    id::SiteId,
    monitor_run::MonitorRun,
    ports::{LostCitation, SiteStanding, StoreResult},
};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use crate::sqlite::{
    MetadataStore,
    rows::{RowReader, json_text, milliseconds, store_error},
};

const TABLE: &str = "lost_citations";

/// Notes that an engine cites the site again, or does no longer.
pub(super) async fn note(
    connection: &mut SqliteConnection,
    run: &MonitorRun,
    engine: Engine,
    is_cited: bool,
    at: Timestamp,
) -> StoreResult<()> {
    let query = match is_cited {
        true => sqlx::query("DELETE FROM lost_citations WHERE monitor_id = $1 AND engine = $2"),
        false => sqlx::query(
            "INSERT INTO lost_citations (monitor_id, engine, query, at_ms) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (monitor_id, engine) DO UPDATE SET query = excluded.query, at_ms = excluded.at_ms",
        ),
    };
    let query = query.bind(run.monitor_id.to_string()).bind(engine.as_str());
    let query = match is_cited {
        true => query,
        false => query.bind(&run.plan.question.query).bind(milliseconds(at)),
    };
    query.execute(connection).await.map(|_| ()).map_err(store_error)
}

/// How sites stand.
pub(super) async fn standings(
    store: &MetadataStore,
    sites: &[SiteId],
    lost_since: Timestamp,
) -> StoreResult<Vec<SiteStanding>> {
    let rows = sqlx::query(
        "SELECT m.site_id AS id, m.enabled, l.engine, l.query, l.at_ms FROM json_each($1) s \
         JOIN monitors m ON m.site_id = s.value \
         LEFT JOIN lost_citations l ON l.monitor_id = m.id AND m.enabled AND l.query = m.query AND l.at_ms >= $2 \
             AND EXISTS (SELECT 1 FROM json_each(m.engines) e WHERE e.value = l.engine) \
         ORDER BY l.at_ms DESC, m.id, l.engine",
    )
    .bind(json_text(&sites)?)
    .bind(milliseconds(lost_since))
    .fetch_all(&store.inner.read)
    .await
    .map_err(store_error)?;
    let mut standings = BTreeMap::<SiteId, SiteStanding>::new();
    for row in &rows {
        let row = RowReader::new(row, TABLE, "id");
        let site_id: SiteId = row.parsed("id")?;
        let standing =
            standings.entry(site_id).or_insert(SiteStanding { site_id, has_monitors: false, lost: Vec::new() });
        standing.has_monitors |= row.flag("enabled")?;
        if let Some(query) = row.optional_text("query")? {
            standing.lost.push(LostCitation { query, engine: row.parsed("engine")?, at: row.time("at_ms")? });
        }
    }
    Ok(standings.into_values().collect())
}
