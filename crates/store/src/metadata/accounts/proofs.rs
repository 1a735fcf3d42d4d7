//! Links that confirm an address.
//!
//! That of a new account, of one that changes its address, and another one on request.

use askline_app::ports::{StoreResult, mail::Mailed};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{ConfirmedGround, SessionGround},
        secret::Secret,
        token::TokenPurpose,
        user::User,
    },
    mail::{MailContent, PROOF_LASTS},
};
use jiff::Timestamp;

use super::{mail_limits::Exceeded, tokens::insert, users::select_user};
use crate::{
    metadata::{
        MetadataStore,
        changes::{change::Change, scope::Scope},
    },
    sql::sql,
};

/// Starts a change to another address, unless a limit of emails is reached.
pub(super) async fn request_change(
    store: &MetadataStore,
    ground: ConfirmedGround,
    email: &str,
    (proof, undo): (&Secret, &Secret),
    at: Timestamp,
    audits: Vec<AuditDraft>,
) -> StoreResult<Mailed> {
    let user = ground.session.user;
    let mut change = store.begin(Scope::of_user(user, &audits).chain([Scope::Email(email)])).await?;
    change.compare_confirmed(ground).await?;
    let Some(account) = select_user(change.connection(), user).await? else { return Ok(Mailed::NotNeeded) };
    // Links that set a new password stay valid: the account keeps its address until the new one is confirmed.
    sql("DELETE FROM account_tokens WHERE user_id = $1 AND purpose = $2")
        .bind(user)
        .bind(TokenPurpose::Proof.as_str())
        .execute(change.connection())
        .await?;
    sql("UPDATE users SET pending_email = $1, pending_until_ms = $2 WHERE id = $3")
        .bind(email)
        .bind(at + PROOF_LASTS)
        .bind(user)
        .execute(change.connection())
        .await?;
    if let Err(exceeded) = mail_proof(&mut change, &account, email, proof, at).await? {
        return Ok(Mailed::TooOften(exceeded.reached));
    }
    let is_proven = account.address.verified_at.is_some();
    if is_proven {
        insert(change.connection(), TokenPurpose::Undo, undo, Some(user), &account.email, at).await?;
    }
    let undo = is_proven.then(|| undo.expose().to_owned());
    let content = MailContent::AddressChange { email: email.to_owned(), undo };
    if let Err(exceeded) = change.mail_account(&account, &account.email, content, at).await? {
        return Ok(Mailed::TooOften(exceeded.reached));
    }
    change.commit_to_account(user, audits).await?;
    Ok(Mailed::Stored)
}

/// Emails a confirmation link to `email`, if the session's account still needs it.
pub(super) async fn mail_another(
    store: &MetadataStore,
    ground: SessionGround,
    email: &str,
    token: &Secret,
    at: Timestamp,
    needs_it: impl Fn(&User) -> bool + Send,
) -> StoreResult<Mailed> {
    let mut change = store.begin([Scope::User(ground.user), Scope::Email(email)]).await?;
    change.compare_session(ground).await?;
    let account = select_user(change.connection(), ground.user).await?;
    let Some(account) = account.filter(needs_it) else { return Ok(Mailed::NotNeeded) };
    if let Err(exceeded) = mail_proof(&mut change, &account, email, token, at).await? {
        return Ok(Mailed::TooOften(exceeded.reached));
    }
    change.commit_without_notice().await?;
    Ok(Mailed::Stored)
}

/// Stores a proof token for an address and emails it to that address, unless a limit is reached.
async fn mail_proof(
    change: &mut Change,
    account: &User,
    email: &str,
    token: &Secret,
    at: Timestamp,
) -> StoreResult<Result<(), Exceeded>> {
    insert(change.connection(), TokenPurpose::Proof, token, Some(account.id), email, at).await?;
    let is_new = account.email != email;
    let content = MailContent::Proof { token: token.expose().to_owned(), is_new };
    change.mail_account(account, email, content, at).await
}
