//! API keys. Only digests come here, never a plaintext.

use askline_domain::{
    audit::AuditDraft,
    identity::secret::SecretDigest,
    keys::{KeyCreator, KeyRecord, KeyStatus},
    mail::MailContent,
    ports::{
        StoreResult,
        changes::Subject,
        keys::{KeyCreation, KeyGrant, KeyRotation, KeyStore},
    },
    shared::{
        ids::{AuditId, Id as _, KeyId, OrgId, SiteId},
        paging::{Page, PageRequest},
    },
    webhooks::{EventName, message::Event},
};
use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::{Engine, MetadataStore, change::Change, made_on_day::Made, scope::Scope};
use crate::sql::{
    Connection, Dialects,
    rows::{Columns, RowReader, json_text, milliseconds, page_bound, page_rows},
    sql,
};

const TABLE: &str = "api_keys";
/// Uses noted in one transaction, so that other writers do not wait long.
const TOUCHES_AT_ONCE: usize = 1_000;

#[async_trait]
impl KeyStore for MetadataStore {
    async fn create_key(&self, key: &KeyRecord, most_active: u32, audit: AuditDraft) -> StoreResult<KeyCreation> {
        let mut change = self.begin([Scope::Organization(key.org_id)]).await?;
        let active: i64 = sql("SELECT COUNT(DISTINCT COALESCE(chain_id, id)) FROM api_keys WHERE org_id = $1 \
             AND (revoked_ms IS NULL OR revoked_ms > $2) AND (expires_ms IS NULL OR expires_ms > $2)")
        .bind(key.org_id.to_string())
        .bind(milliseconds(key.created_at))
        .value(change.connection())
        .await?;
        if active >= i64::from(most_active) {
            return Ok(KeyCreation::LimitReached);
        }
        if !change.count_made(key.org_id, Made::Key, key.created_at).await? {
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
        if let Engine::Sqlite(file) = &self.inner.engine {
            return file.key_by_digest(digest);
        }
        let found = sql("SELECT k.*, o.plan FROM api_keys k JOIN organizations o ON o.id = k.org_id \
             WHERE k.digest = $1 AND o.is_removed = 0")
        .bind(&digest.0[..])
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
        // The same order of precedence as `KeyRecord::status`.
        let text = match status {
            None => "SELECT * FROM api_keys WHERE org_id = $1 AND id < $2 AND $3 = $3 ORDER BY id DESC LIMIT $4",
            Some(KeyStatus::Active) => {
                "SELECT * FROM api_keys WHERE org_id = $1 AND id < $2 \
                 AND (revoked_ms IS NULL OR revoked_ms > $3) AND (expires_ms IS NULL OR expires_ms > $3) \
                 ORDER BY id DESC LIMIT $4"
            }
            Some(KeyStatus::Expired) => {
                "SELECT * FROM api_keys WHERE org_id = $1 AND id < $2 \
                 AND (revoked_ms IS NULL OR revoked_ms > $3) AND expires_ms <= $3 \
                 ORDER BY id DESC LIMIT $4"
            }
            Some(KeyStatus::Revoked) => {
                "SELECT * FROM api_keys WHERE org_id = $1 AND id < $2 AND revoked_ms <= $3 \
                 ORDER BY id DESC LIMIT $4"
            }
        };
        let rows = sql(text)
            .bind(org.to_string())
            .bind(page_bound::<KeyId>(page))
            .bind(milliseconds(now))
            .bind(page_rows(page))
            .fetch_all(&self.inner.read)
            .await?;
        let keys = rows.iter().map(key_record).collect::<StoreResult<_>>()?;
        Ok(Page::cut(keys, page.limit))
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
            .bind(milliseconds(at))
            .bind(id.to_string())
            .bind(org.to_string())
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
        if !change.count_made(new.org_id, Made::Key, now).await? {
            return Ok(KeyRotation::DayLimitReached);
        }
        let old_ends_at = replaced.expires_at.map_or(old_ends_at, |end| end.min(old_ends_at));
        let old_ends_at = askline_domain::shared::clock::whole_milliseconds(old_ends_at);
        let older = active_of_chain(change.connection(), replaced.chain_id, now).await?;
        let new = &KeyRecord { rotated_from_id: Some(old), chain_id: replaced.chain_id, ..new.clone() };
        insert(change.connection(), new).await?;
        tell_maker(&mut change, new).await?;
        sql("UPDATE api_keys SET expires_ms = $1, replaced_by_id = $2 WHERE id = $3")
            .bind(milliseconds(old_ends_at))
            .bind(new.id.to_string())
            .bind(old.to_string())
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
        let uses = latest_uses(uses);
        for uses in uses.chunks(TOUCHES_AT_ONCE) {
            // A list as one parameter, which each engine spells differently.
            let touching = sql(Dialects {
                sqlite: "UPDATE api_keys SET last_used_ms = used.value ->> 1 FROM json_each($1) AS used \
                         WHERE api_keys.id = used.value ->> 0 \
                         AND (last_used_ms IS NULL OR last_used_ms < used.value ->> 1)",
                postgres: "UPDATE api_keys SET last_used_ms = free.used_ms FROM (SELECT id, (used.value ->> 1)::bigint AS used_ms \
                           FROM jsonb_array_elements($1::jsonb) AS used (value) JOIN api_keys ON id = used.value ->> 0 \
                           FOR NO KEY UPDATE OF api_keys SKIP LOCKED) AS free \
                           WHERE api_keys.id = free.id AND (last_used_ms IS NULL OR last_used_ms < free.used_ms)",
            });
            self.write_without_notice(touching.bind(json_text(uses)?)).await?;
        }
        Ok(())
    }
}

/// The active keys of a chain, oldest first.
async fn active_of_chain(connection: &mut Connection, chain: KeyId, now: Timestamp) -> StoreResult<Vec<KeyRecord>> {
    let rows = sql("SELECT * FROM api_keys WHERE (chain_id = $1 OR id = $1) \
         AND (revoked_ms IS NULL OR revoked_ms > $2) AND (expires_ms IS NULL OR expires_ms > $2) ORDER BY id")
    .bind(chain.to_string())
    .bind(milliseconds(now))
    .fetch_all(connection)
    .await?;
    rows.iter().map(key_record).collect()
}

/// Revokes an active key, with its event and its own entry beside the one of the action.
async fn end(
    change: &mut Change,
    key: &mut KeyRecord,
    at: Timestamp,
    act: &AuditDraft,
    metadata: Value,
) -> StoreResult<()> {
    sql("UPDATE api_keys SET revoked_ms = $1 WHERE id = $2")
        .bind(milliseconds(at))
        .bind(key.id.to_string())
        .execute(change.connection())
        .await?;
    key.revoked_at = Some(at);
    change.concerns(Subject::Key(key.id));
    change.raise_event(&Event::of_key(EventName::KeyRevoked, key, at)).await?;
    let id = AuditId::new(at, &mut rand::rng());
    change.append_audit(act.beside(id, "key.revoked", vec![key.audit_target()], metadata)).await
}

/// The latest use of each, in a form that becomes a JSON list.
pub(super) fn latest_uses<I: askline_domain::shared::ids::Id>(uses: &[(I, Timestamp)]) -> Vec<(String, i64)> {
    let mut latest = std::collections::BTreeMap::new();
    for (id, at) in uses {
        let at = milliseconds(*at);
        latest.entry(*id).and_modify(|known: &mut i64| *known = at.max(*known)).or_insert(at);
    }
    latest.into_iter().map(|(id, at)| (id.to_string(), at)).collect()
}

/// Mails the member who made a key, in case someone else made it in their name.
async fn tell_maker(change: &mut Change, key: &KeyRecord) -> StoreResult<()> {
    let Some(maker) = &key.created_by else { return Ok(()) };
    let organization = sql("SELECT name FROM organizations WHERE id = $1").bind(key.org_id.to_string());
    let content = MailContent::KeyMade {
        organization: organization.value(change.connection()).await?,
        name: key.name.clone(),
        masked: key.masked.clone(),
    };
    change.tell(maker.id, content, key.created_at).await
}

async fn insert(connection: &mut Connection, key: &KeyRecord) -> StoreResult<()> {
    let creator = key.created_by.as_ref();
    sql("INSERT INTO api_keys (id, org_id, name, masked, digest, scopes, site_ids, allowed_ips, created_ms, \
         created_by_id, created_by_email, expires_ms, last_used_ms, chain_id, rotated_from_id, replaced_by_id, \
         revoked_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)")
    .bind(key.id.to_string())
    .bind(key.org_id.to_string())
    .bind(&key.name)
    .bind(&key.masked)
    .bind(&key.digest.0[..])
    .bind(json_text(&key.scopes)?)
    .bind(key.site_ids.listed().map(json_text).transpose()?)
    .bind(key.allowed_ips.as_ref().map(json_text).transpose()?)
    .bind(milliseconds(key.created_at))
    .bind(creator.map(|creator| creator.id.to_string()))
    .bind(creator.map(|creator| creator.email.as_str()))
    .bind(key.expires_at.map(milliseconds))
    .bind(key.last_used_at.map(milliseconds))
    .bind(key.chain_id.to_string())
    .bind(key.rotated_from_id.map(|id| id.to_string()))
    .bind(key.replaced_by_id.map(|id| id.to_string()))
    .bind(key.revoked_at.map(milliseconds))
    .execute(connection)
    .await
    .map(|_| ())
}

pub(super) async fn select(connection: &mut Connection, id: KeyId) -> StoreResult<Option<KeyRecord>> {
    let row = sql("SELECT * FROM api_keys WHERE id = $1").bind(id.to_string()).fetch_optional(connection).await?;
    row.as_ref().map(key_record).transpose()
}

/// Reads a key with the plan of its organization.
pub(crate) fn key_grant<C: Columns>(row: &C) -> StoreResult<KeyGrant> {
    let plan = RowReader::new(row, "organizations", "org_id").parsed("plan")?;
    Ok(KeyGrant { record: key_record(row)?, plan })
}

pub(super) fn key_record<C: Columns>(row: &C) -> StoreResult<KeyRecord> {
    let row = RowReader::new(row, TABLE, "id");
    let created_by = match row.optional_parsed("created_by_id")? {
        Some(id) => Some(KeyCreator { id, email: row.text("created_by_email")? }),
        None => None,
    };
    let id = row.parsed("id")?;
    Ok(KeyRecord {
        id,
        org_id: row.parsed("org_id")?,
        name: row.text("name")?,
        masked: row.text("masked")?,
        digest: row.digest("digest")?,
        scopes: row.json("scopes")?,
        site_ids: row.optional_json::<Vec<SiteId>>("site_ids")?.into(),
        allowed_ips: row.optional_json("allowed_ips")?,
        created_at: row.time("created_ms")?,
        created_by,
        expires_at: row.optional_time("expires_ms")?,
        last_used_at: row.optional_time("last_used_ms")?,
        chain_id: row.optional_parsed("chain_id")?.unwrap_or(id),
        rotated_from_id: row.optional_parsed("rotated_from_id")?,
        replaced_by_id: row.optional_parsed("replaced_by_id")?,
        revoked_at: row.optional_time("revoked_ms")?,
    })
}
