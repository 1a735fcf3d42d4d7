//! Tokens of connected apps as rows, and the apps that they open.

use askline_app::ports::{StoreResult, oauth::AppGrant};
use askline_domain::{
    identity::secret::SecretDigest,
    oauth::connected_app::{AppToken, ConnectedApp, TokenKind},
};
use jiff::Timestamp;

use super::{
    connected_apps::{self, read_app},
    still_connected,
};
use crate::{
    metadata::accounts::{memberships::memberships_of, users::select_user},
    sql::{Connection, Row, rows::RowReader, skipping_locked, sql},
};

fn read_token(row: &Row) -> StoreResult<AppToken> {
    let row = RowReader::new(row, "oauth_tokens", "app_id");
    Ok(AppToken {
        digest: row.digest("digest")?,
        app_id: row.parsed("app_id")?,
        kind: row.parsed("kind")?,
        created_at: row.time("created_ms")?,
        expires_at: row.time("expires_ms")?,
        used_at: row.optional_time("used_ms")?,
    })
}

pub(super) async fn select(
    connection: &mut Connection,
    kind: TokenKind,
    digest: SecretDigest,
) -> StoreResult<Option<AppToken>> {
    sql("SELECT * FROM oauth_tokens WHERE digest = $1 AND kind = $2")
        .bind(digest)
        .bind(kind.as_str())
        .optional(connection, read_token)
        .await
}

/// The app of an access or refresh token.
pub(super) async fn app_of(connection: &mut Connection, digest: SecretDigest) -> StoreResult<Option<ConnectedApp>> {
    sql("SELECT a.* FROM connected_apps a JOIN oauth_tokens t ON t.app_id = a.id WHERE t.digest = $1")
        .bind(digest)
        .optional(connection, read_app)
        .await
}

/// The app of an access token, unless its person left the organization, was locked, or has other credentials by now.
pub(super) async fn grant(connection: &mut Connection, digest: SecretDigest) -> StoreResult<Option<AppGrant>> {
    let Some(token) = select(connection, TokenKind::Access, digest).await? else { return Ok(None) };
    let Some(app) = connected_apps::select(connection, token.app_id).await? else { return Ok(None) };
    if !still_connected::is_connected(connection, app.org_id, app.id).await? {
        return Ok(None);
    }
    let Some(user) = select_user(connection, app.user_id).await? else { return Ok(None) };
    let memberships = memberships_of(connection, app.user_id).await?;
    let membership = memberships.into_iter().find(|membership| membership.org_id == app.org_id);
    Ok(membership.map(|membership| AppGrant { app, token_expires_at: token.expires_at, user, membership }))
}

/// Removes tokens that expired, also those of apps that ended before.
pub(super) async fn remove_expired(connection: &mut Connection, now: Timestamp, most: u32) -> StoreResult<u64> {
    sql(skipping_locked!(
        removing "DELETE FROM oauth_tokens WHERE digest IN (SELECT digest FROM oauth_tokens WHERE expires_ms <= $1 LIMIT $2",
        ")"
    ))
    .bind(now)
    .bind(most)
    .execute(connection)
    .await
}
