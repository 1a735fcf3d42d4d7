//! Rules that a generation proposes for single pages: listed, approved in one step, dismissed. What is approved passes the
//! same checks as a rule that a person writes.

use askline_app::{
    ports::rules::{MAX_RULES_PER_SITE, proposed::ProposalApproval},
    present_fields::every_field_present,
    prompts::policy_check::check_policy,
    sites::payload::room_for,
};
use askline_domain::{
    audit::Target,
    rules::{
        PromptRule, RuleAction, RuleMatch,
        proposed::{LeftOut, MAX_PROPOSED_RULES, ProposedRule},
    },
    shared::{
        ids::{Id as _, ProposedRuleId, RuleId, SiteId},
        rfc3339::Moment,
        violation::Violations,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::RuleView;
use crate::pipeline::{
    call::Call,
    caller::SiteAccess,
    error::{ApiError, Code},
    request::{
        cursor::{Cursor, PageQuery},
        input::{Input, Json, Nothing},
    },
    response::reply::{Pagination, Reply},
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
    /// The page's path and hosts, and nothing else.
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
    /// How many are waiting for approval.
    pub total: usize,
    /// This part of them, in the order of the pages, the home page first.
    pub items: Vec<ProposedRuleView>,
    /// The pages that have no proposal, or fewer than they could, by reason.
    pub left_out: Vec<LeftOut>,
}

/// Which proposals to approve or dismiss: some, or all.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeantProposals {
    /// The ids of the proposals.
    #[serde(default)]
    #[schemars(length(min = 1, max = 200), extend("uniqueItems" = true))]
    pub ids: Option<Vec<ProposedRuleId>>,
    /// Whether all proposals are meant.
    #[serde(default)]
    pub all: bool,
}

/// A proposal and the rule that it became.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovedRule {
    /// The removed proposal.
    pub proposal_id: ProposedRuleId,
    /// The rule.
    pub rule: RuleView,
}

/// What was approved.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ApprovedRules {
    /// The rules, in the order of the proposals.
    pub approved: Vec<ApprovedRule>,
    /// How many proposals are still waiting.
    pub left: usize,
}

/// What was dismissed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DismissedRules {
    /// The removed proposals.
    pub dismissed: Vec<ProposedRuleId>,
    /// How many are still waiting.
    pub left: usize,
}

/// `GET /rules/:siteId/proposed`
pub async fn list_proposed_rules(
    call: Call<SiteAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<ProposedRules>, ApiError> {
    // A cursor is the last that was shown, and here the next ones have the higher ids.
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
    let (meant, left) = meant(&call, input.body.0).await?;
    if meant.is_empty() {
        return Ok(Reply::new(ApprovedRules { approved: Vec::new(), left }));
    }
    let texts = meant.iter().enumerate().flat_map(|(index, proposed)| {
        let path = move |path: String| format!("proposals[{index}].{path}");
        proposed.draft.settings.action.texts().into_iter().map(move |(field, text)| (path(field), text))
    });
    // Since they were created, the operator's policy may have become stricter, and the site's name may have changed.
    check_policy(call.app.instance(), &call.tenant.site.site, texts)?;
    let (site, at) = (&call.tenant.site.site, call.request.at);
    let first_id = RuleId::new(at, &mut rand::rng()).bits();
    let approved: Vec<(ProposedRuleId, PromptRule)> = meant
        .into_iter()
        .enumerate()
        .map(|(place, proposed)| {
            // Ids in the order of the pages, which is the order in which equal rules are tried and listed.
            let id = RuleId::from_bits(first_id.wrapping_add(place as u128));
            let settings = proposed.draft.settings;
            (proposed.id, PromptRule { id, site_id: site.id, settings, created_at: at, updated_at: at })
        })
        .collect();
    let _turn = room_for(call.app.instance(), call.tenant.site.site.id, |source| {
        approved.iter().for_each(|(_, rule)| source.put_rule(rule))
    })
    .await?;
    let targets = approved.iter().map(|(_, rule)| Target::new("rule", rule.id, &*rule.settings.name)).collect();
    let metadata = json!({ "siteId": site.id, "rules": approved.len() });
    let audit = call.audit(site.org_id, "rule.proposals_approved", targets, metadata);
    match call.app.ports().proposed_rules.approve_proposed_rules(site.id, &approved, audit).await? {
        ProposalApproval::Approved => {
            let view = |(proposal_id, rule)| ApprovedRule { proposal_id, rule: RuleView::from(rule) };
            Ok(Reply::new(ApprovedRules { approved: approved.into_iter().map(view).collect(), left }))
        }
        ProposalApproval::Outdated => Err(changed_meanwhile()),
        ProposalApproval::LimitReached { room } => Err(ApiError::limit_reached(format!(
            "A site can have {MAX_RULES_PER_SITE} rules. This one can have {room} more, and {} were to be approved. \
             None was: approve fewer, or delete rules that are not needed.",
            approved.len()
        ))),
    }
}

/// `POST /rules/:siteId/proposed/dismiss`
pub async fn dismiss_proposed_rules(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<MeantProposals>>,
) -> Result<Reply<DismissedRules>, ApiError> {
    let (meant, left) = meant(&call, input.body.0).await?;
    let dismissed: Vec<ProposedRuleId> = meant.iter().map(|proposed| proposed.id).collect();
    if dismissed.is_empty() {
        return Ok(Reply::new(DismissedRules { dismissed, left }));
    }
    let site = &call.tenant.site.site;
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let metadata = json!({ "siteId": site.id, "proposals": dismissed.len() });
    let audit = call.audit(site.org_id, "rule.proposals_dismissed", targets, metadata);
    let store = &call.app.ports().proposed_rules;
    match store.dismiss_proposed_rules(site.id, &dismissed, call.request.at, audit).await? {
        true => Ok(Reply::new(DismissedRules { dismissed, left })),
        false => Err(changed_meanwhile()),
    }
}

/// The proposals that a body selects, in the order of the pages, and how many it does not select.
async fn meant(call: &Call<SiteAccess>, body: MeantProposals) -> Result<(Vec<ProposedRule>, usize), ApiError> {
    let waiting = call.app.ports().proposed_rules.proposal(call.tenant.site.site.id).await?.rules;
    let mut violations = Violations::new();
    let ids = match body {
        MeantProposals { ids: None, all: true } => return Ok((waiting, 0)),
        MeantProposals { ids: Some(ids), all: false } => ids,
        _ => {
            violations.add("ids", "ONE_OF_TWO", "Either ids names proposals, or all is true.");
            return Err(violations.finish(()).err().unwrap_or_default().into());
        }
    };
    if ids.is_empty() || ids.len() > MAX_PROPOSED_RULES {
        violations.add("ids", "WRONG_NUMBER", format!("ids must have 1 to {MAX_PROPOSED_RULES} entries."));
    }
    for (index, id) in ids.iter().enumerate().take(MAX_PROPOSED_RULES) {
        let path = format!("ids[{index}]");
        if ids[..index].contains(id) {
            violations.add(&*path, "DUPLICATE", format!("{path} is in the list twice."));
        } else if !waiting.iter().any(|proposed| proposed.id == *id) {
            let message = format!("{path}: the site has no proposal {id}. List the proposals again.");
            violations.add(path, "UNKNOWN_PROPOSAL", message);
        }
    }
    violations.finish(())?;
    let total = waiting.len();
    let meant: Vec<ProposedRule> = waiting.into_iter().filter(|proposed| ids.contains(&proposed.id)).collect();
    let left = total - meant.len();
    Ok((meant, left))
}

fn changed_meanwhile() -> ApiError {
    ApiError::new(Code::Conflict, "The proposals were changed at the same time. Nothing was done; list them again.")
}
