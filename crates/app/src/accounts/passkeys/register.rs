//! Adds a passkey to the account of a session.

use askline_domain::{
    audit::context::AuditContext,
    identity::{
        grounds::SessionGround,
        passkeys::{
            MAX_PASSKEYS, Passkey,
            ceremony::{Ceremony, Purpose},
            check_passkey_name,
        },
        second_factor::{
            assurance::{FactorKind, Proof},
            recovery_code::{as_read, new_recovery_codes},
        },
        secret::{Secret, SecretDigest},
        session::Session,
        user::User,
    },
    mail::{FactorChange, MailContent},
    organizations::member::Membership,
    shared::ids::{Id as _, PasskeyId},
};
use serde_json::json;

use super::{
    BegunCeremony,
    given::SentPasskey,
    relying_party::{NewCredential, RelyingParty},
    sealed,
};
use crate::{
    accounts::second_factor::end_what_needed_no_factor,
    error::{Conflict, Credential, Limit, UseCaseError},
    instance::Instance,
    ports::{StoreResult, again::again_if_rolled_back, change::Scope},
};

/// A passkey that was added.
#[derive(Debug, Clone)]
pub struct AddedPasskey {
    /// The passkey.
    pub passkey: Passkey,
    /// The account's new recovery codes, if this is its first second factor.
    pub recovery_codes: Option<Vec<Secret>>,
}

/// Who adds a passkey.
#[derive(Debug, Clone, Copy)]
pub struct Adding<'a> {
    /// The account.
    pub user: &'a User,
    /// Its memberships.
    pub memberships: &'a [Membership],
    /// The session.
    pub session: &'a Session,
    /// The session, as the change compares it.
    pub ground: SessionGround,
    /// Who acts, when and from where.
    pub context: &'a AuditContext,
}

/// What became of a passkey.
enum Added {
    /// With the account's new recovery codes, if this is its first second factor.
    Stored(Option<Vec<Secret>>),
    /// The ceremony was used before.
    UsedBefore,
    /// The device's passkey is stored already.
    Known,
    LimitReached,
}

/// Begins to add a passkey.
pub async fn begin_registration(
    instance: &Instance,
    party: &RelyingParty,
    by: Adding<'_>,
) -> Result<BegunCeremony, UseCaseError> {
    let known = instance.ports.passkeys.passkeys_of(by.user.id).await?;
    if known.len() >= MAX_PASSKEYS {
        return Err(UseCaseError::LimitReached(Limit::Passkeys));
    }
    let begun = party.begin_registration(by.user, &known).map_err(|error| UseCaseError::Failed(error.to_string()))?;
    sealed(instance, Purpose::Registration(by.session.id), begun, by.context.at)
}

/// Adds the passkey that a device made.
pub async fn add_passkey(
    instance: &Instance,
    party: &RelyingParty,
    by: Adding<'_>,
    name: &str,
    sent: SentPasskey<'_>,
) -> Result<AddedPasskey, UseCaseError> {
    let name = check_passkey_name(name)?;
    let wrong = || UseCaseError::WrongCredential(Credential::Passkey);
    let purpose = Purpose::Registration(by.session.id);
    let ceremony = instance.ports.passkeys.open_ceremony(sent.ceremony)?;
    let ceremony = ceremony.filter(|ceremony| ceremony.is_for(&purpose, by.context.at)).ok_or_else(wrong)?;
    let NewCredential { id, credential, counter, is_backed_up } =
        party.finish_registration(sent.answer, &ceremony.state).ok_or_else(wrong)?;
    let passkey = Passkey {
        id: PasskeyId::new(by.context.at, &mut rand::rng()),
        user_id: by.user.id,
        name,
        credential_id: id,
        credential,
        counter,
        is_backed_up,
        created_at: by.context.at,
        last_used_at: None,
    };
    let digest = SecretDigest::of(sent.ceremony);
    match again_if_rolled_back(|| store(instance, by, &passkey, digest, &ceremony)).await? {
        Added::Stored(recovery_codes) => Ok(AddedPasskey { passkey, recovery_codes }),
        Added::UsedBefore => Err(wrong()),
        Added::Known => Err(Conflict::PasskeyKnown.into()),
        Added::LimitReached => Err(UseCaseError::LimitReached(Limit::Passkeys)),
    }
}

async fn store(
    instance: &Instance,
    by: Adding<'_>,
    passkey: &Passkey,
    digest: SecretDigest,
    ceremony: &Ceremony,
) -> StoreResult<Added> {
    let mut change = instance.ports.passkeys.begin(&Scope::of_person(by.user.id, by.memberships)).await?;
    change.compare_session(by.ground).await?;
    if !change.use_ceremony(digest, ceremony.expires_at()).await? {
        return Ok(Added::UsedBefore);
    }
    if change.passkeys(by.user.id).await?.len() >= MAX_PASSKEYS {
        return Ok(Added::LimitReached);
    }
    if !change.insert_passkey(passkey).await? {
        return Ok(Added::Known);
    }
    let Some((account, _)) = change.account(by.user.id).await? else { return Ok(Added::UsedBefore) };
    let recovery_codes = account.factors.is_empty().then(|| new_recovery_codes(&mut rand::rng()).to_vec());
    if let Some(codes) = &recovery_codes {
        change.put_recovery_codes(by.user.id, &as_read(codes)).await?;
    }
    change.put_factors(by.user.id, account.factors.with(FactorKind::Passkey)).await?;
    change.put_proof(by.ground, Proof::Passkey, by.context.at).await?;
    end_what_needed_no_factor(&mut *change, by.ground, account.factors).await?;
    let content = MailContent::SecondFactorChanged { change: FactorChange::PasskeyAdded };
    change.mail(by.user.id, content, by.context.at).await?;
    let details = json!({ "passkeyId": passkey.id, "name": passkey.name });
    for entry in by.context.entries(by.user, by.memberships, "auth.passkey_added", &details) {
        change.audit(entry).await?;
    }
    change.commit().await?;
    Ok(Added::Stored(recovery_codes))
}
