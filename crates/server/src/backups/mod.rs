//! Backups of a data folder: the file format, and when backups are made. Never replaces data automatically.

pub mod before_upgrades;
pub(crate) mod dated_names;
pub mod file;
pub mod room;
pub mod sealed_file;
