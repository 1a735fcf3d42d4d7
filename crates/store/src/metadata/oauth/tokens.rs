//! Codes and tokens of connected apps.
//!
//! Each is used once, and one that is sent a second time ends its app.
//!
//! A refresh token follows from the used one by a keyed digest, so that a client that sends it twice at once gets the same
//! successor both times, and nothing readable is stored.

use askline_app::ports::{
    StoreResult,
    oauth::{AppGrant, AuditOfEnd, CodeUse, NewTokens, RefreshUse, TokenUse},
};
use askline_domain::{
    identity::{
        secret::{Secret, SecretDigest},
        token::next_refresh_token,
    },
    oauth::{
        ACCESS_LASTS, MAX_ACCESS_TOKENS, MAX_REFRESHES_A_DAY, REPEATABLE, connected_app::ConnectedApp, pkce::Challenge,
    },
    shared::ids::AppId,
};
use jiff::{SignedDuration, Timestamp};

use super::{
    clients,
    connected_apps::{self, end, read_app},
    still_connected,
};
use crate::{
    metadata::{
        MetadataStore,
        accounts::{memberships::memberships_of, users::select_user},
        changes::{change::Change, scope::Scope},
    },
    sql::{
        Connection, Row,
        rows::{RowReader, milliseconds_before},
        skipping_locked, sql,
    },
};

const ACCESS: &str = "access";
const REFRESH: &str = "refresh";

/// A token as it is stored.
struct StoredToken {
    app_id: AppId,
    expires_at: Timestamp,
    used_at: Option<Timestamp>,
}

fn read_token(row: &Row) -> StoreResult<StoredToken> {
    let row = RowReader::new(row, "oauth_tokens", "app_id");
    Ok(StoredToken {
        app_id: row.parsed("app_id")?,
        expires_at: row.time("expires_ms")?,
        used_at: row.optional_time("used_ms")?,
    })
}

async fn token(connection: &mut Connection, digest: SecretDigest, kind: &str) -> StoreResult<Option<StoredToken>> {
    sql("SELECT * FROM oauth_tokens WHERE digest = $1 AND kind = $2")
        .bind(digest)
        .bind(kind)
        .optional(connection, read_token)
        .await
}

/// The app of an access or refresh token.
pub(super) async fn app_of(store: &MetadataStore, digest: SecretDigest) -> StoreResult<Option<ConnectedApp>> {
    let mut connection = store.inner.read.acquire().await?;
    sql("SELECT a.* FROM connected_apps a JOIN oauth_tokens t ON t.app_id = a.id WHERE t.digest = $1")
        .bind(digest)
        .optional(&mut connection, read_app)
        .await
}

/// The app of an access token, unless its person left the organization, was locked, or has other credentials by now.
pub(super) async fn grant(connection: &mut Connection, digest: SecretDigest) -> StoreResult<Option<AppGrant>> {
    let Some(token) = token(connection, digest, ACCESS).await? else { return Ok(None) };
    let Some(app) = connected_apps::select(connection, token.app_id).await? else { return Ok(None) };
    if !still_connected::is_connected(connection, app.org_id, app.id).await? {
        return Ok(None);
    }
    let Some(user) = select_user(connection, app.user_id).await? else { return Ok(None) };
    let memberships = memberships_of(connection, app.user_id).await?;
    let membership = memberships.into_iter().find(|membership| membership.org_id == app.org_id);
    Ok(membership.map(|membership| AppGrant { app, token_expires_at: token.expires_at, user, membership }))
}

/// Uses a code, which must be the client's own and unused.
pub(super) async fn use_code(
    store: &MetadataStore,
    sent: CodeUse<'_>,
    tokens: &NewTokens,
    audit: AuditOfEnd<'_>,
) -> StoreResult<TokenUse> {
    let by_code = "SELECT * FROM connected_apps WHERE code_digest = $1";
    let known = {
        let mut connection = store.inner.read.acquire().await?;
        sql(by_code).bind(sent.code).optional(&mut connection, read_app).await?
    };
    let Some(known) = known else { return Ok(TokenUse::Refused) };
    let mut change = begin(store, &known).await?;
    let row = sql(by_code).bind(sent.code).fetch_optional(change.connection()).await?;
    let Some(row) = row else { return Ok(TokenUse::Refused) };
    let (app, row) = (read_app(&row)?, RowReader::new(&row, "connected_apps", "id"));
    if row.optional_time("code_used_ms")?.is_some() {
        return used_before(change, &app, "the code came twice", audit).await;
    }
    let challenge = Challenge::read(&row.text("code_challenge")?).ok_or_else(|| row.corrupt("code_challenge"))?;
    let is_right = app.client_id == sent.client_id
        && app.resource == sent.resource
        && sent.redirect_uri == Some(row.text("code_redirect_uri")?.as_str())
        && row.time("code_expires_ms")? > sent.at
        && challenge.is_of(sent.verifier);
    if !is_right || !still_connected::is_connected(change.connection(), app.org_id, app.id).await? {
        return Ok(TokenUse::Refused);
    }
    let connection = change.connection();
    sql("UPDATE connected_apps SET code_used_ms = $1 WHERE id = $2")
        .bind(sent.at)
        .bind(app.id)
        .execute(&mut *connection)
        .await?;
    clients::note_use(connection, &app.client_id).await?;
    insert(connection, &app, ACCESS, &tokens.access, sent.at).await?;
    insert(connection, &app, REFRESH, &tokens.refresh, sent.at).await?;
    change.commit_without_notice().await?;
    Ok(TokenUse::Done(Box::new(app), tokens.refresh.clone()))
}

/// Uses a refresh token of a client.
pub(super) async fn refresh(
    store: &MetadataStore,
    sent: RefreshUse<'_>,
    access: &Secret,
    audit: AuditOfEnd<'_>,
) -> StoreResult<TokenUse> {
    let RefreshUse { token: used, client_id, resource, at } = sent;
    let is_for = |app: &ConnectedApp| app.client_id == client_id && app.resource == resource;
    let Some(known) = app_of(store, used.digest()).await?.filter(is_for) else {
        return Ok(TokenUse::Refused);
    };
    let mut change = begin(store, &known).await?;
    let Some(stored) = token(change.connection(), used.digest(), REFRESH).await? else {
        return Ok(TokenUse::Refused);
    };
    let id = known.id.to_string();
    let next = next_refresh_token(change.inner().sealing.digest(true, &["oauth refresh token", used.expose(), &id])?);
    match stored.used_at {
        Some(first) if at.duration_since(first) > REPEATABLE => {
            return used_before(change, &known, "a refresh token came again", audit).await;
        }
        _ if stored.expires_at <= at => return Ok(TokenUse::Refused),
        _ if !still_connected::is_connected(change.connection(), known.org_id, known.id).await? => {
            return Ok(TokenUse::Refused);
        }
        Some(_) => {}
        None if refreshes_of_a_day(change.connection(), known.id, at).await? >= i64::from(MAX_REFRESHES_A_DAY) => {
            return used_before(change, &known, "its tokens were renewed too often", audit).await;
        }
        None => {
            let connection = change.connection();
            sql("UPDATE oauth_tokens SET used_ms = $1 WHERE digest = $2")
                .bind(at)
                .bind(used.digest())
                .execute(&mut *connection)
                .await?;
            insert(connection, &known, REFRESH, &next, at).await?;
        }
    }
    insert(change.connection(), &known, ACCESS, access, at).await?;
    remove_old_access(change.connection(), known.id).await?;
    change.commit_without_notice().await?;
    Ok(TokenUse::Done(Box::new(known), next))
}

async fn begin(store: &MetadataStore, app: &ConnectedApp) -> StoreResult<Change> {
    store.begin([Scope::User(app.user_id), Scope::Organization(app.org_id)]).await
}

async fn used_before(
    mut change: Change,
    app: &ConnectedApp,
    reason: &str,
    audit: AuditOfEnd<'_>,
) -> StoreResult<TokenUse> {
    end(&mut change, app, reason, audit).await?;
    change.commit().await?;
    Ok(TokenUse::UsedBefore)
}

/// Stores a token. An access token ends with its app at the latest, a refresh token with its app.
async fn insert(
    connection: &mut Connection,
    app: &ConnectedApp,
    kind: &str,
    token: &Secret,
    at: Timestamp,
) -> StoreResult<()> {
    let expires_at = if kind == ACCESS { app.expires_at.min(at + ACCESS_LASTS) } else { app.expires_at };
    sql("INSERT INTO oauth_tokens (digest, app_id, kind, created_ms, expires_ms) VALUES ($1, $2, $3, $4, $5)")
        .bind(token.digest())
        .bind(app.id)
        .bind(kind)
        .bind(at)
        .bind(expires_at)
        .execute(connection)
        .await
        .map(|_| ())
}

/// How many refresh tokens an app got within the last day.
async fn refreshes_of_a_day(connection: &mut Connection, app: AppId, at: Timestamp) -> StoreResult<i64> {
    sql("SELECT COUNT(*) FROM oauth_tokens WHERE app_id = $1 AND kind = $2 AND created_ms > $3")
        .bind(app)
        .bind(REFRESH)
        .bind(milliseconds_before(at, SignedDuration::from_hours(24)))
        .value(connection)
        .await
}

/// Removes the oldest access tokens of an app beyond [`MAX_ACCESS_TOKENS`].
async fn remove_old_access(connection: &mut Connection, app: AppId) -> StoreResult<()> {
    sql("DELETE FROM oauth_tokens WHERE app_id = $1 AND kind = $2 AND created_ms < (SELECT MIN(created_ms) FROM \
         (SELECT created_ms FROM oauth_tokens WHERE app_id = $1 AND kind = $2 ORDER BY created_ms DESC LIMIT $3) kept)")
    .bind(app)
    .bind(ACCESS)
    .bind(MAX_ACCESS_TOKENS)
    .execute(connection)
    .await
    .map(|_| ())
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
