//! What is kept in memory: objects of the store until they change, and notes until they are written to it.

pub(crate) mod failed_log_ins;
pub(crate) mod origin_refusals;
pub mod packed_data;
pub(crate) mod remembered;
pub(crate) mod running_requests;
pub(crate) mod sightings;
pub mod site_entry;
pub(crate) mod uses;
