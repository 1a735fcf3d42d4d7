//! Looks at sites whose day has ended, and raises alerts about them.

use askline_app::{
    alerts::look_at_due_sites,
    ports::{StoreResult, all::Ports},
};
use jiff::Timestamp;

use super::repeat::in_pieces;

/// The maximum number of sites that are looked at without a pause.
const MAX_SITES_AT_ONCE: u32 = 50;

/// Looks at all sites that are due; returns how many.
pub async fn look_at_sites(ports: &Ports, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_SITES_AT_ONCE, || async { Ok([look_at_due_sites(ports, now, MAX_SITES_AT_ONCE).await?]) }).await
}
