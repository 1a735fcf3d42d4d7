//! Rows of organizations in a change.

use askline_domain::{organizations::bounds::Made, shared::ids::OrgId};
use async_trait::async_trait;

use crate::ports::StoreResult;

/// Rows of organizations.
#[async_trait]
pub trait OrganizationRows: Send {
    /// The name of an organization that exists.
    async fn organization_name(&mut self, org: OrgId) -> StoreResult<String>;
    /// Counts another object that the organization creates on this UTC day, in days since 1970-01-01; returns the new
    /// count. Deleted ones still count.
    async fn count_made(&mut self, org: OrgId, made: Made, day: i64) -> StoreResult<u32>;
}
