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
    file_text::text_of,
    prompt_file::{FileForm, FileItem, PromptFile, check_count, items},
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
    /// The line of the file on which it begins, from 1, as a text editor counts lines.
    pub line: u32,
    /// The field that it is about, which is the column of a CSV; empty for the whole item.
    pub path: String,
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
    let mut import = Import::begin(call.app.instance(), &entry.site, mode).await?;
    let form = call.request.header("content-type").and_then(FileForm::of_media_type).unwrap_or(FileForm::Json);
    let (plan_of_organization, at, file) = (call.tenant.organization.plan, call.request.at, input.body);
    // Checked outside the answering threads.
    let planning = move || {
        let text = text_of(&file.0)?;
        let items = items(form, &text)?;
        check_plan(plan_of_organization, items.len())?;
        check_count(items.len())?;
        if mode == ImportMode::Replace && items.is_empty() && import.has_prompts() {
            let message = "The file has no items. Replacing all prompts with it would delete every prompt of the site.";
            return Err(wrong_file("items", "NO_ITEMS", message));
        }
        let lines = Lines(items.iter().map(|item| item.line).collect());
        let plan = import.plan((&entry.site, &entry.config.config), items.into_iter().map(FileItem::read), at);
        Ok((import, plan, lines))
    };
    let (import, plan, lines) = slot.run(planning).await??;
    if plan.failed > 0 && !partial && !dry_run {
        return Err(refusal(plan, &lines));
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
        errors: plan.errors.into_iter().map(|error| lines.error(error)).collect(),
        warnings: plan.drafted.into_iter().take(MAX_IMPORT_ERRORS_TOLD).map(|index| lines.drafted(index)).collect(),
    }))
}

/// The line on which each item of a file begins, from 1.
struct Lines(Vec<u32>);

impl Lines {
    fn of(&self, index: usize) -> u32 {
        self.0.get(index).copied().unwrap_or_default()
    }

    fn error(&self, error: ItemError) -> ImportError {
        let ItemError { index, violation: Violation { path, code, message, .. } } = error;
        // Many messages already name their field.
        let message = if message.contains(&path) { message } else { format!("{path}: {message}") };
        ImportError { index, line: self.of(index), path, code, message }
    }

    fn drafted(&self, index: usize) -> ImportError {
        let message = format!(
            "Stored as a draft: with it, the configuration that every page loads would have more than {MAX_PAYLOAD_BYTES} bytes."
        );
        ImportError { index, line: self.of(index), path: "status".into(), code: "STORED_AS_DRAFT".into(), message }
    }
}

fn check_plan(plan: Plan, count: usize) -> Result<(), ApiError> {
    if plan.limits().bulk_writes || count <= MAX_IMPORT_ITEMS_WITHOUT_BULK_WRITES {
        return Ok(());
    }
    let what = format!("Imports of more than {MAX_IMPORT_ITEMS_WITHOUT_BULK_WRITES} prompts need");
    Err(ApiError::plan_required(Plan::Enterprise, &what))
}

/// The error for a file with invalid items, each named by its index and its line.
fn refusal(plan: ImportPlan, lines: &Lines) -> ApiError {
    let is_against_policy_alone = plan.errors.iter().all(|error| is_policy_code(&error.violation.code));
    let details: Vec<Violation> = plan.errors.into_iter().map(|error| located(error, lines)).collect();
    let first = details.first().map_or("", |violation| violation.message.as_str());
    let message = match plan.failed {
        1 => format!("{first} Nothing was imported."),
        failed => format!("{first} {failed} items are invalid, so nothing was imported."),
    };
    let code = if is_against_policy_alone { Code::PromptPolicyViolation } else { Code::ValidationFailed };
    ApiError { details, ..ApiError::new(code, message) }
}

/// A violation in an item, with its place in the file: `items[3].text`, and the line.
fn located(error: ItemError, lines: &Lines) -> Violation {
    let place = format!("items[{}]", error.index);
    let path = match error.violation.path.as_str() {
        "" => place.clone(),
        path => format!("{place}.{path}"),
    };
    let violation = error.violation.clone();
    let ImportError { message, line, .. } = lines.error(error);
    Violation { path, line: Some(line), message: format!("Line {line}, {place}: {message}"), ..violation }
}
