//! The row of a site: writing and reading it.

use askline_app::ports::StoreResult;
use askline_domain::{
    shared::ids::SiteId,
    sites::{InstallCheck, InstallProblem, Sightings, Site, SiteSettings, stored_time_zone},
};

use crate::sql::{
    Connection, Row, Statement,
    rows::{RowReader, json_text},
    sql,
};

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
        settings: SiteSettings {
            name: row.text("name")?,
            domain: row.text("domain")?,
            aliases: row.json("aliases")?,
            allowed_origins: row.json("allowed_origins")?,
            timezone,
            note: row.text("note")?,
            pages: row.json("pages")?,
            read_pages: row.flag("read_pages")?,
            credits_per_month: row
                .optional_integer("credits_per_month")?
                .map(|_| row.number("credits_per_month"))
                .transpose()?,
        },
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

/// Stores a new site.
pub(super) async fn insert_site(connection: &mut Connection, site: &Site) -> StoreResult<()> {
    let seen = &site.sightings;
    bound(
        "INSERT INTO sites (id, org_id, name, domain, aliases, allowed_origins, timezone, note, updated_ms, pages, read_pages, credits_per_month, created_ms, \
         first_seen_ms, last_seen_ms, last_seen_url, widget_version, checked_ms, check_problem, last_seen_automated) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
        site,
    )?
    .bind(site.created_at)
    .bind(seen.first_seen_at)
    .bind(seen.last_seen_at)
    .bind(&seen.last_seen_url)
    .bind(&seen.widget_version)
    .bind(seen.check.as_ref().map(|check| check.checked_at))
    .bind(seen.check.as_ref().and_then(|check| check.problem).map(InstallProblem::as_str))
    .bind(i64::from(seen.last_seen_automated))
    .execute(connection)
    .await
    .map(|_| ())
}

/// Stores the settings of a site; returns false if its organization has no such site.
pub(super) async fn update_site(connection: &mut Connection, site: &Site) -> StoreResult<bool> {
    let update = bound(
        "UPDATE sites SET name = $3, domain = $4, aliases = $5, allowed_origins = $6, timezone = $7, note = $8, \
         updated_ms = $9, pages = $10, read_pages = $11, credits_per_month = $12 WHERE id = $1 AND org_id = $2 AND is_removed = 0",
        site,
    )?;
    Ok(update.execute(connection).await? > 0)
}

/// Binds the settings of a site as `$1` to `$12`.
fn bound(text: &'static str, site: &Site) -> StoreResult<Statement> {
    Ok(sql(text)
        .bind(site.id)
        .bind(site.org_id)
        .bind(&site.name)
        .bind(&site.domain)
        .bind(json_text(&site.aliases)?)
        .bind(json_text(&site.allowed_origins)?)
        .bind(&site.timezone)
        .bind(&site.note)
        .bind(site.updated_at)
        .bind(json_text(&site.pages)?)
        .bind(site.read_pages)
        .bind(site.credits_per_month))
}

/// Returns a site that is not deleted, within a change.
pub(in crate::metadata) async fn site_of(connection: &mut Connection, id: SiteId) -> StoreResult<Option<Site>> {
    sql("SELECT s.* FROM sites s JOIN organizations o ON o.id = s.org_id \
         WHERE s.id = $1 AND s.is_removed = 0 AND o.is_removed = 0")
    .bind(id)
    .optional(connection, read_site)
    .await
}
