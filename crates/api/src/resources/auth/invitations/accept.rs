//! `POST /auth/invitations/accept`: makes a person a member, with the account of their session or a new one.
//!
//! Never with an account that is only named by an email address.

use askline_app::ports::{
    identity::sessions::SessionGrant,
    organizations::{Joiner, Joining, OpenInvitation},
};
use askline_domain::{
    audit::{Actor, AuditDraft, Target},
    identity::{account_input::InvitationAcceptance, secret::SecretDigest, session::Session},
    shared::ids::{Id as _, UserId},
};
use serde_json::json;

use crate::{
    pipeline::{
        call::Call,
        caller::{Caller, NoTenant},
        error::{ApiError, Code},
        request::input::{Input, Json, Nothing},
        response::reply::Reply,
    },
    resources::auth::{
        accounts::log_in_as,
        started_session::{Joined, OpenSession, user_actor},
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
    let invitation = invitation.ok_or_else(unknown)?;
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
    join(call, digest, invitation, &Joiner::Account(grant.user.id), grant.user.id, call.caller.actor()).await?;
    let found = call.app.ports().organizations.user(grant.user.id).await?;
    let (user, memberships) = found.ok_or_else(unknown)?;
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
    let organizations = &call.app.ports().organizations;
    if organizations.user_by_email(&account.email).await?.is_some() {
        return Err(email_taken());
    }
    let hash = call.app.hashing().place()?.hash(account.password.clone()).await?;
    let at = call.request.at;
    let user = account.into_user(UserId::new(at, &mut rand::rng()), hash, at);
    let (id, actor) = (user.id, user_actor(&user));
    join(call, digest, invitation, &Joiner::New(user), id, actor).await?;
    Ok(log_in_as(call, id).await?.map(Joined::from))
}

async fn join(
    call: &Call<NoTenant>,
    digest: SecretDigest,
    invitation: &OpenInvitation,
    joiner: &Joiner,
    user: UserId,
    actor: Actor,
) -> Result<(), ApiError> {
    let target = Target::new("member", user, actor.name.clone());
    let metadata = json!({ "role": invitation.role, "siteIds": invitation.sites, "invited": invitation.email });
    let audit = AuditDraft { actor, ..call.audit(invitation.org_id, "member.joined", vec![target], metadata) };
    let audit = audit.provided(invitation.precondition());
    match call.app.ports().organizations.take_up_invitation(digest, joiner, call.request.at, audit).await? {
        Joining::Joined(_) => Ok(()),
        Joining::Unknown => Err(unknown()),
        Joining::AlreadyMember => Err(ApiError::new(
            Code::Conflict,
            "You are a member of this organization already. Someone else can still accept the invitation.",
        )),
        Joining::EmailTaken => Err(email_taken()),
        Joining::LimitReached => Err(ApiError::limit_reached(
            "The organization has no free seat. Ask its admins, and take the invitation up after that.",
        )),
    }
}

pub(crate) fn unknown() -> ApiError {
    ApiError::new(Code::InvalidCredentials, "This invitation is unknown, was used or withdrawn, or has expired.")
}

fn email_taken() -> ApiError {
    ApiError::new(
        Code::Conflict,
        "An account with this email address exists. Sign in to it and accept the invitation, or use another address.",
    )
}
