//! How a PostgreSQL server is reached.

use std::{fmt, time::Duration};

use askline_domain::identity::secret::Secret;

/// How long a server that starts waits while another one upgrades the database. The startup probe of the chart takes longer.
pub const UPGRADE_WAIT: Duration = Duration::from_secs(600);

/// How to reach the server.
#[derive(Clone)]
pub struct PostgresOptions {
    /// `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=…`, where `host:port` may be a list
    /// of servers, of which the one that accepts writes is used.
    pub url: String,
    /// The password as it is; then the address must contain none.
    pub password: Option<Secret>,
    /// The total number of connections; at least [`MIN_CONNECTIONS`](super::shares::MIN_CONNECTIONS).
    pub connections: u32,
    /// The number of statements that a connection keeps prepared. If 0, it keeps none, and nothing relies on having the
    /// same connection for longer than a transaction.
    pub statement_cache: usize,
    /// Whether the operator has confirmed a backup: migrations that rewrite or drop stored data may be applied.
    pub is_backup_done: bool,
    /// How long to wait, in whole seconds, while another process applies migrations: [`UPGRADE_WAIT`] outside of tests.
    pub upgrade_wait: Duration,
}

/// Without the address, which may contain a password.
impl fmt::Debug for PostgresOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { connections, statement_cache, is_backup_done, upgrade_wait, .. } = self;
        f.debug_struct("PostgresOptions")
            .field("connections", connections)
            .field("statement_cache", statement_cache)
            .field("is_backup_done", is_backup_done)
            .field("upgrade_wait", upgrade_wait)
            .finish_non_exhaustive()
    }
}
