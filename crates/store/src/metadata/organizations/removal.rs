//! The end of an organization: everything in this database goes in one transaction. Events follow by `removed_sites`.

use askline_domain::{
    audit::GENESIS_HASH,
    ground::Ground,
    id::{OrgId, SiteId},
    ports::{RemovedOrganization, StoreResult, Subject},
};

use jiff::Timestamp;

use super::super::{change::Change, grounds};
use crate::sql::{rows::RowReader, sql};

/// What has no foreign key to the organization: its audit log may outlive nothing but what it tells of.
const AUDIT_LOG: [&str; 3] = [
    "DELETE FROM audit_targets WHERE org_id = $1",
    "DELETE FROM audit_entries WHERE org_id = $1",
    "DELETE FROM audit_chain_heads WHERE org_id = $1",
];

pub(super) async fn remove(
    mut change: Change,
    id: OrgId,
    grounds: &[Ground],
    now: Timestamp,
) -> StoreResult<Option<RemovedOrganization>> {
    let row = sql("SELECT o.id, COALESCE(h.entries, 0) AS entries, h.last_hash FROM organizations o \
         LEFT JOIN audit_chain_heads h ON h.org_id = o.id WHERE o.id = $1")
    .bind(id.to_string())
    .fetch_optional(change.connection())
    .await?;
    let Some(row) = row else { return Ok(None) };
    grounds::compare(change.connection(), id, grounds, now).await?;
    let row = RowReader::new(&row, "organizations", "id");
    let (entries, last_hash) = (row.number("entries")?, row.optional_text("last_hash")?);
    let sites: Vec<String> = sql("SELECT id FROM sites WHERE org_id = $1 ORDER BY id")
        .bind(id.to_string())
        .values(change.connection())
        .await?;
    // Members, keys, sites with all that hangs on them, credits, jobs, webhooks and records go by their foreign keys.
    for statement in ["DELETE FROM organizations WHERE id = $1"].into_iter().chain(AUDIT_LOG) {
        sql(statement).bind(id.to_string()).long().execute(change.connection()).await?;
    }
    change.concerns(Subject::Organization(id));
    change.commit().await?;
    let readable = |text: &String| text.parse::<SiteId>().ok();
    Ok(Some(RemovedOrganization {
        sites: sites.iter().filter_map(readable).collect(),
        audit_entries: entries,
        last_audit_hash: last_hash.unwrap_or_else(|| GENESIS_HASH.to_owned()),
    }))
}
