//! Accounts as rows, and back.

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::{
        address_state::{AddressState, PendingAddress},
        email_address::stored_forms,
        second_factor::assurance::FactorSet,
        user::{CredentialVersion, User},
    },
    shared::ids::UserId,
};

use crate::sql::{Connection, Row, rows::RowReader, sql};

pub(crate) async fn insert_user(connection: &mut Connection, user: &User) -> StoreResult<UserId> {
    sql("INSERT INTO users (id, email, name, created_ms, password_hash, email_verified_ms, language) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)")
    .bind(user.id)
    .bind(&user.email)
    .bind(&user.name)
    .bind(user.created_at)
    .bind(&user.password_hash)
    .bind(user.address.verified_at)
    .bind(user.address.language.map(|language| language.as_str()))
    .execute(connection)
    .await?;
    Ok(user.id)
}

pub(crate) async fn user_by_email(connection: &mut Connection, email: &str) -> StoreResult<Option<User>> {
    let [stored, former] = stored_forms(email);
    sql("SELECT * FROM users WHERE email IN ($1, $2) ORDER BY CASE WHEN email = $1 THEN 0 ELSE 1 END LIMIT 1")
        .bind(stored)
        .bind(former)
        .optional(connection, read_user)
        .await
}

pub(crate) async fn select_user(connection: &mut Connection, id: UserId) -> StoreResult<Option<User>> {
    sql("SELECT * FROM users WHERE id = $1").bind(id).optional(connection, read_user).await
}

pub(super) fn read_user(row: &Row) -> StoreResult<User> {
    let row = RowReader::new(row, "users", "id");
    Ok(User {
        id: row.parsed("id")?,
        email: row.text("email")?,
        name: row.text("name")?,
        created_at: row.time("created_ms")?,
        password_hash: row.optional_text("password_hash")?,
        address: address_state(&row)?,
        credential_version: CredentialVersion(row.number("credential_version")?),
        locked_at: row.optional_time("locked_ms")?,
        factors: FactorSet::from_bits(row.number("factors")?),
        wrong_codes: row.number("wrong_codes")?,
    })
}

fn address_state(row: &RowReader<'_, Row>) -> StoreResult<AddressState> {
    let pending = match row.optional_text("pending_email")? {
        Some(email) => Some(PendingAddress { email, until: row.time("pending_until_ms")? }),
        None => None,
    };
    Ok(AddressState {
        verified_at: row.optional_time("email_verified_ms")?,
        refused: row.optional_text("mail_refused")?,
        language: row.optional_parsed("language")?,
        pending,
    })
}
