//! SQLite: the metadata in `metadata.db`, opened, migrated, watched and copied; events in a separate file.
//!
//! One process writes through one connection; other processes (the command line) may write
//! to the same file at any time, so nothing here relies on being alone.

mod clear_addresses;
mod commits;
mod file;
mod key_lookup;
mod metadata_file;
mod migrations;
mod open_error;
pub(crate) mod reader;
pub mod upgrade;
mod watch;

pub use crate::metadata::MetadataStore;
pub use commits::Commits;
pub(crate) use file::MetadataFile;
pub use open_error::OpenError;
pub(crate) use watch::watch;
