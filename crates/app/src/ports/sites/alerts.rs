//! When sites are looked at for alerts.

use askline_domain::shared::ids::SiteId;
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, change::BeginChange};

/// Sites by when they are looked at. What was told about them is in [`crate::ports::change::AlertRows`].
#[async_trait]
pub trait AlertStore: BeginChange {
    /// The sites that are to be looked at by `now`, or only after `until`, which a clock that was ahead computed; at most `most` of
    /// each kind. A new site is due at once.
    async fn sites_to_look_at(&self, now: Timestamp, until: Timestamp, most: u32) -> StoreResult<Vec<SiteId>>;
}
