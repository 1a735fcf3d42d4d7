//! How accounts with an organization of their own come to be: sign-up and the one-time set-up. Both answer like a log-in.

use askline_domain::{
    audit::{AuditDraft, Target},
    identity::{
        account::Founder,
        account_input::{SetUp, SignUp},
        user::User,
    },
    organizations::Organization,
    shared::ids::{Id as _, OrgId, UserId},
};
use serde_json::json;

use super::started_session::{LoggedIn, start_session, user_actor};
use crate::{
    app::App,
    pipeline::{
        call::Call,
        caller::NoTenant,
        error::{ApiError, Code},
        request::input::{Input, Json, Nothing},
        response::reply::Reply,
    },
    resources::auth::set_up_token::SetupTokenCheck,
};

/// Refuses where the operator lets nobody sign up.
pub fn check_signup_is_open(app: &App) -> Result<(), ApiError> {
    let closed = || ApiError::new(Code::Forbidden, "Sign-up is closed here: ask for an invitation.");
    app.settings().signup.then_some(()).ok_or_else(closed)
}

/// Makes an account and an organization, where the operator lets anyone do so.
pub async fn sign_up(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<SignUp>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let Json(body) = input.body;
    let (organization, owner) = found(&call, body.check()?).await?;
    let audit = founding(&call, &organization, &owner);
    let user = call.app.ports().organizations.create_organization(&organization, &owner, audit).await?;
    let user =
        user.ok_or_else(|| ApiError::new(Code::Conflict, "An account with this email address exists. Sign in."))?;
    log_in_as(&call, user).await
}

/// Makes the first owner.
pub async fn set_up(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<SetUp>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let Json(body) = input.body;
    match call.app.setup_token().check(&body.token) {
        SetupTokenCheck::Valid => {}
        SetupTokenCheck::Used => return Err(first_owner_exists()),
        SetupTokenCheck::Unknown => {
            let text = "This is not the setup token that the server printed.";
            return Err(ApiError::new(Code::InvalidCredentials, text));
        }
    }
    let (organization, owner) = found(&call, body.check()?).await?;
    let audit = founding(&call, &organization, &owner);
    let organizations = &call.app.ports().organizations;
    let user = organizations.create_first_organization(&organization, &owner, audit).await?;
    // Ended in either case: if another person or the command line was first, the token opens nothing any more.
    call.app.setup_token().end();
    log_in_as(&call, user.ok_or_else(first_owner_exists)?).await
}

/// The answer to every request but the first, also to one at the same moment.
fn first_owner_exists() -> ApiError {
    let text =
        "Someone else has already created the first owner. Sign in, or ask them for an invitation. Nothing was stored.";
    ApiError::new(Code::Conflict, text)
}

/// Starts a session of an account that was just stored.
pub(super) async fn log_in_as(call: &Call<NoTenant>, user: UserId) -> Result<Reply<LoggedIn>, ApiError> {
    let found = call.app.ports().organizations.user(user).await?;
    let (user, memberships) =
        found.ok_or_else(|| ApiError::new(Code::Conflict, "The account was removed in the meantime."))?;
    start_session(call, &user, &memberships).await
}

/// The organization and its owner, not yet stored.
async fn found(call: &Call<NoTenant>, founder: Founder) -> Result<(Organization, User), ApiError> {
    let hash = call.app.hashing().place()?.hash(founder.account.password.clone()).await?;
    let at = call.request.at;
    let id = OrgId::new(at, &mut rand::rng());
    let organization = founder.organization(id, call.app.settings().default_plan, at);
    let owner = founder.account.into_user(UserId::new(at, &mut rand::rng()), hash, at);
    Ok((organization, owner))
}

fn founding(call: &Call<NoTenant>, organization: &Organization, owner: &User) -> AuditDraft {
    let target = Target::new("organization", organization.id, organization.name.clone());
    let metadata = json!({ "plan": organization.plan });
    AuditDraft {
        actor: user_actor(owner),
        ..call.audit(organization.id, "organization.created", vec![target], metadata)
    }
}
