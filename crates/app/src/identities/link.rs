//! Links an identity to an account, and unlinks it.
//!
//! Both need a proof that the account's owner wants it. The person is emailed.

use askline_domain::{
    identity::{
        email_address::MAX_EMAIL_BYTES,
        grounds::{CredentialsGround, SessionGround},
        linked_identity::{FlowValues, LinkedIdentity, PROVIDER_SESSION_LASTS},
        password::MAX_PASSWORD_CHARACTERS,
        provider::ProvenIdentity,
        second_factor::{
            assurance::{Assurance, Proof},
            challenge::ChallengedIdentity,
        },
        secret::Secret,
        session::BegunByProvider,
        user::User,
    },
    mail::MailContent,
    organizations::member::Membership,
    shared::{
        ids::{Id as _, LinkedIdentityId},
        violation::Violations,
    },
};
use serde_json::json;

use crate::{
    accounts::{
        FirstStep, StartedSession, Visit, WaitingLink, WayIn, challenge, enough, has_another_way_in, insert_link,
        start, with_password_of,
    },
    error::{Conflict, Credential, UseCaseError},
    identity_links::link_of,
    ports::{StoreError, change::Scope, identity::sessions::SessionGrant},
};

/// Links the identity that waits for it to the account with its address, and signs in. `token` is the one of the browser's cookie.
/// If the account has a second factor, nothing is linked before it is given.
pub async fn link_with_password(
    visit: &Visit<'_>,
    (token, state): (Option<Secret>, &str),
    password: String,
) -> Result<StartedSession, UseCaseError> {
    let refused = || UseCaseError::WrongCredential(Credential::Provider);
    let mut violations = Violations::new();
    violations.check_length("password", &password, 0, MAX_PASSWORD_CHARACTERS);
    violations.finish(())?;
    let token = token.filter(|token| FlowValues::of(token).state == state).ok_or_else(refused)?;
    let waiting = WaitingLink::read(visit, token.digest()).await?.ok_or_else(refused)?;
    let email = waiting.proven.email.clone().filter(|email| email.len() <= MAX_EMAIL_BYTES).ok_or_else(refused)?;
    let account = with_password_of(visit, &email, password).await?;
    let given = Assurance::of(Proof::Password).with(waiting.provider.proof());
    let ends_at = visit.context.at + PROVIDER_SESSION_LASTS;
    let Some(given) = enough(visit, &account, given).await? else {
        let identity = Some(ChallengedIdentity::Waiting { flow: token.digest(), ends_at });
        let first = FirstStep { identity, until: Some(waiting.expires_at), ..FirstStep::default() };
        return Err(challenge(visit, &account, given, first).await?);
    };
    let identity = match link(visit, &waiting, &account, given).await {
        Err(UseCaseError::Store(StoreError::AccountChanged)) => return Err(refused()),
        linked => linked?,
    };
    let account = visit.instance.ports.organizations.user(account.0.id).await?.ok_or_else(refused)?;
    match start(visit, account, given, Some(BegunByProvider { identity: identity.id, ends_at })).await {
        Err(UseCaseError::Store(StoreError::AccountChanged)) => Err(refused()),
        started => started,
    }
}

async fn link(
    visit: &Visit<'_>,
    waiting: &WaitingLink,
    (user, memberships): &(User, Vec<Membership>),
    given: Assurance,
) -> Result<LinkedIdentity, UseCaseError> {
    let mut scopes = Scope::of_person(user.id, memberships);
    scopes.extend(waiting.scopes());
    let mut change = visit.instance.ports.organizations.begin(&scopes).await?;
    change.compare_credentials(CredentialsGround::from(user)).await?;
    // The account may have got a second factor while the password was hashed.
    let now = change.account(user.id).await?;
    if now.is_none_or(|(now, _)| !given.is_enough(now.factors)) {
        return Err(StoreError::AccountChanged.into());
    }
    let identity = waiting.link(&mut *change, visit, (user, memberships)).await?;
    change.commit().await?;
    Ok(identity)
}

/// Links an identity to the account of the session that asked for it.
pub(super) async fn link_in_session(
    visit: &Visit<'_>,
    proven: &ProvenIdentity,
    ground: SessionGround,
) -> Result<LinkedIdentity, UseCaseError> {
    let (instance, at) = (visit.instance, visit.context.at);
    let account = instance.ports.organizations.user(ground.user).await?;
    let (user, memberships) = account.ok_or(UseCaseError::AccountDeleted)?;
    let provider = instance.providers.of_identity(&proven.provider, &proven.issuer);
    let title = provider.map_or(&proven.provider, |provider| &provider.title);
    let identity = link_of(user.id, proven, LinkedIdentityId::new(at, &mut rand::rng()), at);
    let mut scopes = Scope::of_person(user.id, &memberships);
    scopes.push(Scope::Identity(&proven.issuer, &proven.subject));
    let mut change = instance.ports.organizations.begin(&scopes).await?;
    change.compare_session(ground).await?;
    let identity = insert_link(&mut *change, visit, identity, title, (&user, &memberships)).await?;
    change.commit().await?;
    Ok(identity)
}

/// Unlinks an identity from the account of a session, unless the account would have no other way to sign in. Sessions that began
/// with it end, except the one that asks.
pub async fn unlink(visit: &Visit<'_>, grant: &SessionGrant, id: LinkedIdentityId) -> Result<(), UseCaseError> {
    let (SessionGrant { user, memberships, .. }, ground) = (grant, grant.ground());
    let (instance, at) = (visit.instance, visit.context.at);
    let absent = || UseCaseError::NotFound("linked account");
    let all = instance.ports.identities.identities_of(user.id).await?;
    let known = all.iter().find(|identity| identity.id == id).ok_or_else(absent)?;
    let mut scopes = Scope::of_person(user.id, memberships);
    scopes.push(Scope::Identity(&known.issuer, &known.subject));
    let mut change = instance.ports.organizations.begin(&scopes).await?;
    change.compare_session(ground).await?;
    let linked = change.identity_of(user.id, id).await?.ok_or_else(absent)?;
    let account = change.account(user.id).await?.ok_or(UseCaseError::AccountDeleted)?;
    if !has_another_way_in(&mut *change, instance, &account, WayIn::Identity(id)).await? {
        return Err(Conflict::OnlyWayIn.into());
    }
    change.delete_identity(&linked, Some(ground.session)).await?;
    let title = instance.providers.title_of(&linked).to_owned();
    change.mail(user.id, MailContent::IdentityChanged { provider: title, is_linked: false }, at).await?;
    let metadata = json!({ "provider": linked.provider });
    for entry in visit.context.entries(user, memberships, "auth.identity_unlinked", &metadata) {
        if change.member(entry.org_id, user.id).await?.is_some() {
            change.audit(entry).await?;
        }
    }
    change.commit().await?;
    Ok(())
}
