//! PostgreSQL: the metadata, connected to, migrated and watched (its queries are in `metadata`), and the events.

mod address;
mod connect_error;
mod connecting;
pub mod events;
mod examination;
mod layout;
mod metadata_database;
mod migrating;
mod migrations;
mod nodes;
mod restored;
mod session_limits;
mod shares;
mod watch;

pub use connect_error::ConnectError;
pub use examination::{Examination, examine};
pub use metadata_database::{PostgresOptions, connect_metadata, missing_steps, setup_seed};
pub use migrating::MissingStep;
pub use nodes::{BEAT_EVERY, Company, Node};
pub use session_limits::{missing_limits, setting_limits};
pub use shares::MIN_CONNECTIONS;
pub(crate) use watch::watch;
