//! Invites a person, or creates a new token for an invited person. Nobody is a member before accepting.

use askline_domain::{
    audit::context::AuditContext,
    identity::{
        email_address::shown_email,
        member::{Invitee, MemberStatus},
        member_input::NewMember,
        role::Role,
        secret::Secret,
        token::new_invitation_token,
        user::User,
    },
    mail::{MailContent, MailLanguage},
    organizations::plan::Plan,
    shared::ids::{Id as _, OrgId, UserId},
};
use jiff::Timestamp;
use serde_json::json;

use super::change::{absent, check_owner_rule, targets};
use crate::{
    error::{Conflict, Limit, UseCaseError},
    ports::{
        all::Ports,
        organizations::{self, Invitation, InvitationToken, MailedToken, MemberAddition, Renewal},
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
    /// The language of the email; `None` if the instance sends none.
    pub mailed_in: Option<MailLanguage>,
}

/// A person who was invited, and the token to give to them.
pub struct Invited {
    /// The pending member, and whether an email was sent.
    pub pending: organizations::Invited,
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
    let audit = context.entry(by.org, "member.invited", targets(user_id, &email, &own_sites), metadata).making(user_id);
    let invitation = Invitation { user_id, email, role, sites, created_at: context.at, token };
    let (plan, most) = (by.plan, by.plan.limits().seats);
    match ports.organizations.invite_member(by.org, &invitation, most, audit).await? {
        MemberAddition::Invited(pending) => Ok(Invited { pending, expires_at: invitation.token.expires_at, secret }),
        MemberAddition::AlreadyMember => Err(Conflict::AlreadyMember.into()),
        MemberAddition::AlreadyInvited => Err(Conflict::AlreadyInvited.into()),
        MemberAddition::LimitReached => {
            Err(UseCaseError::LimitReached(Limit::Seats { plan, most: most.unwrap_or_default() }))
        }
        MemberAddition::TooManyPending => Err(UseCaseError::LimitReached(Limit::PendingMembers)),
    }
}

/// Creates a new token for a person who was invited, and ends the old one.
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
    let (token, secret) = new_token(by, pending.role, context.at);
    let targets = targets(pending.user_id, &pending.email, &[]);
    let audit = context.entry(by.org, "member.invitation_renewed", targets, json!({ "role": pending.role }));
    let audit = audit.provided(pending.precondition());
    match ports.organizations.renew_invitation(by.org, user, &token, audit).await? {
        Renewal::Renewed(pending) => Ok(Invited { pending, expires_at: token.expires_at, secret }),
        Renewal::AlreadyMember => Err(Conflict::AlreadyMember.into()),
        Renewal::Missing => Err(absent()),
    }
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
