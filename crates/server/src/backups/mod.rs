//! Backups of a data folder: their file, sealed or not, and who makes them when. Restores nothing by itself.

pub mod before_upgrades;
mod dated_names;
pub mod file;
pub mod room;
pub mod scheduled;
pub mod sealed_file;
