//! Rows of connected apps in a change of a use case.

use askline_app::ports::{StoreResult, change::AppRows, changes::Subject};
use askline_domain::{
    identity::secret::SecretDigest,
    oauth::connected_app::{AppToken, ConnectedApp, NewApp, StoredCode, TokenKind},
    shared::ids::AppId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{clients, connected_apps, still_connected, tokens};
use crate::{metadata::changes::change::Change, sql::sql};

#[async_trait]
impl AppRows for Change {
    async fn remove_apps_without_tokens(&mut self, new: &ConnectedApp) -> StoreResult<()> {
        sql("DELETE FROM connected_apps WHERE org_id = $1 AND user_id = $2 AND (expires_ms <= $3 \
             OR (code_used_ms IS NULL AND code_expires_ms <= $3) \
             OR credential_version <> (SELECT credential_version FROM users WHERE users.id = $2))")
        .bind(new.org_id)
        .bind(new.user_id)
        .bind(new.created_at)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn count_apps_beside(&mut self, new: &ConnectedApp) -> StoreResult<u32> {
        let count: i64 =
            sql("SELECT COUNT(*) FROM connected_apps WHERE org_id = $1 AND user_id = $2 AND expires_ms > $3")
                .bind(new.org_id)
                .bind(new.user_id)
                .bind(new.created_at)
                .value(self.connection())
                .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn insert_app(&mut self, new: &NewApp) -> StoreResult<()> {
        self.concerns(Subject::User(new.app.user_id));
        connected_apps::insert(self.connection(), new).await?;
        clients::note_app(self.connection(), &new.app.client_id).await
    }

    async fn app_of_code(&mut self, code: SecretDigest) -> StoreResult<Option<(ConnectedApp, StoredCode)>> {
        connected_apps::of_code(self.connection(), code).await
    }

    async fn is_connected(&mut self, app: &ConnectedApp) -> StoreResult<bool> {
        still_connected::is_connected(self.connection(), app.org_id, app.id).await
    }

    async fn put_code_used(&mut self, app: &ConnectedApp, at: Timestamp) -> StoreResult<()> {
        let putting = sql("UPDATE connected_apps SET code_used_ms = $1 WHERE id = $2").bind(at).bind(app.id);
        putting.execute(self.connection()).await?;
        clients::note_use(self.connection(), &app.client_id).await
    }

    async fn app_token(&mut self, kind: TokenKind, digest: SecretDigest) -> StoreResult<Option<AppToken>> {
        tokens::select(self.connection(), kind, digest).await
    }

    async fn insert_app_token(&mut self, token: &AppToken) -> StoreResult<()> {
        sql("INSERT INTO oauth_tokens (digest, app_id, kind, created_ms, expires_ms) VALUES ($1, $2, $3, $4, $5)")
            .bind(token.digest)
            .bind(token.app_id)
            .bind(token.kind.as_str())
            .bind(token.created_at)
            .bind(token.expires_at)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn put_token_used(&mut self, digest: SecretDigest, at: Timestamp) -> StoreResult<()> {
        let putting = sql("UPDATE oauth_tokens SET used_ms = $1 WHERE digest = $2").bind(at).bind(digest);
        putting.execute(self.connection()).await.map(|_| ())
    }

    async fn count_refresh_tokens(&mut self, app: AppId, since: Timestamp) -> StoreResult<u32> {
        let count: i64 = sql("SELECT COUNT(*) FROM oauth_tokens WHERE app_id = $1 AND kind = $2 AND created_ms > $3")
            .bind(app)
            .bind(TokenKind::Refresh.as_str())
            .bind(since)
            .value(self.connection())
            .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn keep_access_tokens(&mut self, app: AppId, most: u32) -> StoreResult<()> {
        sql("DELETE FROM oauth_tokens WHERE app_id = $1 AND kind = $2 AND created_ms < (SELECT MIN(created_ms) FROM \
             (SELECT created_ms FROM oauth_tokens WHERE app_id = $1 AND kind = $2 ORDER BY created_ms DESC LIMIT $3) kept)")
        .bind(app)
        .bind(TokenKind::Access.as_str())
        .bind(most)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn delete_app(&mut self, app: &ConnectedApp) -> StoreResult<bool> {
        self.concerns(Subject::User(app.user_id));
        let deleting = sql("DELETE FROM connected_apps WHERE id = $1").bind(app.id);
        Ok(deleting.execute(self.connection()).await? > 0)
    }
}
