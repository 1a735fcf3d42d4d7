//! PostgreSQL: the metadata, connected to, migrated and watched. What is asked of it stands in `metadata`.

mod connect_error;
mod metadata_database;
mod migrations;

pub use connect_error::ConnectError;
pub(crate) use metadata_database::watch;
pub use metadata_database::{PostgresOptions, connect_metadata};
