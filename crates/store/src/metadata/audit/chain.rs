//! The audit chain: each entry contains the hash of the previous one. So verification finds altered and missing
//! entries.
//!
//! An entry is appended in the transaction of the change that it records, or in its own if nothing was changed (a
//! failed sign-in), and never altered.

use askline_app::ports::{StoreResult, audit_log::ChainReport};
use askline_domain::{
    audit::{Actor, AuditDraft, AuditEntry, GENESIS_HASH},
    shared::ids::{AuditId, Id as _, OrgId},
};
use futures_util::TryStreamExt as _;

use crate::sql::{
    Connection, Pool, Row,
    rows::{RowReader, json_text},
    sql,
};

const TABLE: &str = "audit_entries";

/// The end of a chain: the number of its entries, and the hash of the last one.
struct Head {
    entries: i64,
    last_hash: String,
}

/// Seals `draft` after the last entry of its organization and stores it. If the organization was deleted, so was its
/// chain, and a late entry (such as a sign-in that failed a minute ago) does not start a new one.
pub(crate) async fn append(connection: &mut Connection, draft: AuditDraft) -> StoreResult<()> {
    if !is_there(&mut *connection, draft.org_id).await? {
        return Ok(());
    }
    let head = head(&mut *connection, draft.org_id).await?;
    let sequence = head.as_ref().map_or(0, |head| head.entries) + 1;
    let entry = draft.seal(head.as_ref().map_or(GENESIS_HASH, |head| &head.last_hash));
    insert(&mut *connection, sequence, &entry).await?;
    let org_id = entry.draft.org_id.to_string();
    for target in &entry.draft.targets {
        sql("INSERT INTO audit_targets (org_id, target_id, audit_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(&org_id)
            .bind(&target.id)
            .bind(entry.draft.id)
            .execute(&mut *connection)
            .await?;
    }
    sql("INSERT INTO audit_chain_heads (org_id, entries, last_hash) VALUES ($1, $2, $3) \
         ON CONFLICT (org_id) DO UPDATE SET entries = excluded.entries, last_hash = excluded.last_hash")
    .bind(&org_id)
    .bind(sequence)
    .bind(&entry.hash)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Verifies all chains from their beginnings, one entry at a time, except those of organizations that are being
/// removed.
pub(crate) async fn verify(pool: &Pool) -> StoreResult<Vec<ChainReport>> {
    let organizations =
        sql("SELECT org_id FROM (SELECT org_id FROM audit_chain_heads UNION SELECT org_id FROM audit_entries) chains \
             WHERE org_id NOT IN (SELECT id FROM organizations WHERE is_removed = 1) ORDER BY org_id")
        .fetch_all(pool)
        .await?;
    let mut reports = Vec::with_capacity(organizations.len());
    for row in &organizations {
        let org_id = RowReader::new(row, TABLE, "org_id").parsed("org_id")?;
        reports.push(verify_one(pool, org_id).await?);
    }
    Ok(reports)
}

/// Verifies an organization's chain from its beginning, one entry at a time.
pub(super) async fn verify_one(pool: &Pool, org_id: OrgId) -> StoreResult<ChainReport> {
    // One transaction, so that entries and head belong to the same state.
    let mut snapshot = pool.begin().await?;
    let head = head(&mut snapshot, org_id).await?;
    let mut report = ChainReport { org_id, entries: 0, broken_at: None, truncated: false };
    let mut last = Head { entries: 0, last_hash: GENESIS_HASH.to_owned() };
    {
        let mut rows =
            sql("SELECT * FROM audit_entries WHERE org_id = $1 ORDER BY sequence").bind(org_id).fetch(&mut snapshot)?;
        while let Some(row) = rows.try_next().await? {
            report.entries += 1;
            let columns = RowReader::new(&row, TABLE, "id");
            // An unreadable entry was altered, and is reported like any other altered entry.
            let intact = audit_entry(&row).is_ok_and(|entry| entry.follows(&last.last_hash));
            let sequence = columns.number("sequence").unwrap_or(0);
            if report.broken_at.is_none() && (!intact || sequence != last.entries + 1) {
                // An id that was made unreadable is reported as zeros.
                report.broken_at = Some(columns.parsed("id").unwrap_or_else(|_| AuditId::from_bits(0)));
            }
            last = Head { entries: sequence, last_hash: columns.text("hash").unwrap_or_default() };
        }
    }
    let expected = head.unwrap_or(Head { entries: 0, last_hash: GENESIS_HASH.to_owned() });
    // If an entry is broken, only the number of entries shows whether any is missing at the end: an altered last entry
    // may have another hash.
    report.truncated =
        expected.entries != last.entries || (report.broken_at.is_none() && expected.last_hash != last.last_hash);
    Ok(report)
}

async fn is_there(connection: &mut Connection, org_id: OrgId) -> StoreResult<bool> {
    let found = sql("SELECT 1 FROM organizations WHERE id = $1 AND is_removed = 0")
        .bind(org_id)
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}

async fn head(connection: &mut Connection, org_id: OrgId) -> StoreResult<Option<Head>> {
    sql("SELECT org_id, entries, last_hash FROM audit_chain_heads WHERE org_id = $1")
        .bind(org_id)
        .optional(connection, |row| {
            let row = RowReader::new(row, "audit_chain_heads", "org_id");
            Ok(Head { entries: row.number("entries")?, last_hash: row.text("last_hash")? })
        })
        .await
}

async fn insert(connection: &mut Connection, sequence: i64, entry: &AuditEntry) -> StoreResult<()> {
    let draft = &entry.draft;
    sql("INSERT INTO audit_entries (org_id, sequence, id, occurred_ms, action, actor_type, actor_id, actor_name, \
         via, targets, ip, user_agent, request_id, metadata, previous_hash, hash) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)")
    .bind(draft.org_id)
    .bind(sequence)
    .bind(draft.id)
    .bind(draft.occurred_at)
    .bind(&draft.action)
    .bind(draft.actor.kind.as_str())
    .bind(&draft.actor.id)
    .bind(&draft.actor.name)
    .bind(draft.actor.via.as_ref().map(json_text).transpose()?)
    .bind(json_text(&draft.targets)?)
    .bind(&draft.ip)
    .bind(&draft.user_agent)
    .bind(&draft.request_id)
    .bind(json_text(&draft.metadata)?)
    .bind(&entry.previous_hash)
    .bind(&entry.hash)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Reads a whole row of `audit_entries`.
pub(super) fn audit_entry(row: &Row) -> StoreResult<AuditEntry> {
    let row = RowReader::new(row, TABLE, "id");
    Ok(AuditEntry {
        draft: AuditDraft {
            id: row.parsed("id")?,
            org_id: row.parsed("org_id")?,
            occurred_at: row.time("occurred_ms")?,
            action: row.text("action")?,
            actor: Actor {
                kind: row.parsed("actor_type")?,
                id: row.text("actor_id")?,
                name: row.text("actor_name")?,
                via: row.optional_json("via")?,
            },
            targets: row.json("targets")?,
            ip: row.optional_text("ip")?,
            user_agent: row.optional_text("user_agent")?,
            request_id: row.optional_text("request_id")?,
            metadata: row.json("metadata")?,
            request: None,
            preconditions: Vec::new(),
        },
        previous_hash: row.text("previous_hash")?,
        hash: row.text("hash")?,
    })
}
