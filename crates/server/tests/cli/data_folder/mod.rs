//! The data folder: who may read it, its content, and full disks.

pub(crate) mod clean_stops;
pub(crate) mod full_disks;
pub(crate) mod half_folders;
pub(crate) mod owners;
pub(crate) mod private_files;
pub(crate) mod refused;
pub(crate) mod secrets;
pub(crate) mod unfinished_files;
