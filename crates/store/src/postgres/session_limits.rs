//! Limits that PostgreSQL enforces on every connection.
//!
//! A server of ours that hangs, or vanishes without a word, would hold the locks of its transaction for as long as the
//! system keeps the connection, which is two hours.

use sqlx::Row as _;

use super::{
    ConnectError, PostgresOptions,
    connecting::{connecting, links},
};
use crate::sql::Link;

/// A setting of PostgreSQL.
struct Limit {
    name: &'static str,
    /// The wanted value, as the server writes it: milliseconds, seconds, or a number.
    asked: i64,
    /// The largest acceptable value, for operators who set it by the role.
    most: i64,
    /// Whether it is about the network, which a connection on one machine does not have.
    is_of_network: bool,
}

const fn limit(name: &'static str, asked: i64, most: i64) -> Limit {
    Limit { name, asked, most, is_of_network: false }
}

const fn of_network(name: &'static str, asked: i64, most: i64) -> Limit {
    Limit { is_of_network: true, ..limit(name, asked, most) }
}

/// How long one statement may take, how long it may wait for a lock, and how long a transaction may be idle. Then how
/// long the other end of a connection may be silent before a probe is sent, how often it is sent, and how long sent
/// data may stay unacknowledged: 11 s in all.
const LIMITS: [Limit; 7] = [
    limit("statement_timeout", 30_000, 60_000),
    limit("lock_timeout", 5_000, 10_000),
    limit("idle_in_transaction_session_timeout", 10_000, 15_000),
    of_network("tcp_keepalives_idle", 5, 10),
    of_network("tcp_keepalives_interval", 2, 5),
    of_network("tcp_keepalives_count", 3, 5),
    of_network("tcp_user_timeout", 10_000, 15_000),
];

/// The settings that are requested at the start of a connection.
pub(super) fn asked() -> impl Iterator<Item = (&'static str, i64)> {
    LIMITS.iter().map(|limit| (limit.name, limit.asked))
}

/// The settings that a connection lacks, since a pooler drops what is requested at the start: their names, to be set by
/// the role. Empty if none is missing.
pub async fn missing_limits(options: &PostgresOptions) -> Result<Vec<&'static str>, ConnectError> {
    let (connecting, place) = connecting(options)?;
    let failed = |error: sqlx::Error| ConnectError::of(&place, &error);
    let links = links(1, connecting, options);
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
    // Not every system that PostgreSQL runs on supports it; the others always come together.
    if missing == ["tcp_user_timeout"] {
        missing.clear();
    }
    Ok(missing)
}

/// The statements by which a role sets them for itself.
pub fn setting_limits(missing: &[&str]) -> String {
    let set = LIMITS.iter().filter(|limit| missing.contains(&limit.name));
    let set = set.map(|Limit { name, asked, .. }| format!("ALTER ROLE CURRENT_USER SET {name} = {asked};"));
    set.collect::<Vec<_>>().join(" ")
}
