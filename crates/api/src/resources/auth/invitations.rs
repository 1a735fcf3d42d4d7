//! `/auth/invitations`: shows an invitation to the holder of its token, and makes them a member.
//!
//! The routes use POST, because a token in a URL would appear in logs.

use askline_app::{members, present_fields::every_field_present};
use askline_domain::identity::{
    account_input::InvitationAcceptance, email_address::shown_email, role::Role, user::User,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::started_session::{Joined, OpenSession, answer_with, visit};
use crate::pipeline::handling::{ApiError, Call, Caller, Input, Json, NoTenant, Nothing, Reply};

/// An invitation's token.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitationToken {
    /// The token of the invitation.
    pub token: String,
}

/// What an invitation offers.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "InvitationDetail", transform = every_field_present)]
pub struct InvitationView {
    /// The name of the organization.
    pub organization: String,
    /// The role of the person who accepts it.
    pub role: Role,
    /// The person who sent the invitation; null if the operator created it.
    pub inviter: Option<Inviter>,
    /// The email address that the inviter entered, as a hint.
    pub email: String,
}

/// The person who sent the invitation.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inviter {
    /// Their name; empty if they gave none.
    pub name: String,
    /// Their email address.
    pub email: String,
}

/// Shows what an invitation offers.
pub async fn show_invitation(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<InvitationToken>>,
) -> Result<Reply<InvitationView>, ApiError> {
    let organizations = &*call.app.ports().organizations;
    let (invitation, organization, inviter) =
        members::opened_invitation(organizations, &input.body.0.token, call.request.at).await?;
    let inviter = inviter.map(Inviter::from);
    let view = InvitationView {
        organization: organization.name,
        role: invitation.role,
        inviter,
        email: shown_email(&invitation.email),
    };
    Ok(Reply::new(view).no_store())
}

impl From<User> for Inviter {
    fn from(user: User) -> Self {
        Self { name: user.name, email: shown_email(&user.email) }
    }
}

/// Accepts an invitation.
pub async fn accept_invitation(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<InvitationAcceptance>>,
) -> Result<Reply<Joined>, ApiError> {
    let grant = if let Caller::Session(grant) = &call.caller { Some(&**grant) } else { None };
    match members::accept(&visit(&call), grant, input.body.0).await? {
        members::Joined::WithNewAccount(started) => Ok(answer_with(&call, started)?.map(Joined::from)),
        members::Joined::WithAccount(session, user, memberships) => {
            let session = OpenSession::of(&session, &user, &memberships, 0);
            Ok(Reply::new(Joined { token: presented_token(&call), session }).no_store())
        }
    }
}

/// The bearer token of the request, because its session continues. A token from the cookie is not returned, so that scripts still
/// cannot read it.
fn presented_token(call: &Call<NoTenant>) -> Option<String> {
    let (_, token) = call.request.header("authorization")?.split_once(' ')?;
    Some(token.trim().to_owned())
}
