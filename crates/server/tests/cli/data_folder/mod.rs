//! The data folder: who may read it, what is in it, and what a full disk does.

pub(crate) mod full_disks;
pub(crate) mod private_files;
pub(crate) mod refused;
pub(crate) mod secrets;
pub(crate) mod unfinished_files;
