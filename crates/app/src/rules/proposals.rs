//! Approves or dismisses rules that a generation proposes. Approved rules are checked again.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    rules::{
        PromptRule,
        proposed::{MAX_DISMISSED_RULES, MeantProposals, ProposedRule},
    },
    shared::ids::{Id as _, ProposedRuleId, RuleId, SiteId},
    sites::Site,
};
use serde_json::json;

use crate::{
    error::{Changed, Limit, UseCaseError},
    instance::Instance,
    policy_check::Judge,
    ports::{
        StoreResult,
        change::Scope,
        rules::{MAX_RULES_PER_SITE, proposed::ProposedRuleStore},
    },
    sites::payload::room_for,
};

/// Turns proposals into rules, in the order of the pages: all of them or none. Returns the proposals with their rules, and how
/// many proposals still wait.
pub async fn approve(
    instance: &Instance,
    site: &Site,
    meant: MeantProposals,
    context: &AuditContext,
) -> Result<(Vec<(ProposedRuleId, PromptRule)>, usize), UseCaseError> {
    let (meant, left) = among_waiting(instance, site, meant).await?;
    if meant.is_empty() {
        return Ok((Vec::new(), left));
    }
    let mut judge = Judge::of_request(instance, site).await?;
    let texts = meant.iter().enumerate().flat_map(|(index, proposed)| {
        let path = move |path: String| format!("proposals[{index}].{path}");
        proposed.draft.settings.action.texts().into_iter().map(move |(field, text)| (path(field), text))
    });
    // Since the generation, the operator's policy may have become stricter, and the site's hosts may have changed.
    judge.check(texts)?;
    let at = context.at;
    let first_id = RuleId::new(at, &mut rand::rng()).bits();
    let approved: Vec<(ProposedRuleId, PromptRule)> = meant
        .into_iter()
        .enumerate()
        .map(|(place, proposed)| {
            // Ids in the order of the pages, which is the order in which equal rules are tried.
            let id = RuleId::from_bits(first_id.wrapping_add(place as u128));
            let settings = proposed.draft.settings;
            (proposed.id, PromptRule { id, site_id: site.id, settings, created_at: at, updated_at: at })
        })
        .collect();
    let _turn =
        room_for(instance, site.id, |source| approved.iter().for_each(|(_, rule)| source.put_rule(rule))).await?;
    let targets = approved.iter().map(|(_, rule)| Target::new("rule", rule.id, &*rule.settings.name)).collect();
    let metadata = json!({ "siteId": site.id, "rules": approved.len() });
    let entry = context.entry(site.org_id, "rule.proposals_approved", targets, metadata);
    put_approved(&*instance.ports.proposed_rules, site.id, &approved, entry).await?;
    Ok((approved, left))
}

/// Stores the rules of approved proposals in place of these: all of them or none.
pub async fn put_approved(
    proposed: &dyn ProposedRuleStore,
    site: SiteId,
    approved: &[(ProposedRuleId, PromptRule)],
    entry: AuditDraft,
) -> Result<(), UseCaseError> {
    let mut change = proposed.begin(&[Scope::of(&entry)]).await?;
    let room = MAX_RULES_PER_SITE.saturating_sub(change.count_rules(site).await?);
    if approved.len() > room as usize {
        return Err(UseCaseError::LimitReached(Limit::RulesOfProposals { room, approved: approved.len() }));
    }
    for (id, rule) in approved {
        if !change.delete_proposal(site, *id).await? {
            return Err(UseCaseError::ChangedMeanwhile(Changed::Proposals));
        }
        change.insert_rule(rule).await?;
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(())
}

/// Dismisses proposals: all of them or none. Returns them, and how many proposals still wait.
pub async fn dismiss(
    instance: &Instance,
    site: &Site,
    meant: MeantProposals,
    context: &AuditContext,
) -> Result<(Vec<ProposedRuleId>, usize), UseCaseError> {
    let (meant, left) = among_waiting(instance, site, meant).await?;
    let dismissed: Vec<ProposedRuleId> = meant.iter().map(|proposed| proposed.id).collect();
    if dismissed.is_empty() {
        return Ok((dismissed, left));
    }
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let metadata = json!({ "siteId": site.id, "proposals": dismissed.len() });
    let entry = context.entry(site.org_id, "rule.proposals_dismissed", targets, metadata);
    if put_dismissed(&*instance.ports.proposed_rules, site.id, &dismissed, entry).await? {
        Ok((dismissed, left))
    } else {
        Err(UseCaseError::ChangedMeanwhile(Changed::Proposals))
    }
}

/// Stores that proposals were dismissed. Returns false, with nothing stored, if one of them no longer waits.
pub async fn put_dismissed(
    proposed: &dyn ProposedRuleStore,
    site: SiteId,
    dismissed: &[ProposedRuleId],
    entry: AuditDraft,
) -> StoreResult<bool> {
    let mut change = proposed.begin(&[Scope::of(&entry)]).await?;
    for id in dismissed {
        if !change.dismiss_proposal(site, *id, entry.occurred_at).await? {
            return Ok(false);
        }
    }
    change.forget_dismissed(site, MAX_DISMISSED_RULES).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}

async fn among_waiting(
    instance: &Instance,
    site: &Site,
    meant: MeantProposals,
) -> Result<(Vec<ProposedRule>, usize), UseCaseError> {
    Ok(meant.check(instance.ports.proposed_rules.proposal(site.id).await?.rules)?)
}
