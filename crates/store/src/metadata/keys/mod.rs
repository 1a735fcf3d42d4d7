//! API keys. Plaintext keys never get here, only their digests.

pub(super) mod latest_uses;
pub(crate) mod rows;

use askline_app::ports::{
    StoreResult,
    changes::Subject,
    keys::{KeyCreation, KeyGrant, KeyRotation, KeyStore},
};
use askline_domain::{
    audit::AuditDraft,
    identity::secret::SecretDigest,
    keys::{KeyRecord, KeyStatus},
    mail::MailContent,
    shared::{
        ids::{AuditId, Id as _, KeyId, OrgId, UserId},
        paging::{Page, PageRequest},
    },
    webhooks::{EventName, message::Event},
};
use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::{Value, json};

use self::{
    latest_uses::touching,
    rows::{insert, key_grant, key_record, select},
};
use super::{
    Engine, MetadataStore,
    changes::{change::Change, scope::Scope},
    organizations::made_on_day::Made,
};
use crate::sql::{Connection, rows::page_bound, sql};

/// When a key ends, as in the index `api_keys_by_end`: an expression on other terms does not use it.
macro_rules! end_of_key {
    () => {
        "(CASE WHEN COALESCE(revoked_ms, 9223372036854775807) < COALESCE(expires_ms, 9223372036854775807) \
          THEN COALESCE(revoked_ms, 9223372036854775807) ELSE COALESCE(expires_ms, 9223372036854775807) END)"
    };
}

/// A page of these keys, newest first, with what the statement needs before them.
macro_rules! select_keys {
    ($first:expr, $keys:expr) => {
        concat!($first, "SELECT api_keys.* FROM ", $keys, " AND id < $2 ORDER BY id DESC LIMIT $4")
    };
}

#[async_trait]
impl KeyStore for MetadataStore {
    async fn create_key(&self, key: &KeyRecord, most_active: u32, audit: AuditDraft) -> StoreResult<KeyCreation> {
        let maker = key.created_by.as_ref().map(|maker| Scope::User(maker.id));
        let mut change = self.begin([Scope::Organization(key.org_id)].into_iter().chain(maker)).await?;
        let active: i64 = sql("SELECT COUNT(DISTINCT COALESCE(chain_id, id)) FROM api_keys WHERE org_id = $1 \
             AND (revoked_ms IS NULL OR revoked_ms > $2) AND (expires_ms IS NULL OR expires_ms > $2)")
        .bind(key.org_id)
        .bind(key.created_at)
        .value(change.connection())
        .await?;
        if active >= i64::from(most_active) {
            return Ok(KeyCreation::LimitReached);
        }
        if !change.count_made(key.org_id, Made::KEY, key.created_at).await? {
            return Ok(KeyCreation::DayLimitReached);
        }
        insert(change.connection(), key).await?;
        change.raise_event(&Event::of_key(EventName::KeyCreated, key, key.created_at)).await?;
        tell_maker(&mut change, key).await?;
        change.concerns(Subject::Key(key.id));
        change.commit_with(audit).await?;
        Ok(KeyCreation::Created)
    }

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

    async fn revoke_key(
        &self,
        org: OrgId,
        id: KeyId,
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<Option<KeyRecord>> {
        let mut change = self.begin([Scope::Organization(org)]).await?;
        let revoked = sql("UPDATE api_keys SET revoked_ms = $1 WHERE id = $2 AND org_id = $3 AND revoked_ms IS NULL")
            .bind(at)
            .bind(id)
            .bind(org)
            .execute(change.connection())
            .await?;
        let key = select(change.connection(), id).await?.filter(|key| key.org_id == org);
        if revoked > 0 {
            if let Some(key) = &key {
                change.raise_event(&Event::of_key(EventName::KeyRevoked, key, at)).await?;
            }
            change.concerns(Subject::Key(id));
            change.commit_with(audit).await?;
        }
        Ok(key)
    }

    async fn revoke_chain(&self, id: KeyId, at: Timestamp, audit: AuditDraft) -> StoreResult<Vec<KeyRecord>> {
        let mut change = self.begin([Scope::of(&audit)]).await?;
        let named = select(change.connection(), id).await?.filter(|key| key.status(at) == KeyStatus::Active);
        let Some(named) = named else { return Ok(Vec::new()) };
        let mut keys = active_of_chain(change.connection(), named.chain_id, at).await?;
        for key in &mut keys {
            end(&mut change, key, at, &audit, audit.metadata.clone()).await?;
        }
        change.commit().await?;
        Ok(keys)
    }

    async fn rotate_key(
        &self,
        old: KeyId,
        new: &KeyRecord,
        old_ends_at: Timestamp,
        now: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<KeyRotation> {
        let mut change = self.begin([Scope::Organization(new.org_id)]).await?;
        let Some(mut replaced) = select(change.connection(), old).await?.filter(|key| key.org_id == new.org_id) else {
            return Ok(KeyRotation::Missing);
        };
        let status = replaced.status(now);
        if status != KeyStatus::Active || replaced.replaced_by_id.is_some() {
            return Ok(KeyRotation::NotRotatable(status));
        }
        if !change.count_made(new.org_id, Made::KEY, now).await? {
            return Ok(KeyRotation::DayLimitReached);
        }
        let old_ends_at = replaced.expires_at.map_or(old_ends_at, |end| end.min(old_ends_at));
        let old_ends_at = askline_domain::shared::clock::whole_milliseconds(old_ends_at);
        let older = active_of_chain(change.connection(), replaced.chain_id, now).await?;
        let new = &KeyRecord { rotated_from_id: Some(old), chain_id: replaced.chain_id, ..new.clone() };
        insert(change.connection(), new).await?;
        tell_maker(&mut change, new).await?;
        sql("UPDATE api_keys SET expires_ms = $1, replaced_by_id = $2 WHERE id = $3")
            .bind(old_ends_at)
            .bind(new.id)
            .bind(old)
            .execute(change.connection())
            .await?;
        replaced.expires_at = Some(old_ends_at);
        replaced.replaced_by_id = Some(new.id);
        change.raise_event(&Event::of_rotation(new, &replaced, now)).await?;
        change.append_audit(audit.clone()).await?;
        for mut key in older.into_iter().filter(|key| key.id != old) {
            end(&mut change, &mut key, now, &audit, json!({ "reason": "rotated again" })).await?;
        }
        change.concerns(Subject::Key(old));
        change.concerns(Subject::Key(new.id));
        change.commit().await?;
        Ok(KeyRotation::Rotated(Box::new(replaced)))
    }

    async fn touch_keys(&self, uses: &[(KeyId, Timestamp)]) -> StoreResult<()> {
        self.record_uses(touching!("api_keys"), uses).await
    }
}

/// Returns the active keys of a chain, oldest first.
async fn active_of_chain(connection: &mut Connection, chain: KeyId, now: Timestamp) -> StoreResult<Vec<KeyRecord>> {
    sql("SELECT * FROM api_keys WHERE (chain_id = $1 OR id = $1) \
         AND (revoked_ms IS NULL OR revoked_ms > $2) AND (expires_ms IS NULL OR expires_ms > $2) ORDER BY id")
    .bind(chain)
    .bind(now)
    .all(connection, key_record)
    .await
}

/// Revokes an active key, with its event and a separate audit entry that resembles `act`.
async fn end(
    change: &mut Change,
    key: &mut KeyRecord,
    at: Timestamp,
    act: &AuditDraft,
    metadata: Value,
) -> StoreResult<()> {
    sql("UPDATE api_keys SET revoked_ms = $1 WHERE id = $2").bind(at).bind(key.id).execute(change.connection()).await?;
    key.revoked_at = Some(at);
    change.concerns(Subject::Key(key.id));
    change.raise_event(&Event::of_key(EventName::KeyRevoked, key, at)).await?;
    let id = AuditId::new(at, &mut rand::rng());
    change.append_audit(act.beside(id, "key.revoked", vec![key.audit_target()], metadata)).await
}

/// Emails the member who created a key, in case someone else created it in their name.
async fn tell_maker(change: &mut Change, key: &KeyRecord) -> StoreResult<()> {
    let Some(maker) = &key.created_by else { return Ok(()) };
    let organization = sql("SELECT name FROM organizations WHERE id = $1").bind(key.org_id);
    let content = MailContent::KeyMade {
        org_id: key.org_id,
        organization: organization.value(change.connection()).await?,
        name: key.name.clone(),
        masked: key.masked.clone(),
    };
    change.tell(maker.id, content, key.created_at).await
}
