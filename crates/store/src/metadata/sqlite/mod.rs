//! The metadata in `metadata.db`: opened, migrated, watched and copied.

mod clear_addresses;
pub(crate) mod file;
mod key_lookup;
pub(crate) mod migrations;
pub(crate) mod opening;
pub(crate) mod watch;
