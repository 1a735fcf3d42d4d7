//! Commands on the whole data folder: backups, upgrades, event import and export.

pub(super) mod backup;
pub(super) mod export;
pub(super) mod import;
pub(super) mod migrate;
pub(super) mod migrate_store;
