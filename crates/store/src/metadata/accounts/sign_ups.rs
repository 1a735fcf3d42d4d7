//! Sign-ups that wait until the person confirms their address. An account does not exist before.

use askline_app::ports::{StoreResult, identity::accounts::PendingSignUp};
use askline_domain::{
    identity::{
        secret::{Secret, SecretDigest},
        token::TokenPurpose,
    },
    mail::{Addressee, Mail, MailContent, MailKind, MailLanguage, PROOF_LASTS},
};
use jiff::Timestamp;

use super::{former_addresses, mail_limits::MailCause, users::user_by_email};
use crate::{
    metadata::{MetadataStore, changes::scope::Scope},
    sql::{
        Connection,
        rows::{RowReader, json_text},
        sql,
    },
};

/// Stores a sign-up and its email. For an address that belongs to an account, and beyond a limit, it stores as many rows, of
/// which none has an effect.
pub(super) async fn request(
    store: &MetadataStore,
    new: &PendingSignUp,
    token: &Secret,
    language: Option<MailLanguage>,
    at: Timestamp,
) -> StoreResult<()> {
    let email = new.email.as_str();
    let mut change = store.begin([Scope::Email(email)]).await?;
    // Sign-ups and their refusals share a limit, so it does not matter which of the two is counted.
    let cause = MailCause { kind: MailKind::SignUp, to: email, org: None, account: None };
    let admission = change.admit_mail(cause, at).await?;
    let is_taken = former_addresses::is_taken(change.connection(), email, None, at).await?;
    let account = user_by_email(change.connection(), email).await?;
    let is_refused = account.as_ref().is_some_and(|account| account.address.refused.is_some());
    let is_sent = admission.is_ok() && !is_refused;
    let content = match is_taken {
        true => MailContent::AccountExists,
        false => MailContent::SignUp { token: token.expose().to_owned() },
    };
    let kept = if is_sent && !is_taken { email } else { "" };
    sql("INSERT INTO account_tokens (digest, purpose, user_id, email, expires_ms, sign_up) \
         VALUES ($1, $2, NULL, $3, $4, $5)")
    .bind(token.digest())
    .bind(TokenPurpose::SignUp.as_str())
    .bind(kept)
    .bind(at + PROOF_LASTS)
    .bind(json_text(new)?)
    .execute(change.connection())
    .await?;
    let known = account.as_ref().and_then(|account| account.address.language);
    let addressee = account.map_or(Addressee::Nobody, |account| Addressee::User(account.id));
    let to = if is_sent { email.to_owned() } else { String::new() };
    let mail = Mail { to, language: known.or(language).unwrap_or_default(), content, at };
    change.send_or_pretend(admission, addressee, &mail).await?;
    change.commit_without_notice().await
}

/// The sign-up of a valid token.
pub(super) async fn pending(
    store: &MetadataStore,
    digest: SecretDigest,
    now: Timestamp,
) -> StoreResult<Option<PendingSignUp>> {
    let mut connection = store.inner.read.acquire().await?;
    opened(&mut connection, digest, now).await
}

async fn opened(
    connection: &mut Connection,
    digest: SecretDigest,
    now: Timestamp,
) -> StoreResult<Option<PendingSignUp>> {
    let found =
        sql("SELECT digest, sign_up FROM account_tokens WHERE digest = $1 AND purpose = $2 AND expires_ms > $3 \
         AND email <> ''")
        .bind(digest)
        .bind(TokenPurpose::SignUp.as_str())
        .bind(now)
        .optional(connection, |row| RowReader::new(row, "account_tokens", "digest").json("sign_up"))
        .await?;
    Ok(found)
}

/// Uses the token of a sign-up, and ends all others for the same address. Returns false, and changes nothing, if the token is
/// not valid any more or was created for another address.
pub(in crate::metadata) async fn finish(
    connection: &mut Connection,
    digest: SecretDigest,
    email: &str,
    now: Timestamp,
) -> StoreResult<bool> {
    let pending = opened(&mut *connection, digest, now).await?;
    if pending.is_none_or(|pending| pending.email != email) {
        return Ok(false);
    }
    sql("DELETE FROM account_tokens WHERE email = $1 AND sign_up IS NOT NULL").bind(email).execute(connection).await?;
    Ok(true)
}
