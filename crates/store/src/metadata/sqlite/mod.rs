//! The metadata in `metadata.db`: opening, migrations, detecting changes, and backups.

mod clear_addresses;
pub(crate) mod key_lookup;
pub(crate) mod migrations;
pub(crate) mod opening;
pub(crate) mod watch;
