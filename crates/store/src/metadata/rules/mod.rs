//! Reads rules. They have no versions: of two replacements, the later one wins.

mod in_change;
mod proposed;

use askline_app::ports::{StoreResult, rules::RuleStore};
use askline_domain::{
    rules::{PromptRule, RuleSettings},
    shared::{
        ids::{RuleId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;

use super::MetadataStore;
use crate::sql::{
    Connection, Row, Statement,
    rows::{RowReader, json_text, page_bound},
    sql,
};

const TABLE: &str = "rules";

#[async_trait]
impl RuleStore for MetadataStore {
    async fn rule(&self, site: SiteId, id: RuleId) -> StoreResult<Option<PromptRule>> {
        one(site, id).optional(&self.inner.read, read_rule).await
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
}

/// Selects a rule of a site.
fn one(site: SiteId, id: RuleId) -> Statement {
    sql("SELECT * FROM rules WHERE id = $1 AND site_id = $2").bind(id).bind(site)
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
async fn all(connection: &mut Connection, site: SiteId) -> StoreResult<Vec<PromptRule>> {
    sql("SELECT * FROM rules WHERE site_id = $1 ORDER BY id").bind(site).all(connection, read_rule).await
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
