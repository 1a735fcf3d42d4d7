//! Rules. They have no versions: of two replacements, the later one wins.

pub(super) mod proposed;

use std::collections::HashSet;

use askline_app::ports::{
    StoreResult,
    changes::Subject,
    rules::{MAX_RULES_PER_SITE, RuleCreation, RuleStore},
};
use askline_domain::{
    audit::AuditDraft,
    rules::{PromptRule, RuleSettings},
    shared::{
        ids::{RuleId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    MetadataStore,
    changes::{row_order::in_id_order, scope::Scope},
};
use crate::sql::{
    Connection, Row, Statement,
    rows::{RowReader, json_text, page_bound},
    sql,
};

const TABLE: &str = "rules";

#[async_trait]
impl RuleStore for MetadataStore {
    async fn create_rule(&self, rule: &PromptRule, audit: AuditDraft) -> StoreResult<RuleCreation> {
        let mut change = self.begin([Scope::of(&audit)]).await?;
        let counting = "SELECT COUNT(*) FROM rules WHERE site_id = $1";
        if change.is_full(counting, rule.site_id, MAX_RULES_PER_SITE).await? {
            return Ok(RuleCreation::LimitReached);
        }
        insert(change.connection(), rule).await?;
        change.concerns(Subject::Site(rule.site_id));
        change.commit_with(audit).await?;
        Ok(RuleCreation::Created)
    }

    async fn rule(&self, site: SiteId, id: RuleId) -> StoreResult<Option<PromptRule>> {
        sql("SELECT * FROM rules WHERE id = $1 AND site_id = $2")
            .bind(id)
            .bind(site)
            .optional(&self.inner.read, read_rule)
            .await
    }

    async fn rules(&self, site: SiteId, page: PageRequest) -> StoreResult<Page<PromptRule>> {
        sql("SELECT * FROM rules WHERE site_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3")
            .bind(site)
            .bind(page_bound::<RuleId>(page))
            .page(&self.inner.read, page, read_rule)
            .await
    }

    async fn all_rules(&self, site: SiteId) -> StoreResult<Vec<PromptRule>> {
        let mut connection = self.inner.read.acquire().await?;
        all(&mut connection, site).await
    }

    async fn replace_rule(&self, rule: &PromptRule, audit: AuditDraft) -> StoreResult<bool> {
        let replacement = bound(
            "UPDATE rules SET name = $3, enabled = $4, priority = $5, matching = $6, action = $7, starts_ms = $8, \
             ends_ms = $9, updated_ms = $10 WHERE id = $1 AND site_id = $2",
            rule,
        )?;
        self.write_with(replacement, Subject::Site(rule.site_id), audit).await
    }

    async fn order_rules(
        &self,
        site: SiteId,
        order: &[(RuleId, u16)],
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<bool> {
        let mut change = self.begin([Scope::of(&audit)]).await?;
        let stored: Vec<String> =
            sql("SELECT id FROM rules WHERE site_id = $1").bind(site).values(change.connection()).await?;
        let stored: HashSet<String> = stored.into_iter().collect();
        let named: HashSet<String> = order.iter().map(|(id, _)| id.to_string()).collect();
        if stored != named || named.len() != order.len() {
            return Ok(false);
        }
        for (id, priority) in in_id_order(order, |(id, _)| *id) {
            sql("UPDATE rules SET priority = $1, updated_ms = $2 WHERE id = $3 AND priority <> $1")
                .bind(*priority)
                .bind(at)
                .bind(*id)
                .execute(change.connection())
                .await?;
        }
        change.concerns(Subject::Site(site));
        change.commit_with(audit).await?;
        Ok(true)
    }

    async fn delete_rule(&self, site: SiteId, id: RuleId, audit: AuditDraft) -> StoreResult<bool> {
        let deletion = sql("DELETE FROM rules WHERE id = $1 AND site_id = $2");
        self.write_with(deletion.bind(id).bind(site), Subject::Site(site), audit).await
    }
}

/// Stores a new rule.
pub(super) async fn insert(connection: &mut Connection, rule: &PromptRule) -> StoreResult<()> {
    let insertion = bound(
        "INSERT INTO rules (id, site_id, name, enabled, priority, matching, action, starts_ms, ends_ms, \
         updated_ms, created_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        rule,
    )?;
    insertion.bind(rule.created_at).execute(connection).await.map(|_| ())
}

/// Binds a rule as `$1` to `$10`, except for the time at which it was created.
fn bound(text: &'static str, rule: &PromptRule) -> StoreResult<Statement> {
    let RuleSettings { name, enabled, priority, matching, action, starts_at, ends_at } = &rule.settings;
    Ok(sql(text)
        .bind(rule.id)
        .bind(rule.site_id)
        .bind(name)
        .bind(*enabled)
        .bind(*priority)
        .bind(json_text(matching)?)
        .bind(json_text(action)?)
        .bind(*starts_at)
        .bind(*ends_at)
        .bind(rule.updated_at))
}

/// Returns all rules of a site, oldest first.
pub(super) async fn all(connection: &mut Connection, site: SiteId) -> StoreResult<Vec<PromptRule>> {
    sql("SELECT * FROM rules WHERE site_id = $1 ORDER BY id").bind(site).all(connection, read_rule).await
}

/// Returns the number of a site's rules.
pub(super) async fn count(connection: &mut Connection, site: SiteId) -> StoreResult<u32> {
    let counted: i64 = sql("SELECT COUNT(*) FROM rules WHERE site_id = $1").bind(site).value(connection).await?;
    Ok(u32::try_from(counted).unwrap_or(u32::MAX))
}

fn read_rule(row: &Row) -> StoreResult<PromptRule> {
    let row = RowReader::new(row, TABLE, "id");
    Ok(PromptRule {
        id: row.parsed("id")?,
        site_id: row.parsed("site_id")?,
        settings: RuleSettings {
            name: row.text("name")?,
            enabled: row.flag("enabled")?,
            priority: row.number("priority")?,
            matching: row.json("matching")?,
            action: row.json("action")?,
            starts_at: row.optional_time("starts_ms")?,
            ends_at: row.optional_time("ends_ms")?,
        },
        created_at: row.time("created_ms")?,
        updated_at: row.time("updated_ms")?,
    })
}
