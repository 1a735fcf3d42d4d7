//! What was lost and not gained again: written by the change that ends a run, read by the board.

use std::collections::BTreeMap;

use askline_domain::{
    engine::Engine,
    id::SiteId,
    monitor_run::MonitorRun,
    ports::{LostCitation, SiteStanding, StoreResult},
};
use jiff::Timestamp;

use crate::metadata::MetadataStore;
use crate::sql::{
    Connection, Dialects,
    rows::{RowReader, json_text, milliseconds},
    sql,
};

const TABLE: &str = "lost_citations";

/// Notes that an engine cites the site again, or does no longer.
pub(super) async fn note(
    connection: &mut Connection,
    run: &MonitorRun,
    engine: Engine,
    is_cited: bool,
    at: Timestamp,
) -> StoreResult<()> {
    let query = match is_cited {
        true => sql("DELETE FROM lost_citations WHERE monitor_id = $1 AND engine = $2"),
        false => sql("INSERT INTO lost_citations (monitor_id, engine, query, at_ms) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (monitor_id, engine) DO UPDATE SET query = excluded.query, at_ms = excluded.at_ms"),
    };
    let query = query.bind(run.monitor_id.to_string()).bind(engine.as_str());
    let query = match is_cited {
        true => query,
        false => query.bind(&run.plan.question.query).bind(milliseconds(at)),
    };
    query.execute(connection).await.map(|_| ())
}

/// Monitors of a list of sites, each with what it lost and asks for still.
macro_rules! standing_monitors {
    ($sites:literal, $is_asked:literal) => {
        concat!(
            "SELECT m.site_id AS id, m.enabled, l.engine, l.query, l.at_ms FROM ",
            $sites,
            " JOIN monitors m ON m.site_id = s.value LEFT JOIN lost_citations l ON l.monitor_id = m.id ",
            "AND m.enabled = 1 AND l.query = m.query AND l.at_ms >= $2 AND ",
            $is_asked,
            " ORDER BY l.at_ms DESC NULLS LAST, m.id, l.engine"
        )
    };
}

/// How sites stand.
pub(super) async fn standings(
    store: &MetadataStore,
    sites: &[SiteId],
    lost_since: Timestamp,
) -> StoreResult<Vec<SiteStanding>> {
    let rows = sql(Dialects {
        sqlite: standing_monitors!(
            "json_each($1) s",
            "EXISTS (SELECT 1 FROM json_each(m.engines) e WHERE e.value = l.engine)"
        ),
        postgres: standing_monitors!(
            "jsonb_array_elements_text($1::jsonb) AS s (value)",
            "jsonb_exists(m.engines::jsonb, l.engine)"
        ),
    })
    .bind(json_text(&sites)?)
    .bind(milliseconds(lost_since))
    .fetch_all(&store.inner.read)
    .await?;
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
