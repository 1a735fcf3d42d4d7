//! Generations. Their changes are decided in the transaction that stores them, from the prompts at that time, so that
//! what a person wrote in the meantime is kept.

use askline_app::ports::{
    StoreError, StoreResult,
    credits::CreditReservation,
    prompts::generations::{GenerationRecord, GenerationStart, GenerationStore},
};
use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    generation::{
        GENERATION_JOB, Generation, GenerationRequest, PAYMENT_REASON, nothing_to_store,
        plan::{GenerationPlan, plan_for_prompt, plan_for_site, plan_questions},
        prompt_changed,
        result::{GenerationProposal, GenerationResult},
        site_gone,
    },
    jobs::{JobFailure, JobLease, JobOutcome, NewJob},
    rules::proposed::DraftedRules,
    shared::ids::{Id as _, JobId, PromptId, QuestionId, SiteId},
    sites::Site,
    webhooks::message::Event,
    widget::config::Question,
};
use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::json;

use crate::{
    metadata::{
        MetadataStore,
        changes::{change::Change, row_order::in_id_order, scope::Scope},
        jobs, prompts,
        rules::proposed,
        sites,
    },
    sql::{Connection, Dialects, rows::RowReader, sql},
};

#[async_trait]
impl GenerationStore for MetadataStore {
    async fn start_generation(
        &self,
        job: &NewJob,
        request: &GenerationRequest,
        audit: AuditDraft,
    ) -> StoreResult<GenerationStart> {
        let mut change = self.begin([Scope::Organization(job.org_id)]).await?;
        if let Some(running) = running(change.connection(), request.site_id).await? {
            return Ok(GenerationStart::AlreadyRunning(running));
        }
        match sites::site_of(change.connection(), request.site_id).await? {
            Some(site) if site.org_id == job.org_id => {}
            _ => return Ok(GenerationStart::Missing),
        }
        // Without a cost, nothing is reserved.
        if request.credits > 0 {
            match change.reserve_for_job(job.org_id, job.id, request.credits, job.created_at).await? {
                CreditReservation::Reserved | CreditReservation::AlreadyReserved => {}
                CreditReservation::Missing => return Ok(GenerationStart::Missing),
                CreditReservation::Insufficient { available } => {
                    // This reports the shortage to webhooks.
                    change.commit_without_notice().await?;
                    return Ok(GenerationStart::Insufficient { available });
                }
            }
        }
        change.enqueue(job).await?;
        change.commit_with(audit).await?;
        Ok(GenerationStart::Started)
    }

    async fn record_generation(&self, lease: JobLease, record: &GenerationRecord) -> StoreResult<bool> {
        let Some(org) = jobs::rows::organization_of(self, lease.job).await? else { return Ok(false) };
        let mut change = self.begin([Scope::Organization(org)]).await?;
        let recorded = record_in(&mut change, lease, record).await?;
        let outcome = match recorded {
            Ok(result) => JobOutcome::Succeeded(result),
            Err(failure) => JobOutcome::Failed(failure),
        };
        let ended = jobs::ending::end_try(&mut change, lease, &outcome, record.at).await?;
        if ended {
            change.commit().await?;
        }
        Ok(ended)
    }
}

/// Returns the job of a site's generation that has not ended yet.
async fn running(connection: &mut Connection, site: SiteId) -> StoreResult<Option<JobId>> {
    sql(Dialects {
        sqlite: "SELECT id FROM jobs WHERE kind = $1 AND ready_ms IS NOT NULL AND input ->> 'siteId' = $2 LIMIT 1",
        postgres: "SELECT id FROM jobs WHERE kind = $1 AND ready_ms IS NOT NULL \
                   AND input::jsonb ->> 'siteId' = $2 LIMIT 1",
    })
    .bind(GENERATION_JOB.as_str())
    .bind(site)
    .optional(connection, |row| RowReader::new(row, "jobs", "id").parsed("id"))
    .await
}

/// Stores everything except the end of the attempt. Returns the job's result, or why it fails, in which case nothing is
/// changed.
async fn record_in(
    change: &mut Change,
    lease: JobLease,
    record: &GenerationRecord,
) -> StoreResult<Result<serde_json::Value, JobFailure>> {
    let GenerationRecord { request, generation, pages_read, drafted, left_out, at } = record;
    let Some(site) = sites::site_of(change.connection(), request.site_id).await? else {
        return Ok(Err(site_gone()));
    };
    let Some(plan) = plan(change.connection(), request, generation, *at).await? else {
        return Ok(Err(prompt_changed()));
    };
    for prompt in in_id_order(&plan.updated, |prompt| prompt.id) {
        if prompts::replacement(prompt)?.execute(change.connection()).await? == 0 {
            return Err(StoreError::Internal(format!("{} is not in the version that was just read", prompt.id)));
        }
    }
    for prompt in &plan.created {
        prompts::insert(change.connection(), prompt).await?;
    }
    let config_version = match request.questions && !generation.questions.is_empty() {
        true => store_questions(change, &site, &generation.questions, lease.job, *at).await?,
        false => None,
    };
    let chosen = match drafted {
        Some(drafted) => Some(proposed::choose(change, site.id, drafted.clone()).await?),
        None => None,
    };
    let has_new_texts = !plan.created.is_empty() || !plan.updated.is_empty() || config_version.is_some();
    if !has_new_texts && chosen.as_ref().is_none_or(|chosen| chosen.rules.is_empty()) {
        return Ok(Err(nothing_to_store(generation)));
    }
    // Texts of a model that are not used cost nothing, nor do proposals of the built-in generator.
    let is_of_use = has_new_texts || chosen.as_ref().is_some_and(DraftedRules::has_texts_of_model);
    let credits = if is_of_use { request.credits } else { 0 };
    let proposal = match chosen {
        Some(chosen) => proposed::replace(change, site.id, lease.job, chosen, *at).await?,
        None => GenerationProposal { left_out: left_out.clone(), ..GenerationProposal::default() },
    };
    change.pay_for_job(site.org_id, lease.job, credits, PAYMENT_REASON, *at).await?;
    let (pages, proposal) = (pages_read, &proposal);
    let result = GenerationResult { generation, plan: &plan, pages, config_version, proposal, credits }.to_json();
    let targets = [Target::new("site", site.id, &*site.name)].into_iter();
    let changed = plan.created.iter().chain(&plan.updated);
    let targets = targets.chain(changed.map(|prompt| Target::new("prompt", prompt.id, &*prompt.name))).collect();
    let metadata = json!({ "jobId": lease.job, "model": generation.model, "questions": config_version.is_some(), "proposedRules": proposal.rules });
    let entry = context(*at).entry(site.org_id, "prompt.generated", targets, metadata);
    change.append_audit(entry).await?;
    change.raise_event(&Event::of_generation(&site, lease.job, &result, *at)).await?;
    Ok(Ok(result))
}

/// Returns the generation's changes to the site's current prompts; `None` if it is for one prompt and may not change
/// that.
async fn plan(
    connection: &mut Connection,
    request: &GenerationRequest,
    generation: &Generation,
    at: Timestamp,
) -> StoreResult<Option<GenerationPlan>> {
    let existing = prompts::all(connection, request.site_id).await?;
    match request.prompt_id {
        None => {
            let mut new_id = || PromptId::new(at, &mut rand::rng());
            Ok(Some(plan_for_site(request.site_id, &existing, generation, at, &mut new_id)))
        }
        Some(id) => {
            let planned = existing.iter().find(|prompt| prompt.id == id);
            let updated = planned.and_then(|prompt| plan_for_prompt(prompt, generation, at));
            Ok(updated.map(|prompt| GenerationPlan { created: Vec::new(), updated: vec![prompt] }))
        }
    }
}

/// Stores the questions in the next version of the configuration, unless a person wrote one of the current ones;
/// returns the version that contains them.
async fn store_questions(
    change: &mut Change,
    site: &Site,
    questions: &[String],
    job: JobId,
    at: Timestamp,
) -> StoreResult<Option<u32>> {
    let Some(current) = sites::current_config(change.connection(), site.id).await? else { return Ok(None) };
    let remembered = remembered(change.connection(), site.id).await?;
    let mut new_id = || QuestionId::new(at, &mut rand::rng());
    let present = &current.config.questions.items;
    let Some(items) = plan_questions(present, &remembered, questions, &mut new_id) else { return Ok(None) };
    remember(change.connection(), site.id, &items).await?;
    if items == *present {
        return Ok(Some(current.version));
    }
    let mut config = current.config;
    config.questions.items = items;
    let metadata = json!({ "jobId": job, "expectedVersion": current.version });
    let target = Target::new("site", site.id, &*site.name);
    let audit = context(at).entry(site.org_id, "site.config_updated", vec![target], metadata);
    let stored = sites::add_config(change, site.id, current.version, config, at, audit).await?;
    Ok(Some(stored.version))
}

/// Returns the questions that were generated for a site.
async fn remembered(connection: &mut Connection, site: SiteId) -> StoreResult<Vec<Question>> {
    sql("SELECT question_id, text FROM generated_questions WHERE site_id = $1")
        .bind(site)
        .all(connection, |row| {
            let row = RowReader::new(row, "generated_questions", "question_id");
            Ok(Question { id: row.parsed("question_id")?, text: row.text("text")? })
        })
        .await
}

/// Replaces the remembered questions with these. If a person restores an earlier version of the configuration, its
/// questions no longer count as generated.
async fn remember(connection: &mut Connection, site: SiteId, questions: &[Question]) -> StoreResult<()> {
    sql("DELETE FROM generated_questions WHERE site_id = $1").bind(site).execute(&mut *connection).await?;
    for question in questions {
        sql("INSERT INTO generated_questions (site_id, question_id, text) VALUES ($1, $2, $3)")
            .bind(site)
            .bind(question.id)
            .bind(&question.text)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

fn context(at: Timestamp) -> AuditContext {
    AuditContext::system("generation", at)
}
