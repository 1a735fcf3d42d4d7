//! Removes the rows of deleted organizations, sites, monitors, webhooks and channels in limited pieces.
//!
//! Each piece is a separate transaction, so that no other write waits for long.
//!
//! Deleting only marks them, and every lookup skips marked ones. A removal that is interrupted is continued after a
//! restart, since the marks are stored in the rows.

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

/// Removes at most `$2` of the sums of what answers cite. The addresses or runs that they belong to are selected by the condition.
macro_rules! sums_of {
    ($parents:literal, $join:literal, $owner:literal) => {
        concat!(
            "DELETE FROM cited_address_sums WHERE (address_id, engine, slot_ms, run_id, reading_version) IN (",
            "SELECT s.address_id, s.engine, s.slot_ms, s.run_id, s.reading_version FROM ",
            $parents,
            " p JOIN cited_address_sums s ON s.",
            $join,
            " = p.id WHERE p.",
            $owner,
            " = $1 LIMIT $2)"
        )
    };
}

/// The rows of a monitor. Tables without a step have few rows per monitor, which are deleted with the monitor's row.
const OF_MONITOR: [Step; 4] = [
    (1, rows_of!("citation_changes", "id", "monitor_id")),
    (20, rows_of!("citations", "id", "monitor_id")),
    (2, sums_of!("monitor_runs", "run_id", "monitor_id")),
    // With its sums of answers: one for each engine, as a rule.
    (10, rows_of!("monitor_runs", "id", "monitor_id")),
];

/// The rows of a webhook.
const OF_WEBHOOK: [Step; 1] = [(10, rows_of!("webhook_deliveries", "id", "webhook_id"))];

/// The rows of a channel.
const OF_CHANNEL: [Step; 1] = [(2, rows_of!("channel_messages", "id", "channel_id"))];

/// The rows of a site. Tables without a step have few rows per site, which are deleted with the site's row.
const OF_SITE: [Step; 20] = [
    (20, rows_of!("page_texts", "site_id, path, read_ms", "site_id")),
    (1, rows_of!("page_text_pages", "site_id, path", "site_id")),
    (1, rows_of!("annotations", "id", "site_id")),
    (1, rows_of!("citation_changes", "id", "site_id")),
    (1, rows_of!("change_evidence", "site_id, rate", "site_id")),
    (1, rows_of!("offered_ids", "site_id, id", "site_id")),
    (1, rows_of!("generated_questions", "site_id, question_id", "site_id")),
    (2, rows_of!("proposed_rules", "id", "site_id")),
    (2, rows_of!("rules", "id", "site_id")),
    (1, rows_of!("log_sources", "id", "site_id")),
    (
        1,
        "DELETE FROM shared_link_sessions WHERE digest IN (SELECT t.digest FROM shared_links l \
         JOIN shared_link_sessions t ON t.link_id = l.id WHERE l.site_id = $1 LIMIT $2)",
    ),
    (2, rows_of!("shared_links", "id", "site_id")),
    (2, rows_of!("prompts", "id", "site_id")),
    (20, rows_of!("site_configs", "site_id, version", "site_id")),
    (20, rows_of!("citations", "id", "site_id")),
    (2, sums_of!("cited_addresses", "address_id", "site_id")),
    (1, rows_of!("cited_addresses", "id", "site_id")),
    (1, rows_of!("answer_sums", "site_id, slot_ms, run_id, engine, reading_version", "site_id")),
    (
        2,
        "DELETE FROM monitor_runs WHERE id IN (SELECT r.id FROM monitors m JOIN monitor_runs r ON r.monitor_id = m.id \
         WHERE m.site_id = $1 LIMIT $2)",
    ),
    (10, rows_of!("monitors", "id", "site_id")),
];

/// The rows of an organization other than its sites: first those that give access, then those that would still run.
const OF_ORGANIZATION: [Step; 21] = [
    (
        1,
        "DELETE FROM oauth_tokens WHERE digest IN (SELECT t.digest FROM connected_apps a \
         JOIN oauth_tokens t ON t.app_id = a.id WHERE a.org_id = $1 LIMIT $2)",
    ),
    (1, rows_of!("connected_apps", "id", "org_id")),
    (1, rows_of!("memberships", "org_id, user_id", "org_id")),
    (1, rows_of!("identity_joins", "issuer, subject, org_id", "org_id")),
    (1, rows_of!("api_keys", "id", "org_id")),
    (1, rows_of!("key_requests", "id", "org_id")),
    (1, rows_of!("key_uses", "key_id, day, route, method, status", "org_id")),
    // With its tokens, of which it has two as a rule.
    (5, rows_of!("service_accounts", "id", "org_id")),
    (2, rows_of!("jobs", "id", "org_id")),
    (
        10,
        "DELETE FROM webhook_deliveries WHERE id IN (SELECT d.id FROM webhooks w \
         JOIN webhook_deliveries d ON d.webhook_id = w.id WHERE w.org_id = $1 LIMIT $2)",
    ),
    (5, rows_of!("webhooks", "id", "org_id")),
    (
        2,
        "DELETE FROM channel_messages WHERE id IN (SELECT m.id FROM notification_channels c \
         JOIN channel_messages m ON m.channel_id = c.id WHERE c.org_id = $1 LIMIT $2)",
    ),
    (5, rows_of!("notification_channels", "id", "org_id")),
    // With its reports and the emails that wait for it.
    (5, rows_of!("report_recipients", "id", "org_id")),
    (5, rows_of!("webhook_events", "org_id, sequence", "org_id")),
    (1, rows_of!("pending_members", "org_id, user_id", "org_id")),
    (20, rows_of!("idempotency_records", "ticket", "org_id")),
    (1, rows_of!("credit_reservations", "org_id, reference_type, reference_id", "org_id")),
    (1, rows_of!("credit_ledger", "id", "org_id")),
    // The log has no foreign key to its organization.
    (1, rows_of!("audit_targets", "org_id, target_id, audit_id", "org_id")),
    (1, rows_of!("audit_entries", "org_id, sequence", "org_id")),
];

/// What was deleted, with its organization.
const REMOVED: &str = "SELECT m.id, 'monitor' AS kind, s.org_id FROM monitors m JOIN sites s ON s.id = m.site_id \
     WHERE m.is_removed = 1 \
     UNION ALL SELECT id, 'webhook', org_id FROM webhooks WHERE is_removed = 1 \
     UNION ALL SELECT id, 'channel', org_id FROM notification_channels WHERE is_removed = 1 \
     UNION ALL SELECT id, 'site', org_id FROM sites WHERE is_removed = 1 \
     UNION ALL SELECT id, 'organization', id FROM organizations WHERE is_removed = 1 LIMIT 1";

/// Removes rows of something that was deleted, at a cost of about `most` small rows; returns whether there was something.
pub(super) async fn remove_piece(store: &MetadataStore, most: u32) -> StoreResult<bool> {
    let Some(next) = sql(REMOVED).fetch_optional(&store.inner.read).await? else { return Ok(false) };
    let next = RowReader::new(&next, "sites", "id");
    let org = next.parsed("org_id")?;
    let mut change = store.begin([Scope::Organization(org)]).await?;
    let (left, id) = (most.max(MIN_COST), next.text("id")?);
    let connection = change.connection();
    match next.text("kind")?.as_str() {
        "monitor" => remove_with_rows(connection, &OF_MONITOR, "DELETE FROM monitors WHERE id = $1", &id, left).await?,
        "webhook" => remove_with_rows(connection, &OF_WEBHOOK, "DELETE FROM webhooks WHERE id = $1", &id, left).await?,
        "channel" => {
            const LAST: &str = "DELETE FROM notification_channels WHERE id = $1";
            remove_with_rows(connection, &OF_CHANNEL, LAST, &id, left).await?;
        }
        "site" => remove_of_site(connection, next.parsed("id")?, left).await.map(drop)?,
        _ => remove_of_organization(connection, org, left).await?,
    }
    // All caches were notified when it was marked.
    change.commit_without_notice().await?;
    Ok(true)
}

/// Removes rows with these steps, and then the row that they belong to, unless rows may still exist.
async fn remove_with_rows(
    connection: &mut Connection,
    steps: &[Step],
    last: &'static str,
    id: &str,
    most: u32,
) -> StoreResult<()> {
    if remove_rows(&mut *connection, steps, id, most).await? > 0 {
        sql(last).bind(id).execute(connection).await?;
    }
    Ok(())
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
