//! How the server is reached: one address, the same limits for metadata and events.

use std::time::Duration;

use sqlx::{
    ConnectOptions as _, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use super::{connect_error::ConnectError, metadata_database::PostgresOptions, session_limits};

/// How long a request waits for a connection before it is refused.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// The address and its limits, and the server's name in errors.
pub(super) fn connecting(options: &PostgresOptions) -> Result<(PgConnectOptions, String), ConnectError> {
    let connecting: PgConnectOptions =
        options.url.parse().map_err(|error: sqlx::Error| ConnectError::BadAddress { reason: error.to_string() })?;
    let connecting = connecting
        .application_name("askline")
        .statement_cache_capacity(options.statement_cache)
        .options(session_limits::asked())
        .disable_statement_logging();
    let place = format!(
        "{}:{}/{}",
        connecting.get_host(),
        connecting.get_port(),
        connecting.get_database().unwrap_or_default()
    );
    Ok((connecting, place))
}

/// At most this many connections, each made when it is first needed.
pub(super) fn pool(connections: u32, connecting: PgConnectOptions) -> PgPool {
    usual(connections).connect_lazy_with(connecting)
}

/// The same for callers that notice by their first statement that a connection is dead, and start again.
pub(super) fn untested_pool(connections: u32, connecting: PgConnectOptions) -> PgPool {
    usual(connections).test_before_acquire(false).connect_lazy_with(connecting)
}

fn usual(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE_TIMEOUT)
}

/// The same connections, read-only.
pub(super) fn read_only(connecting: PgConnectOptions) -> PgConnectOptions {
    connecting.options([("default_transaction_read_only", "on")])
}
