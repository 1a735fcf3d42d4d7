//! Sets a new password with an emailed link.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        account_input::ResetFinish,
        email_address::{MAX_EMAIL_BYTES, stored_email},
        grounds::TokenGround,
        links::MailedLink,
        mail_language::MailLanguage,
        second_factor::{
            challenge::{ChallengeMethod, SecondStep},
            given::SecondProof,
        },
        secret::Secret,
        token::{TokenPurpose, new_reset_token},
    },
    mail::{Addressee, Mail, MailContent, MailKind},
    shared::violation::Violations,
};
use jiff::Timestamp;
use serde_json::json;

use super::opened::{opened, opened_in};
use crate::{
    accounts::{
        bounds::{MIN_ANSWER_TIME, Try},
        ended_access::audit_members,
        noted_failure::note_failure,
        password::put_password,
        second_factor::proof::{Checked, check},
        visit::Visit,
    },
    error::{Conflict, Credential, UseCaseError},
    ports::{
        StoreError, StoreResult,
        again::again_if_rolled_back,
        change::Scope,
        identity::accounts::{AccountStore, TokenAccount},
    },
};

/// Emails a link that sets a new password, if an account has the address, the address is confirmed and has not refused
/// email, and its limit of emails is not reached. Neither the response nor its time reveals whether that is so.
pub async fn request_reset(visit: &Visit<'_>, email: &str) -> Result<(), UseCaseError> {
    visit.instance.check_sends_mail()?;
    let started = visit.clock.elapsed();
    let email = stored_email(email);
    let mut violations = Violations::new();
    violations.check_length("email", &email, 0, MAX_EMAIL_BYTES);
    violations.finish(())?;
    let (accounts, token) = (&*visit.instance.ports.accounts, new_reset_token(&mut rand::rng()));
    again_if_rolled_back(|| mail_reset(accounts, &email, &token, visit.language, visit.context.at)).await?;
    tokio::time::sleep(MIN_ANSWER_TIME.saturating_sub(visit.clock.elapsed() - started)).await;
    Ok(())
}

/// Stores a link for a new password and its email, if the address is confirmed and has not refused email, and no limit is reached.
/// For any other address it stores as much, without any effect: neither the response nor its time reveals whether there is an
/// account.
pub async fn mail_reset(
    accounts: &dyn AccountStore,
    email: &str,
    token: &Secret,
    language: Option<MailLanguage>,
    at: Timestamp,
) -> StoreResult<()> {
    // What ends the account's links, such as a lock, waits for this one.
    let owner = accounts.account_of_address(email).await?;
    let scopes: Vec<Scope<'_>> = [Scope::Email(email)].into_iter().chain(owner.map(Scope::User)).collect();
    let mut change = accounts.begin(&scopes).await?;
    let admitted = change.admit_requested_mail(MailKind::Reset, email, at).await?;
    let found = change.account_of_address(email).await?.filter(|user| owner == Some(user.id));
    let account = found.filter(|user| {
        let is_reached = user.address.verified_at.is_some() && user.address.refused.is_none();
        admitted.is_some() && is_reached && user.locked_at.is_none()
    });
    let (id, to) = account.as_ref().map_or((None, ""), |user| (Some(user.id), &user.email));
    change.insert_mailed_link(&MailedLink::new(TokenPurpose::Reset, token, id, to, at)).await?;
    let known = account.as_ref().and_then(|user| user.address.language);
    let mail = Mail {
        to: to.to_owned(),
        language: known.or(language).unwrap_or_default(),
        content: MailContent::Reset { token: token.expose().to_owned() },
        at,
    };
    change.send_requested_mail(admitted, id.map_or(Addressee::Nobody, Addressee::User), &mail).await?;
    change.commit_without_notice().await
}

/// Sets a new password with the token of an emailed link and the second factor, if the account has one: `passkey`, or what was typed.
/// Ends every session.
pub async fn finish_reset(
    visit: &Visit<'_>,
    finish: ResetFinish,
    passkey: Option<SecondProof>,
) -> Result<(), UseCaseError> {
    let (TokenAccount { user, memberships, .. }, ground) = opened(visit, TokenPurpose::Reset, &finish.token).await?;
    let (password, typed) = finish.check(&user.email)?;
    let proof = passkey.or(typed);
    let (accounts, at) = (&*visit.instance.ports.accounts, visit.context.at);
    let entries = visit.by(&user).entries(&user, &memberships, "auth.password_reset", &json!({}));
    if user.factors.is_empty() {
        let hash = visit.instance.hashing.place()?.hash(password).await?;
        let reset = || reset_password(accounts, ground, None, &hash, at, entries.clone());
        return refusal_of(again_if_rolled_back(reset).await?);
    }
    let proof = proof.ok_or_else(|| {
        UseCaseError::SecondFactorRequired(Box::new(SecondStep {
            challenge: None,
            methods: ChallengeMethod::of(user.factors),
            may_remember: false,
            expires_at: None,
        }))
    })?;
    let tried = Try::of_code(visit, &user).await?;
    let hash = match visit.instance.hashing.place() {
        Ok(place) => place.hash(password).await,
        Err(full) => Err(full),
    };
    let reset = match hash {
        Ok(hash) => again_if_rolled_back(|| reset_password(accounts, ground, Some(&proof), &hash, at, entries.clone()))
            .await
            .map_err(Into::into),
        Err(refusal) => Err(refusal),
    };
    match &reset {
        Ok(ByLink::WrongFactor) => note_failure(visit, &user, &memberships),
        _ => tried.give_back().await,
    }
    refusal_of(reset?)
}

fn refusal_of(reset: ByLink) -> Result<(), UseCaseError> {
    match reset {
        ByLink::Reset => Ok(()),
        ByLink::NoLink => Err(UseCaseError::WrongCredential(Credential::MailedLink)),
        ByLink::WrongFactor => Err(UseCaseError::WrongCredential(Credential::SecondFactor)),
        ByLink::CodesRefused => Err(Conflict::CodesRefused.into()),
    }
}

/// The result of setting a new password with an emailed link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByLink {
    /// The password is stored.
    Reset,
    /// The link is not valid any more; nothing was stored.
    NoLink,
    /// The second factor is wrong. It was counted.
    WrongFactor,
    /// Too many codes were wrong; nothing was stored.
    CodesRefused,
}

/// Stores the new password of an account that a link opens, ends every way into it, and emails the person: they lost control of the
/// account, or say so, and another person may have linked its identities. An account with a second factor needs its `proof`.
pub async fn reset_password(
    accounts: &dyn AccountStore,
    ground: TokenGround,
    proof: Option<&SecondProof>,
    hash: &str,
    at: Timestamp,
    entries: Vec<AuditDraft>,
) -> StoreResult<ByLink> {
    let mut change = accounts.begin(&Scope::of_user(ground.user, &entries)).await?;
    let Some((account, _)) = opened_in(&mut *change, TokenPurpose::Reset, ground, at).await? else {
        return Ok(ByLink::NoLink);
    };
    match proof {
        // The account got a second factor just now.
        None if !account.factors.is_empty() => return Err(StoreError::AccountChanged),
        None => {}
        Some(proof) => match check(&mut *change, &account, proof, at).await? {
            Checked::Right(_) => {}
            Checked::Refused => return Ok(ByLink::CodesRefused),
            Checked::Wrong => {
                change.commit().await?;
                return Ok(ByLink::WrongFactor);
            }
        },
    }
    change.delete_identities_of(account.id).await?;
    put_password(&mut *change, account.id, hash, None, at).await?;
    audit_members(&mut *change, account.id, entries).await?;
    change.commit().await?;
    Ok(ByLink::Reset)
}
