//! Rows of linked identities in a change.

use askline_domain::{
    identity::{linked_identity::LinkedIdentity, provider::ProvenIdentity, secret::SecretDigest},
    organizations::plan::Plan,
    shared::ids::{LinkedIdentityId, OrgId, SessionId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// How an identity once joined an organization. This stays when the membership or the link ends, so that a person whom an
/// organization removed does not join again by signing in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdentityJoin {
    /// The organization.
    pub org: OrgId,
    /// Whether a group gave the role, so that the membership ends with the group.
    pub by_group: bool,
}

/// Rows of linked identities. A change of them must lock [`crate::ports::change::Scope::Identity`], and the account with [`crate::ports::change::Scope::User`].
#[async_trait]
pub trait IdentityRows: Send {
    /// The account that an identity is linked to.
    async fn identity(&mut self, issuer: &str, subject: &str) -> StoreResult<Option<LinkedIdentity>>;
    /// The identity with this id, if it is linked to the account.
    async fn identity_of(&mut self, user: UserId, id: LinkedIdentityId) -> StoreResult<Option<LinkedIdentity>>;
    /// The identities that are linked to an account, oldest first.
    async fn identities_of(&mut self, user: UserId) -> StoreResult<Vec<LinkedIdentity>>;
    /// Stores a new link.
    async fn insert_identity(&mut self, identity: &LinkedIdentity) -> StoreResult<()>;
    /// Stores what a sign-in changes of a link: its provider, its address, and the time.
    async fn note_identity_use(
        &mut self,
        identity: &LinkedIdentity,
        proven: &ProvenIdentity,
        at: Timestamp,
    ) -> StoreResult<()>;
    /// Deletes a link, and the sessions that began with it except `keep`.
    async fn delete_identity(&mut self, identity: &LinkedIdentity, keep: Option<SessionId>) -> StoreResult<()>;
    /// Deletes every link of an account. Its sessions must end, too.
    async fn delete_identities_of(&mut self, user: UserId) -> StoreResult<()>;
    /// The organizations that an identity ever joined.
    async fn identity_joins(&mut self, issuer: &str, subject: &str) -> StoreResult<Vec<IdentityJoin>>;
    /// Stores how an identity joined an organization; replaces what was stored.
    async fn keep_identity_join(&mut self, issuer: &str, subject: &str, join: IdentityJoin) -> StoreResult<()>;
    /// Forgets that an identity joined an organization.
    async fn forget_identity_join(&mut self, issuer: &str, subject: &str, org: OrgId) -> StoreResult<()>;
    /// The plan of an organization that exists.
    async fn plan_of(&mut self, org: OrgId) -> StoreResult<Option<Plan>>;
    /// Ends a sign-in that waits for a password; returns what the provider proved, if it had not ended at `now`.
    async fn end_waiting_flow(&mut self, flow: SecretDigest, now: Timestamp) -> StoreResult<Option<ProvenIdentity>>;
}
