//! What was told about a site, in a change.

use askline_domain::{alerts::state::AlertState, shared::ids::SiteId};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// What was told about sites. No cache contains it.
#[async_trait]
pub trait AlertRows: Send {
    /// What was told about a site; `None` if it was deleted.
    async fn alert_state(&mut self, site: SiteId) -> StoreResult<Option<AlertState>>;
    /// Stores what was told about a site, and when it is looked at next.
    async fn put_alert_state(&mut self, site: SiteId, state: &AlertState, next_at: Timestamp) -> StoreResult<()>;
}
