//! Reads the row of a site.

use askline_app::ports::StoreResult;
use askline_domain::sites::{InstallCheck, Sightings, Site, stored_time_zone};

use crate::sql::{Row, rows::RowReader};

const TABLE: &str = "sites";

pub(in crate::metadata) fn read_site(row: &Row) -> StoreResult<Site> {
    let row = RowReader::new(row, TABLE, "id");
    let problem = row.optional_parsed("check_problem")?;
    let timezone = row.text("timezone")?;
    stored_time_zone(&timezone, &row.text("id")?)?;
    let check = row.optional_time("checked_ms")?.map(|checked_at| InstallCheck { checked_at, problem });
    Ok(Site {
        id: row.parsed("id")?,
        org_id: row.parsed("org_id")?,
        name: row.text("name")?,
        domain: row.text("domain")?,
        aliases: row.json("aliases")?,
        allowed_origins: row.json("allowed_origins")?,
        timezone,
        note: row.text("note")?,
        pages: row.json("pages")?,
        read_pages: row.flag("read_pages")?,
        created_at: row.time("created_ms")?,
        updated_at: row.time("updated_ms")?,
        sightings: Sightings {
            first_seen_at: row.optional_time("first_seen_ms")?,
            last_seen_at: row.optional_time("last_seen_ms")?,
            last_seen_url: row.optional_text("last_seen_url")?,
            last_seen_automated: row.flag("last_seen_automated")?,
            widget_version: row.optional_text("widget_version")?,
            check,
            canonical_parameters: row.json("canonical_parameters")?,
        },
    })
}
