//! OAuth: clients, connected apps, and their codes and tokens as digests.

mod clients;
mod connected_apps;
mod in_change;
pub(in crate::metadata) mod still_connected;
mod tokens;

use askline_app::ports::{
    StoreResult,
    oauth::{AppGrant, OAuthStore, StoredClient},
};
use askline_domain::{
    identity::{
        secret::{Secret, SecretDigest},
        token::next_refresh_token,
    },
    oauth::{client::Client, connected_app::ConnectedApp},
    shared::{
        ids::{AppId, OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{MetadataStore, changes::scope::Scope, keys::latest_uses::touching};
use crate::sql::{
    rows::{RowReader, page_bound},
    sql,
};

use connected_apps::read_app;

/// The maximum number of clients, of apps and of tokens that one transaction removes.
const MAX_REMOVED_AT_ONCE: u32 = 300;

#[async_trait]
impl OAuthStore for MetadataStore {
    async fn client(&self, id: &str) -> StoreResult<Option<StoredClient>> {
        let mut connection = self.inner.read.acquire().await?;
        clients::select(&mut connection, id).await
    }

    async fn register_client(&self, client: &Client, at: Timestamp) -> StoreResult<()> {
        let mut change = self.begin([Scope::OAuthClients]).await?;
        clients::insert_registered(change.connection(), client, at).await?;
        change.commit_without_notice().await
    }

    async fn keep_client_document(&self, client: &Client, at: Timestamp) -> StoreResult<()> {
        let mut change = self.begin([Scope::OAuthClients]).await?;
        clients::keep_document(change.connection(), client, at).await?;
        change.commit_without_notice().await
    }

    async fn note_early_read(&self, id: &str, at: Timestamp) -> StoreResult<bool> {
        let mut change = self.begin([Scope::OAuthClients]).await?;
        if !clients::note_early_read(change.connection(), id, at).await? {
            return Ok(false);
        }
        change.commit_without_notice().await?;
        Ok(true)
    }

    async fn app(&self, id: AppId) -> StoreResult<Option<ConnectedApp>> {
        let mut connection = self.inner.read.acquire().await?;
        connected_apps::select(&mut connection, id).await
    }

    async fn app_of_code(&self, code: SecretDigest) -> StoreResult<Option<ConnectedApp>> {
        let mut connection = self.inner.read.acquire().await?;
        Ok(connected_apps::of_code(&mut connection, code).await?.map(|(app, _)| app))
    }

    async fn app_of_token(&self, token: SecretDigest) -> StoreResult<Option<ConnectedApp>> {
        let mut connection = self.inner.read.acquire().await?;
        tokens::app_of(&mut connection, token).await
    }

    async fn next_refresh_token(&self, used: &Secret, app: AppId) -> StoreResult<Secret> {
        let digest = self.inner.sealing.digest(true, &["oauth refresh token", used.expose(), &app.to_string()])?;
        Ok(next_refresh_token(digest))
    }

    async fn app_by_token(&self, digest: SecretDigest) -> StoreResult<Option<AppGrant>> {
        // One transaction, so that token, person and membership are consistent.
        let mut snapshot = self.inner.read.begin().await?;
        tokens::grant(&mut snapshot, digest).await
    }

    async fn apps_of(&self, user: UserId, now: Timestamp, page: PageRequest) -> StoreResult<Page<ConnectedApp>> {
        sql(
            "SELECT a.* FROM connected_apps a JOIN users u ON u.id = a.user_id JOIN organizations o ON o.id = a.org_id \
             WHERE a.user_id = $1 AND a.id < $2 AND a.expires_ms > $3 AND a.code_used_ms IS NOT NULL \
             AND a.credential_version = u.credential_version AND o.is_removed = 0 ORDER BY a.id DESC LIMIT $4",
        )
        .bind(user)
        .bind(page_bound::<AppId>(page))
        .bind(now)
        .page(&self.inner.read, page, read_app)
        .await
    }

    async fn apps_in(
        &self,
        org: OrgId,
        now: Timestamp,
        page: PageRequest,
    ) -> StoreResult<Page<(ConnectedApp, String)>> {
        sql("SELECT a.*, u.email FROM connected_apps a JOIN users u ON u.id = a.user_id \
             WHERE a.org_id = $1 AND a.id < $2 AND a.expires_ms > $3 AND a.code_used_ms IS NOT NULL \
             AND a.credential_version = u.credential_version ORDER BY a.id DESC LIMIT $4")
        .bind(org)
        .bind(page_bound::<AppId>(page))
        .bind(now)
        .page(&self.inner.read, page, |row| Ok((read_app(row)?, RowReader::new(row, "users", "id").text("email")?)))
        .await
    }

    async fn touch_apps(&self, uses: &[(AppId, Timestamp)]) -> StoreResult<()> {
        self.record_uses(touching!("connected_apps"), uses).await
    }

    async fn remove_ended_apps(&self, now: Timestamp) -> StoreResult<u64> {
        let mut all = 0;
        loop {
            let mut change = self.begin([]).await?;
            let removed = [
                connected_apps::remove_expired(change.connection(), now, MAX_REMOVED_AT_ONCE).await?,
                clients::note_idle(change.connection(), now, MAX_REMOVED_AT_ONCE).await?,
                clients::remove_idle(change.connection(), now, MAX_REMOVED_AT_ONCE).await?,
                tokens::remove_expired(change.connection(), now, MAX_REMOVED_AT_ONCE).await?,
            ];
            let count: u64 = removed.iter().sum();
            if count > 0 {
                change.commit_without_notice().await?;
            }
            all += count;
            if removed.iter().all(|&count| count < u64::from(MAX_REMOVED_AT_ONCE)) {
                return Ok(all);
            }
        }
    }
}
