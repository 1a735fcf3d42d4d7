//! PostgreSQL: connecting, checking a server, setting limits, and applying migrations.

mod address;
pub(crate) mod connect_error;
pub(crate) mod connecting;
pub(crate) mod layout;
pub(crate) mod migrating;
mod missing_limits;
mod moved;
pub(crate) mod options;
pub(crate) mod restored;
mod session_limits;
pub(crate) mod shares;

pub use connect_error::{ConnectError, FailedStep};
pub use migrating::MissingStep;
pub use missing_limits::missing_limits;
pub(crate) use moved::links_of_move;
pub use options::{PostgresOptions, UPGRADE_WAIT};
pub use session_limits::setting_limits;
pub use shares::MIN_CONNECTIONS;
