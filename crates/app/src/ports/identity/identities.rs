//! Linked identities, and sign-ins at providers that are under way.

use askline_domain::{
    identity::{
        linked_identity::{FlowPurpose, LinkedIdentity},
        provider::ProvenIdentity,
        secret::SecretDigest,
    },
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// A sign-in at a provider that is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// SHA-256 of the token in the browser's cookie.
    pub digest: SecretDigest,
    /// The provider's name in the settings.
    pub provider: String,
    /// What the person is sent there for.
    pub purpose: FlowPurpose,
    /// When it ends.
    pub expires_at: Timestamp,
    /// What the provider proved, if it waits for the password of the account with the same address.
    pub proven: Option<ProvenIdentity>,
}

/// Linked identities, and sign-ins that are under way. Only digests of the browsers' tokens are stored.
#[async_trait]
pub trait IdentityStore: Send + Sync + 'static {
    /// The account that an identity is linked to.
    async fn identity(&self, issuer: &str, subject: &str) -> StoreResult<Option<LinkedIdentity>>;
    /// The identities that are linked to an account, oldest first.
    async fn identities_of(&self, user: UserId) -> StoreResult<Vec<LinkedIdentity>>;
    /// Stores a sign-in that begins at `at`, and removes expired ones. Beyond
    /// [`askline_domain::identity::linked_identity::MAX_FLOWS`], the oldest are removed too.
    async fn begin_flow(&self, flow: &Flow, at: Timestamp) -> StoreResult<()>;
    /// The sign-in of a browser's token, if it has not ended at `now`.
    async fn flow(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<Flow>>;
    /// Ends the sign-in of a browser's token, and returns it if it had not ended at `now` and waits for no password: a second call
    /// returns `None`.
    async fn end_flow(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<Flow>>;
}
