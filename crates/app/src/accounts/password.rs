//! Changes passwords, in a session or with an emailed link.

use askline_domain::{
    identity::{
        account::ChangedPassword,
        account_input::{PasswordChange, ResetFinish},
        email_address::{MAX_EMAIL_BYTES, stored_email},
        grounds::{NobodyGround, TokenGround},
        member::Membership,
        second_factor::{
            challenge::{ChallengeMethod, SecondStep},
            given::SecondProof,
        },
        secret::Secret,
        token::{TokenPurpose, new_reset_token},
        user::User,
    },
    mail::MailContent,
    shared::violation::Violations,
};
use serde_json::json;

use super::{
    address::opened,
    bounds::{MIN_ANSWER_TIME, Try, confirm},
    noted_failure::note_failure,
    second_factor::proof::{Checked, check},
    visit::Visit,
};
use crate::{
    error::{Conflict, Credential, UseCaseError},
    ports::{
        StoreResult,
        again::again_if_rolled_back,
        change::Scope,
        identity::{accounts::TokenAccount, sessions::SessionGrant},
    },
};

/// Sets a new password and ends every other session. Returns the token by which later sign-ins to the account recognize the
/// browser.
pub async fn change_password(
    visit: &Visit<'_>,
    grant: &SessionGrant,
    change: PasswordChange,
) -> Result<Secret, UseCaseError> {
    let SessionGrant { user, memberships, .. } = grant;
    let ChangedPassword { current, new } = change.check(user)?;
    let ground = confirm(visit, grant, current, "currentPassword").await?;
    let new_hash = visit.instance.hashing.place()?.hash(new).await?;
    let audits = visit.context.entries(user, memberships, "auth.password_changed", &json!({}));
    let (sessions, at) = (&*visit.instance.ports.sessions, visit.context.at);
    let (known, token) = visit.known_from_now_on(user.id);
    again_if_rolled_back(|| sessions.change_password(ground, &new_hash, &known, at, audits.clone())).await?;
    Ok(token)
}

/// Emails a link that sets a new password, if an account has the address, the address is confirmed and has not refused
/// email, and its limit of emails is not reached. Neither the response nor its time reveals whether that is so.
pub async fn request_reset(visit: &Visit<'_>, email: &str) -> Result<(), UseCaseError> {
    visit.instance.check_sends_mail()?;
    let started = visit.clock.elapsed();
    let email = stored_email(email);
    let mut violations = Violations::new();
    violations.check_length("email", &email, 0, MAX_EMAIL_BYTES);
    violations.finish(())?;
    let (accounts, token) = (&visit.instance.ports.accounts, new_reset_token(&mut rand::rng()));
    again_if_rolled_back(|| accounts.request_reset(&email, &token, visit.language, visit.context.at, NobodyGround))
        .await?;
    tokio::time::sleep(MIN_ANSWER_TIME.saturating_sub(visit.clock.elapsed() - started)).await;
    Ok(())
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
    if user.factors.is_empty() {
        let hash = visit.instance.hashing.place()?.hash(password).await?;
        let audits = visit.by(&user).entries(&user, &memberships, "auth.password_reset", &json!({}));
        let (accounts, at) = (&visit.instance.ports.accounts, visit.context.at);
        return match again_if_rolled_back(|| accounts.finish_reset(ground, &hash, at, audits.clone())).await? {
            true => Ok(()),
            false => Err(UseCaseError::WrongCredential(Credential::MailedLink)),
        };
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
    let account = (user, memberships);
    let reset = match hash {
        Ok(hash) => again_if_rolled_back(|| reset_with_second_factor(visit, ground, &account, &proof, &hash))
            .await
            .map_err(Into::into),
        Err(refusal) => Err(refusal),
    };
    if let Ok(Err(Checked::Wrong)) = &reset {
        note_failure(visit, &account.0, &account.1);
        return Err(UseCaseError::WrongCredential(Credential::SecondFactor));
    }
    tried.give_back().await;
    match reset? {
        Ok(true) => Ok(()),
        Ok(false) => Err(UseCaseError::WrongCredential(Credential::MailedLink)),
        Err(_) => Err(Conflict::CodesRefused.into()),
    }
}

/// Sets the new password of an account with a second factor. Returns whether the link was valid, or what is wrong with the factor.
async fn reset_with_second_factor(
    visit: &Visit<'_>,
    TokenGround { user, digest }: TokenGround,
    (account, memberships): &(User, Vec<Membership>),
    proof: &SecondProof,
    hash: &str,
) -> StoreResult<Result<bool, Checked>> {
    let at = visit.context.at;
    let mut change = visit.instance.ports.factors.begin(&Scope::of_person(user, memberships)).await?;
    if !change.is_reset_token(user, digest, at).await? {
        return Ok(Ok(false));
    }
    let Some((now, mut left)) = change.account(user).await? else { return Ok(Ok(false)) };
    left.retain(|membership| memberships.iter().any(|locked| locked.org_id == membership.org_id));
    match check(&mut *change, &now, proof, at).await? {
        Checked::Right(_) => {}
        Checked::Refused => return Ok(Err(Checked::Refused)),
        Checked::Wrong => {
            change.commit().await?;
            return Ok(Err(Checked::Wrong));
        }
    }
    change.put_password(user, hash).await?;
    change.mail(user, MailContent::PasswordChanged, at).await?;
    for entry in visit.by(account).entries(account, &left, "auth.password_reset", &json!({})) {
        change.audit(entry).await?;
    }
    change.commit().await?;
    Ok(Ok(true))
}
