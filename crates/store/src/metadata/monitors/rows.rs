//! Reads monitors from their rows.

use askline_app::ports::StoreResult;
use askline_domain::monitors::{Monitor, MonitorSettings};

use crate::sql::{Row, rows::RowReader};

pub(super) const TABLE: &str = "monitors";

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
        created_at: row.time("created_ms")?,
        updated_at: row.time("updated_ms")?,
    })
}
