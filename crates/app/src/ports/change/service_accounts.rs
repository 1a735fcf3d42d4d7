//! Rows of service accounts in a change.

use askline_domain::{
    service_accounts::ServiceAccount,
    shared::ids::{OrgId, ServiceAccountId},
};
use async_trait::async_trait;

use crate::ports::StoreResult;

/// Rows of service accounts. Their organization is among what the commit notifies about.
#[async_trait]
pub trait ServiceAccountRows: Send {
    /// A service account of any organization, with its tokens.
    async fn service_account(&mut self, id: ServiceAccountId) -> StoreResult<Option<ServiceAccount>>;
    /// The number of service accounts of an organization.
    async fn count_service_accounts(&mut self, org: OrgId) -> StoreResult<u32>;
    /// Stores a new service account without its tokens.
    async fn insert_service_account(&mut self, account: &ServiceAccount) -> StoreResult<()>;
    /// Stores the name, the role and the sites of a service account.
    async fn replace_service_account(&mut self, account: &ServiceAccount) -> StoreResult<()>;
    /// Stores the tokens of a service account in place of its stored ones.
    async fn replace_service_tokens(&mut self, account: &ServiceAccount) -> StoreResult<()>;
    /// Deletes a service account with its tokens.
    async fn delete_service_account(&mut self, account: &ServiceAccount) -> StoreResult<()>;
}
