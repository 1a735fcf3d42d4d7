//! Invitations to join. The token is shown once, and nobody is a member before it is accepted.

use askline_app::{
    members::{self, Invited, Inviter},
    present_fields::every_field_present,
};
use askline_domain::{organizations::member_input::NewMember, shared::rfc3339::Moment};
use schemars::JsonSchema;
use serde::Serialize;

use super::{MemberPath, MemberView};
use crate::{
    pipeline::handling::{ApiError, Call, Input, Json, Nothing, OrgAccess, Reply},
    resources::auth::language_of,
};

/// Someone who was invited, and the invitation to send to them.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "InvitedMember")]
pub struct AddedMember {
    /// The pending member.
    pub member: MemberView,
    /// The invitation that makes them a member.
    pub invitation: InvitationView,
}

/// An invitation for you to send. If the instance can send email, it also emails one with another token to the address that you
/// entered. Once one of the two is used, the other stops working.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Invitation", transform = every_field_present)]
pub struct InvitationView {
    /// The token, shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`.
    pub token: Option<String>,
    /// The page that accepts it; null if the token is null, or if the operator set no public address.
    pub accept_url: Option<String>,
    /// When it expires.
    pub expires_at: Moment,
    /// Whether an invitation was also emailed. False if the instance cannot send email, and beyond a limit: 3 a
    /// day to the same address, 10 a day to that address from all organizations, and 20 an hour from yours.
    pub mailed: bool,
}

/// Invites someone, whether or not they have an account.
pub async fn invite_member(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewMember>>,
) -> Result<Reply<AddedMember>, ApiError> {
    let (ports, context) = (call.app.ports(), call.audit_context());
    shown_once(&call, members::invite(ports, &inviter(&call)?, input.body.0, &context).await?)
}

/// Creates a new token for someone who was invited; the old one stops working.
pub async fn renew_invitation(call: Call<OrgAccess>, input: Input<MemberPath>) -> Result<Reply<AddedMember>, ApiError> {
    let (ports, context) = (call.app.ports(), call.audit_context());
    shown_once(&call, members::renew(ports, &inviter(&call)?, input.path.user_id, &context).await?)
}

fn inviter(call: &Call<OrgAccess>) -> Result<Inviter<'_>, ApiError> {
    let grant = call.session()?;
    let membership = grant.memberships.iter().find(|membership| membership.org_id == call.tenant.id);
    Ok(Inviter {
        org: call.tenant.id,
        org_name: membership.map_or("", |membership| &membership.org_name),
        plan: call.tenant.plan,
        user: &grant.user,
        role: call.tenant.role,
        has_fresh_proof: grant.has_fresh_proof(call.request.at),
        mailed_in: call.app.settings().mail.then(|| language_of(call).unwrap_or_default()),
    })
}

/// The response that shows the token. The one that is stored for repeated requests does not contain it.
fn shown_once(call: &Call<OrgAccess>, invited: Invited) -> Result<Reply<AddedMember>, ApiError> {
    let Invited { pending, expires_at, secret } = invited;
    let invitation = InvitationView {
        token: Some(secret.expose().to_owned()),
        accept_url: accept_url(call.app.settings().public_url.as_deref(), secret.expose()),
        expires_at: expires_at.into(),
        mailed: pending.mailed,
    };
    let added = AddedMember { member: pending.member.into(), invitation };
    let repeated = AddedMember { invitation: without_token(&added.invitation), ..added.clone() };
    Ok(Reply::new(added).no_store().replayed_as(serde_json::to_value(repeated).map_err(ApiError::internal)?))
}

/// The token is after `#`: browsers do not send that part to a server, so no server logs it.
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
