//! The metadata on a PostgreSQL server: connecting, migrations, and detecting changes.

mod database;
pub(crate) mod migrations;
pub(crate) mod watch;

pub(crate) use database::connect_moved;
pub use database::{connect_metadata, missing_steps, setup_seed};
