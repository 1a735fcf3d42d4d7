//! How a PostgreSQL server is reached.

/// How to reach the server.
#[derive(Debug, Clone)]
pub struct PostgresOptions {
    /// `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=…`, where `host:port` may be a list
    /// of servers, of which the one that accepts writes is used.
    pub url: String,
    /// All connections; [`MIN_CONNECTIONS`](super::shares::MIN_CONNECTIONS) or more.
    pub connections: u32,
    /// Statements that a connection keeps prepared. With 0 it keeps none, and no connection is relied on for longer
    /// than a transaction.
    pub statement_cache: usize,
    /// The operator said that there is a backup: steps that rewrite or drop what is stored may be applied.
    pub is_backup_done: bool,
}

impl PostgresOptions {
    pub(crate) fn keeps_statements(&self) -> bool {
        self.statement_cache > 0
    }
}
