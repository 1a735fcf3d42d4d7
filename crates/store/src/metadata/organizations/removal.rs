//! Deletes an organization: it is marked, and invisible immediately. Its rows are removed later in pieces, and its
//! events through `removed_sites`.

use askline_app::ports::{StoreResult, changes::Subject, organizations::RemovedOrganization};
use askline_domain::{audit::GENESIS_HASH, organizations::preconditions::Precondition, shared::ids::OrgId};

use jiff::Timestamp;

use crate::{
    metadata::changes::{change::Change, preconditions},
    sql::{rows::RowReader, sql},
};

pub(super) async fn remove(
    mut change: Change,
    id: OrgId,
    preconditions: &[Precondition],
    now: Timestamp,
) -> StoreResult<Option<RemovedOrganization>> {
    let row = sql("SELECT o.id, COALESCE(h.entries, 0) AS entries, h.last_hash FROM organizations o \
         LEFT JOIN audit_chain_heads h ON h.org_id = o.id WHERE o.id = $1 AND o.is_removed = 0")
    .bind(id)
    .fetch_optional(change.connection())
    .await?;
    let Some(row) = row else { return Ok(None) };
    preconditions::compare(change.connection(), id, preconditions, now).await?;
    let row = RowReader::new(&row, "organizations", "id");
    let (entries, last_hash) = (row.number("entries")?, row.optional_text("last_hash")?);
    let sites: i64 = sql("SELECT COUNT(*) FROM sites WHERE org_id = $1 AND is_removed = 0")
        .bind(id)
        .value(change.connection())
        .await?;
    // No slug contains an underscore, so an id never equals one: the slug is immediately available to others.
    sql("UPDATE organizations SET is_removed = 1, slug = id, name = '' WHERE id = $1")
        .bind(id)
        .execute(change.connection())
        .await?;
    change.concerns(Subject::Organization(id));
    change.commit().await?;
    Ok(Some(RemovedOrganization {
        sites: sites.unsigned_abs(),
        audit_entries: entries,
        last_audit_hash: last_hash.unwrap_or_else(|| GENESIS_HASH.to_owned()),
    }))
}
