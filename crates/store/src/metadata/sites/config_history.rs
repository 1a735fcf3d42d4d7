//! The versions of a site's widget configuration. Version numbers only increase, and a stored version never changes.

use askline_app::ports::{
    StoreError, StoreResult,
    sites::{CONFIG_VERSIONS_KEPT, ConfigVersion},
};
use askline_domain::{
    audit::{Actor, AuditDraft},
    shared::ids::SiteId,
    widget::config::WidgetConfig,
};
use jiff::Timestamp;

use crate::{
    metadata::changes::change::Change,
    sql::{
        Connection, Row,
        rows::{RowReader, json_text},
        sql,
    },
};

const TABLE: &str = "site_configs";

/// Stores `config` as the version after `current` within a change.
pub(in crate::metadata) async fn add_config(
    change: &mut Change,
    id: SiteId,
    current: u32,
    config: WidgetConfig,
    at: Timestamp,
    audit: AuditDraft,
) -> StoreResult<ConfigVersion> {
    let next = ConfigVersion::after(current, config, audit.actor.clone(), at)
        .ok_or_else(|| StoreError::Internal(format!("the configuration of {id} has no version left")))?;
    insert_config(change.connection(), id, &next).await?;
    change.append_audit(audit).await?;
    Ok(next)
}

/// Returns the current configuration of a site, within a change.
pub(in crate::metadata) async fn current_config(
    connection: &mut Connection,
    id: SiteId,
) -> StoreResult<Option<ConfigVersion>> {
    sql("SELECT * FROM site_configs WHERE site_id = $1 ORDER BY version DESC LIMIT 1")
        .bind(id)
        .optional(connection, |row| read_config(row, "site_id"))
        .await
}

/// Stores a version, and deletes the oldest one beyond the limit.
pub(super) async fn insert_config(connection: &mut Connection, id: SiteId, config: &ConfigVersion) -> StoreResult<()> {
    sql("INSERT INTO site_configs (site_id, version, config, stored_ms, actor) VALUES ($1, $2, $3, $4, $5)")
        .bind(id)
        .bind(config.version)
        .bind(json_text(&config.config)?)
        .bind(config.created_at)
        .bind(json_text(&config.actor)?)
        .execute(&mut *connection)
        .await?;
    sql("DELETE FROM site_configs WHERE site_id = $1 AND version <= $2")
        .bind(id)
        .bind(i64::from(config.version) - i64::from(CONFIG_VERSIONS_KEPT))
        .execute(connection)
        .await
        .map(|_| ())
}

/// Reads a configuration from a row whose column `site_column` contains the site's id.
pub(super) fn read_config(row: &Row, site_column: &'static str) -> StoreResult<ConfigVersion> {
    let row = RowReader::new(row, TABLE, site_column);
    Ok(ConfigVersion {
        version: row.number("version")?,
        config: row.json("config")?,
        created_at: row.time("stored_ms")?,
        actor: row.json::<Actor>("actor")?,
    })
}
