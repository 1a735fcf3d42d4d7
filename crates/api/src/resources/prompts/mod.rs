//! Prompts: list, create, edit, delete, import and export.

mod export;
mod import;
mod preview;
mod prompt_csv;
mod prompt_file;
mod read_in_passing;
mod regenerate;

use crate::{
    pipeline::{
        handling::{ApiError, Call, Input, Items, Json, Nothing, Reply, SiteAccess},
        request::{
            cursor::{limit_of, place_of},
            if_match::{check_if_match, tag_of},
        },
    },
    resources::sites::Deleted,
};
use askline_app::{ports::prompts::PromptFilter, present_fields::every_field_present, prompts};
use askline_domain::{
    audit::Target,
    prompts::{
        Prompt, PromptKind, PromptSource, PromptStatus, PromptWarning,
        input::{NewPrompt, PromptEdit},
    },
    shared::{
        ids::{Id as _, PromptId, SiteId},
        language_tag::{ANY_LANGUAGE, LANGUAGE_RANGE_PATTERN, canonical_language_tag},
        rfc3339::Moment,
    },
};
use axum::http::header;
pub use export::{ExportQuery, PromptExport, export_prompts};
pub use import::{ImportQuery, Imported, import_prompts};
pub use preview::{PreviewLink, PromptFinding, PromptPreview, PromptTrial, preview_prompt};
pub use regenerate::{
    GenerationEstimate, Generator, RegenerateSite, Regeneration, StartedGeneration, regenerate_prompt,
    regenerate_prompts,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Which prompts are wanted.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PromptsQuery {
    /// Of this status.
    pub status: Option<PromptStatus>,
    /// Of this kind.
    pub kind: Option<PromptKind>,
    /// In this language; `*` for those that are for every language.
    #[schemars(regex(pattern = LANGUAGE_RANGE_PATTERN), length(max = 35))]
    pub language: Option<String>,
    /// Rows of a page, 1 to 200.
    #[schemars(range(min = 1, max = 200), extend("default" = 50))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the page before.
    pub cursor: Option<String>,
}

/// The prompt of the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptPath {
    prompt_id: PromptId,
}

/// A prompt template.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Prompt")]
#[schemars(transform = every_field_present)]
pub struct PromptView {
    /// Its id.
    pub id: PromptId,
    /// Its site.
    pub site_id: SiteId,
    /// Its name.
    pub name: String,
    /// What it asks for.
    pub kind: PromptKind,
    /// The text, with placeholders.
    pub text: String,
    /// Platforms it is for; empty for all.
    pub platform_ids: Vec<String>,
    /// Language it is for.
    pub language: String,
    /// Where its text came from.
    pub source: PromptSource,
    /// Whether readers get it.
    pub status: PromptStatus,
    /// Rises by one with each change.
    pub version: u32,
    /// The model that wrote it; null for people and the built-in set.
    pub model: Option<String>,
    /// When it was generated.
    pub generated_at: Option<Moment>,
    /// The group it is a variant in.
    pub variant_group: Option<String>,
    /// Its share among the variants of the group.
    pub weight: u16,
    /// What an owner should know.
    pub warnings: Vec<PromptWarning>,
    /// When it was created.
    pub created_at: Moment,
    /// When it was last changed.
    pub updated_at: Moment,
}

impl From<Prompt> for PromptView {
    fn from(prompt: Prompt) -> Self {
        Self {
            id: prompt.id,
            site_id: prompt.site_id,
            name: prompt.name,
            kind: prompt.kind,
            text: prompt.text,
            platform_ids: prompt.platform_ids,
            language: prompt.language,
            source: prompt.source,
            status: prompt.status,
            version: prompt.version,
            model: prompt.model,
            generated_at: prompt.generated_at.map(Moment),
            variant_group: prompt.variant_group,
            weight: prompt.weight,
            warnings: prompt.warnings,
            created_at: Moment(prompt.created_at),
            updated_at: Moment(prompt.updated_at),
        }
    }
}

/// `GET /prompts/:siteId`
pub async fn list_prompts(
    call: Call<SiteAccess>,
    input: Input<Nothing, PromptsQuery>,
) -> Result<Reply<Items<PromptView>>, ApiError> {
    let query = input.query;
    let page = askline_domain::shared::paging::PageRequest {
        limit: limit_of(query.limit)?,
        before: place_of(query.cursor.as_deref())?,
    };
    let language = query.language.as_deref().map(language_of).transpose()?;
    let filter = PromptFilter { status: query.status, kind: query.kind, language };
    let prompts = call.app.ports().prompts.prompts(call.tenant.site.site.id, &filter, page).await?;
    Ok(Reply::page(prompts.map(PromptView::from), page.limit, |prompt| prompt.id.bits()))
}

/// The language in its usual casing, as prompts are stored.
fn language_of(text: &str) -> Result<String, ApiError> {
    if text == ANY_LANGUAGE {
        return Ok(text.to_owned());
    }
    canonical_language_tag(text)
        .ok_or_else(|| ApiError::parameter("language", "language must be a tag such as en or pt-BR, or *.".to_owned()))
}

/// `GET /prompts/:siteId/:promptId`
pub async fn show_prompt(call: Call<SiteAccess>, input: Input<PromptPath>) -> Result<Reply<PromptView>, ApiError> {
    Ok(with_tag(find(&call, input.path.prompt_id).await?))
}

/// A prompt with what `If-Match` takes for its present state.
fn with_tag(prompt: Prompt) -> Reply<PromptView> {
    let tag = tag_of(&prompt.version.to_string());
    Reply::new(PromptView::from(prompt)).header(header::ETAG, tag)
}

/// `POST /prompts/:siteId`
pub async fn create_prompt(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<NewPrompt>>,
) -> Result<Reply<PromptView>, ApiError> {
    let prompt =
        prompts::create(call.app.instance(), call.tenant.with_config(), input.body.0, &call.audit_context()).await?;
    Ok(Reply::new(prompt.into()))
}

/// `PATCH /prompts/:siteId/:promptId`
pub async fn edit_prompt(
    call: Call<SiteAccess>,
    input: Input<PromptPath, Nothing, Json<PromptEdit>>,
) -> Result<Reply<PromptView>, ApiError> {
    let check_before = |before: &Prompt| check_if_match(&call.request.headers, &before.version.to_string());
    let (instance, of, id) = (call.app.instance(), call.tenant.with_config(), input.path.prompt_id);
    let edited = prompts::edit(instance, of, id, input.body.0, check_before, &call.audit_context()).await?;
    Ok(with_tag(edited))
}

/// `DELETE /prompts/:siteId/:promptId`
pub async fn delete_prompt(call: Call<SiteAccess>, input: Input<PromptPath>) -> Result<Reply<Deleted>, ApiError> {
    let prompt = find(&call, input.path.prompt_id).await?;
    let audit = call.audit(
        call.tenant.organization.id,
        "prompt.deleted",
        vec![Target::new("prompt", prompt.id, &*prompt.name)],
        json!({ "siteId": prompt.site_id }),
    );
    if !call.app.ports().prompts.delete_prompt(prompt.site_id, prompt.id, audit).await? {
        return Err(ApiError::not_found("prompt"));
    }
    Ok(Reply::new(Deleted::of(prompt.id)))
}

async fn find(call: &Call<SiteAccess>, id: PromptId) -> Result<Prompt, ApiError> {
    let prompts = &call.app.ports().prompts;
    prompts.prompt(call.tenant.site.site.id, id).await?.ok_or_else(|| ApiError::not_found("prompt"))
}
