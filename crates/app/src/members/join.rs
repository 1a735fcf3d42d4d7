//! Makes the person who accepts an invitation a member.
//!
//! The person joins with the account of their session or with a new one, never with an account that is only named by an
//! email address.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    identity::{
        account_input::InvitationAcceptance, email_address::shown_email, grounds::SessionGround, secret::SecretDigest,
        session::Session, user::User,
    },
    organizations::{
        Organization,
        member::{MemberAccess, Membership},
    },
    shared::ids::UserId,
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    accounts::{StartedSession, Visit, hashed, log_in_as},
    error::{Conflict, Credential, Limit, UseCaseError},
    ports::{
        change::Scope, identity::sessions::SessionGrant, invitation::OpenInvitation, organizations::OrganizationStore,
    },
};

/// The person who accepts an invitation.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "one value for a request, which is not moved often")]
pub enum Joiner {
    /// A person without an account, who gets this one.
    New(User),
    /// An account that is signed in, by its session.
    Account(SessionGround),
}

impl Joiner {
    /// The account that becomes a member.
    fn account(&self) -> UserId {
        match self {
            Self::New(user) => user.id,
            Self::Account(ground) => ground.user,
        }
    }
}

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
    visit.instance.providers.check_new_password_allowed(&account.email)?;
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
    let target = Target::new("member", joiner.account(), &*context.actor.name);
    let metadata =
        json!({ "role": invitation.role, "siteIds": invitation.sites, "invited": shown_email(&invitation.email) });
    let entry = context.entry(invitation.org_id, "member.joined", vec![target], metadata);
    let entry = entry.provided(invitation.precondition());
    take_up(organizations, digest, joiner, entry).await.map(|_| ())
}

/// Makes a person a member with the invitation of the token with this digest, at the time of `entry`; returns the account.
/// Unless the person joined, nothing is stored and the token stays valid.
pub async fn take_up(
    organizations: &dyn OrganizationStore,
    digest: SecretDigest,
    joiner: &Joiner,
    entry: AuditDraft,
) -> Result<UserId, UseCaseError> {
    let at = entry.occurred_at;
    let mut change = organizations.begin(&scopes(joiner, &entry)).await?;
    if let Joiner::Account(ground) = joiner {
        change.compare_session(*ground).await?;
    }
    // A withdrawn invitation is unknown; one whose role was changed is not what the person agreed to.
    let (invitation, plan) = change.open_invitation(digest, at).await?.ok_or_else(unknown)?;
    change.compare(&entry).await?;
    let org = invitation.org_id;
    match joiner {
        Joiner::New(user) if change.is_address_taken(&user.email, None, at).await? => {
            return Err(Conflict::AddressOfJoinerTaken.into());
        }
        Joiner::Account(ground) if change.member(org, ground.user).await?.is_some() => {
            return Err(Conflict::JoinedAlready.into());
        }
        _ => {}
    }
    // Only members count here, not pending invitations: on a reduced plan, people can join until all seats are used.
    let used = change.seats(org).await?.used;
    if plan.limits().seats.is_some_and(|most| used >= most) {
        return Err(UseCaseError::LimitReached(Limit::SeatsToJoin));
    }
    if let Joiner::New(user) = joiner {
        change.insert_account(user).await?;
    }
    let user = joiner.account();
    if invitation.by_mail {
        // A person who has the emailed token receives email at that address.
        change.confirm_address(user, &invitation.email, at).await?;
    }
    change.delete_invitation(org, invitation.user_id).await?;
    let access = MemberAccess { role: invitation.role, sites: invitation.sites };
    change.insert_member(org, user, &access, at).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(user)
}

/// What the joining of a person locks: the organization of the invitation, to whose log the entry belongs, and the account.
fn scopes<'a>(joiner: &'a Joiner, entry: &AuditDraft) -> Vec<Scope<'a>> {
    let mut scopes = vec![Scope::of(entry)];
    match joiner {
        Joiner::New(user) => scopes.extend(Scope::of_account(user)),
        Joiner::Account(ground) => scopes.push(Scope::User(ground.user)),
    }
    scopes
}

fn unknown() -> UseCaseError {
    UseCaseError::WrongCredential(Credential::Invitation)
}
