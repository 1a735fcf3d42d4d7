//! What a move needs from PostgreSQL: connections, and metadata that is still incomplete.

use super::{
    connect_error::ConnectError,
    connecting::{connecting, links},
    options::PostgresOptions,
};
use crate::sql::Links;

/// Connections of a move: one that reads or writes, and one beside it.
const CONNECTIONS: u32 = 3;

/// Connections to a database, and its name in errors.
pub(crate) fn links_of_move(options: &PostgresOptions) -> Result<(Links, String), ConnectError> {
    let (connecting, place) = connecting(options)?;
    Ok((links(CONNECTIONS, connecting, options), place))
}
