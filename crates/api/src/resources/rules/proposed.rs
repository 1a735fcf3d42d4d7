//! Lists, approves and dismisses rules that a generation proposes for single pages. Approved rules are checked again
//! against the prompt policy and the limits.

use askline_app::{present_fields::every_field_present, rules::proposals};
use askline_domain::{
    rules::{
        PromptRule, RuleAction, RuleMatch,
        proposed::{LeftOut, MeantProposals, ProposedRule},
    },
    shared::{
        ids::{Id as _, ProposedRuleId, SiteId},
        rfc3339::Moment,
    },
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::handling::{
    ApiError, Call, Cursor, Input, Json, Nothing, PageQuery, Pagination, Reply, SiteAccess,
};

/// The page that a rule is proposed for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ProposedPage {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
}

/// A rule that a generation proposes for one page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProposedRule")]
#[schemars(transform = every_field_present)]
pub struct ProposedRuleView {
    /// Its id, until it is approved or dismissed.
    pub id: ProposedRuleId,
    /// Its site.
    pub site_id: SiteId,
    /// The page.
    pub page: ProposedPage,
    /// The rule's name.
    pub name: String,
    /// The rule's priority.
    pub priority: u16,
    /// The page's path and hosts; there are no other conditions.
    #[serde(rename = "match")]
    pub matching: RuleMatch,
    /// `set_questions` or `append`.
    pub action: RuleAction,
    /// When it was created.
    pub created_at: Moment,
}

impl From<ProposedRule> for ProposedRuleView {
    fn from(proposed: ProposedRule) -> Self {
        let ProposedRule { id, site_id, draft, created_at } = proposed;
        let settings = draft.settings;
        Self {
            id,
            site_id,
            page: ProposedPage { url: draft.page_url, title: draft.page_title },
            name: settings.name,
            priority: settings.priority,
            matching: settings.matching,
            action: settings.action,
            created_at: Moment(created_at),
        }
    }
}

/// The proposed rules of a site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct ProposedRules {
    /// The job that created the proposals; null before the first generation.
    pub job_id: Option<askline_domain::shared::ids::JobId>,
    /// When it created them.
    pub generated_at: Option<Moment>,
    /// How many proposals are waiting for approval.
    pub total: usize,
    /// The proposed rules on this page of the list, in the order of the site's pages, the home page first.
    pub items: Vec<ProposedRuleView>,
    /// The pages without proposals, or with fewer than possible, grouped by reason.
    pub left_out: Vec<LeftOut>,
}

/// A proposal and the rule that it became.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovedRule {
    /// The removed proposal.
    pub proposal_id: ProposedRuleId,
    /// The rule.
    pub rule: PromptRule,
}

/// What was approved.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ApprovedRules {
    /// The rules, in the order of the proposals.
    pub approved: Vec<ApprovedRule>,
    /// How many proposals are still waiting for approval.
    pub remaining: usize,
}

/// What was dismissed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DismissedRules {
    /// The removed proposals.
    pub dismissed: Vec<ProposedRuleId>,
    /// How many proposals are still waiting for approval.
    pub remaining: usize,
}

/// `GET /rules/:siteId/proposed`
pub async fn list_proposed_rules(
    call: Call<SiteAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<ProposedRules>, ApiError> {
    // A cursor is the id of the last rule shown. In this list the following rules have higher ids.
    let page = input.query.page()?;
    let proposal = call.app.ports().proposed_rules.proposal(call.tenant.site.site.id).await?;
    let total = proposal.rules.len();
    let mut items = proposal.rules;
    items.retain(|rule| page.before.is_none_or(|last| rule.id.bits() > last));
    let has_more = items.len() > page.limit as usize;
    items.truncate(page.limit as usize);
    let next_cursor = items.last().filter(|_| has_more).map(|last| Cursor::after(last.id.bits()));
    let pagination = Pagination { limit: page.limit, has_more, next_cursor };
    Ok(Reply::new(ProposedRules {
        job_id: proposal.made_by.map(|(job, _)| job),
        generated_at: proposal.made_by.map(|(_, at)| Moment(at)),
        total,
        items: items.into_iter().map(ProposedRuleView::from).collect(),
        left_out: proposal.left_out,
    })
    .pagination(pagination))
}

/// `POST /rules/:siteId/proposed/approve`
pub async fn approve_proposed_rules(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<MeantProposals>>,
) -> Result<Reply<ApprovedRules>, ApiError> {
    let (instance, site) = (call.app.instance(), &call.tenant.site.site);
    let (approved, remaining) = proposals::approve(instance, site, input.body.0, &call.audit_context()).await?;
    let view = |(proposal_id, rule)| ApprovedRule { proposal_id, rule };
    Ok(Reply::new(ApprovedRules { approved: approved.into_iter().map(view).collect(), remaining }))
}

/// `POST /rules/:siteId/proposed/dismiss`
pub async fn dismiss_proposed_rules(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<MeantProposals>>,
) -> Result<Reply<DismissedRules>, ApiError> {
    let (instance, site) = (call.app.instance(), &call.tenant.site.site);
    let (dismissed, remaining) = proposals::dismiss(instance, site, input.body.0, &call.audit_context()).await?;
    Ok(Reply::new(DismissedRules { dismissed, remaining }))
}
