//! In-memory caches: objects until they change in the store, notes until they are stored.

pub(crate) mod config_requests;
pub(crate) mod given_configs;
pub(crate) mod origin_refusals;
pub mod packed_data;
pub mod ready_answers;
pub(crate) mod remembered;
pub(crate) mod request_notes;
pub(crate) mod sightings;
pub mod site_entry;
pub(crate) mod uses;
