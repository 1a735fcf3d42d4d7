//! Limits that PostgreSQL enforces on every connection.
//!
//! Without them, an Askline server that hangs, or vanishes without closing its connections, would hold the locks of its
//! transaction for as long as the operating system keeps the connection, which is two hours.

/// A setting of PostgreSQL.
pub(super) struct Limit {
    pub(super) name: &'static str,
    /// The requested value in the server's unit: milliseconds, seconds, or a number.
    asked: i64,
    /// The largest acceptable value, for operators who set it for the role.
    pub(super) most: i64,
    /// Whether it is about the network, which a connection within one machine does not use.
    pub(super) is_of_network: bool,
}

const fn limit(name: &'static str, asked: i64, most: i64) -> Limit {
    Limit { name, asked, most, is_of_network: false }
}

const fn of_network(name: &'static str, asked: i64, most: i64) -> Limit {
    Limit { is_of_network: true, ..limit(name, asked, most) }
}

/// How long a statement may take, how long it may wait for a lock, and how long a transaction may be idle. Then how
/// long the other end of a connection may be silent before a probe is sent, the interval and number of probes (11 s in
/// total), and how long sent data may stay unacknowledged.
pub(super) const LIMITS: [Limit; 7] = [
    limit("statement_timeout", 30_000, 60_000),
    limit("lock_timeout", 5_000, 10_000),
    limit("idle_in_transaction_session_timeout", 10_000, 15_000),
    of_network("tcp_keepalives_idle", 5, 10),
    of_network("tcp_keepalives_interval", 2, 5),
    of_network("tcp_keepalives_count", 3, 5),
    of_network("tcp_user_timeout", 10_000, 15_000),
];

/// The settings that are requested when a connection is opened.
pub(super) fn asked() -> impl Iterator<Item = (&'static str, i64)> {
    LIMITS.iter().map(|limit| (limit.name, limit.asked))
}

/// Returns the statements with which a role sets its missing limits.
pub fn setting_limits(missing: &[&str]) -> String {
    let set = LIMITS.iter().filter(|limit| missing.contains(&limit.name));
    let set = set.map(|Limit { name, asked, .. }| format!("ALTER ROLE CURRENT_USER SET {name} = {asked};"));
    set.collect::<Vec<_>>().join(" ")
}
