//! Connected apps as rows, and back.

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::{second_factor::assurance::Assurance, secret::SecretDigest},
    oauth::{
        connected_app::{ConnectedApp, NewApp, StoredCode},
        pkce::Challenge,
    },
    shared::ids::AppId,
};
use jiff::Timestamp;

use crate::sql::{
    Connection, Row,
    rows::{RowReader, json_text},
    skipping_locked, sql,
};

const TABLE: &str = "connected_apps";

pub(super) async fn insert(connection: &mut Connection, new: &NewApp) -> StoreResult<()> {
    let (app, code) = (&new.app, &new.code);
    sql("INSERT INTO connected_apps (id, org_id, user_id, client_id, client_name, destination, scopes, site_ids, \
         resource, credential_version, code_digest, code_expires_ms, code_challenge, code_redirect_uri, created_ms, \
         expires_ms, assurance) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)")
    .bind(app.id)
    .bind(app.org_id)
    .bind(app.user_id)
    .bind(&app.client_id)
    .bind(&app.client_name)
    .bind(&app.destination)
    .bind(json_text(&app.scopes)?)
    .bind(app.sites.listed().map(json_text).transpose()?)
    .bind(&app.resource)
    .bind(i64::from(new.credential_version.0))
    .bind(code.digest)
    .bind(code.expires_at)
    .bind(code.challenge.as_str())
    .bind(code.redirect_uri.as_str())
    .bind(app.created_at)
    .bind(app.expires_at)
    .bind(app.assurance.bits())
    .execute(connection)
    .await
    .map(|_| ())
}

pub(super) async fn select(connection: &mut Connection, id: AppId) -> StoreResult<Option<ConnectedApp>> {
    sql("SELECT * FROM connected_apps WHERE id = $1").bind(id).optional(connection, read_app).await
}

pub(super) fn read_app(row: &Row) -> StoreResult<ConnectedApp> {
    let row = RowReader::new(row, TABLE, "id");
    Ok(ConnectedApp {
        id: row.parsed("id")?,
        org_id: row.parsed("org_id")?,
        user_id: row.parsed("user_id")?,
        client_id: row.text("client_id")?,
        client_name: row.text("client_name")?,
        destination: row.text("destination")?,
        scopes: row.json("scopes")?,
        sites: row.optional_json::<Vec<_>>("site_ids")?.into(),
        resource: row.text("resource")?,
        created_at: row.time("created_ms")?,
        expires_at: row.time("expires_ms")?,
        last_used_at: row.optional_time("last_used_ms")?,
        assurance: Assurance::from_bits(row.number("assurance")?),
    })
}

/// The app of a code, and the code.
pub(super) async fn of_code(
    connection: &mut Connection,
    code: SecretDigest,
) -> StoreResult<Option<(ConnectedApp, StoredCode)>> {
    sql("SELECT * FROM connected_apps WHERE code_digest = $1")
        .bind(code)
        .optional(connection, |row| Ok((read_app(row)?, read_code(row)?)))
        .await
}

fn read_code(row: &Row) -> StoreResult<StoredCode> {
    let row = RowReader::new(row, TABLE, "id");
    Ok(StoredCode {
        expires_at: row.time("code_expires_ms")?,
        challenge: Challenge::read(&row.text("code_challenge")?).ok_or_else(|| row.corrupt("code_challenge"))?,
        redirect_uri: row.text("code_redirect_uri")?,
        used_at: row.optional_time("code_used_ms")?,
    })
}

/// Removes apps that expired.
pub(super) async fn remove_expired(connection: &mut Connection, now: Timestamp, most: u32) -> StoreResult<u64> {
    sql(skipping_locked!(
        removing "DELETE FROM connected_apps WHERE id IN (SELECT id FROM connected_apps WHERE expires_ms <= $1 LIMIT $2",
        ")"
    ))
    .bind(now)
    .bind(most)
    .execute(connection)
    .await
}
