//! Monitors as rows, and back.

use askline_app::ports::StoreResult;
use askline_domain::{
    citations::competitor::Competitor,
    monitors::{Monitor, MonitorSettings},
};

use crate::sql::{
    Row, Statement,
    rows::{RowReader, json_text},
    sql,
};

pub(super) const TABLE: &str = "monitors";

/// Binds a monitor as `$1` to `$13`, except for the time at which it was created.
pub(super) fn bound(text: &'static str, monitor: &Monitor) -> StoreResult<Statement> {
    let settings = &monitor.settings;
    Ok(sql(text)
        .bind(monitor.id)
        .bind(monitor.site_id)
        .bind(&settings.query)
        .bind(json_text(&settings.engines)?)
        .bind(settings.cadence.as_str())
        .bind(settings.samples_per_run)
        .bind(&settings.region)
        .bind(&settings.language)
        .bind(json_text(&settings.competitors)?)
        .bind(settings.enabled)
        .bind(monitor.next_run_at)
        .bind(monitor.updated_at)
        .bind(monitor.archived_at))
}

/// The competitors of a row of monitors.
pub(super) fn read_competitors(row: &Row) -> StoreResult<Vec<Competitor>> {
    RowReader::new(row, TABLE, "id").json("competitors")
}

pub(super) fn read_monitor(row: &Row) -> StoreResult<Monitor> {
    let row = RowReader::new(row, TABLE, "id");
    Ok(Monitor {
        id: row.parsed("id")?,
        site_id: row.parsed("site_id")?,
        settings: MonitorSettings {
            query: row.text("query")?,
            engines: row.json("engines")?,
            cadence: row.parsed("cadence")?,
            samples_per_run: row.number("samples_per_run")?,
            region: row.optional_text("region")?,
            language: row.optional_text("language")?,
            competitors: row.json("competitors")?,
            enabled: row.flag("enabled")?,
        },
        next_run_at: row.optional_time("next_run_ms")?,
        archived_at: row.optional_time("archived_ms")?,
        created_at: row.time("created_ms")?,
        updated_at: row.time("updated_ms")?,
    })
}
