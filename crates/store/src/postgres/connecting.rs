//! How the server is reached: one address, the same limits for metadata and events.

use std::time::Duration;

use sqlx::{
    ConnectOptions as _,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use super::{connect_error::ConnectError, metadata_database::PostgresOptions};

/// How long a request waits for a connection before it is told to come again.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// How long one statement may take, and how long it may wait for a lock.
const STATEMENT_TIMEOUT_MS: &str = "30000";
const LOCK_TIMEOUT_MS: &str = "5000";

/// The address and its limits, and what the server is called in errors.
pub(super) fn connecting(options: &PostgresOptions) -> Result<(PgConnectOptions, String), ConnectError> {
    let connecting: PgConnectOptions =
        options.url.parse().map_err(|error: sqlx::Error| ConnectError::BadAddress { reason: error.to_string() })?;
    let connecting = connecting
        .application_name("askline")
        // Without a cache sqlx prepares each statement by a name and closes none; with room for one it closes the one before.
        .statement_cache_capacity(options.statement_cache.max(1))
        .options([("statement_timeout", STATEMENT_TIMEOUT_MS), ("lock_timeout", LOCK_TIMEOUT_MS)])
        .disable_statement_logging();
    let place = format!(
        "{}:{}/{}",
        connecting.get_host(),
        connecting.get_port(),
        connecting.get_database().unwrap_or_default()
    );
    Ok((connecting, place))
}

/// A pool of at most so many connections.
pub(super) fn pool(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE_TIMEOUT)
}

/// The same connections, which only read.
pub(super) fn read_only(connecting: PgConnectOptions) -> PgConnectOptions {
    connecting.options([("default_transaction_read_only", "on")])
}
