//! Commands on the data folder as a whole: backups, upgrades, events in and out.

pub(super) mod backup;
pub(super) mod export;
pub(super) mod import;
pub(super) mod migrate;
pub(super) mod migrate_store;
