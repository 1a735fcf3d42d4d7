//! Starts a generation: a job that writes new texts from the site's pages.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    generation::{GenerationRequest, plan::may_be_replaced},
    jobs::NewJob,
    organizations::{credit_reservation::CreditReservation, ledger::LedgerReference},
    prompts::Prompt,
    shared::ids::{Id as _, JobId, KeyId},
    sites::Site,
};
use serde_json::json;

use crate::{
    credits,
    error::{Conflict, UseCaseError},
    ports::{change::Scope, prompts::PromptStore},
};

/// Refuses a prompt whose text a person wrote, which must never be overwritten.
pub fn check_replaceable(prompt: &Prompt) -> Result<(), UseCaseError> {
    may_be_replaced(prompt).then_some(()).ok_or_else(|| Conflict::WrittenByPerson(prompt.source).into())
}

/// Starts a generation for a site, or only for `prompt`. The cost is reserved now, and charged if the generated texts
/// are used. `started_by` is the API key of the request, if there is one.
pub async fn start_generation(
    prompts: &dyn PromptStore,
    (site, prompt): (&Site, Option<&Prompt>),
    request: &GenerationRequest,
    started_by: Option<KeyId>,
    context: &AuditContext,
) -> Result<NewJob, UseCaseError> {
    let job = NewJob::of(JobId::new(context.at, &mut rand::rng()), site.org_id, request, context.at).about(site.id);
    let job = NewJob { started_by, ..job };
    let mut targets = vec![Target::new("site", site.id, &*site.name)];
    targets.extend(prompt.map(|prompt| Target::new("prompt", prompt.id, &*prompt.name)));
    let metadata = json!({ "jobId": job.id, "prompts": request.prompts, "questions": request.questions });
    let entry = context.entry(site.org_id, "prompt.generation_started", targets, metadata).making(job.id);
    begin_generation(prompts, &job, request, entry).await?;
    Ok(job)
}

/// Stores the job of a generation, and reserves its credits. Only one generation runs for a site at a time.
pub async fn begin_generation(
    prompts: &dyn PromptStore,
    job: &NewJob,
    request: &GenerationRequest,
    entry: AuditDraft,
) -> Result<(), UseCaseError> {
    let absent = || UseCaseError::NotFound("site");
    let mut change = prompts.begin(&[Scope::Organization(job.org_id)]).await?;
    if let Some(running) = change.running_generation(request.site_id).await? {
        return Err(Conflict::AlreadyGenerating(running).into());
    }
    let site = change.site(request.site_id).await?;
    site.filter(|site| site.org_id == job.org_id).ok_or_else(absent)?;
    // Without a cost, nothing is reserved.
    if request.credits > 0 {
        let work = LedgerReference::job(job.id);
        match credits::reserve(&mut *change, job.org_id, &work, request.credits, job.created_at).await? {
            CreditReservation::Reserved | CreditReservation::AlreadyReserved => {}
            CreditReservation::Missing => return Err(absent()),
            CreditReservation::Insufficient { available } => {
                // This change reports the shortage to webhooks.
                change.commit_without_notice().await?;
                return Err(UseCaseError::InsufficientCredits(request.why_unpaid(available)));
            }
        }
    }
    change.enqueue(job).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(())
}
