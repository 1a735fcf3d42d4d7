//! PostgreSQL: the metadata, connected to, migrated and watched (its queries are in `metadata`), and the events.

mod address;
mod connect_error;
pub(crate) mod connecting;
mod examination;
pub(crate) mod layout;
mod metadata_database;
pub(crate) mod migrating;
mod migrations;
mod missing_limits;
mod nodes;
mod options;
pub(crate) mod restored;
mod session_limits;
pub(crate) mod shares;
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
