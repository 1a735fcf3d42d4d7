//! Upgrades of a data folder.

pub(crate) mod earlier_layouts;
pub(crate) mod failed;
pub(crate) mod whole;
