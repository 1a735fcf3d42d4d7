//! Connected apps as rows, and back.

use askline_app::ports::{StoreResult, changes::Subject, oauth::AuditOfEnd};
use askline_domain::{
    identity::second_factor::assurance::Assurance,
    oauth::{
        MAX_APPS,
        connected_app::{ConnectedApp, NewApp},
    },
    shared::ids::AppId,
};
use jiff::Timestamp;

use crate::{
    metadata::changes::change::Change,
    sql::{
        Connection, Row,
        rows::{RowReader, json_text},
        skipping_locked, sql,
    },
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

/// Whether the person of a new app has as many in its organization as may be.
pub(super) async fn is_full(change: &mut Change, app: &ConnectedApp) -> StoreResult<bool> {
    let stored: i64 = sql("SELECT COUNT(*) FROM connected_apps WHERE org_id = $1 AND user_id = $2 AND expires_ms > $3")
        .bind(app.org_id)
        .bind(app.user_id)
        .bind(app.created_at)
        .value(change.connection())
        .await?;
    Ok(stored >= i64::from(MAX_APPS))
}

/// Removes the apps of the same person in the same organization that can get no tokens any more: their codes expired before they
/// were used, or the person's credentials changed. At most [`MAX_APPS`] exist.
pub(super) async fn remove_without_tokens(connection: &mut Connection, app: &ConnectedApp) -> StoreResult<()> {
    sql("DELETE FROM connected_apps WHERE org_id = $1 AND user_id = $2 AND (expires_ms <= $3 \
         OR (code_used_ms IS NULL AND code_expires_ms <= $3) \
         OR credential_version <> (SELECT credential_version FROM users WHERE users.id = $2))")
    .bind(app.org_id)
    .bind(app.user_id)
    .bind(app.created_at)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Removes an app with its tokens; returns whether it was there.
async fn delete(connection: &mut Connection, id: AppId) -> StoreResult<bool> {
    Ok(sql("DELETE FROM connected_apps WHERE id = $1").bind(id).execute(connection).await? > 0)
}

/// Removes an app with its tokens and notes it in the audit log; returns whether it was there.
pub(super) async fn end(
    change: &mut Change,
    app: &ConnectedApp,
    reason: &str,
    audit: AuditOfEnd<'_>,
) -> StoreResult<bool> {
    if !delete(change.connection(), app.id).await? {
        return Ok(false);
    }
    change.concerns(Subject::User(app.user_id));
    change.append_audit(audit(app, reason)).await?;
    Ok(true)
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
