//! Invites a person, or creates a new token for an invited person. Nobody is a member before accepting.

use askline_domain::{
    audit::context::AuditContext,
    identity::{
        member::{Invitee, Member, MemberStatus},
        member_input::NewMember,
        role::Role,
        secret::Secret,
        token::new_invitation_token,
        user::User,
    },
    mail::{MAX_MAILS_TO_STRANGERS_PER_HOUR, MailContent, MailLanguage},
    organizations::plan::Plan,
    requests::{quota::QuotaCaller, sliding_minute::Admission},
    shared::ids::{Id as _, OrgId, UserId},
};
use jiff::Timestamp;
use serde_json::json;

use super::change::{absent, check_owner_rule, targets};
use crate::{
    error::{Conflict, Limit, UseCaseError},
    ports::{
        all::Ports,
        organizations::{Invitation, InvitationToken, MailedToken, MemberAddition, Renewal},
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
    /// The pending member.
    pub member: Member,
    /// The stored part of the token.
    pub token: InvitationToken,
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

    let (token, secret, mailing) = new_token(ports, by, role, context.at).await;
    let user_id = UserId::new(context.at, &mut rand::rng());
    let metadata = json!({ "role": role, "siteIds": sites });
    let audit = context.entry(by.org, "member.invited", targets(user_id, &email, &own_sites), metadata).making(user_id);
    let invitation = Invitation { user_id, email, role, sites, created_at: context.at, token };
    let (plan, most) = (by.plan, by.plan.limits().seats);
    let addition = ports.organizations.invite_member(by.org, &invitation, most, audit).await;
    if !matches!(addition, Ok(MemberAddition::Invited(_))) {
        mailing.give_back(ports, by.org).await;
    }
    match addition? {
        MemberAddition::Invited(member) => Ok(Invited { member, token: invitation.token, secret }),
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
    let (token, secret, mailing) = new_token(ports, by, pending.role, context.at).await;
    let targets = targets(pending.user_id, &pending.email, &[]);
    let audit = context.entry(by.org, "member.invitation_renewed", targets, json!({ "role": pending.role }));
    let audit = audit.provided(pending.precondition());
    let renewal = ports.organizations.renew_invitation(by.org, user, &token, audit).await;
    if !matches!(renewal, Ok(Renewal::Renewed(_))) {
        mailing.give_back(ports, by.org).await;
    }
    match renewal? {
        Renewal::Renewed(member) => Ok(Invited { member, token, secret }),
        Renewal::AlreadyMember => Err(Conflict::AlreadyMember.into()),
        Renewal::Missing => Err(absent()),
    }
}

/// Creates a token for which the inviter is responsible; returns it as it is stored and as it is shown. A second token
/// is emailed if the instance can send email and the organization has not reached its limit.
async fn new_token(ports: &Ports, by: &Inviter<'_>, role: Role, at: Timestamp) -> (InvitationToken, Secret, Mailing) {
    let secret = new_invitation_token(&mut rand::rng());
    let mut token = InvitationToken::new(&secret, Some(by.user.id), at);
    let Some(language) = by.mailed_in else { return (token, secret, Mailing(None)) };
    let mails = QuotaCaller::MailOfOrganization(by.org);
    let admission = ports.rate_limiter.take(mails, MAX_MAILS_TO_STRANGERS_PER_HOUR).await.admission;
    if admission.is_some() {
        let inviter = if by.user.name.is_empty() { &by.user.email } else { &by.user.name };
        let secret = new_invitation_token(&mut rand::rng());
        let content = MailContent::Invitation {
            token: secret.expose().to_owned(),
            organization: by.org_name.to_owned(),
            inviter: inviter.clone(),
            role,
        };
        token.mailed = Some(MailedToken { secret, language, content, at });
    }
    (token, secret, Mailing(admission))
}

/// The email that was counted for the organization, if there is one.
struct Mailing(Option<Admission>);

impl Mailing {
    /// Uncounts the email, because none is sent.
    async fn give_back(self, ports: &Ports, org: OrgId) {
        if let Some(admission) = self.0 {
            ports.rate_limiter.give_back(QuotaCaller::MailOfOrganization(org), admission).await;
        }
    }
}
