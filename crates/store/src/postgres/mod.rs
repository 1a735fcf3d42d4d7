//! PostgreSQL: the metadata, connected to, migrated and watched. What is asked of it stands in `metadata`.

mod connect_error;
mod metadata_database;
mod migrations;
mod watch;

pub use connect_error::ConnectError;
pub use metadata_database::{PostgresOptions, connect_metadata};
pub(crate) use watch::watch;
