//! What every `SiteStore` guarantees.

mod canonical_parameters;
mod config_requests;
mod configs;
mod offered_ids;
mod refused_origins;
mod sightings;
pub(crate) mod stored;
