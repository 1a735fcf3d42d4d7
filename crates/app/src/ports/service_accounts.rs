//! Stored service accounts.

use askline_domain::{
    identity::secret::SecretDigest,
    organizations::plan::Plan,
    service_accounts::{MadeObject, ServiceAccount, TokenRecord},
    shared::ids::{OrgId, ServiceAccountId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{StoreResult, change::BeginChange};

/// What the guard needs to know about the caller of a token.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceGrant {
    /// The service account.
    pub account: ServiceAccount,
    /// The token that was sent.
    pub token: TokenRecord,
    /// The plan of its organization.
    pub plan: Plan,
}

/// Service accounts. Only digests of tokens are stored. What changes them is in [`super::change::ServiceAccountRows`].
#[async_trait]
pub trait ServiceAccountStore: BeginChange {
    /// The service account with a token of this digest, which may have expired.
    async fn service_account_by_token(&self, digest: SecretDigest) -> StoreResult<Option<ServiceGrant>>;
    /// One service account of an organization.
    async fn service_account(&self, org: OrgId, id: ServiceAccountId) -> StoreResult<Option<ServiceAccount>>;
    /// The organization of a service account, for the command line, which gets only the id.
    async fn organization_of_service_account(&self, id: ServiceAccountId) -> StoreResult<Option<OrgId>>;
    /// The service accounts of an organization, newest first. There are at most
    /// [`askline_domain::service_accounts::MAX_SERVICE_ACCOUNTS`].
    async fn service_accounts(&self, org: OrgId) -> StoreResult<Vec<ServiceAccount>>;
    /// The sites, webhooks and monitors of an organization that a service account created and that are still there, newest
    /// first of each kind, at most `most` of each.
    async fn made_by_service_account(
        &self,
        org: OrgId,
        id: ServiceAccountId,
        most: u32,
    ) -> StoreResult<Vec<MadeObject>>;
    /// The service accounts that a person created, or was given a token of that is valid at `at`, newest first: in one
    /// organization, or in all.
    async fn service_accounts_left_by(
        &self,
        person: UserId,
        org: Option<OrgId>,
        at: Timestamp,
    ) -> StoreResult<Vec<ServiceAccount>>;
    /// Records when service accounts were last used. Never moves a time back.
    async fn touch_service_accounts(&self, uses: &[(ServiceAccountId, Timestamp)]) -> StoreResult<()>;
}
