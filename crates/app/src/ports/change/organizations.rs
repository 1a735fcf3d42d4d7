//! Rows of organizations in a change.

use askline_domain::{
    organizations::{Organization, bounds::Made, brand::BrandLogo, plan::Plan},
    shared::ids::{OrgId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of organizations.
#[async_trait]
pub trait OrganizationRows: Send {
    /// An organization; `None` if it does not exist or was deleted.
    async fn organization(&mut self, org: OrgId) -> StoreResult<Option<Organization>>;
    /// The name of an organization that exists.
    async fn organization_name(&mut self, org: OrgId) -> StoreResult<String>;
    /// Whether another organization has the slug of this one.
    async fn is_slug_taken(&mut self, organization: &Organization) -> StoreResult<bool>;
    /// The slug itself, or with the lowest number from 2 that makes it unique.
    async fn free_slug(&mut self, slug: &str) -> StoreResult<String>;
    /// Stores a new organization. The change must lock [`super::Scope::of_organization`].
    async fn insert_organization(&mut self, organization: &Organization) -> StoreResult<()>;
    /// Stores the name, slug, brand and rules for signing in of an organization, a new logo, and removes one that the brand no
    /// longer has.
    async fn replace_settings(&mut self, organization: &Organization, logo: Option<&BrandLogo>) -> StoreResult<()>;
    /// Stores the plan of an organization.
    async fn replace_plan(&mut self, org: OrgId, plan: Plan) -> StoreResult<()>;
    /// The number of organizations that an account created: existing ones, and deleted ones that are remembered.
    async fn count_foundings(&mut self, account: UserId) -> StoreResult<u32>;
    /// Forgets deleted organizations that an account created at `latest` or before.
    async fn forget_foundings(&mut self, account: UserId, latest: Timestamp) -> StoreResult<()>;
    /// Remembers that an account created an organization.
    async fn insert_founding(&mut self, org: OrgId, account: UserId, at: Timestamp) -> StoreResult<()>;
    /// Counts another object that the organization creates on this UTC day, in days since 1970-01-01; returns the new
    /// count. Deleted ones still count.
    async fn count_made(&mut self, org: OrgId, made: Made, day: i64) -> StoreResult<u32>;
}
