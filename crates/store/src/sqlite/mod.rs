//! SQLite: what `metadata.db` and `events.db` have in common.
//!
//! Each process writes to a file through one connection. Other processes, such as the command line, may write to the
//! same file at any time, so nothing here assumes exclusive access.

pub(crate) mod commits;
pub(crate) mod open_error;
pub(crate) mod reader;

pub use commits::Commits;
pub use open_error::OpenError;
