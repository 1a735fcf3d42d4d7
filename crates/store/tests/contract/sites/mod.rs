//! What every `SiteStore` guarantees.

mod configs;
mod offered_ids;
mod refused_origins;
pub(crate) mod stored;
