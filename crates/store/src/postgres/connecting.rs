//! How the server is reached: one address, with the same limits for metadata and events.

use std::time::Duration;

use sqlx::{ConnectOptions as _, postgres::PgPoolOptions};

use super::{address, connect_error::ConnectError, options::PostgresOptions, session_limits};
use crate::sql::{Links, Servers};

/// How long a request waits for a connection before it is refused.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// Returns the servers of the address with their limits, and their names for errors.
pub(crate) fn connecting(options: &PostgresOptions) -> Result<(Servers, String), ConnectError> {
    let servers = address::read(&options.url, options.password.as_ref())?.reached(|server| {
        server
            .application_name("askline")
            .statement_cache_capacity(options.statement_cache)
            .options(session_limits::asked())
            .disable_statement_logging()
    });
    let place = servers.place();
    Ok((servers, place))
}

/// Creates a pool with at most this many connections, each of which is opened when it is first needed.
pub(crate) fn links(connections: u32, servers: Servers, options: &PostgresOptions) -> Links {
    Links::new(usual(connections), servers, options.statement_cache > 0)
}

/// Creates a pool for a single purpose, and returns the servers' names for errors.
pub(crate) fn open_links(connections: u32, options: &PostgresOptions) -> Result<(Links, String), ConnectError> {
    let (servers, place) = connecting(options)?;
    Ok((links(connections, servers, options), place))
}

/// Creates a pool for callers that find out by their first statement that a connection is dead, and start again.
pub(crate) fn untested_links(connections: u32, servers: Servers, options: &PostgresOptions) -> Links {
    Links::new(usual(connections).test_before_acquire(false), servers, options.statement_cache > 0)
}

fn usual(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE_TIMEOUT)
}
