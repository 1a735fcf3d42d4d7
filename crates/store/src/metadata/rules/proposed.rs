//! Proposed rules: the proposals of the last generation, and the dismissed ones. An approval is one change: either the
//! rules are stored and their proposals deleted, or nothing changes.

use askline_app::ports::{
    StoreResult,
    changes::Subject,
    rules::{
        MAX_RULES_PER_SITE,
        proposed::{ProposalApproval, ProposedRuleStore},
    },
};
use askline_domain::{
    audit::AuditDraft,
    generation::result::GenerationProposal,
    rules::{
        PromptRule, RuleSettings,
        proposed::{DraftedRule, DraftedRules, LeftOut, MAX_DISMISSED_RULES, Proposal, ProposedRule, choose_drafts},
    },
    shared::ids::{Id as _, JobId, ProposedRuleId, SiteId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    metadata::{
        MetadataStore,
        changes::{change::Change, row_order::in_id_order, scope::Scope},
        rules,
    },
    sql::{
        Connection, Row,
        rows::{RowReader, json_text},
        sql,
    },
};

const TABLE: &str = "proposed_rules";

#[async_trait]
impl ProposedRuleStore for MetadataStore {
    async fn proposal(&self, site: SiteId) -> StoreResult<Proposal> {
        // One snapshot, so that the rules belong to the generation that is returned.
        let mut reading = self.inner.read.begin().await?;
        let row = sql("SELECT * FROM proposals WHERE site_id = $1").bind(site).fetch_optional(&mut reading).await?;
        let Some(row) = row else { return Ok(Proposal::default()) };
        let row = RowReader::new(&row, "proposals", "site_id");
        let made_by = Some((row.parsed::<JobId>("job_id")?, row.time("made_ms")?));
        let left_out: Vec<LeftOut> = row.json("left_out")?;
        let rows = sql("SELECT * FROM proposed_rules WHERE site_id = $1 AND dismissed_ms IS NULL ORDER BY id")
            .bind(site)
            .fetch_all(&mut reading)
            .await?;
        Ok(Proposal { made_by, rules: rows.iter().map(read_proposed).collect::<StoreResult<_>>()?, left_out })
    }

    async fn approve_proposed_rules(
        &self,
        site: SiteId,
        approved: &[(ProposedRuleId, PromptRule)],
        audit: AuditDraft,
    ) -> StoreResult<ProposalApproval> {
        let mut change = self.begin([Scope::of(&audit)]).await?;
        let stored = rules::count(change.connection(), site).await?;
        let room = MAX_RULES_PER_SITE.saturating_sub(stored);
        if approved.len() > room as usize {
            return Ok(ProposalApproval::LimitReached { room });
        }
        for (id, rule) in in_id_order(approved, |(id, _)| *id) {
            let deletion = "DELETE FROM proposed_rules WHERE id = $1 AND site_id = $2 AND dismissed_ms IS NULL";
            let deleted = sql(deletion).bind(*id).bind(site).execute(change.connection()).await?;
            if deleted == 0 {
                return Ok(ProposalApproval::Outdated);
            }
            rules::insert(change.connection(), rule).await?;
        }
        change.concerns(Subject::Site(site));
        change.commit_with(audit).await?;
        Ok(ProposalApproval::Approved)
    }

    async fn dismiss_proposed_rules(
        &self,
        site: SiteId,
        dismissed: &[ProposedRuleId],
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<bool> {
        let mut change = self.begin([Scope::of(&audit)]).await?;
        for id in in_id_order(dismissed, |id| *id) {
            let dismissal = "UPDATE proposed_rules SET dismissed_ms = $1 \
                 WHERE id = $2 AND site_id = $3 AND dismissed_ms IS NULL";
            let touched = sql(dismissal).bind(at).bind(*id).bind(site).execute(change.connection()).await?;
            if touched == 0 {
                return Ok(false);
            }
        }
        forget_old(change.connection(), site).await?;
        change.concerns(Subject::Site(site));
        change.commit_with(audit).await?;
        Ok(true)
    }
}

/// Selects the proposals of a draft, given the site's current and dismissed rules.
pub(crate) async fn choose(change: &mut Change, site: SiteId, drafted: DraftedRules) -> StoreResult<DraftedRules> {
    let present = rules::all(change.connection(), site).await?;
    let dismissed = dismissed(change.connection(), site).await?;
    Ok(choose_drafts(drafted, &present, &dismissed))
}

/// Replaces the pending proposals with those of a generation.
pub(crate) async fn replace(
    change: &mut Change,
    site: SiteId,
    job: JobId,
    chosen: DraftedRules,
    at: Timestamp,
) -> StoreResult<GenerationProposal> {
    let left_out = chosen.left_out.told();
    let (pages_by_model, not_written) = (chosen.by_model.len(), chosen.not_written);
    sql("DELETE FROM proposed_rules WHERE site_id = $1 AND dismissed_ms IS NULL")
        .bind(site)
        .execute(change.connection())
        .await?;
    let first_id = ProposedRuleId::new(at, &mut rand::rng()).bits();
    let count = chosen.rules.len();
    for (place, draft) in chosen.rules.into_iter().enumerate() {
        // Ids in the order of the pages, which is the order in which they are shown.
        let id = ProposedRuleId::from_bits(first_id.wrapping_add(place as u128));
        insert(change.connection(), &ProposedRule { id, site_id: site, draft, created_at: at }).await?;
    }
    sql("INSERT INTO proposals (site_id, job_id, made_ms, left_out) VALUES ($1, $2, $3, $4) ON CONFLICT (site_id) \
         DO UPDATE SET job_id = excluded.job_id, made_ms = excluded.made_ms, left_out = excluded.left_out")
    .bind(site)
    .bind(job)
    .bind(at)
    .bind(json_text(&left_out)?)
    .execute(change.connection())
    .await?;
    Ok(GenerationProposal { rules: count, left_out, pages_by_model, not_written })
}

async fn insert(connection: &mut Connection, proposed: &ProposedRule) -> StoreResult<()> {
    let DraftedRule { page_url, page_title, settings } = &proposed.draft;
    sql(
        "INSERT INTO proposed_rules (id, site_id, page_url, page_title, name, priority, matching, action, created_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
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
    .await?;
    Ok(())
}

/// Returns the dismissed proposals of a site.
async fn dismissed(connection: &mut Connection, site: SiteId) -> StoreResult<Vec<RuleSettings>> {
    sql("SELECT * FROM proposed_rules WHERE site_id = $1 AND dismissed_ms IS NOT NULL")
        .bind(site)
        .all(connection, |row| Ok(read_proposed(row)?.draft.settings))
        .await
}

/// Deletes the oldest dismissed proposals beyond the limit.
async fn forget_old(connection: &mut Connection, site: SiteId) -> StoreResult<()> {
    sql("DELETE FROM proposed_rules WHERE site_id = $1 AND id IN (SELECT id FROM proposed_rules WHERE site_id = $1 \
         AND dismissed_ms IS NOT NULL ORDER BY dismissed_ms DESC, id DESC LIMIT 9223372036854775807 OFFSET $2)")
    .bind(site)
    .bind(MAX_DISMISSED_RULES as i64)
    .execute(connection)
    .await?;
    Ok(())
}

fn read_proposed(row: &Row) -> StoreResult<ProposedRule> {
    let row = RowReader::new(row, TABLE, "id");
    let settings = RuleSettings {
        name: row.text("name")?,
        enabled: true,
        priority: row.number("priority")?,
        matching: row.json("matching")?,
        action: row.json("action")?,
        starts_at: None,
        ends_at: None,
    };
    Ok(ProposedRule {
        id: row.parsed("id")?,
        site_id: row.parsed("site_id")?,
        draft: DraftedRule { page_url: row.text("page_url")?, page_title: row.text("page_title")?, settings },
        created_at: row.time("created_ms")?,
    })
}
