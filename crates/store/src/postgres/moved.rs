//! The connections to PostgreSQL that a move needs.

use super::{connect_error::ConnectError, connecting::open_links, options::PostgresOptions};
use crate::sql::Links;

/// The maximum number of connections of a move.
const CONNECTIONS: u32 = 3;

/// Creates a pool of connections to a database, and returns its name for errors.
pub(crate) fn links_of_move(options: &PostgresOptions) -> Result<(Links, String), ConnectError> {
    open_links(CONNECTIONS, options)
}
