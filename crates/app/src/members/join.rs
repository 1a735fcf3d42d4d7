//! Makes the person who accepts an invitation a member.
//!
//! The person joins with the account of their session or with a new one, never with an account that is only named by an
//! email address.

use askline_domain::{
    audit::{Target, context::AuditContext},
    identity::{
        account_input::InvitationAcceptance, email_address::shown_email, member::Membership, secret::SecretDigest,
        session::Session, user::User,
    },
    organizations::Organization,
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    accounts::{StartedSession, Visit, hashed, log_in_as},
    error::{Conflict, Credential, Limit, UseCaseError},
    ports::{
        identity::sessions::SessionGrant,
        organizations::{Joiner, Joining, OpenInvitation, OrganizationStore},
    },
};

/// A person who became a member.
pub enum Joined {
    /// With the account of their session, and its memberships now.
    WithAccount(Session, User, Vec<Membership>),
    /// With a new account, and a session of it.
    WithNewAccount(StartedSession),
}

/// The invitation of a token, its organization, and the user who created the token; `None` if the operator did.
pub async fn opened_invitation(
    organizations: &dyn OrganizationStore,
    token: &str,
    at: Timestamp,
) -> Result<(OpenInvitation, Organization, Option<User>), UseCaseError> {
    let (_, invitation) = opened(organizations, token, at).await?;
    let organization = organizations.organization(invitation.org_id).await?.ok_or_else(unknown)?;
    let inviter = match invitation.invited_by {
        Some(id) => organizations.user(id).await?.map(|(user, _)| user),
        None => None,
    };
    Ok((invitation, organization, inviter))
}

/// Accepts an invitation, with the account of the caller's session if there is one.
pub async fn accept(
    visit: &Visit<'_>,
    grant: Option<&SessionGrant>,
    acceptance: InvitationAcceptance,
) -> Result<Joined, UseCaseError> {
    let organizations = &*visit.instance.ports.organizations;
    let (digest, invitation) = opened(organizations, &acceptance.token, visit.context.at).await?;
    if let Some(grant) = grant {
        let SessionGrant { session, user, .. } = grant;
        acceptance.check_of_account()?;
        join(organizations, (digest, &invitation), &Joiner::Account(grant.ground()), &visit.context).await?;
        let (user, memberships) = organizations.user(user.id).await?.ok_or_else(unknown)?;
        // This request is a use of the session that is not stored yet.
        let session = Session { last_used_at: visit.context.at, ..session.clone() };
        return Ok(Joined::WithAccount(session, user, memberships));
    }
    let account = acceptance.check_of_nobody(&invitation.email)?;
    if organizations.user_by_email(&account.email).await?.is_some() {
        return Err(Conflict::AddressOfJoinerTaken.into());
    }
    let user = hashed(visit, account).await?;
    let (id, context) = (user.id, visit.by(&user));
    join(organizations, (digest, &invitation), &Joiner::New(user), &context).await?;
    Ok(Joined::WithNewAccount(log_in_as(visit, id).await?))
}

async fn opened(
    organizations: &dyn OrganizationStore,
    token: &str,
    at: Timestamp,
) -> Result<(SecretDigest, OpenInvitation), UseCaseError> {
    let digest = SecretDigest::of(token.trim());
    let invitation = organizations.open_invitation(digest, at).await?;
    Ok((digest, invitation.ok_or_else(unknown)?))
}

async fn join(
    organizations: &dyn OrganizationStore,
    (digest, invitation): (SecretDigest, &OpenInvitation),
    joiner: &Joiner,
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    let user = match joiner {
        Joiner::New(user) => user.id,
        Joiner::Account(ground) => ground.user,
    };
    let target = Target::new("member", user, &*context.actor.name);
    let metadata =
        json!({ "role": invitation.role, "siteIds": invitation.sites, "invited": shown_email(&invitation.email) });
    let audit = context.entry(invitation.org_id, "member.joined", vec![target], metadata);
    let audit = audit.provided(invitation.precondition());
    match organizations.take_up_invitation(digest, joiner, context.at, audit).await? {
        Joining::Joined(_) => Ok(()),
        Joining::Unknown => Err(unknown()),
        Joining::AlreadyMember => Err(Conflict::JoinedAlready.into()),
        Joining::EmailTaken => Err(Conflict::AddressOfJoinerTaken.into()),
        Joining::LimitReached => Err(UseCaseError::LimitReached(Limit::SeatsToJoin)),
    }
}

fn unknown() -> UseCaseError {
    UseCaseError::WrongCredential(Credential::Invitation)
}
