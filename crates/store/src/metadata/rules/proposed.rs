//! Reads proposed rules: the proposals of the last generation.

use askline_app::ports::{StoreResult, rules::proposed::ProposedRuleStore};
use askline_domain::{
    rules::{
        RuleSettings,
        proposed::{DraftedRule, LeftOut, Proposal, ProposedRule},
    },
    shared::ids::{JobId, SiteId},
};
use async_trait::async_trait;

use crate::{
    metadata::MetadataStore,
    sql::{Row, rows::RowReader, sql},
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
}

pub(super) fn read_proposed(row: &Row) -> StoreResult<ProposedRule> {
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
