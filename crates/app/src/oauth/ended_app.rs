//! Ends connected apps, with an entry in the audit log of their organization.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    identity::{grounds::SessionGround, secret::SecretDigest},
    oauth::connected_app::ConnectedApp,
    shared::ids::{AppId, OrgId},
};
use serde_json::json;

use crate::ports::{
    StoreResult,
    change::{Change, Scope},
    oauth::OAuthStore,
};

/// What a change of an app locks.
pub(super) fn scopes_of(app: &ConnectedApp) -> [Scope<'static>; 2] {
    [Scope::User(app.user_id), Scope::Organization(app.org_id)]
}

/// Ends an app of the session's account; returns whether it was connected.
pub async fn end_own_app(
    store: &dyn OAuthStore,
    ground: SessionGround,
    id: AppId,
    context: &AuditContext,
) -> StoreResult<bool> {
    match store.app(id).await?.filter(|app| app.user_id == ground.user) {
        Some(app) => end(store, &app, Some(ground), "ended by its person", context).await,
        None => Ok(false),
    }
}

/// Ends an app of an organization; returns whether it was connected.
pub async fn end_app(store: &dyn OAuthStore, org: OrgId, id: AppId, context: &AuditContext) -> StoreResult<bool> {
    match store.app(id).await?.filter(|app| app.org_id == org) {
        Some(app) => end(store, &app, None, "ended by an admin", context).await,
        None => Ok(false),
    }
}

/// Ends the app of an access or refresh token of this client; returns whether there was one.
pub async fn revoke_token(
    store: &dyn OAuthStore,
    token: SecretDigest,
    client_id: &str,
    context: &AuditContext,
) -> StoreResult<bool> {
    match store.app_of_token(token).await?.filter(|app| app.client_id == client_id) {
        Some(app) => end(store, &app, None, "revoked by the client", context).await,
        None => Ok(false),
    }
}

/// Ends an app as it was read before; returns whether it was still connected.
async fn end(
    store: &dyn OAuthStore,
    app: &ConnectedApp,
    ground: Option<SessionGround>,
    reason: &str,
    context: &AuditContext,
) -> StoreResult<bool> {
    let mut change = store.begin(&scopes_of(app)).await?;
    if let Some(ground) = ground {
        change.compare_session(ground).await?;
    }
    if !change.delete_app(app).await? {
        return Ok(false);
    }
    change.audit(entry(app, reason, context)).await?;
    change.commit().await?;
    Ok(true)
}

/// Ends an app whose code or token came again, so that someone else may have it.
pub(super) async fn end_used_before(
    mut change: Box<dyn Change>,
    app: &ConnectedApp,
    reason: &str,
    context: &AuditContext,
) -> StoreResult<()> {
    if change.delete_app(app).await? {
        change.audit(entry(app, reason, context)).await?;
    }
    change.commit().await
}

fn entry(app: &ConnectedApp, reason: &str, context: &AuditContext) -> AuditDraft {
    context.entry(app.org_id, "oauth.ended", vec![app.audit_target()], json!({ "reason": reason }))
}
