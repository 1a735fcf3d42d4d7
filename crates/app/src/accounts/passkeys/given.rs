//! Checks the answer of a passkey, and uses it up within a change.

use askline_domain::{
    identity::{
        passkeys::{Passkey, ceremony::Purpose, given::GivenPasskey},
        secret::SecretDigest,
    },
    shared::ids::UserId,
};
use jiff::Timestamp;
use serde_json::Value;

use super::relying_party::{Answer, RelyingParty};
use crate::{
    error::{Credential, UseCaseError},
    instance::Instance,
    ports::{StoreResult, change::Change},
};

/// The answer of a passkey as a caller sends it.
#[derive(Debug, Clone, Copy)]
pub struct SentPasskey<'a> {
    /// The ceremony that it answers.
    pub ceremony: &'a str,
    /// What the browser says.
    pub answer: &'a Value,
}

/// Checks an answer for this purpose. Fails with [`Credential::Passkey`] if it is for another one, is not the passkey's, or is late.
pub async fn check_passkey(
    instance: &Instance,
    party: &RelyingParty,
    purpose: &Purpose,
    sent: SentPasskey<'_>,
    at: Timestamp,
) -> Result<GivenPasskey, UseCaseError> {
    let wrong = || UseCaseError::WrongCredential(Credential::Passkey);
    let store = &instance.ports.passkeys;
    let ceremony = store.open_ceremony(sent.ceremony)?.filter(|ceremony| ceremony.is_for(purpose, at));
    let ceremony = ceremony.ok_or_else(wrong)?;
    let answer = Answer::read(sent.answer).ok_or_else(wrong)?;
    let passkey = store.passkey_by_credential(answer.credential_id()).await?.ok_or_else(wrong)?;
    let used = party.check(&answer, &ceremony.state, &passkey).ok_or_else(wrong)?;
    Ok(GivenPasskey {
        ceremony: SecretDigest::of(sent.ceremony),
        expires_at: ceremony.expires_at(),
        counter_before: passkey.counter,
        used,
    })
}

/// Uses an answer up for an account, which the change locks; returns whether it counts: not for another account, a second time, or
/// if another answer with the same counter was first.
pub(in crate::accounts) async fn use_up(
    change: &mut dyn Change,
    given: &GivenPasskey,
    account: UserId,
    at: Timestamp,
) -> StoreResult<bool> {
    if given.used.user_id != account || !change.use_ceremony(given.ceremony, given.expires_at).await? {
        return Ok(false);
    }
    let stored = change.passkeys(account).await?.into_iter().find(|passkey| passkey.id == given.used.id);
    if stored.is_none_or(|stored| stored.counter != given.counter_before) {
        return Ok(false);
    }
    change.put_passkey_use(&Passkey { last_used_at: Some(at), ..given.used.clone() }).await?;
    Ok(true)
}
