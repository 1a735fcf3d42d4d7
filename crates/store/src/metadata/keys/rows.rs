//! API keys as rows, and back.

use askline_app::ports::{StoreResult, keys::KeyGrant};
use askline_domain::{
    keys::{KeyCreator, KeyRecord},
    shared::ids::{KeyId, OrgId, SiteId},
};

use crate::sql::{
    Connection,
    rows::{Columns, RowReader, json_text},
    sql,
};

const TABLE: &str = "api_keys";

pub(crate) async fn insert(connection: &mut Connection, key: &KeyRecord) -> StoreResult<()> {
    let creator = key.created_by.as_ref();
    sql("INSERT INTO api_keys (id, org_id, name, masked, digest, scopes, site_ids, allowed_ips, created_ms, \
         created_by_id, created_by_email, expires_ms, last_used_ms, chain_id, rotated_from_id, replaced_by_id, \
         revoked_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)")
    .bind(key.id)
    .bind(key.org_id)
    .bind(&key.name)
    .bind(&key.masked)
    .bind(key.digest)
    .bind(json_text(&key.scopes)?)
    .bind(key.site_ids.listed().map(json_text).transpose()?)
    .bind(key.allowed_ips.as_ref().map(json_text).transpose()?)
    .bind(key.created_at)
    .bind(creator.map(|creator| creator.id.to_string()))
    .bind(creator.map(|creator| creator.email.as_str()))
    .bind(key.expires_at)
    .bind(key.last_used_at)
    .bind(key.chain_id)
    .bind(key.rotated_from_id)
    .bind(key.replaced_by_id)
    .bind(key.revoked_at)
    .execute(connection)
    .await
    .map(|_| ())
}

pub(crate) async fn select(connection: &mut Connection, id: KeyId) -> StoreResult<Option<KeyRecord>> {
    sql("SELECT * FROM api_keys WHERE id = $1").bind(id).optional(connection, key_record).await
}

/// Reads the id of a key, after that of its organization.
pub(crate) fn key_of_organization<C: Columns>(row: &C) -> StoreResult<(OrgId, KeyId)> {
    let row = RowReader::new(row, TABLE, "id");
    Ok((row.parsed("org_id")?, row.parsed("id")?))
}

/// Reads a key with the plan of its organization.
pub(crate) fn key_grant<C: Columns>(row: &C) -> StoreResult<KeyGrant> {
    let plan = RowReader::new(row, "organizations", "org_id").parsed("plan")?;
    Ok(KeyGrant { record: key_record(row)?, plan })
}

pub(crate) fn key_record<C: Columns>(row: &C) -> StoreResult<KeyRecord> {
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
