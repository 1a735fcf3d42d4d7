//! Lists, creates, edits, deletes, previews, generates, imports and exports prompts.

mod export;
mod file_limits;
mod file_lines;
mod file_text;
mod import;
mod preview;
mod prompt_csv;
mod prompt_file;
mod read_in_passing;
mod regenerate;

use askline_app::{ports::prompts::PromptFilter, prompts};
use askline_domain::{
    prompts::{
        Prompt, PromptKind, PromptStatus,
        input::{NewPrompt, PromptEdit},
    },
    shared::{
        ids::{Id as _, PromptId},
        language_tag::{ANY_LANGUAGE, LANGUAGE_RANGE_PATTERN, MAX_TAG_CHARACTERS, canonical_language_tag},
        paging::{MAX_PAGE_ROWS, PAGE_ROWS_DEFAULT},
    },
};
use axum::http::header;

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

pub use export::{ExportQuery, PromptExport, export_prompts};
pub use import::{ImportQuery, Imported, import_prompts};
pub use preview::{PreviewLink, PromptFinding, PromptPreview, PromptTrial, preview_prompt};
pub use regenerate::{
    GenerationEstimate, Generator, RegenerateSite, Regeneration, StartedGeneration, regenerate_prompt,
    regenerate_prompts,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Filters of the list of prompts.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PromptsQuery {
    /// Only prompts with this status.
    pub status: Option<PromptStatus>,
    /// Only prompts of this kind.
    pub kind: Option<PromptKind>,
    /// Only prompts in this language; `*` for prompts that are for every language.
    #[schemars(regex(pattern = LANGUAGE_RANGE_PATTERN), length(max = MAX_TAG_CHARACTERS))]
    pub language: Option<String>,
    /// The maximum number of rows on a page, 1 to 200.
    #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
}

/// The prompt in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptPath {
    prompt_id: PromptId,
}

/// `GET /prompts/:siteId`
pub async fn list_prompts(
    call: Call<SiteAccess>,
    input: Input<Nothing, PromptsQuery>,
) -> Result<Reply<Items<Prompt>>, ApiError> {
    let query = input.query;
    let page = askline_domain::shared::paging::PageRequest {
        limit: limit_of(query.limit)?,
        before: place_of(query.cursor.as_deref())?,
    };
    let language = query.language.as_deref().map(language_of).transpose()?;
    let filter = PromptFilter { status: query.status, kind: query.kind, language };
    let prompts = call.app.ports().prompts.prompts(call.tenant.site.site.id, &filter, page).await?;
    Ok(Reply::page(prompts, page.limit, |prompt| prompt.id.bits()))
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
pub async fn show_prompt(call: Call<SiteAccess>, input: Input<PromptPath>) -> Result<Reply<Prompt>, ApiError> {
    Ok(with_tag(find(&call, input.path.prompt_id).await?))
}

/// A prompt with its entity tag, which `If-Match` compares.
fn with_tag(prompt: Prompt) -> Reply<Prompt> {
    let tag = tag_of(&prompt.version.to_string());
    Reply::new(prompt).header(header::ETAG, tag)
}

/// `POST /prompts/:siteId`
pub async fn create_prompt(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<NewPrompt>>,
) -> Result<Reply<Prompt>, ApiError> {
    let prompt =
        prompts::create(call.app.instance(), call.tenant.with_config(), input.body.0, &call.audit_context()).await?;
    Ok(Reply::new(prompt))
}

/// `PATCH /prompts/:siteId/:promptId`
pub async fn update_prompt(
    call: Call<SiteAccess>,
    input: Input<PromptPath, Nothing, Json<PromptEdit>>,
) -> Result<Reply<Prompt>, ApiError> {
    let check_before = |before: &Prompt| check_if_match(&call.request.headers, &before.version.to_string());
    let (instance, of, id) = (call.app.instance(), call.tenant.with_config(), input.path.prompt_id);
    let edited = prompts::edit(instance, of, id, input.body.0, check_before, &call.audit_context()).await?;
    Ok(with_tag(edited))
}

/// `DELETE /prompts/:siteId/:promptId`
pub async fn delete_prompt(call: Call<SiteAccess>, input: Input<PromptPath>) -> Result<Reply<Deleted>, ApiError> {
    let prompt = find(&call, input.path.prompt_id).await?;
    let org = call.tenant.organization.id;
    prompts::delete(&*call.app.ports().prompts, org, &prompt, &call.audit_context()).await?;
    Ok(Reply::new(Deleted::of(prompt.id)))
}

async fn find(call: &Call<SiteAccess>, id: PromptId) -> Result<Prompt, ApiError> {
    let prompts = &call.app.ports().prompts;
    prompts.prompt(call.tenant.site.site.id, id).await?.ok_or_else(|| ApiError::not_found("prompt"))
}
