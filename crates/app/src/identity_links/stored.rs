//! A new link between an identity and an account.

use askline_domain::{
    identity::{linked_identity::LinkedIdentity, provider::ProvenIdentity},
    shared::ids::{LinkedIdentityId, UserId},
};
use jiff::Timestamp;

/// The link of what a provider proved to an account.
pub(crate) fn link_of(user: UserId, proven: &ProvenIdentity, id: LinkedIdentityId, at: Timestamp) -> LinkedIdentity {
    LinkedIdentity {
        id,
        user_id: user,
        provider: proven.provider.clone(),
        issuer: proven.issuer.clone(),
        subject: proven.subject.clone(),
        email: proven.email.clone().unwrap_or_default(),
        created_at: at,
        last_used_at: at,
    }
}
