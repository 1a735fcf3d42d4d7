//! Sources of logs as rows.

use askline_app::ports::StoreResult;
use askline_domain::{
    logs::source::{LogSource, SourceSettings},
    shared::ids::LogSourceId,
};

use crate::sql::rows::{Columns, RowReader};

/// The location of the secret of a source's drain, which its seal is bound to.
pub(super) fn sealed_place(id: LogSourceId) -> String {
    format!("log_sources/{id}")
}

/// Reads a source.
pub(super) fn source<C: Columns>(row: &C) -> StoreResult<LogSource> {
    let row = RowReader::new(row, "log_sources", "id");
    Ok(LogSource {
        id: row.parsed("id")?,
        org_id: row.parsed("org_id")?,
        site_id: row.parsed("site_id")?,
        settings: SourceSettings {
            name: row.text("name")?,
            format: row.optional_parsed("format")?,
            log_format: row.optional_text("log_format")?,
            hosts: row.json("hosts")?,
            verification_code: row.optional_text("verification_code")?,
        },
        has_drain_secret: row.optional_text("sealed_drain_secret")?.is_some(),
        digest: row.digest("digest")?,
        masked: row.text("masked")?,
        created_at: row.time("created_ms")?,
    })
}
