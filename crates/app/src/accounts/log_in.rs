//! Signs in with a password.
//!
//! Neither the response nor its time reveals whether there is an account with an address.

use std::time::Duration;

use askline_domain::{
    identity::{
        email_address::{MAX_EMAIL_BYTES, stored_email},
        password::MAX_PASSWORD_CHARACTERS,
        second_factor::assurance::Proof,
        secret::Secret,
        user::User,
    },
    organizations::member::Membership,
    shared::{
        ids::{Id as _, UserId},
        violation::Violations,
    },
};

use super::{
    bounds::Try, noted_failure::note_failure, second_factor::begin_log_in, sessions::StartedSession, visit::Visit,
};
use crate::{
    error::{Credential, UseCaseError},
    ports::{StoreError, StoreResult},
};

/// The minimum duration of a failed sign-in in addition to its hash. Longer than looking up an account with its memberships and
/// browsers, which only a known email address has.
const MIN_FAILURE_TIME: Duration = Duration::from_millis(150);

/// Starts a session of the account with this address and password.
pub async fn log_in(visit: &Visit<'_>, email: &str, password: String) -> Result<StartedSession, UseCaseError> {
    let email = stored_email(email);
    // No account has a longer email address or password.
    let mut violations = Violations::new();
    violations.check_length("email", &email, 0, MAX_EMAIL_BYTES);
    violations.check_length("password", &password, 0, MAX_PASSWORD_CHARACTERS);
    violations.finish(())?;
    let (user, memberships) = with_password_of(visit, &email, password).await?;
    // Asked only now, so that the response to a wrong password does not reveal who has an account.
    visit.instance.providers.check_own_ways_allowed(&user, &memberships)?;
    match begin_log_in(visit, (user, memberships), Proof::Password).await {
        // The answer that the same request gets now.
        Err(UseCaseError::Store(StoreError::AccountChanged)) => {
            Err(UseCaseError::WrongCredential(Credential::AddressAndPassword))
        }
        started => started,
    }
}

/// The account with this address, in its stored form, if the password is the account's.
pub(crate) async fn with_password_of(
    visit: &Visit<'_>,
    email: &str,
    password: String,
) -> Result<(User, Vec<Membership>), UseCaseError> {
    let (tried, hour_used_up) = Try::to_log_in(visit, email).await?;
    match attempt(visit, email, Secret::new(password), hour_used_up).await {
        Ok(Some(account)) => {
            tried.give_back().await;
            Ok(account)
        }
        Ok(None) => Err(UseCaseError::WrongCredential(Credential::AddressAndPassword)),
        Err(refusal) => {
            tried.give_back().await;
            Err(refusal)
        }
    }
}

/// Returns the account if the password is right, `None` if it is wrong or there is no account, and a refusal if it was
/// not checked. `hour_used_up` is the refusal for unknown clients when the hourly limit of the email address is
/// reached. Known clients may still try, and have slots of their own.
async fn attempt(
    visit: &Visit<'_>,
    email: &str,
    password: Secret,
    hour_used_up: Option<UseCaseError>,
) -> Result<Option<(User, Vec<Membership>)>, UseCaseError> {
    let started = visit.clock.elapsed();
    let found = visit.instance.ports.organizations.user_by_email(email).await?;
    let (place, refusal) = match visit.instance.hashing.place() {
        Ok(place) => (Some(place), hour_used_up),
        Err(full) => (None, Some(hour_used_up.unwrap_or(full))),
    };
    if let Some(refusal) = refusal
        && !is_known(visit, found.as_ref()).await?
    {
        tokio::time::sleep(MIN_FAILURE_TIME.saturating_sub(visit.clock.elapsed() - started)).await;
        return Err(refusal);
    }
    let place = place.map_or_else(|| visit.instance.hashing.place_of_the_known(), Ok)?;
    let looked_up = visit.clock.elapsed() - started;
    // No password opens a locked account, and the answer does not reveal that it is locked.
    let open = found.as_ref().filter(|(user, _)| user.locked_at.is_none());
    let hash = open.and_then(|(user, _)| user.password_hash.clone());
    if place.verify(password, hash).await? {
        return Ok(found);
    }
    match &found {
        Some((user, memberships)) => note_failure(visit, user, memberships),
        // The email is not logged: people type passwords into the wrong field.
        None => tracing::info!(address = %visit.address, "A sign-in for an unknown email address failed"),
    }
    tokio::time::sleep(MIN_FAILURE_TIME.saturating_sub(looked_up)).await;
    Ok(None)
}

/// Whether someone signed in to the account from this browser or address before. Also looked up for an unknown email address, so
/// that it takes the same time.
async fn is_known(visit: &Visit<'_>, found: Option<&(User, Vec<Membership>)>) -> StoreResult<bool> {
    let user = found.map_or(UserId::from_bits(0), |(user, _)| user.id);
    visit.instance.ports.sessions.knows_visitor(user, &visit.visitor(user), visit.context.at).await
}
