//! The versions of a site's widget configuration. Version numbers only increase, and a stored version never changes.

use askline_app::ports::{
    StoreResult,
    sites::{CONFIG_VERSIONS_KEPT, ConfigVersion},
};
use askline_domain::{audit::Actor, shared::ids::SiteId};

use crate::sql::{
    Connection, Row,
    rows::{RowReader, json_text},
    sql,
};

const TABLE: &str = "site_configs";

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
