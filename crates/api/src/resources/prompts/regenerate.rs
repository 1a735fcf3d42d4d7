//! `POST /prompts/:siteId/regenerate` and `POST /prompts/:siteId/:promptId/regenerate`: new texts from the site's pages, written
//! by a job. The cost is reserved when the job is stored, and charged when it succeeds.

use askline_app::{
    present_fields::every_field_present,
    prompts::{check_replaceable, start_generation},
};
use askline_domain::{generation::GenerationRequest, jobs::Job, prompts::Prompt, shared::violation::Violations};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PromptPath, find};
use crate::{
    pipeline::{
        handling::{ApiError, Call, Input, Nothing, OptionalJson, Reply, SiteAccess},
        request::estimate::{BegunOrEstimate, EstimateQuery},
    },
    resources::jobs::JobView,
};

/// What to generate for a whole site.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "SiteRegeneration")]
pub struct RegenerateSite {
    /// Whether to generate prompts. Generated prompts are replaced in place and missing kinds are added; what people wrote stays.
    /// For single pages, texts that are appended to the prompts are proposed as rules.
    pub prompts: bool,
    /// Whether to generate suggested questions. They are stored in the widget configuration unless a person wrote one of the
    /// current ones. Questions about single pages are proposed as rules.
    pub questions: bool,
}

impl Default for RegenerateSite {
    fn default() -> Self {
        Self { prompts: true, questions: true }
    }
}

/// What writes the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Generator {
    /// The built-in generator.
    BuiltIn,
    /// The model that the operator configured.
    Model,
}

/// What a generation would cost.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct GenerationEstimate {
    /// The credits that it costs if it succeeds; a failed generation costs nothing. The built-in generator costs none.
    pub credits: u32,
    /// The credits that new work may use.
    pub available: i64,
    /// Whether that is enough.
    pub affordable: bool,
    /// What writes the texts.
    pub generator: Generator,
    /// The model; null for the built-in generator.
    pub model: Option<String>,
}

/// A generation that was started.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartedGeneration {
    /// Its job, as `GET /jobs/{jobId}` shows it.
    #[serde(flatten)]
    pub job: JobView,
    /// Credits that are reserved for it; 0 for the built-in generator.
    pub credits_reserved: u32,
}

/// A generation that was started, or what it would cost.
pub type Regeneration = BegunOrEstimate<StartedGeneration, GenerationEstimate>;

/// `POST /prompts/:siteId/regenerate`
pub async fn regenerate_prompts(
    call: Call<SiteAccess>,
    input: Input<Nothing, EstimateQuery, OptionalJson<RegenerateSite>>,
) -> Result<Reply<Regeneration>, ApiError> {
    let RegenerateSite { prompts, questions } = input.body.0;
    if !prompts && !questions {
        let mut violations = Violations::new();
        violations.add("prompts", "NOTHING_SELECTED", "prompts or questions must be true.".to_owned());
        violations.finish(())?;
    }
    let credits = call.app.settings().generation.cost_of_site();
    let site_id = call.tenant.site.site.id;
    regenerate(&call, None, GenerationRequest { site_id, prompt_id: None, prompts, questions, credits }, input.query)
        .await
}

/// `POST /prompts/:siteId/:promptId/regenerate`
pub async fn regenerate_prompt(
    call: Call<SiteAccess>,
    input: Input<PromptPath, EstimateQuery>,
) -> Result<Reply<Regeneration>, ApiError> {
    let prompt = find(&call, input.path.prompt_id).await?;
    check_replaceable(&prompt)?;
    let credits = call.app.settings().generation.cost_of_prompt();
    let (site_id, prompt_id) = (prompt.site_id, Some(prompt.id));
    let request = GenerationRequest { site_id, prompt_id, prompts: true, questions: false, credits };
    regenerate(&call, Some(&prompt), request, input.query).await
}

async fn regenerate(
    call: &Call<SiteAccess>,
    prompt: Option<&Prompt>,
    request: GenerationRequest,
    query: EstimateQuery,
) -> Result<Reply<Regeneration>, ApiError> {
    if query.estimate {
        return Ok(Reply::nothing_begun(Regeneration::Estimate(estimate(call, request.credits).await?)));
    }
    let (store, of) = (&*call.app.ports().prompts, (&call.tenant.site.site, prompt));
    let job = start_generation(store, of, &request, call.caller.key_id(), &call.audit_context()).await?;
    let started = StartedGeneration { job: Job::from(job).into(), credits_reserved: request.credits };
    Ok(Reply::new(Regeneration::Begun(Box::new(started))).no_store())
}

async fn estimate(call: &Call<SiteAccess>, credits: u32) -> Result<GenerationEstimate, ApiError> {
    let account = call.app.ports().credits.credits(call.tenant.organization.id, call.request.at).await?;
    let available = account.ok_or_else(|| ApiError::not_found("organization"))?.available();
    let model = call.app.settings().generation.model.clone();
    let generator = if model.is_some() { Generator::Model } else { Generator::BuiltIn };
    Ok(GenerationEstimate { credits, available, affordable: available >= i64::from(credits), generator, model })
}
