//! Rows of API keys in a change of a use case.

use askline_app::ports::{StoreResult, change::KeyRows, changes::Subject};
use askline_domain::{
    keys::KeyRecord,
    shared::ids::{KeyId, OrgId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::rows::{insert, key_record, select};
use crate::{
    metadata::changes::change::Change,
    sql::{rows::json_text, sql},
};

#[async_trait]
impl KeyRows for Change {
    async fn key(&mut self, id: KeyId) -> StoreResult<Option<KeyRecord>> {
        select(self.connection(), id).await
    }

    async fn active_keys_of_chain(&mut self, chain: KeyId, at: Timestamp) -> StoreResult<Vec<KeyRecord>> {
        sql("SELECT * FROM api_keys WHERE (chain_id = $1 OR id = $1) \
             AND (revoked_ms IS NULL OR revoked_ms > $2) AND (expires_ms IS NULL OR expires_ms > $2) ORDER BY id")
        .bind(chain)
        .bind(at)
        .all(self.connection(), key_record)
        .await
    }

    async fn count_active_chains(&mut self, org: OrgId, at: Timestamp) -> StoreResult<u32> {
        let active: i64 = sql("SELECT COUNT(DISTINCT COALESCE(chain_id, id)) FROM api_keys WHERE org_id = $1 \
             AND (revoked_ms IS NULL OR revoked_ms > $2) AND (expires_ms IS NULL OR expires_ms > $2)")
        .bind(org)
        .bind(at)
        .value(self.connection())
        .await?;
        Ok(u32::try_from(active).unwrap_or(u32::MAX))
    }

    async fn insert_key(&mut self, key: &KeyRecord) -> StoreResult<()> {
        self.concerns(Subject::Key(key.id));
        insert(self.connection(), key).await
    }

    async fn replace_key(&mut self, key: &KeyRecord) -> StoreResult<()> {
        self.concerns(Subject::Key(key.id));
        sql("UPDATE api_keys SET expires_ms = $1, replaced_by_id = $2, revoked_ms = $3 WHERE id = $4")
            .bind(key.expires_at)
            .bind(key.replaced_by_id)
            .bind(key.revoked_at)
            .bind(key.id)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn replace_key_settings(&mut self, key: &KeyRecord) -> StoreResult<()> {
        self.concerns(Subject::Key(key.id));
        sql("UPDATE api_keys SET name = $1, scopes = $2, site_ids = $3, allowed_ips = $4, expires_ms = $5, \
             expiry_told_ms = CASE WHEN expires_ms = $5 THEN expiry_told_ms END WHERE id = $6")
        .bind(&key.name)
        .bind(json_text(&key.scopes)?)
        .bind(key.site_ids.listed().map(json_text).transpose()?)
        .bind(key.allowed_ips.as_ref().map(json_text).transpose()?)
        .bind(key.expires_at)
        .bind(key.id)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn mark_expiry_reported(&mut self, id: KeyId, at: Timestamp) -> StoreResult<Option<KeyRecord>> {
        sql("UPDATE api_keys SET expiry_told_ms = $1 WHERE id = $2 AND expires_ms > $1 \
             AND expiry_told_ms IS NULL AND revoked_ms IS NULL AND replaced_by_id IS NULL RETURNING *")
        .bind(at)
        .bind(id)
        .optional(self.connection(), key_record)
        .await
    }
}
