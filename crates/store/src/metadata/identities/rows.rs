//! Linked identities as rows, and back.

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::linked_identity::LinkedIdentity,
    shared::ids::{LinkedIdentityId, UserId},
};

use crate::sql::{Connection, Row, rows::RowReader, sql};

pub(super) async fn select(
    connection: &mut Connection,
    issuer: &str,
    subject: &str,
) -> StoreResult<Option<LinkedIdentity>> {
    sql("SELECT * FROM linked_identities WHERE issuer = $1 AND subject = $2")
        .bind(issuer)
        .bind(subject)
        .optional(connection, read)
        .await
}

pub(super) async fn insert(connection: &mut Connection, identity: &LinkedIdentity) -> StoreResult<()> {
    sql("INSERT INTO linked_identities (id, user_id, provider, issuer, subject, email, created_ms, last_used_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
    .bind(identity.id)
    .bind(identity.user_id)
    .bind(&identity.provider)
    .bind(&identity.issuer)
    .bind(&identity.subject)
    .bind(&identity.email)
    .bind(identity.created_at)
    .bind(identity.last_used_at)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Whether an identity is linked to the account.
pub(in crate::metadata) async fn is_linked(
    connection: &mut Connection,
    user: UserId,
    id: LinkedIdentityId,
) -> StoreResult<bool> {
    let found = sql("SELECT 1 FROM linked_identities WHERE id = $1 AND user_id = $2").bind(id).bind(user);
    Ok(found.fetch_optional(connection).await?.is_some())
}

pub(super) async fn of_account(connection: &mut Connection, user: UserId) -> StoreResult<Vec<LinkedIdentity>> {
    sql("SELECT * FROM linked_identities WHERE user_id = $1 ORDER BY id").bind(user).all(connection, read).await
}

pub(super) fn read(row: &Row) -> StoreResult<LinkedIdentity> {
    let row = RowReader::new(row, "linked_identities", "id");
    Ok(LinkedIdentity {
        id: row.parsed("id")?,
        user_id: row.parsed("user_id")?,
        provider: row.text("provider")?,
        issuer: row.text("issuer")?,
        subject: row.text("subject")?,
        email: row.text("email")?,
        created_at: row.time("created_ms")?,
        last_used_at: row.time("last_used_ms")?,
    })
}
