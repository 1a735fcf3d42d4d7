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
mod missing_limits;
mod nodes;
mod options;
mod restored;
mod session_limits;
mod shares;
mod watch;

pub use connect_error::ConnectError;
pub use examination::{Examination, examine};
pub use metadata_database::{connect_metadata, missing_steps, setup_seed};
pub use migrating::MissingStep;
pub use missing_limits::missing_limits;
pub use nodes::{BEAT_EVERY, Company, Node};
pub use options::PostgresOptions;
pub use session_limits::setting_limits;
pub use shares::MIN_CONNECTIONS;
pub(crate) use watch::watch;
