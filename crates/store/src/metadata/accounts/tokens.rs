//! Tokens of emailed links as rows, and the accounts that they open.

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::{
        secret::{Secret, SecretDigest},
        token::TokenPurpose,
        user::User,
    },
    mail::{PROOF_LASTS, RESET_LASTS, UNDO_LASTS},
    shared::ids::UserId,
};
use jiff::Timestamp;

use super::users::select_user;
use crate::sql::{Connection, rows::RowReader, sql};

const TABLE: &str = "account_tokens";

/// Stores a token that is sent to `email`.
pub(super) async fn insert(
    connection: &mut Connection,
    purpose: TokenPurpose,
    token: &Secret,
    owner: Option<UserId>,
    email: &str,
    at: Timestamp,
) -> StoreResult<()> {
    let lasts = match purpose {
        TokenPurpose::Reset => RESET_LASTS,
        TokenPurpose::Proof | TokenPurpose::SignUp => PROOF_LASTS,
        TokenPurpose::Undo => UNDO_LASTS,
    };
    sql("INSERT INTO account_tokens (digest, purpose, user_id, email, expires_ms) VALUES ($1, $2, $3, $4, $5)")
        .bind(token.digest())
        .bind(purpose.as_str())
        .bind(owner)
        .bind(email)
        .bind(at + lasts)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Returns the account of a valid token, and the address that the token was sent to; `None` if the account is locked. For a reset, this must still be
/// the account's verified address; for a proof, its address or the one that it requested.
pub(super) async fn opened_by(
    connection: &mut Connection,
    purpose: TokenPurpose,
    digest: SecretDigest,
    now: Timestamp,
) -> StoreResult<Option<(User, String)>> {
    let row = sql("SELECT user_id, email FROM account_tokens WHERE digest = $1 AND purpose = $2 AND expires_ms > $3 \
         AND user_id IS NOT NULL")
    .bind(digest)
    .bind(purpose.as_str())
    .bind(now)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let row = RowReader::new(&row, TABLE, "user_id");
    let (id, email) = (row.parsed("user_id")?, row.text("email")?);
    let found = select_user(connection, id).await?.filter(|user| user.locked_at.is_none());
    let Some(user) = found else { return Ok(None) };
    let is_own = user.email == email;
    let holds = match purpose {
        TokenPurpose::Reset => is_own && user.address.verified_at.is_some(),
        TokenPurpose::Proof => {
            let pending = user.address.pending.as_ref().filter(|pending| pending.until > now);
            is_own || pending.is_some_and(|pending| pending.email == email)
        }
        TokenPurpose::Undo => true,
        // It belongs to no account.
        TokenPurpose::SignUp => false,
    };
    Ok(holds.then_some((user, email)))
}
