//! `POST /prompts/:siteId/import`: imports a file of prompts. All or none are imported, unless the caller allows a
//! part.

use askline_app::{prompts::import::Import, sites::payload::MAX_PAYLOAD_BYTES};
use askline_domain::{
    organizations::plan::Plan,
    prompts::{
        import::{ImportMode, ImportPlan, ItemError, MAX_IMPORT_ERRORS_TOLD, MAX_IMPORT_ITEMS_WITHOUT_BULK_WRITES},
        policy::is_policy_code,
    },
    shared::violation::Violation,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    file_limits::wrong_file,
    prompt_file::{FileForm, Line, PromptFile, check_count, lines},
};
use crate::pipeline::handling::{ApiError, Call, Code, Input, Nothing, Reply, SiteAccess};

/// The options of an import.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportQuery {
    /// What happens to existing prompts. `upsert`: those in the file are edited, the others stay. `create`:
    /// all stay as they are, only new ones are added. `replace`: those in the file are edited, the others are deleted.
    #[schemars(extend("default" = "upsert"))]
    pub mode: Option<ImportMode>,
    /// `true`: reports what would change, and changes nothing.
    #[schemars(extend("default" = false))]
    pub dry_run: Option<bool>,
    /// `true`: imports the valid items even if others are invalid; a replacement then deletes nothing.
    #[schemars(extend("default" = false))]
    pub partial: Option<bool>,
}

/// The result of an import.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    /// Whether nothing was changed, because `dryRun` was requested.
    pub dry_run: bool,
    /// The number of prompts that were created.
    pub created: usize,
    /// The number of prompts that were edited.
    pub updated: usize,
    /// The number of items that change nothing.
    pub skipped: usize,
    /// The number of invalid items.
    pub failed: usize,
    /// The number of prompts that were deleted because they are not in the file; with `mode=replace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "integer"))]
    pub deleted: Option<usize>,
    /// Why items are invalid; the first 200 reasons.
    pub errors: Vec<ImportError>,
    /// Items that were stored differently from the file; the first 200.
    pub warnings: Vec<ImportError>,
}

/// Why an item is invalid, or stored differently from the file.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ImportError {
    /// Its position in the file, from 0.
    pub index: usize,
    /// A stable code.
    pub code: String,
    /// The field and the reason.
    pub message: String,
}

/// `POST /prompts/:siteId/import`
pub async fn import_prompts(
    mut call: Call<SiteAccess>,
    input: Input<Nothing, ImportQuery, PromptFile>,
) -> Result<Reply<Imported>, ApiError> {
    let mode = input.query.mode.unwrap_or_default();
    let (dry_run, partial) = (input.query.dry_run.unwrap_or(false), input.query.partial.unwrap_or(false));
    let slot = call.take_slot()?;
    let entry = call.tenant.site.clone();
    let import = Import::begin(call.app.instance(), &entry.site, mode).await?;
    let form = call.request.header("content-type").and_then(FileForm::of_media_type).unwrap_or(FileForm::Json);
    let (plan_of_organization, at, file) = (call.tenant.organization.plan, call.request.at, input.body);
    // Checked outside the answering threads.
    let planning = move || {
        let lines = lines(form, &file.0)?;
        check_plan(plan_of_organization, lines.len())?;
        check_count(lines.len())?;
        if mode == ImportMode::Replace && lines.is_empty() && import.has_prompts() {
            let message = "The file has no items. Replacing all prompts with it would delete every prompt of the site.";
            return Err(wrong_file("items", "TOO_FEW", message));
        }
        let plan = import.plan((&entry.site, &entry.config.config), lines.into_iter().map(Line::read), at);
        Ok((import, plan))
    };
    let (import, plan) = slot.run(planning).await??;
    if plan.failed > 0 && !partial && !dry_run {
        return Err(refusal(plan));
    }
    Import::check_count(&plan)?;
    if !dry_run {
        import.store(&call.tenant.site.site, &plan, &call.audit_context()).await?;
    }
    Ok(Reply::new(Imported {
        dry_run,
        created: plan.changes.created.len(),
        updated: plan.changes.updated.len(),
        skipped: plan.skipped,
        failed: plan.failed,
        deleted: (mode == ImportMode::Replace).then_some(plan.changes.deleted.len()),
        errors: plan.errors.into_iter().map(ImportError::from).collect(),
        warnings: plan.drafted.into_iter().take(MAX_IMPORT_ERRORS_TOLD).map(ImportError::drafted).collect(),
    }))
}

impl ImportError {
    fn drafted(index: usize) -> Self {
        let message = format!(
            "Stored as a draft: with it, the configuration that every page loads would have more than {MAX_PAYLOAD_BYTES} bytes."
        );
        Self { index, code: "STORED_AS_DRAFT".into(), message }
    }
}

fn check_plan(plan: Plan, count: usize) -> Result<(), ApiError> {
    if plan.limits().bulk_writes || count <= MAX_IMPORT_ITEMS_WITHOUT_BULK_WRITES {
        return Ok(());
    }
    let what = format!("Imports of more than {MAX_IMPORT_ITEMS_WITHOUT_BULK_WRITES} prompts need");
    Err(ApiError::plan_required(Plan::Enterprise, &what))
}

/// The error for a file with invalid items, each named by its index.
fn refusal(plan: ImportPlan) -> ApiError {
    let is_against_policy_alone = plan.errors.iter().all(|error| is_policy_code(&error.violation.code));
    let details: Vec<Violation> = plan.errors.into_iter().map(located).collect();
    let first = details.first().map_or("", |violation| violation.message.as_str());
    let message = match plan.failed {
        1 => format!("{first} Nothing was imported."),
        failed => format!("{first} {failed} items are invalid, so nothing was imported."),
    };
    let code = if is_against_policy_alone { Code::PromptPolicyViolation } else { Code::ValidationFailed };
    ApiError { details, ..ApiError::new(code, message) }
}

/// A violation in an item, with its place in the file: `items[3].text`.
fn located(error: ItemError) -> Violation {
    let place = format!("items[{}]", error.index);
    let path = match error.violation.path.as_str() {
        "" => place.clone(),
        path => format!("{place}.{path}"),
    };
    let violation = error.violation.clone();
    let ImportError { message, .. } = error.into();
    Violation { path, message: format!("{place}: {message}"), ..violation }
}

impl From<ItemError> for ImportError {
    fn from(error: ItemError) -> Self {
        let Violation { path, code, message, .. } = error.violation;
        // Many messages already name their field.
        let message = match message.contains(&path) {
            true => message,
            false => format!("{path}: {message}"),
        };
        Self { index: error.index, code, message }
    }
}
