//! Addresses that an account had and can still restore. No other account can use them in the meantime.

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::{email_address::stored_forms, token::TokenPurpose},
    shared::ids::UserId,
};
use jiff::Timestamp;

use crate::sql::{Connection, sql};

/// Whether an address belongs to an account other than `own`: as its current address, or as a former one that it can
/// still restore. Otherwise, a person who changed another account's address could prevent its return by creating an
/// account with the old address.
pub(in crate::metadata) async fn is_taken(
    connection: &mut Connection,
    email: &str,
    own: Option<UserId>,
    now: Timestamp,
) -> StoreResult<bool> {
    let [stored, former] = stored_forms(email);
    let found = sql("SELECT 1 FROM users WHERE email IN ($1, $5) AND id <> $2 UNION ALL \
         SELECT 1 FROM account_tokens WHERE email IN ($1, $5) AND user_id <> $2 AND purpose = $3 AND expires_ms > $4 \
         LIMIT 1")
    .bind(stored)
    .bind(own.map(|id| id.to_string()).unwrap_or_default())
    .bind(TokenPurpose::Undo.as_str())
    .bind(now)
    .bind(former)
    .fetch_optional(connection)
    .await?;
    Ok(found.is_some())
}
