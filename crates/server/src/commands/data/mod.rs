//! Commands on the stored data: backups, upgrades, copies to other stores, imports and exports.

pub(super) mod backup;
pub(super) mod export;
pub(super) mod import;
pub(super) mod migrate;
pub(super) mod migrate_store;
