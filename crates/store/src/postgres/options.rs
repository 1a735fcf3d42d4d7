//! How a PostgreSQL server is reached.

/// How to reach the server.
#[derive(Debug, Clone)]
pub struct PostgresOptions {
    /// `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=…`, where `host:port` may be a list
    /// of servers, of which the one that accepts writes is used.
    pub url: String,
    /// The total number of connections; at least [`MIN_CONNECTIONS`](super::shares::MIN_CONNECTIONS).
    pub connections: u32,
    /// The number of statements that a connection keeps prepared. If 0, it keeps none, and nothing relies on having the
    /// same connection for longer than a transaction.
    pub statement_cache: usize,
    /// Whether the operator has confirmed a backup: migrations that rewrite or drop stored data may be applied.
    pub is_backup_done: bool,
}
