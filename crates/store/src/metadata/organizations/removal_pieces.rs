//! Removes the rows of deleted sites and organizations in limited pieces.
//!
//! Each piece is a separate transaction, so that no other write waits for long.
//!
//! Deleting only marks an organization or a site, and every lookup skips marked ones. A removal that is interrupted is
//! continued after a restart, since the marks are stored in the rows.

use askline_app::ports::StoreResult;
use askline_domain::shared::ids::{OrgId, SiteId};

use crate::{
    metadata::{MetadataStore, changes::scope::Scope},
    sql::{Connection, rows::RowReader, sql},
};

/// A statement that removes at most `$2` rows of one table that belong to `$1`, and the cost of removing one row
/// relative to a small row: it depends on the row's size, and on the rows that are deleted with it through their
/// foreign keys.
type Step = (u32, &'static str);

/// The minimum budget of a piece: more than the cost of any single row.
const MIN_COST: u32 = 100;
/// The cost of a site's row, including the statements that look up its dependent rows.
const SITE_COST: u32 = 25;

macro_rules! rows_of {
    ($table:literal, $key:literal, $owner:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE (",
            $key,
            ") IN (SELECT ",
            $key,
            " FROM ",
            $table,
            " WHERE ",
            $owner,
            " = $1 LIMIT $2)"
        )
    };
}

/// The rows of a site. Tables without a step have few rows per site, which are deleted with the site's row.
const OF_SITE: [Step; 9] = [
    (1, rows_of!("offered_ids", "site_id, id", "site_id")),
    (1, rows_of!("generated_questions", "site_id, question_id", "site_id")),
    (2, rows_of!("proposed_rules", "id", "site_id")),
    (2, rows_of!("rules", "id", "site_id")),
    (2, rows_of!("prompts", "id", "site_id")),
    (20, rows_of!("site_configs", "site_id, version", "site_id")),
    (20, rows_of!("citations", "id", "site_id")),
    (
        2,
        "DELETE FROM monitor_runs WHERE id IN (SELECT r.id FROM monitors m JOIN monitor_runs r ON r.monitor_id = m.id \
         WHERE m.site_id = $1 LIMIT $2)",
    ),
    (10, rows_of!("monitors", "id", "site_id")),
];

/// The rows of an organization other than its sites: first those that give access, then those that would still run.
const OF_ORGANIZATION: [Step; 11] = [
    (1, rows_of!("memberships", "org_id, user_id", "org_id")),
    (1, rows_of!("api_keys", "id", "org_id")),
    (2, rows_of!("jobs", "id", "org_id")),
    (
        10,
        "DELETE FROM webhook_deliveries WHERE id IN (SELECT d.id FROM webhooks w \
         JOIN webhook_deliveries d ON d.webhook_id = w.id WHERE w.org_id = $1 LIMIT $2)",
    ),
    (5, rows_of!("webhooks", "id", "org_id")),
    (1, rows_of!("pending_members", "org_id, user_id", "org_id")),
    (20, rows_of!("idempotency_records", "ticket", "org_id")),
    (1, rows_of!("credit_reservations", "org_id, reference_type, reference_id", "org_id")),
    (1, rows_of!("credit_ledger", "id", "org_id")),
    // The log has no foreign key to its organization.
    (1, rows_of!("audit_targets", "org_id, target_id, audit_id", "org_id")),
    (1, rows_of!("audit_entries", "org_id, sequence", "org_id")),
];

/// Removes rows of one deleted site or organization, at a cost of about `most` small rows; returns whether there was
/// one.
pub(super) async fn remove_piece(store: &MetadataStore, most: u32) -> StoreResult<bool> {
    let next = sql("SELECT org_id, id AS site_id FROM sites WHERE is_removed = 1 \
         UNION ALL SELECT id, NULL FROM organizations WHERE is_removed = 1 LIMIT 1");
    let Some(next) = next.fetch_optional(&store.inner.read).await? else { return Ok(false) };
    let next = RowReader::new(&next, "sites", "org_id");
    let org = next.parsed("org_id")?;
    let mut change = store.begin([Scope::Organization(org)]).await?;
    let left = most.max(MIN_COST);
    match next.optional_parsed("site_id")? {
        Some(site) => remove_of_site(change.connection(), site, left).await.map(drop)?,
        None => remove_of_organization(change.connection(), org, left).await?,
    }
    // All caches were notified when it was marked.
    change.commit_without_notice().await?;
    Ok(true)
}

async fn remove_of_organization(connection: &mut Connection, org: OrgId, most: u32) -> StoreResult<()> {
    let mut left = remove_rows(connection, &OF_ORGANIZATION, &org.to_string(), most).await?;
    while left > 0 {
        let site = sql("SELECT id FROM sites WHERE org_id = $1 ORDER BY id LIMIT 1").bind(org);
        let Some(row) = site.fetch_optional(&mut *connection).await? else {
            for statement in
                ["DELETE FROM audit_chain_heads WHERE org_id = $1", "DELETE FROM organizations WHERE id = $1"]
            {
                sql(statement).bind(org).execute(&mut *connection).await?;
            }
            return Ok(());
        };
        let site = RowReader::new(&row, "sites", "id").parsed("id")?;
        left = remove_of_site(connection, site, left).await?;
    }
    Ok(())
}

/// Removes the rows of a site and then the site; returns how much of `most` is left, 0 if the site may still exist.
async fn remove_of_site(connection: &mut Connection, site: SiteId, most: u32) -> StoreResult<u32> {
    let left = remove_rows(&mut *connection, &OF_SITE, &site.to_string(), most).await?;
    if left > 0 {
        sql("DELETE FROM sites WHERE id = $1").bind(site).execute(connection).await?;
    }
    Ok(left.saturating_sub(SITE_COST))
}

/// Removes rows with these steps in order; returns how much of `most` is left, 0 if rows may still exist.
async fn remove_rows(connection: &mut Connection, steps: &[Step], owner: &str, most: u32) -> StoreResult<u32> {
    let mut left = most;
    for (cost, statement) in steps {
        let rows = left / cost;
        if rows == 0 {
            return Ok(0);
        }
        let removed = sql(*statement).bind(owner).bind(rows).execute(&mut *connection).await?;
        if removed >= u64::from(rows) {
            return Ok(0);
        }
        left -= u32::try_from(removed).unwrap_or(rows) * cost;
    }
    Ok(left)
}
