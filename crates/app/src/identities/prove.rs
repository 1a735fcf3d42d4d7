//! Proves with a linked identity that it is still the person who uses a session.
//!
//! The provider must have asked them to sign in after the session asked for it: a sign-in there that was left open is not enough.

use askline_domain::identity::{
    grounds::SessionGround,
    provider::{ProvenIdentity, Provider},
};
use serde_json::json;

use crate::{
    accounts::Visit,
    error::{Conflict, Credential, UseCaseError},
    ports::{change::Scope, identity::sessions::SessionGrant},
};

/// Refuses if no identity of this provider is linked to the account, or if it proves less than the session already needed: the
/// second factor, which was not given here.
pub(super) async fn check_may_prove(
    visit: &Visit<'_>,
    grant: &SessionGrant,
    provider: &str,
) -> Result<(), UseCaseError> {
    let absent = || UseCaseError::NotFound("linked account");
    let provider = visit.instance.providers.named(provider).ok_or_else(absent)?;
    let linked = visit.instance.ports.identities.identities_of(grant.user.id).await?;
    if !linked.iter().any(|identity| identity.issuer == provider.issuer) {
        return Err(absent());
    }
    check_factor_given(grant.session.assurance.with(provider.proof()).gave_second_factor(grant.user.factors))
}

fn check_factor_given(is_given: bool) -> Result<(), UseCaseError> {
    is_given.then_some(()).ok_or_else(|| Conflict::FactorNotGiven.into())
}

/// Adds the proof to those of the session that asked for it.
pub(super) async fn prove_in_session(
    visit: &Visit<'_>,
    provider: &Provider,
    proven: &ProvenIdentity,
    ground: SessionGround,
) -> Result<(), UseCaseError> {
    let (ports, at) = (&visit.instance.ports, visit.context.at);
    let (user, memberships) = ports.organizations.user(ground.user).await?.ok_or(UseCaseError::AccountDeleted)?;
    let mut scopes = Scope::of_person(user.id, &memberships);
    scopes.push(Scope::Identity(&proven.issuer, &proven.subject));
    let mut change = ports.organizations.begin(&scopes).await?;
    change.compare_session(ground).await?;
    let linked = change.identity(&proven.issuer, &proven.subject).await?;
    if linked.is_none_or(|linked| linked.user_id != user.id) {
        return Err(UseCaseError::WrongCredential(Credential::Provider));
    }
    // The account may have got a second factor since the session asked.
    let given = change.assurance_of(ground).await?.with(provider.proof());
    let (account, _) = change.account(user.id).await?.ok_or(UseCaseError::AccountDeleted)?;
    check_factor_given(given.gave_second_factor(account.factors))?;
    change.put_proof(ground, provider.proof(), at).await?;
    let metadata = json!({ "sessionId": ground.session, "proof": provider.proof().as_str() });
    for entry in visit.by(&user).entries(&user, &memberships, "auth.reauthenticated", &metadata) {
        if change.member(entry.org_id, user.id).await?.is_some() {
            change.audit(entry).await?;
        }
    }
    change.commit().await?;
    Ok(())
}
