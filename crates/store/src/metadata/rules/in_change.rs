//! Rows of rules and proposed rules in a change of a use case.

use askline_app::ports::{
    StoreResult,
    change::{ProposedRuleRows, RuleRows},
    changes::Subject,
};
use askline_domain::{
    rules::{
        PromptRule, RuleSettings,
        proposed::{DraftedRule, LeftOut, ProposedRule},
    },
    shared::ids::{JobId, ProposedRuleId, RuleId, SiteId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{all, bound, one, proposed::read_proposed, read_rule};
use crate::{
    metadata::changes::change::Change,
    sql::{Connection, rows::json_text, sql},
};

#[async_trait]
impl RuleRows for Change {
    async fn count_rules(&mut self, site: SiteId) -> StoreResult<u32> {
        let count: i64 =
            sql("SELECT COUNT(*) FROM rules WHERE site_id = $1").bind(site).value(self.connection()).await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn rule(&mut self, site: SiteId, id: RuleId) -> StoreResult<Option<PromptRule>> {
        one(site, id).optional(self.connection(), read_rule).await
    }

    async fn all_rules(&mut self, site: SiteId) -> StoreResult<Vec<PromptRule>> {
        all(self.connection(), site).await
    }

    async fn insert_rule(&mut self, rule: &PromptRule) -> StoreResult<()> {
        self.concerns(Subject::Site(rule.site_id));
        let insertion = bound(
            "INSERT INTO rules (id, site_id, name, enabled, priority, matching, action, starts_ms, ends_ms, \
             updated_ms, created_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            rule,
        )?;
        insertion.bind(rule.created_at).execute(self.connection()).await.map(|_| ())
    }

    async fn replace_rule(&mut self, rule: &PromptRule) -> StoreResult<bool> {
        self.concerns(Subject::Site(rule.site_id));
        let replacement = bound(
            "UPDATE rules SET name = $3, enabled = $4, priority = $5, matching = $6, action = $7, starts_ms = $8, \
             ends_ms = $9, updated_ms = $10 WHERE id = $1 AND site_id = $2",
            rule,
        )?;
        Ok(replacement.execute(self.connection()).await? > 0)
    }

    async fn delete_rule(&mut self, site: SiteId, id: RuleId) -> StoreResult<bool> {
        self.concerns(Subject::Site(site));
        let deletion = sql("DELETE FROM rules WHERE id = $1 AND site_id = $2").bind(id).bind(site);
        Ok(deletion.execute(self.connection()).await? > 0)
    }
}

#[async_trait]
impl ProposedRuleRows for Change {
    async fn put_proposals(
        &mut self,
        site: SiteId,
        job: JobId,
        rules: &[ProposedRule],
        left_out: &[LeftOut],
        at: Timestamp,
    ) -> StoreResult<()> {
        sql("DELETE FROM proposed_rules WHERE site_id = $1 AND dismissed_ms IS NULL")
            .bind(site)
            .execute(self.connection())
            .await?;
        for rule in rules {
            insert(self.connection(), rule).await?;
        }
        sql("INSERT INTO proposals (site_id, job_id, made_ms, left_out) VALUES ($1, $2, $3, $4) ON CONFLICT (site_id) \
             DO UPDATE SET job_id = excluded.job_id, made_ms = excluded.made_ms, left_out = excluded.left_out")
        .bind(site)
        .bind(job)
        .bind(at)
        .bind(json_text(&left_out)?)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn delete_proposal(&mut self, site: SiteId, id: ProposedRuleId) -> StoreResult<bool> {
        let deletion = sql("DELETE FROM proposed_rules WHERE id = $1 AND site_id = $2 AND dismissed_ms IS NULL");
        Ok(deletion.bind(id).bind(site).execute(self.connection()).await? > 0)
    }

    async fn dismiss_proposal(&mut self, site: SiteId, id: ProposedRuleId, at: Timestamp) -> StoreResult<bool> {
        self.concerns(Subject::Site(site));
        let dismissal = sql("UPDATE proposed_rules SET dismissed_ms = $1 \
             WHERE id = $2 AND site_id = $3 AND dismissed_ms IS NULL");
        Ok(dismissal.bind(at).bind(id).bind(site).execute(self.connection()).await? > 0)
    }

    async fn dismissed_rules(&mut self, site: SiteId) -> StoreResult<Vec<RuleSettings>> {
        sql("SELECT * FROM proposed_rules WHERE site_id = $1 AND dismissed_ms IS NOT NULL")
            .bind(site)
            .all(self.connection(), |row| Ok(read_proposed(row)?.draft.settings))
            .await
    }

    async fn forget_dismissed(&mut self, site: SiteId, kept: usize) -> StoreResult<()> {
        sql(
            "DELETE FROM proposed_rules WHERE site_id = $1 AND id IN (SELECT id FROM proposed_rules WHERE site_id = $1 \
             AND dismissed_ms IS NOT NULL ORDER BY dismissed_ms DESC, id DESC LIMIT 9223372036854775807 OFFSET $2)",
        )
        .bind(site)
        .bind(kept as i64)
        .execute(self.connection())
        .await
        .map(|_| ())
    }
}

async fn insert(connection: &mut Connection, proposed: &ProposedRule) -> StoreResult<()> {
    let DraftedRule { page_url, page_title, settings } = &proposed.draft;
    sql("INSERT INTO proposed_rules (id, site_id, page_url, page_title, name, priority, matching, action, created_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
    .bind(proposed.id)
    .bind(proposed.site_id)
    .bind(page_url)
    .bind(page_title)
    .bind(&settings.name)
    .bind(settings.priority)
    .bind(json_text(&settings.matching)?)
    .bind(json_text(&settings.action)?)
    .bind(proposed.created_at)
    .execute(connection)
    .await
    .map(|_| ())
}
