//! A sign-in whose identity waits to be linked to an account with its address.
//!
//! It is linked in the change that takes the last proof of the account's owner, and never before.

use askline_domain::{
    audit::{Actor, context::AuditContext},
    identity::{
        linked_identity::{LinkedIdentity, MAX_IDENTITIES},
        provider::{ProvenIdentity, Provider},
        secret::SecretDigest,
        user::User,
    },
    mail::MailContent,
    organizations::member::Membership,
    shared::ids::{Id as _, LinkedIdentityId},
};
use jiff::Timestamp;
use serde_json::json;

use super::{ended_access::audit_members, visit::Visit};
use crate::{
    error::{Conflict, Credential, Limit, UseCaseError},
    identity_links::{apply_roles, link_of, scopes_of_roles},
    ports::{
        StoreResult,
        change::{Change, Scope},
    },
};

/// A sign-in whose identity waits to be linked.
pub(crate) struct WaitingLink {
    flow: SecretDigest,
    /// When it ends.
    pub(crate) expires_at: Timestamp,
    /// The provider.
    pub(crate) provider: Provider,
    /// What the provider proved.
    pub(crate) proven: ProvenIdentity,
}

impl WaitingLink {
    /// The waiting sign-in of a browser's token. `None` if it ended, or the settings name its provider no longer.
    pub(crate) async fn read(visit: &Visit<'_>, flow: SecretDigest) -> StoreResult<Option<Self>> {
        let found = visit.instance.ports.identities.flow(flow, visit.context.at).await?;
        let Some((expires_at, proven)) = found.and_then(|found| Some((found.expires_at, found.proven?))) else {
            return Ok(None);
        };
        let provider = visit.instance.providers.of_identity(&proven.provider, &proven.issuer).cloned();
        Ok(provider.map(|provider| Self { flow, expires_at, provider, proven }))
    }

    /// What a change must lock that links it, beside the account and the organizations whose logs record it.
    pub(crate) fn scopes(&self) -> impl Iterator<Item = Scope<'_>> {
        std::iter::once(Scope::Identity(&self.proven.issuer, &self.proven.subject))
            .chain(scopes_of_roles(&self.provider))
    }

    /// Links it to an account within a change, emails the person, writes an entry for each organization of `locked`, and gives the
    /// account the roles that the provider's settings name.
    pub(crate) async fn link(
        &self,
        change: &mut dyn Change,
        visit: &Visit<'_>,
        (user, locked): (&User, &[Membership]),
    ) -> Result<LinkedIdentity, UseCaseError> {
        let (proven, at) = (&self.proven, visit.context.at);
        if change.end_waiting_flow(self.flow, at).await?.is_none() {
            return Err(UseCaseError::WrongCredential(Credential::Provider));
        }
        let identity = link_of(user.id, proven, LinkedIdentityId::new(at, &mut rand::rng()), at);
        let identity = insert_link(change, visit, identity, &self.provider.title, (user, locked)).await?;
        let context = by_provider(visit, &self.provider.name);
        apply_roles(change, &self.provider, proven, (user.id, &user.email), &context).await?;
        Ok(identity)
    }
}

/// Stores a new link within a change, unless the identity is linked to another account or the account has too many. Emails the
/// person, and writes an entry for each organization of `locked`, of which the change locks the log. Returns the link, which
/// may be an earlier one.
pub(crate) async fn insert_link(
    change: &mut dyn Change,
    visit: &Visit<'_>,
    identity: LinkedIdentity,
    title: &str,
    (user, locked): (&User, &[Membership]),
) -> Result<LinkedIdentity, UseCaseError> {
    match change.identity(&identity.issuer, &identity.subject).await? {
        Some(linked) if linked.user_id == user.id => return Ok(linked),
        Some(_) => return Err(Conflict::IdentityLinkedElsewhere.into()),
        None => {}
    }
    if change.identities_of(user.id).await?.len() >= MAX_IDENTITIES as usize {
        return Err(UseCaseError::LimitReached(Limit::Identities));
    }
    change.insert_identity(&identity).await?;
    let content = MailContent::IdentityChanged { provider: title.to_owned(), is_linked: true };
    change.mail(user.id, content, visit.context.at).await?;
    let metadata = json!({ "provider": identity.provider });
    audit_members(change, user.id, visit.by(user).entries(user, locked, "auth.identity_linked", &metadata)).await?;
    Ok(identity)
}

/// The context of what a provider decides about a person.
pub(crate) fn by_provider(visit: &Visit<'_>, provider: &str) -> AuditContext {
    let actor = Actor::system(&format!("sign-in provider {provider}"));
    AuditContext { actor, ..visit.context.clone() }
}
