//! Records a generation. What it changes is decided from the prompts at that time, so that what a person wrote in the
//! meantime is kept.

use askline_domain::{
    audit::{Target, context::AuditContext},
    generation::{
        Generation, GenerationRequest, PAYMENT_REASON, nothing_to_store,
        plan::{GenerationPlan, plan_for_prompt, plan_for_site, plan_questions},
        prompt_changed,
        result::{GenerationProposal, GenerationResult},
        site_gone,
    },
    jobs::{JobFailure, JobLease, JobOutcome},
    organizations::ledger::LedgerReference,
    prompts::Prompt,
    rules::proposed::{DraftedRules, LeftOut, ProposedRule, choose_drafts},
    shared::ids::{Id as _, JobId, OrgId, PromptId, ProposedRuleId, QuestionId, SiteId},
    sites::Site,
    webhooks::message::Event,
};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::{
    credits,
    ports::{
        StoreError, StoreResult,
        change::{Change, Scope},
        prompts::PromptStore,
        sites::ConfigVersion,
    },
};

/// A generation to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct GenerationRecord {
    /// The request.
    pub request: GenerationRequest,
    /// The result.
    pub generation: Generation,
    /// The pages that were read.
    pub pages_read: Vec<String>,
    /// The proposals for single pages; `None` keeps the earlier ones as they are.
    pub drafted: Option<DraftedRules>,
    /// The pages and sitemaps that were not read, and why, if no proposals are drafted; otherwise `drafted` contains them.
    pub left_out: Vec<LeftOut>,
    /// The time.
    pub at: Timestamp,
}

/// Stores what was generated, and ends the attempt of its job: the prompts that may still be replaced, the questions unless a
/// person wrote some, the proposals for single pages in place of the earlier ones, the payment, the audit entry, the event. Costs
/// nothing if no text of a model is used. Returns false, with nothing stored, if the lease was lost. If the site was deleted or
/// nothing may be replaced, the job fails and costs nothing.
pub async fn record_generation(
    prompts: &dyn PromptStore,
    lease: JobLease,
    org: OrgId,
    record: &GenerationRecord,
) -> StoreResult<bool> {
    let mut change = prompts.begin(&[Scope::Organization(org)]).await?;
    let outcome = match store(&mut *change, lease.job, record).await? {
        Ok(result) => JobOutcome::Succeeded(result),
        Err(failure) => JobOutcome::Failed(failure),
    };
    let ended = change.end_try(lease, &outcome, record.at).await?;
    if ended {
        change.commit().await?;
    }
    Ok(ended)
}

/// Stores everything except the end of the attempt. Returns the job's result, or why it fails, in which case nothing is changed.
async fn store(
    change: &mut dyn Change,
    job: JobId,
    record: &GenerationRecord,
) -> StoreResult<Result<Value, JobFailure>> {
    let GenerationRecord { request, generation, pages_read, drafted, left_out, at } = record;
    let Some(site) = change.site(request.site_id).await? else { return Ok(Err(site_gone())) };
    let existing = change.all_prompts(site.id).await?;
    let Some(plan) = plan(request, &existing, generation, *at) else { return Ok(Err(prompt_changed())) };
    for prompt in &plan.updated {
        if !change.replace_prompt(prompt).await? {
            return Err(StoreError::Internal(format!("{} is not in the version that was just read", prompt.id)));
        }
    }
    for prompt in &plan.created {
        change.insert_prompt(prompt).await?;
    }
    let config_version = if request.questions && !generation.questions.is_empty() {
        store_questions(change, &site, &generation.questions, job, *at).await?
    } else {
        None
    };
    let chosen = match drafted {
        Some(drafted) => Some(choose(change, site.id, drafted.clone()).await?),
        None => None,
    };
    let has_new_texts = !plan.created.is_empty() || !plan.updated.is_empty() || config_version.is_some();
    if !has_new_texts && chosen.as_ref().is_none_or(|chosen| chosen.rules.is_empty()) {
        return Ok(Err(nothing_to_store(generation)));
    }
    // Texts of a model that are not used cost nothing, nor do proposals of the built-in generator.
    let is_of_use = has_new_texts || chosen.as_ref().is_some_and(DraftedRules::has_texts_of_model);
    let paid = if is_of_use { request.credits } else { 0 };
    let proposal = match chosen {
        Some(chosen) => propose(change, site.id, job, chosen, *at).await?,
        None => GenerationProposal { left_out: left_out.clone(), ..GenerationProposal::default() },
    };
    credits::settle(change, site.org_id, &LedgerReference::job(job), paid, PAYMENT_REASON, *at).await?;
    let (pages, proposal) = (pages_read, &proposal);
    let result = GenerationResult { generation, plan: &plan, pages, config_version, proposal, credits: paid }.to_json();
    let targets = [Target::new("site", site.id, &*site.name)].into_iter();
    let changed = plan.created.iter().chain(&plan.updated);
    let targets = targets.chain(changed.map(|prompt| Target::new("prompt", prompt.id, &*prompt.name))).collect();
    let metadata = json!({ "jobId": job, "model": generation.model, "questions": config_version.is_some(), "proposedRules": proposal.rules });
    change.audit(context(*at).entry(site.org_id, "prompt.generated", targets, metadata)).await?;
    change.raise(&Event::of_generation(&site, job, &result, *at)).await?;
    Ok(Ok(result))
}

/// The generation's changes to the site's current prompts; `None` if it is for one prompt and may not change that.
fn plan(
    request: &GenerationRequest,
    existing: &[Prompt],
    generation: &Generation,
    at: Timestamp,
) -> Option<GenerationPlan> {
    let Some(id) = request.prompt_id else {
        let mut new_id = || PromptId::new(at, &mut rand::rng());
        return Some(plan_for_site(request.site_id, existing, generation, at, &mut new_id));
    };
    let planned = existing.iter().find(|prompt| prompt.id == id);
    let updated = planned.and_then(|prompt| plan_for_prompt(prompt, generation, at))?;
    Some(GenerationPlan { created: Vec::new(), updated: vec![updated] })
}

/// Stores the questions in the next version of the configuration, unless a person wrote one of the current ones; returns the
/// version that contains them.
async fn store_questions(
    change: &mut dyn Change,
    site: &Site,
    questions: &[String],
    job: JobId,
    at: Timestamp,
) -> StoreResult<Option<u32>> {
    let Some(version) = change.current_config(site.id).await? else { return Ok(None) };
    let Some(current) = change.kept_config(site.id, version).await? else { return Ok(None) };
    let generated = change.generated_questions(site.id).await?;
    let mut new_id = || QuestionId::new(at, &mut rand::rng());
    let present = &current.config.questions.items;
    let Some(items) = plan_questions(present, &generated, questions, &mut new_id) else { return Ok(None) };
    // If a person restores an earlier version of the configuration, its questions no longer count as generated.
    change.put_generated_questions(site.id, &items).await?;
    if items == *present {
        return Ok(Some(version));
    }
    let mut config = current.config;
    config.questions.items = items;
    let metadata = json!({ "jobId": job, "expectedVersion": version });
    let target = Target::new("site", site.id, &*site.name);
    let entry = context(at).entry(site.org_id, "site.config_updated", vec![target], metadata);
    let no_number = || StoreError::Internal(format!("the configuration of {} has no version left", site.id));
    let next = ConfigVersion::after(version, config, entry.actor.clone(), at).ok_or_else(no_number)?;
    change.insert_config(site.id, &next).await?;
    change.audit(entry).await?;
    Ok(Some(next.version))
}

/// Selects the proposals of a draft, given the site's current and dismissed rules.
async fn choose(change: &mut dyn Change, site: SiteId, drafted: DraftedRules) -> StoreResult<DraftedRules> {
    let present = change.all_rules(site).await?;
    let dismissed = change.dismissed_rules(site).await?;
    Ok(choose_drafts(drafted, &present, &dismissed))
}

/// Replaces the waiting proposals with those of a generation.
async fn propose(
    change: &mut dyn Change,
    site: SiteId,
    job: JobId,
    chosen: DraftedRules,
    at: Timestamp,
) -> StoreResult<GenerationProposal> {
    let (left_out, pages_by_model, not_written) = (chosen.left_out.told(), chosen.by_model.len(), chosen.not_written);
    let first_id = ProposedRuleId::new(at, &mut rand::rng()).bits();
    let rules = chosen.rules.into_iter().enumerate().map(|(place, draft)| {
        // Ids in the order of the pages, which is the order in which they are shown.
        let id = ProposedRuleId::from_bits(first_id.wrapping_add(place as u128));
        ProposedRule { id, site_id: site, draft, created_at: at }
    });
    let rules: Vec<ProposedRule> = rules.collect();
    change.put_proposals(site, job, &rules, &left_out, at).await?;
    Ok(GenerationProposal { rules: rules.len(), left_out, pages_by_model, not_written })
}

fn context(at: Timestamp) -> AuditContext {
    AuditContext::system("generation", at)
}
