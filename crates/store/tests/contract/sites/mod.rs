//! What every `SiteStore` guarantees.

mod alerts;
mod canonical_parameters;
pub mod changes;
mod config_requests;
mod configs;
mod log_sources;
mod offered_ids;
mod page_texts;
mod refused_origins;
mod shared_links;
mod sightings;
pub(crate) mod stored;
