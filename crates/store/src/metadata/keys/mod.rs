//! API keys. Plaintext keys never get here, only their digests.

mod in_change;
pub(super) mod latest_uses;
pub(crate) mod rows;

use askline_app::ports::{
    StoreResult,
    keys::{KeyGrant, KeyStore},
};
use askline_domain::{
    identity::secret::SecretDigest,
    keys::{KeyRecord, KeyStatus},
    shared::{
        ids::{KeyId, OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use self::{
    latest_uses::touching,
    rows::{key_grant, key_of_organization, key_record, select},
};
use super::{Engine, MetadataStore};
use crate::sql::{rows::page_bound, sql};

/// When a key ends, as in the index `api_keys_by_end`: an expression on other terms does not use it.
macro_rules! end_of_key {
    () => {
        "(CASE WHEN COALESCE(revoked_ms, 9223372036854775807) < COALESCE(expires_ms, 9223372036854775807) \
          THEN COALESCE(revoked_ms, 9223372036854775807) ELSE COALESCE(expires_ms, 9223372036854775807) END)"
    };
}

pub(in crate::metadata) use end_of_key;

/// A page of these keys, newest first, with what the statement needs before them.
macro_rules! select_keys {
    ($first:expr, $keys:expr) => {
        concat!($first, "SELECT api_keys.* FROM ", $keys, " AND id < $2 ORDER BY id DESC LIMIT $4")
    };
}

#[async_trait]
impl KeyStore for MetadataStore {
    async fn key_by_digest(&self, digest: SecretDigest) -> StoreResult<Option<KeyGrant>> {
        if let Engine::Sqlite(keys, _) = &self.inner.engine {
            return keys.by_digest(digest);
        }
        let found = sql("SELECT k.*, o.plan FROM api_keys k JOIN organizations o ON o.id = k.org_id \
             WHERE k.digest = $1 AND o.is_removed = 0")
        .bind(digest)
        .fetch_optional(&self.inner.read)
        .await?;
        found.as_ref().map(key_grant).transpose()
    }

    async fn key(&self, org: OrgId, id: KeyId) -> StoreResult<Option<KeyRecord>> {
        let mut connection = self.inner.read.acquire().await?;
        Ok(select(&mut connection, id).await?.filter(|key| key.org_id == org))
    }

    async fn organization_of_key(&self, id: KeyId) -> StoreResult<Option<OrgId>> {
        let mut connection = self.inner.read.acquire().await?;
        Ok(select(&mut connection, id).await?.map(|key| key.org_id))
    }

    async fn keys(
        &self,
        org: OrgId,
        status: Option<KeyStatus>,
        now: Timestamp,
        page: PageRequest,
    ) -> StoreResult<Page<KeyRecord>> {
        // The same precedence as in `KeyRecord::status`. Each filter has an index (migration `filtered_lists`), with the same
        // condition.
        let text = match status {
            None => select_keys!("", "api_keys WHERE org_id = $1 AND $3 = $3"),
            // The plan bounds how many there are. Without `MATERIALIZED` SQLite would read all keys in the order of their ids.
            Some(KeyStatus::Active) => select_keys!(
                concat!(
                    "WITH active AS MATERIALIZED (SELECT id AS active_id FROM api_keys WHERE org_id = $1 AND ",
                    end_of_key!(),
                    " > $3) "
                ),
                "active CROSS JOIN api_keys WHERE id = active_id"
            ),
            Some(KeyStatus::Expired) => select_keys!(
                "",
                "api_keys WHERE org_id = $1 AND expires_ms IS NOT NULL AND (revoked_ms IS NULL OR revoked_ms > expires_ms) \
                 AND (revoked_ms IS NULL OR revoked_ms > $3) AND expires_ms <= $3"
            ),
            Some(KeyStatus::Revoked) => {
                select_keys!("", "api_keys WHERE org_id = $1 AND revoked_ms IS NOT NULL AND revoked_ms <= $3")
            }
        };
        sql(text).bind(org).bind(page_bound::<KeyId>(page)).bind(now).page(&self.inner.read, page, key_record).await
    }

    async fn active_keys_made_by(
        &self,
        maker: UserId,
        org: Option<OrgId>,
        now: Timestamp,
        most: u32,
    ) -> StoreResult<Vec<KeyRecord>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT k.* FROM api_keys k JOIN organizations o ON o.id = k.org_id \
             WHERE k.created_by_id = $1 AND k.revoked_ms IS NULL AND (k.expires_ms IS NULL OR k.expires_ms > $2) \
             AND (CAST($3 AS TEXT) IS NULL OR k.org_id = $3) AND o.is_removed = 0 ORDER BY k.id DESC LIMIT $4")
        .bind(maker)
        .bind(now)
        .bind(org)
        .bind(most)
        .all(&mut connection, key_record)
        .await
    }

    async fn expiring_keys(&self, now: Timestamp, until: Timestamp, most: u32) -> StoreResult<Vec<(OrgId, KeyId)>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT id, org_id FROM api_keys WHERE expires_ms > $1 AND expires_ms <= $2 AND expiry_told_ms IS NULL \
             AND revoked_ms IS NULL AND replaced_by_id IS NULL ORDER BY expires_ms LIMIT $3")
        .bind(now)
        .bind(until)
        .bind(most)
        .all(&mut connection, key_of_organization)
        .await
    }

    async fn touch_keys(&self, uses: &[(KeyId, Timestamp)]) -> StoreResult<()> {
        self.record_uses(touching!("api_keys"), uses).await
    }
}
