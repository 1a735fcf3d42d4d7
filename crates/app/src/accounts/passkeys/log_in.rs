//! Signs in with a passkey alone, which counts as two factors at once.

use askline_domain::{
    identity::{
        passkeys::{ceremony::Purpose, given::GivenPasskey},
        second_factor::assurance::Proof,
    },
    shared::ids::UserId,
};

use super::{
    given::{SentPasskey, check_passkey, use_up},
    relying_party::RelyingParty,
};
use crate::{
    accounts::{second_factor::begin_log_in, sessions::StartedSession, visit::Visit},
    error::{Credential, UseCaseError},
    ports::{StoreError, StoreResult, again::again_if_rolled_back, change::Scope},
};

/// Starts a session of the account that the passkey belongs to.
///
/// The answer is used up first, in a change of its own: if the session cannot start, it does not count a second time.
pub async fn log_in_with_passkey(
    visit: &Visit<'_>,
    party: &RelyingParty,
    sent: SentPasskey<'_>,
) -> Result<StartedSession, UseCaseError> {
    let wrong = || UseCaseError::WrongCredential(Credential::Passkey);
    let given = check_passkey(visit.instance, party, &Purpose::SignIn, sent, visit.context.at).await?;
    let account = visit.instance.ports.organizations.user(given.used.user_id).await?;
    let account = account.filter(|(user, _)| user.locked_at.is_none()).ok_or_else(wrong)?;
    visit.instance.providers.check_own_ways_allowed(&account.0, &account.1)?;
    if !again_if_rolled_back(|| spend(visit, given.used.user_id, &given)).await? {
        return Err(wrong());
    }
    match begin_log_in(visit, account, Proof::Passkey).await {
        // The account was locked, or its password changed just now. The answer does not say which.
        Err(UseCaseError::Store(StoreError::AccountChanged)) => Err(wrong()),
        started => started,
    }
}

async fn spend(visit: &Visit<'_>, account: UserId, given: &GivenPasskey) -> StoreResult<bool> {
    let mut change = visit.instance.ports.passkeys.begin(&[Scope::User(account)]).await?;
    if !use_up(&mut *change, given, account, visit.context.at).await? {
        return Ok(false);
    }
    change.commit_without_notice().await?;
    Ok(true)
}
