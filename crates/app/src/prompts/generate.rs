//! Starts a generation: a job that writes new texts from the site's pages.

use askline_domain::{
    audit::{Target, context::AuditContext},
    generation::{GenerationRequest, plan::may_be_replaced},
    jobs::NewJob,
    prompts::Prompt,
    shared::ids::{Id as _, JobId, KeyId},
    sites::Site,
};
use serde_json::json;

use crate::{
    error::{Conflict, UseCaseError},
    ports::prompts::generations::{GenerationStart, GenerationStore},
};

/// Refuses a prompt whose text a person wrote, which must never be overwritten.
pub fn check_replaceable(prompt: &Prompt) -> Result<(), UseCaseError> {
    may_be_replaced(prompt).then_some(()).ok_or_else(|| Conflict::WrittenByPerson(prompt.source).into())
}

/// Starts a generation for a site, or only for `prompt`. The cost is reserved now, and charged if the generated texts
/// are used. `started_by` is the API key of the request, if there is one.
pub async fn start_generation(
    generations: &dyn GenerationStore,
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
    let audit = context.entry(site.org_id, "prompt.generation_started", targets, metadata).making(job.id);
    match generations.start_generation(&job, request, audit).await? {
        GenerationStart::Started => Ok(job),
        GenerationStart::AlreadyRunning(running) => Err(Conflict::AlreadyGenerating(running).into()),
        GenerationStart::Insufficient { available } => {
            Err(UseCaseError::InsufficientCredits(request.why_unpaid(available)))
        }
        GenerationStart::Missing => Err(UseCaseError::NotFound("site")),
    }
}
