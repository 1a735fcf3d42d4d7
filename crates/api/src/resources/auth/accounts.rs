//! Creates accounts that own an organization: sign-up and the one-time set-up. Both answer like a sign-in.

use askline_app::{
    error::{Conflict, UseCaseError},
    organizations::{self, Owner},
};
use askline_domain::{
    identity::{
        account::{Founder, NewAccount},
        account_input::{SetUp, SignUp},
        user::User,
    },
    organizations::OrganizationSettings,
    shared::ids::{Id as _, UserId},
};

use super::started_session::{LoggedIn, start_session};
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
    let Founder { account, organization } = body.check()?;
    let owner = hashed(&call, account).await?;
    let user = found(&call, organization, owner, Owner::New).await?;
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
        SetupTokenCheck::Used => return Err(UseCaseError::from(Conflict::FirstOwnerExists).into()),
        SetupTokenCheck::Unknown => {
            let text = "This is not the setup token that the server printed.";
            return Err(ApiError::new(Code::InvalidCredentials, text));
        }
    }
    let Founder { account, organization } = body.check()?;
    let owner = hashed(&call, account).await?;
    let user = found(&call, organization, owner, Owner::First).await;
    // Ended in either case: if another person or the command line was first, the token opens nothing any more.
    if matches!(user, Ok(_) | Err(UseCaseError::InConflict(_))) {
        call.app.setup_token().end();
    }
    log_in_as(&call, user?).await
}

/// Starts a session of an account that was just stored.
pub(super) async fn log_in_as(call: &Call<NoTenant>, user: UserId) -> Result<Reply<LoggedIn>, ApiError> {
    let found = call.app.ports().organizations.user(user).await?;
    let (user, memberships) =
        found.ok_or_else(|| ApiError::new(Code::Conflict, "The account was removed in the meantime."))?;
    start_session(call, &user, &memberships).await
}

/// The account with its password hashed, not yet stored.
pub(super) async fn hashed(call: &Call<NoTenant>, account: NewAccount) -> Result<User, ApiError> {
    let hash = call.app.hashing().place()?.hash(account.password.clone()).await?;
    let at = call.request.at;
    Ok(account.into_user(UserId::new(at, &mut rand::rng()), hash, at))
}

async fn found(
    call: &Call<NoTenant>,
    organization: OrganizationSettings,
    owner: User,
    as_owner: fn(User) -> Owner,
) -> Result<UserId, UseCaseError> {
    let context = call.audit_context().by(&owner);
    let (organizations, plan) = (&*call.app.ports().organizations, call.app.settings().default_plan);
    let (_, user) = organizations::create(organizations, organization, plan, as_owner(owner), &context).await?;
    Ok(user)
}
