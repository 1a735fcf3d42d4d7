//! Invites a person, or creates a new token for an invited person. Nobody is a member before accepting.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    identity::{
        email_address::shown_email, mail_language::MailLanguage, role::Role, secret::Secret,
        token::new_invitation_token, user::User,
    },
    mail::{Mail, MailContent},
    organizations::{
        bounds::MAX_PENDING_MEMBERS,
        member::{Invitee, Member, MemberStatus},
        member_input::NewMember,
        plan::Plan,
    },
    shared::ids::{Id as _, OrgId, UserId},
};
use jiff::Timestamp;
use serde_json::json;

use super::change::{absent, check_owner_rule, targets};
use crate::{
    error::{Conflict, Limit, UseCaseError},
    ports::{
        StoreResult,
        all::Ports,
        change::{Change, Scope},
        invitation::{Invitation, InvitationToken, MailedToken},
        organizations::OrganizationStore,
    },
    sites::every_site,
};

/// The member who invites, and the organization.
pub struct Inviter<'a> {
    /// The organization.
    pub org: OrgId,
    /// Its name.
    pub org_name: &'a str,
    /// Its plan.
    pub plan: Plan,
    /// The member.
    pub user: &'a User,
    /// Their role there.
    pub role: Option<Role>,
    /// Whether they proved who they are within the last minutes.
    pub has_fresh_proof: bool,
    /// The language of the email; `None` if the instance sends none.
    pub mailed_in: Option<MailLanguage>,
}

/// A person with a pending invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// The pending member.
    pub member: Member,
    /// Whether the token that is meant for email is sent: no limit is reached.
    pub mailed: bool,
}

/// A person who was invited, and the token to give to them.
pub struct Invited {
    /// The pending member, and whether an email was sent.
    pub pending: Pending,
    /// When the token expires.
    pub expires_at: Timestamp,
    /// The token.
    pub secret: Secret,
}

/// Invites a person, whether or not they have an account.
pub async fn invite(
    ports: &Ports,
    by: &Inviter<'_>,
    new: NewMember,
    context: &AuditContext,
) -> Result<Invited, UseCaseError> {
    check_owner_rule(by.role, |own| own.may_give(new.role))?;
    let own_sites = every_site(&*ports.sites, by.org, Some(&new.named_sites())).await?;
    let ids: Vec<_> = own_sites.iter().map(|site| site.id).collect();
    let Invitee { email, role, sites } = new.check(&ids)?;

    let (token, secret) = new_token(by, role, context.at);
    let user_id = UserId::new(context.at, &mut rand::rng());
    let metadata = json!({ "role": role, "siteIds": sites });
    let entry = context.entry(by.org, "member.invited", targets(user_id, &email, &own_sites), metadata).making(user_id);
    let invitation = Invitation { user_id, email, role, sites, created_at: context.at, token };
    let (plan, most) = (by.plan, by.plan.limits().seats);
    let pending = add_invitation(&*ports.organizations, by.org, &invitation, (plan, most), entry).await?;
    Ok(Invited { pending, expires_at: invitation.token.expires_at, secret })
}

/// Stores an invitation unless all seats of the plan are taken, including pending ones. Makes nobody a member, even if an
/// account with this email address exists or other organizations invited it, too.
pub async fn add_invitation(
    organizations: &dyn OrganizationStore,
    org: OrgId,
    invitation: &Invitation,
    (plan, seats): (Plan, Option<u32>),
    entry: AuditDraft,
) -> Result<Pending, UseCaseError> {
    let mut change = organizations.begin(&[Scope::Organization(org), Scope::Email(&invitation.email)]).await?;
    match change.status_of_email(org, &invitation.email).await? {
        Some(MemberStatus::Active) => return Err(Conflict::AlreadyMember.into()),
        Some(MemberStatus::Pending) => return Err(Conflict::AlreadyInvited.into()),
        None => {}
    }
    let taken = change.seats(org).await?;
    if let Some(most) = seats.filter(|most| taken.used.saturating_add(taken.pending) >= *most) {
        return Err(UseCaseError::LimitReached(Limit::Seats { plan, most }));
    }
    if change.count_invitations(org, MAX_PENDING_MEMBERS).await? >= MAX_PENDING_MEMBERS {
        return Err(UseCaseError::LimitReached(Limit::PendingMembers));
    }
    let (token, mailed) =
        mail_token(&mut *change, org, (invitation.user_id, &invitation.email), &invitation.token).await?;
    change.insert_invitation(org, &Invitation { token, ..invitation.clone() }).await?;
    let member = change.member(org, invitation.user_id).await?.ok_or_else(absent)?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(Pending { member, mailed })
}

/// Creates a new token for a person who was invited, and ends the old one. The token of an owner-to-be needs a fresh proof, as
/// the invitation did.
pub async fn renew(
    ports: &Ports,
    by: &Inviter<'_>,
    user: UserId,
    context: &AuditContext,
) -> Result<Invited, UseCaseError> {
    let pending = ports.organizations.member(by.org, user).await?.ok_or_else(absent)?;
    check_owner_rule(by.role, |own| own.may_give(pending.role))?;
    if pending.status == MemberStatus::Active {
        return Err(Conflict::AlreadyMember.into());
    }
    if pending.role == Role::Owner && !by.has_fresh_proof {
        return Err(UseCaseError::FreshProofNeeded);
    }
    let (token, secret) = new_token(by, pending.role, context.at);
    let targets = targets(pending.user_id, &pending.email, &[]);
    let entry = context.entry(by.org, "member.invitation_renewed", targets, json!({ "role": pending.role }));
    let entry = entry.provided(pending.precondition());
    let pending = renew_token(&*ports.organizations, by.org, &pending, &token, entry).await?;
    Ok(Invited { pending, expires_at: token.expires_at, secret })
}

/// Gives an invitation a new token and ends the old one.
pub async fn renew_token(
    organizations: &dyn OrganizationStore,
    org: OrgId,
    // The address of an invitation never changes.
    Member { user_id, email, .. }: &Member,
    token: &InvitationToken,
    entry: AuditDraft,
) -> Result<Pending, UseCaseError> {
    let mut change = organizations.begin(&[Scope::Organization(org), Scope::Email(email)]).await?;
    change.compare(&entry).await?;
    if change.member(org, *user_id).await?.ok_or_else(absent)?.status == MemberStatus::Active {
        return Err(Conflict::AlreadyMember.into());
    }
    let (token, mailed) = mail_token(&mut *change, org, (*user_id, email), token).await?;
    change.replace_token(org, *user_id, &token).await?;
    let member = change.member(org, *user_id).await?.ok_or_else(absent)?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(Pending { member, mailed })
}

/// Emails the token that is meant for email, if there is one. Returns what is stored of the token, and whether an email is
/// sent: without one, its token is not stored.
async fn mail_token(
    change: &mut dyn Change,
    org: OrgId,
    (pending, email): (UserId, &str),
    token: &InvitationToken,
) -> StoreResult<(InvitationToken, bool)> {
    let mut token = token.clone();
    let is_mailed = match &token.mailed {
        None => false,
        Some(MailedToken { language, content, at, .. }) => {
            let mail = Mail { to: email.to_owned(), language: *language, content: content.clone(), at: *at };
            change.mail_invited(org, pending, &mail).await?
        }
    };
    token.mailed = token.mailed.filter(|_| is_mailed);
    Ok((token, is_mailed))
}

/// Creates a token for which the inviter is responsible; returns it as it is stored and as it is shown. A second token is
/// meant for an email, if the instance can send email.
fn new_token(by: &Inviter<'_>, role: Role, at: Timestamp) -> (InvitationToken, Secret) {
    let secret = new_invitation_token(&mut rand::rng());
    let mut token = InvitationToken::new(&secret, Some(by.user.id), at);
    if let Some(language) = by.mailed_in {
        let inviter = if by.user.name.is_empty() { shown_email(&by.user.email) } else { by.user.name.clone() };
        let secret = new_invitation_token(&mut rand::rng());
        let content = MailContent::Invitation {
            token: secret.expose().to_owned(),
            organization: by.org_name.to_owned(),
            inviter,
            role,
        };
        token.mailed = Some(MailedToken { secret, language, content, at });
    }
    (token, secret)
}
