//! Finds the limits that a connection lacks.

use sqlx::Row as _;

use super::{connect_error::ConnectError, connecting::open_links, options::PostgresOptions, session_limits::LIMITS};
use crate::sql::Link;

/// Returns the names of the settings that a connection lacks, because a pooler drops what is requested when the
/// connection is opened. The role must set them. Empty if none is missing.
pub async fn missing_limits(options: &PostgresOptions) -> Result<Vec<&'static str>, ConnectError> {
    let (links, place) = open_links(1, options)?;
    let failed = |error: sqlx::Error| ConnectError::of(&place, &error);
    let missing = missing(&mut links.acquire().await.map_err(failed)?).await.map_err(failed);
    links.close().await;
    missing
}

async fn missing(link: &mut Link) -> sqlx::Result<Vec<&'static str>> {
    let names: Vec<&str> = LIMITS.iter().map(|limit| limit.name).collect();
    let rows = sqlx::query(
        "SELECT name, setting::bigint, inet_client_addr() IS NOT NULL FROM pg_catalog.pg_settings WHERE name = ANY ($1)",
    );
    let mut missing = Vec::new();
    for row in rows.bind(names).fetch_all(link).await? {
        let (name, set, is_by_network): (String, i64, bool) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let Some(limit) = LIMITS.iter().find(|limit| limit.name == name) else { continue };
        if (is_by_network || !limit.is_of_network) && !(1..=limit.most).contains(&set) {
            missing.push(limit.name);
        }
    }
    // Not every operating system supports it; the others are always set together.
    if missing == ["tcp_user_timeout"] {
        missing.clear();
    }
    Ok(missing)
}
