//! Identities of sign-in providers that are linked to accounts, and sign-ins that are under way.

mod flows;
mod in_change;
pub(super) mod rows;

use askline_app::ports::{
    StoreResult,
    identity::identities::{Flow, IdentityStore},
};
use askline_domain::{
    identity::{linked_identity::LinkedIdentity, secret::SecretDigest},
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::MetadataStore;
use crate::sql::sql;

#[async_trait]
impl IdentityStore for MetadataStore {
    async fn identity(&self, issuer: &str, subject: &str) -> StoreResult<Option<LinkedIdentity>> {
        let mut connection = self.inner.read.acquire().await?;
        rows::select(&mut connection, issuer, subject).await
    }

    async fn identities_of(&self, user: UserId) -> StoreResult<Vec<LinkedIdentity>> {
        let mut connection = self.inner.read.acquire().await?;
        rows::of_account(&mut connection, user).await
    }

    async fn begin_flow(&self, flow: &Flow, at: Timestamp) -> StoreResult<()> {
        let mut change = self.begin([]).await?;
        flows::remove_ended(change.connection(), flow, at).await?;
        flows::insert(change.connection(), flow).await?;
        change.commit_without_notice().await
    }

    async fn flow(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<Flow>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT * FROM sign_in_flows WHERE digest = $1 AND expires_ms > $2")
            .bind(digest)
            .bind(now)
            .optional(&mut connection, flows::read)
            .await
    }

    async fn end_flow(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<Flow>> {
        let mut change = self.begin([]).await?;
        let ended = sql("DELETE FROM sign_in_flows WHERE digest = $1 AND proven IS NULL RETURNING *")
            .bind(digest)
            .optional(change.connection(), flows::read)
            .await?;
        change.commit_without_notice().await?;
        Ok(ended.filter(|flow| flow.expires_at > now))
    }
}
