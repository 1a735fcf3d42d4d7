//! `POST /auth/invitations/accept`: makes a person a member of the organization.
//!
//! With the account of their session or a new one. Never with an account that is only named by an email address.

use askline_app::{
    error::{Conflict, UseCaseError},
    members,
    ports::{
        identity::sessions::SessionGrant,
        organizations::{Joiner, OpenInvitation},
    },
};
use askline_domain::identity::{account_input::InvitationAcceptance, secret::SecretDigest, session::Session};

use crate::{
    pipeline::{
        call::Call,
        caller::{Caller, NoTenant},
        error::ApiError,
        request::input::{Input, Json, Nothing},
        response::reply::Reply,
    },
    resources::auth::{
        accounts::{hashed, log_in_as},
        started_session::{Joined, OpenSession},
    },
};

/// Accepts an invitation.
pub async fn accept_invitation(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<InvitationAcceptance>>,
) -> Result<Reply<Joined>, ApiError> {
    let Json(body) = input.body;
    let digest = SecretDigest::of(body.token.trim());
    let invitation = call.app.ports().organizations.open_invitation(digest, call.request.at).await?;
    let invitation = invitation.ok_or(UseCaseError::UnknownInvitation)?;
    match &call.caller {
        Caller::Session(grant) => with_session(&call, grant, &body, &invitation, digest).await,
        _ => with_new_account(&call, body, &invitation, digest).await,
    }
}

async fn with_session(
    call: &Call<NoTenant>,
    grant: &SessionGrant,
    body: &InvitationAcceptance,
    invitation: &OpenInvitation,
    digest: SecretDigest,
) -> Result<Reply<Joined>, ApiError> {
    body.check_of_account()?;
    let organizations = &*call.app.ports().organizations;
    let joiner = Joiner::Account(grant.user.id);
    members::join(organizations, (digest, invitation), &joiner, &call.audit_context()).await?;
    let (user, memberships) = organizations.user(grant.user.id).await?.ok_or(UseCaseError::UnknownInvitation)?;
    // This request is a use that is not written down yet.
    let session = Session { last_used_at: call.request.at, ..grant.session.clone() };
    let open = OpenSession {
        expires_at: session.expires_at().into(),
        user: (&user).into(),
        orgs: memberships.iter().map(Into::into).collect(),
        ended_sessions: 0,
    };
    Ok(Reply::new(Joined { token: presented_token(call), session: open }).no_store())
}

/// The session goes on, so there is no new token; scripts still cannot read what came in the cookie.
fn presented_token(call: &Call<NoTenant>) -> Option<String> {
    let (_, token) = call.request.header("authorization")?.split_once(' ')?;
    Some(token.trim().to_owned())
}

async fn with_new_account(
    call: &Call<NoTenant>,
    body: InvitationAcceptance,
    invitation: &OpenInvitation,
    digest: SecretDigest,
) -> Result<Reply<Joined>, ApiError> {
    let account = body.check_of_nobody(&invitation.email)?;
    let organizations = &*call.app.ports().organizations;
    if organizations.user_by_email(&account.email).await?.is_some() {
        return Err(UseCaseError::from(Conflict::AddressOfJoinerTaken).into());
    }
    let user = hashed(call, account).await?;
    let id = user.id;
    let context = call.audit_context().by(&user);
    members::join(organizations, (digest, invitation), &Joiner::New(user), &context).await?;
    Ok(log_in_as(call, id).await?.map(Joined::from))
}
