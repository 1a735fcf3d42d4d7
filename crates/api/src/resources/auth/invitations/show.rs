//! `POST /auth/invitations/show`: shows an invitation to the holder of its token, before they accept it.
//!
//! With POST, because logs would show a token in an address. Changes nothing.

use askline_app::{error::UseCaseError, present_fields::every_field_present};
use askline_domain::identity::{role::Role, secret::SecretDigest, user::User};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pipeline::{
    call::Call,
    caller::NoTenant,
    error::ApiError,
    request::input::{Input, Json, Nothing},
    response::reply::Reply,
};

/// A token to show.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitationToken {
    /// The token of the invitation.
    pub token: String,
}

/// What an invitation is to.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "InvitationSeen", transform = every_field_present)]
pub struct InvitationView {
    /// The name of the organization.
    pub organization: String,
    /// The role of the person who accepts it.
    pub role: Role,
    /// The person who sent the invitation; null if the operator created it.
    pub inviter: Option<Inviter>,
    /// The email address that the sender typed: a hint.
    pub email: String,
}

/// The person who sent the invitation.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inviter {
    /// Their name; empty when they gave none.
    pub name: String,
    /// Their email address.
    pub email: String,
}

/// Shows what an invitation is to.
pub async fn show_invitation(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<InvitationToken>>,
) -> Result<Reply<InvitationView>, ApiError> {
    let Json(InvitationToken { token }) = input.body;
    let organizations = &call.app.ports().organizations;
    let digest = SecretDigest::of(token.trim());
    let invitation =
        organizations.open_invitation(digest, call.request.at).await?.ok_or(UseCaseError::UnknownInvitation)?;
    let organization = organizations.organization(invitation.org_id).await?.ok_or(UseCaseError::UnknownInvitation)?;
    let inviter = match invitation.invited_by {
        Some(id) => organizations.user(id).await?.map(|(user, _)| Inviter::from(user)),
        None => None,
    };
    let view =
        InvitationView { organization: organization.name, role: invitation.role, inviter, email: invitation.email };
    Ok(Reply::new(view).no_store())
}

impl From<User> for Inviter {
    fn from(user: User) -> Self {
        Self { name: user.name, email: user.email }
    }
}
