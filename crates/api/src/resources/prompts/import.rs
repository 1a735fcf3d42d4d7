//! `POST /prompts/:siteId/import`: a file of prompts, taken as a whole or not at all unless the caller says otherwise.

use askline_app::{
    ports::prompts::PromptImport,
    prompts::policy_check::Judge,
    sites::{
        known_ids::with_known_ids,
        payload::{MAX_PAYLOAD_BYTES, PayloadSource, prompt_bytes},
    },
};
use askline_domain::{
    audit::Target,
    organizations::plan::Plan,
    prompts::{
        MAX_PROMPTS_PER_SITE, Prompt, PromptStatus,
        import::{
            ImportMode, ImportPlan, ImportRequest, ItemError, MAX_IMPORT_ERRORS_TOLD,
            MAX_IMPORT_ITEMS_WITHOUT_BULK_WRITES,
        },
        policy::is_policy_code,
    },
    shared::{
        ids::{Id as _, PromptId},
        violation::Violation,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    prompt_file::{FileForm, Line, PromptFile, check_count, lines, wrong_file},
    warnings_of,
};
use crate::pipeline::{
    call::Call,
    caller::SiteAccess,
    error::{ApiError, Code},
    request::input::{Input, Nothing},
    response::reply::Reply,
    work_pools::Slot,
};

/// How a file is to be taken.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportQuery {
    /// What becomes of prompts that the site has. `upsert`: those in the file are edited, the others stay. `create`:
    /// all stay as they are, only new ones are added. `replace`: those in the file are edited, the others are deleted.
    #[schemars(extend("default" = "upsert"))]
    pub mode: Option<ImportMode>,
    /// `true`: says what would happen, and changes nothing.
    #[schemars(extend("default" = false))]
    pub dry_run: Option<bool>,
    /// `true`: takes the items that are right, also when others are wrong; then a replacement deletes nothing.
    #[schemars(extend("default" = false))]
    pub partial: Option<bool>,
}

/// What became of a file.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    /// Whether nothing was changed, because only the outcome was requested.
    pub dry_run: bool,
    /// Prompts that are new.
    pub created: usize,
    /// Prompts that were edited.
    pub updated: usize,
    /// Items that change nothing.
    pub skipped: usize,
    /// Items that are wrong.
    pub failed: usize,
    /// Prompts that were not in the file and are deleted; with `mode=replace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "integer"))]
    pub deleted: Option<usize>,
    /// Why items are wrong; the first 200 reasons.
    pub errors: Vec<ImportError>,
    /// Items that were stored differently from the file; the first 200.
    pub warnings: Vec<ImportError>,
}

/// Why an item is wrong, or stored differently from the file.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ImportError {
    /// Its place in the file, from 0.
    pub index: usize,
    /// A stable code.
    pub code: String,
    /// Field and reason.
    pub message: String,
}

/// `POST /prompts/:siteId/import`
pub async fn import_prompts(
    mut call: Call<SiteAccess>,
    input: Input<Nothing, ImportQuery, PromptFile>,
) -> Result<Reply<Imported>, ApiError> {
    let mode = input.query.mode.unwrap_or_default();
    let (dry_run, partial) = (input.query.dry_run.unwrap_or(false), input.query.partial.unwrap_or(false));
    let place = call.take_slot()?;
    let _turn = call.app.instance().payload_turn(call.tenant.site.site.id).await;
    let plan = plan(&call, place, input.body, mode).await?;
    if plan.failed > 0 && !partial && !dry_run {
        return Err(refusal(plan));
    }
    if plan.changes.prompts_after() > MAX_PROMPTS_PER_SITE as usize {
        return Err(too_many(&plan));
    }
    if !dry_run && !plan.changes.is_empty() {
        store(&call, mode, &plan).await?;
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

/// What the file changes. Judging two thousand texts takes a while, so it is done beside the threads that answer.
async fn plan(
    call: &Call<SiteAccess>,
    place: Slot,
    file: PromptFile,
    mode: ImportMode,
) -> Result<ImportPlan, ApiError> {
    let form = call.request.header("content-type").and_then(FileForm::of_media_type).unwrap_or(FileForm::Json);
    let existing = call.app.ports().prompts.all_prompts(call.tenant.site.site.id).await?;
    let present =
        PayloadSource::present(call.app.instance(), call.tenant.site.site.id).await?.bytes(call.app.link_registry());
    let (app, tenant, at) = (call.app.clone(), call.tenant.clone(), call.request.at);
    let work = move || {
        let lines = lines(form, &file.0)?;
        check_plan(tenant.organization.plan, lines.len())?;
        check_count(lines.len())?;
        if mode == ImportMode::Replace && lines.is_empty() && !existing.is_empty() {
            let message = "The file has no items: a replacement by it would delete every prompt of the site.";
            return Err(wrong_file("items", "TOO_FEW", message));
        }
        let mut plan = with_known_ids(app.link_registry(), &tenant.site.config.config, |known| {
            let site_id = tenant.site.site.id;
            let first_id = PromptId::new(at, &mut rand::rng());
            let request = ImportRequest { site_id, existing: &existing, mode, known, at, first_id };
            let mut judge = Judge::of_file(app.instance(), &tenant.site.site);
            let warnings =
                |prompt: &Prompt| warnings_of(&app, &mut judge, prompt).map_err(|error| ApiError::from(error).details);
            request.plan(lines.into_iter().map(Line::read), warnings)
        });
        let mut room = ImportRoom { bytes: present };
        room.leave(existing.iter().filter(|prompt| plan.changes.deleted.contains(&prompt.id)));
        plan.draft_without_room(&existing, |before, after| room.take(before, after));
        Ok(plan)
    };
    place.run(work).await?
}

/// What the payload has room for while a file is taken in.
struct ImportRoom {
    /// Bytes of the payload with what was taken so far.
    bytes: usize,
}

impl ImportRoom {
    /// Bytes of a prompt and a comma, which only an active one has in the payload.
    fn bytes_of(prompt: &Prompt) -> usize {
        match prompt.status {
            PromptStatus::Active => prompt_bytes(prompt) + 1,
            _ => 0,
        }
    }

    fn leave<'a>(&mut self, prompts: impl Iterator<Item = &'a Prompt>) {
        self.bytes -= prompts.map(Self::bytes_of).sum::<usize>().min(self.bytes);
    }

    /// Replaces `before` with `after`; `false` if the payload would become too large.
    fn take(&mut self, before: Option<&Prompt>, after: &Prompt) -> bool {
        let (old, new) = (before.map_or(0, Self::bytes_of), Self::bytes_of(after));
        self.bytes = self.bytes.saturating_sub(old);
        let has_room = new <= old || self.bytes + new <= MAX_PAYLOAD_BYTES;
        if has_room {
            self.bytes += new;
        }
        has_room
    }
}

impl ImportError {
    fn drafted(index: usize) -> Self {
        let message = format!(
            "Stored as a draft: with it, what every page of the site loads would have more than {MAX_PAYLOAD_BYTES} bytes."
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

/// The refusal of a file with wrong items, each named by its place.
fn refusal(plan: ImportPlan) -> ApiError {
    let is_against_policy_alone = plan.errors.iter().all(|error| is_policy_code(&error.violation.code));
    let details: Vec<Violation> = plan.errors.into_iter().map(located).collect();
    let first = details.first().map_or("", |violation| violation.message.as_str());
    let message = match plan.failed {
        1 => format!("{first} Nothing was imported."),
        failed => format!("{first} {failed} items are wrong, so nothing was imported."),
    };
    let code = if is_against_policy_alone { Code::PromptPolicyViolation } else { Code::ValidationFailed };
    ApiError { details, ..ApiError::new(code, message) }
}

/// What is wrong with an item, as something in the file: `items[3].text`.
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
        // Most reasons name their field already.
        let message = match message.contains(&path) {
            true => message,
            false => format!("{path}: {message}"),
        };
        Self { index: error.index, code, message }
    }
}

async fn store(call: &Call<SiteAccess>, mode: ImportMode, plan: &ImportPlan) -> Result<(), ApiError> {
    let site = &call.tenant.site.site;
    let changes = &plan.changes;
    let audit = call.audit(
        call.tenant.organization.id,
        "prompt.imported",
        vec![Target::new("site", site.id, &*site.name)],
        json!({
            "siteId": site.id,
            "mode": mode.as_str(),
            "created": changes.created.len(),
            "updated": changes.updated.len(),
            "deleted": changes.deleted.len(),
            "skipped": plan.skipped,
            "failed": plan.failed,
        }),
    );
    match call.app.ports().prompts.import_prompts(site.id, changes, audit).await? {
        PromptImport::Stored => Ok(()),
        PromptImport::Outdated => Err(ApiError::new(
            Code::Conflict,
            "The site's prompts were changed at the same time. Nothing was imported; send the file again.",
        )),
        PromptImport::LimitReached => Err(too_many(plan)),
    }
}

fn too_many(plan: &ImportPlan) -> ApiError {
    ApiError::limit_reached(format!(
        "A site may have {MAX_PROMPTS_PER_SITE} prompts, and with this file it would have {}.",
        plan.changes.prompts_after()
    ))
}
