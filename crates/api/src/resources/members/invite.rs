//! Invitations to join. The token is shown once, and nobody is a member before it is accepted.

use askline_app::{
    ports::organizations::{Invitation, InvitationToken, MailedToken, MemberAddition, Renewal},
    present_fields::every_field_present,
};
use askline_domain::{
    identity::{
        member::{INVITATION_LASTS, Invitee, Member, MemberStatus},
        member_input::NewMember,
        role::Role,
        secret::Secret,
        token::new_invitation_token,
    },
    mail::MailContent,
    organizations::bounds::MAX_PENDING_MEMBERS,
    requests::sliding_minute::Admission,
    shared::{
        ids::{Id as _, UserId},
        rfc3339::Moment,
    },
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{MemberPath, MemberView, absent, already_member, check_owner_rule, member_target, site_targets};
use crate::{
    pipeline::{
        call::Call,
        caller::OrgAccess,
        error::{ApiError, Code},
        request::input::{Input, Json, Nothing},
        response::reply::Reply,
    },
    resources::{
        auth::{language_of, mail_limits},
        sites::{ids_of, own_sites},
    },
};

/// Someone who was invited, and the invitation to hand to them.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedMember {
    /// The pending member.
    pub member: MemberView,
    /// What makes them a member.
    pub invitation: InvitationView,
}

/// An invitation. Where the instance sends mail it goes to the address that you typed, with a token of its own; this one is for you to
/// send otherwise. Once one is used, the other stops working.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Invitation", transform = every_field_present)]
pub struct InvitationView {
    /// The token, shown this once; null when the answer repeats an earlier one with the same `Idempotency-Key`.
    pub token: Option<String>,
    /// The page that takes it up; null where the token is, and where the operator set no public address.
    pub accept_url: Option<String>,
    /// When it ends.
    pub expires_at: Moment,
    /// Whether it was mailed as well: not where the instance sends no mail, nor beyond 20 mails within an hour.
    pub mailed: bool,
}

/// Invites someone, whether or not they have an account.
pub async fn add_member(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewMember>>,
) -> Result<Reply<AddedMember>, ApiError> {
    let Json(new) = input.body;
    check_owner_rule(call.tenant.role, |own| own.may_give(new.role))?;
    let own_sites = own_sites(&call, &new.named_sites()).await?;
    let Invitee { email, role, sites } = new.check(&ids_of(&own_sites))?;

    let (mut token, secret) = new_token(&call)?;
    let mailing = Mailing::begin(&call, role, &mut token).await?;
    let user_id = UserId::new(call.request.at, &mut rand::rng());
    let targets = [member_target(user_id, &email)].into_iter().chain(site_targets(&own_sites)).collect();
    let metadata = json!({ "role": role, "siteIds": sites });
    let audit = call.audit(call.tenant.id, "member.invited", targets, metadata).making(user_id);
    let invitation = Invitation { user_id, email, role, sites, created_at: call.request.at, token };
    let plan = call.tenant.plan;
    let most_seats = plan.limits().seats;
    let addition = call.app.ports().organizations.invite_member(call.tenant.id, &invitation, most_seats, audit).await;
    if !matches!(addition, Ok(MemberAddition::Invited(_))) {
        mailing.give_back(&call).await;
    }
    match addition? {
        MemberAddition::Invited(member) => shown_once(&call, member, &invitation.token, &secret),
        MemberAddition::AlreadyMember => Err(already_member()),
        MemberAddition::AlreadyInvited => Err(ApiError::new(
            Code::Conflict,
            "They were invited already. Make a new token for them, or withdraw the invitation first.",
        )),
        MemberAddition::LimitReached => Err(ApiError::limit_reached(format!(
            "The {} plan has {} seats, invitations included. Remove a member or raise the plan.",
            plan.name(),
            most_seats.unwrap_or_default()
        ))),
        MemberAddition::TooManyPending => Err(ApiError::limit_reached(format!(
            "{MAX_PENDING_MEMBERS} people are invited and have not joined yet, which is as many as an organization may have. \
             Withdraw invitations, or wait until they are accepted."
        ))),
    }
}

/// Makes a new token for someone who was invited, and ends the old one.
pub async fn renew_invitation(call: Call<OrgAccess>, input: Input<MemberPath>) -> Result<Reply<AddedMember>, ApiError> {
    let organizations = &call.app.ports().organizations;
    let pending = organizations.member(call.tenant.id, input.path.user_id).await?.ok_or_else(absent)?;
    check_owner_rule(call.tenant.role, |own| own.may_give(pending.role))?;
    if pending.status == MemberStatus::Active {
        return Err(already_member());
    }
    let (mut token, secret) = new_token(&call)?;
    let mailing = Mailing::begin(&call, pending.role, &mut token).await?;
    let targets = vec![member_target(pending.user_id, &pending.email)];
    let audit = call.audit(call.tenant.id, "member.invitation_renewed", targets, json!({ "role": pending.role }));
    let audit = audit.provided(pending.precondition());
    let renewal = organizations.renew_invitation(call.tenant.id, pending.user_id, &token, audit).await;
    if !matches!(renewal, Ok(Renewal::Renewed(_))) {
        mailing.give_back(&call).await;
    }
    match renewal? {
        Renewal::Renewed(member) => shown_once(&call, member, &token, &secret),
        Renewal::AlreadyMember => Err(already_member()),
        Renewal::Missing => Err(absent()),
    }
}

/// The mail of an invitation, as far as the organization may send one now.
struct Mailing(Option<Admission>);

impl Mailing {
    /// Adds to `token` one that is mailed, where the instance sends mail and the organization has not sent too many.
    async fn begin(call: &Call<OrgAccess>, role: Role, token: &mut InvitationToken) -> Result<Self, ApiError> {
        if !call.app.settings().mail {
            return Ok(Self(None));
        }
        let Some(admission) = mail_limits::take_of_organization(&call.app, call.tenant.id).await else {
            return Ok(Self(None));
        };
        let grant = call.session()?;
        let membership = grant.memberships.iter().find(|membership| membership.org_id == call.tenant.id);
        let inviter = if grant.user.name.is_empty() { &grant.user.email } else { &grant.user.name };
        let secret = new_invitation_token(&mut rand::rng());
        let content = MailContent::Invitation {
            token: secret.expose().to_owned(),
            organization: membership.map(|membership| membership.org_name.clone()).unwrap_or_default(),
            inviter: inviter.clone(),
            role,
        };
        let language = language_of(call).unwrap_or_default();
        token.mailed = Some(MailedToken { secret, language, content, at: call.request.at });
        Ok(Self(Some(admission)))
    }

    /// Uncounts it: nothing is mailed.
    async fn give_back(self, call: &Call<OrgAccess>) {
        if let Some(admission) = self.0 {
            mail_limits::give_back_of_organization(&call.app, call.tenant.id, admission).await;
        }
    }
}

/// A token that the caller answers for, as it is stored and as it is shown.
fn new_token(call: &Call<OrgAccess>) -> Result<(InvitationToken, Secret), ApiError> {
    let secret = new_invitation_token(&mut rand::rng());
    let token = InvitationToken {
        digest: secret.digest(),
        expires_at: call.request.at + INVITATION_LASTS,
        invited_by: Some(call.session()?.user.id),
        mailed: None,
    };
    Ok((token, secret))
}

/// The answer that shows the token, and what is kept of it for a repeat, without.
fn shown_once(
    call: &Call<OrgAccess>,
    member: Member,
    token: &InvitationToken,
    secret: &Secret,
) -> Result<Reply<AddedMember>, ApiError> {
    let invitation = InvitationView {
        token: Some(secret.expose().to_owned()),
        accept_url: accept_url(call.app.settings().public_url.as_deref(), secret.expose()),
        expires_at: token.expires_at.into(),
        mailed: token.mailed.is_some(),
    };
    let added = AddedMember { member: member.into(), invitation };
    let repeated = AddedMember { invitation: without_token(&added.invitation), ..added.clone() };
    Ok(Reply::new(added).no_store().replayed_as(serde_json::to_value(repeated).map_err(ApiError::internal)?))
}

/// The token stands behind `#`, which browsers send to no server and write into no log of one.
fn accept_url(public_url: Option<&str>, token: &str) -> Option<String> {
    public_url.map(|url| format!("{url}/join#{token}"))
}

fn without_token(invitation: &InvitationView) -> InvitationView {
    InvitationView { token: None, accept_url: None, ..invitation.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_of_an_invitation_for_a_repeat_does_not_hold_its_token() {
        let invitation = InvitationView {
            token: Some("inv_secret".into()),
            accept_url: accept_url(Some("https://ask.example.com"), "inv_secret"),
            expires_at: Moment(jiff::Timestamp::UNIX_EPOCH),
            mailed: true,
        };
        let kept = serde_json::to_string(&without_token(&invitation)).expect("a view is JSON");
        assert!(!kept.contains("secret"), "{kept}");
    }
}
