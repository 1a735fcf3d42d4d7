//! Creates accounts that own an organization: sign-up and the one-time set-up.

use askline_domain::{
    identity::{
        account::{Founder, NewAccount},
        account_input::{SetUp, SignUp},
        grounds::NewAccountGround,
        user::User,
    },
    organizations::plan::Plan,
    shared::ids::{Id as _, UserId},
};

use super::{
    set_up_token::SetupTokenCheck,
    started_session::{StartedSession, start},
    visit::Visit,
};
use crate::{
    error::{Conflict, Credential, UseCaseError},
    instance::Instance,
    organizations::{self, Owner},
    ports::StoreResult,
};

/// Creates an account with an organization on this plan, and starts a session.
pub async fn sign_up(visit: &Visit<'_>, new: SignUp, plan: Plan) -> Result<StartedSession, UseCaseError> {
    let user = found(visit, new.check()?, plan, Owner::New).await?;
    log_in_as(visit, user).await
}

/// Creates the first owner with an organization on this plan, and starts a session.
pub async fn set_up(visit: &Visit<'_>, new: SetUp, plan: Plan) -> Result<StartedSession, UseCaseError> {
    match visit.instance.setup_token.check(&new.token) {
        SetupTokenCheck::Valid => {}
        SetupTokenCheck::Used => return Err(Conflict::FirstOwnerExists.into()),
        SetupTokenCheck::Unknown => return Err(UseCaseError::WrongCredential(Credential::SetupToken)),
    }
    let user = found(visit, new.check()?, plan, Owner::First).await;
    // The token ends in both cases: if another person or the command line created the first owner, it has no use.
    if matches!(user, Ok(_) | Err(UseCaseError::InConflict(_))) {
        visit.instance.setup_token.end();
    }
    log_in_as(visit, user?).await
}

/// Whether there is no owner yet, so that the set-up token can create the first one. Another server, or a command, may have
/// created one since the token was printed. Without an unused token, the store is not read.
pub async fn needs_setup(instance: &Instance) -> StoreResult<bool> {
    if !instance.setup_token.is_open() {
        return Ok(false);
    }
    let has_owner = instance.ports.organizations.any_user().await?;
    if has_owner {
        instance.setup_token.end();
    }
    Ok(!has_owner)
}

/// Starts a session of an account that was just stored.
pub(crate) async fn log_in_as(visit: &Visit<'_>, user: UserId) -> Result<StartedSession, UseCaseError> {
    let account = visit.instance.ports.organizations.user(user).await?.ok_or(Conflict::AccountRemoved)?;
    start(visit, account).await
}

/// Returns the account with its password hashed, not yet stored.
pub(crate) async fn hashed(visit: &Visit<'_>, account: NewAccount) -> Result<User, UseCaseError> {
    let hash = visit.instance.hashing.place()?.hash(account.password.clone()).await?;
    let at = visit.context.at;
    Ok(account.into_user(UserId::new(at, &mut rand::rng()), hash, at))
}

async fn found(
    visit: &Visit<'_>,
    Founder { account, organization }: Founder,
    plan: Plan,
    as_owner: fn(User, NewAccountGround) -> Owner,
) -> Result<UserId, UseCaseError> {
    let owner = hashed(visit, account).await?;
    let context = visit.by(&owner);
    let organizations = &*visit.instance.ports.organizations;
    let (_, user) =
        organizations::create(organizations, organization, plan, as_owner(owner, NewAccountGround::Nobody), &context)
            .await?;
    Ok(user)
}
