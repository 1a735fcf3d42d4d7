//! Addresses that an account had and can still restore. No other account gets them in the meantime.

use askline_app::ports::StoreResult;
use askline_domain::{identity::token::TokenPurpose, shared::ids::UserId};
use jiff::Timestamp;

use crate::sql::{Connection, rows::milliseconds, sql};

/// Whether an address belongs to an account other than `own`: as its present one, or as one that it can still take
/// back. Otherwise the person who changed an account's address could keep it by a new account with the old one.
pub(in crate::metadata) async fn is_taken(
    connection: &mut Connection,
    email: &str,
    own: Option<UserId>,
    now: Timestamp,
) -> StoreResult<bool> {
    let found = sql("SELECT 1 FROM users WHERE email = $1 AND id <> $2 UNION ALL \
         SELECT 1 FROM account_tokens WHERE email = $1 AND user_id <> $2 AND purpose = $3 AND expires_ms > $4 LIMIT 1")
    .bind(email)
    .bind(own.map(|id| id.to_string()).unwrap_or_default())
    .bind(TokenPurpose::Undo.as_str())
    .bind(milliseconds(now))
    .fetch_optional(connection)
    .await?;
    Ok(found.is_some())
}

/// Ends the mailed links that give an account a former address back. The addresses are free again.
pub(in crate::metadata) async fn forget_all(connection: &mut Connection, user: UserId) -> StoreResult<()> {
    sql("DELETE FROM account_tokens WHERE user_id = $1 AND purpose = $2")
        .bind(user.to_string())
        .bind(TokenPurpose::Undo.as_str())
        .execute(connection)
        .await
        .map(|_| ())
}
