//! Imports prompts from a file.
//!
//! Reads what each item says, and plans what all items together change in a site's prompts. Independent of file
//! formats; [`ImportRequest::plan`] returns what is to be stored and stores nothing itself.
//!
//! # Semantics
//!
//! 1. An item is about the prompt of the site that has its `id`. An item without `id`, or with an id that the site does
//!    not have, creates a prompt, which gets a new id. An id that occurs twice is an error.
//! 2. A field that an item omits stays unchanged; in a new prompt it has the default value.
//! 3. `siteId`, `source`, `version`, `warnings`, `createdAt` and `updatedAt` are in exports, but imports ignore them.
//!    The source of a text from the file is `imported`; its `model` and `generatedAt` are kept.
//! 4. An item that changes nothing is skipped, even if the prompt policy would now refuse its text or its platforms are
//!    no longer known, so that importing an unchanged export changes nothing.

use std::collections::HashMap;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    platforms::known_ids::KnownIds,
    prompts::{
        MAX_PROMPT_NAME_CHARACTERS, MAX_PROMPT_PLATFORMS, MAX_PROMPT_TEXT_CHARACTERS, MAX_PROMPTS_PER_SITE,
        MAX_VARIANT_GROUP_CHARACTERS, MAX_WEIGHT, Prompt, PromptKind, PromptSettings, PromptSource, PromptStatus,
        PromptWarning, WEIGHT_DEFAULT,
        changes::PromptChanges,
        input::{NewPrompt, PromptEdit, present},
    },
    shared::{
        hidden_characters::check_one_line,
        ids::{Id as _, PromptId, SiteId},
        violation::{Violation, Violations},
    },
};

/// The maximum number of items of an import: the maximum number of prompts of a site.
pub const MAX_IMPORT_ITEMS: usize = MAX_PROMPTS_PER_SITE as usize;
/// The maximum number of items of an import if the plan does not allow bulk writes.
pub const MAX_IMPORT_ITEMS_WITHOUT_BULK_WRITES: usize = 500;
/// The maximum number of errors that are listed.
pub const MAX_IMPORT_ERRORS_TOLD: usize = 200;
/// The maximum number of characters of a model's name.
pub const MAX_MODEL_CHARACTERS: usize = 100;

/// What happens to existing prompts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportMode {
    /// Prompts in the file are changed as it says; the others stay unchanged.
    #[default]
    Upsert,
    /// All prompts stay unchanged; only new ones are added.
    Create,
    /// Prompts in the file are changed as it says; the others are deleted.
    Replace,
}

words! { ImportMode, "a mode of an import": Upsert = "upsert", Create = "create", Replace = "replace" }

/// One item of a file: a prompt as in an export, or only some of its fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PromptItem {
    /// The id of the prompt. Without it, or with an id that the site does not have, a new prompt is created.
    pub id: Option<PromptId>,
    /// The prompt's name; required for a new prompt.
    #[schemars(length(min = 1, max = MAX_PROMPT_NAME_CHARACTERS))]
    pub name: Option<String>,
    /// What the prompt asks for.
    pub kind: Option<PromptKind>,
    /// The text, which may contain placeholders; required for a new prompt.
    #[schemars(length(min = 1, max = MAX_PROMPT_TEXT_CHARACTERS))]
    pub text: Option<String>,
    /// The assistants that the prompt is for; empty means all.
    #[schemars(length(max = MAX_PROMPT_PLATFORMS), extend("uniqueItems" = true))]
    pub platform_ids: Option<Vec<String>>,
    /// The language of the pages that the prompt is for; `*` means every language.
    pub language: Option<String>,
    /// Whether the prompt is used.
    pub status: Option<PromptStatus>,
    /// The group of prompts that share the traffic; null means no group.
    #[serde(deserialize_with = "present")]
    #[schemars(length(min = 1, max = MAX_VARIANT_GROUP_CHARACTERS))]
    pub variant_group: Option<Option<String>>,
    /// The prompt's share of the traffic in its group.
    #[schemars(range(max = MAX_WEIGHT))]
    pub weight: Option<u16>,
    /// The model that wrote the text; stored with a text from the file.
    #[schemars(length(max = MAX_MODEL_CHARACTERS))]
    pub model: Option<String>,
    /// When the text was generated; stored with a text from the file.
    #[schemars(extend("format" = "date-time"))]
    pub generated_at: Option<String>,
    /// Part of an export, ignored by an import.
    pub site_id: Option<SiteId>,
    /// Part of an export, ignored by an import.
    pub source: Option<PromptSource>,
    /// Part of an export, ignored by an import.
    pub version: Option<u32>,
    /// Part of an export, ignored by an import.
    pub warnings: Option<Vec<PromptWarning>>,
    /// Part of an export, ignored by an import.
    pub created_at: Option<String>,
    /// Part of an export, ignored by an import.
    pub updated_at: Option<String>,
}

/// Where a text in the file came from originally: its model and when it was generated.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Origin {
    model: Option<String>,
    generated_at: Option<Timestamp>,
}

/// Why one item cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemError {
    /// The position of the item in the file, from 0.
    pub index: usize,
    /// What is wrong with the item.
    pub violation: Violation,
}

/// The site that a file is imported into, and how.
#[derive(Debug, Clone, Copy)]
pub struct ImportRequest<'a> {
    /// The site.
    pub site_id: SiteId,
    /// All prompts of the site.
    pub existing: &'a [Prompt],
    /// What happens to existing prompts.
    pub mode: ImportMode,
    /// The ids that the prompts may name.
    pub known: &'a KnownIds<'a>,
    /// The time of the import.
    pub at: Timestamp,
    /// The id of the first new prompt. Further ids are consecutive, so that new prompts have the order of the file.
    pub first_id: PromptId,
}

/// The changes that an import makes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ImportPlan {
    /// What is to be stored.
    pub changes: PromptChanges,
    /// The number of items that change nothing.
    pub skipped: usize,
    /// The number of items that cannot be imported.
    pub failed: usize,
    /// The first [`MAX_IMPORT_ERRORS_TOLD`] errors.
    pub errors: Vec<ItemError>,
    /// The positions in the file of the prompts that are stored as drafts, because the site's payload would become too
    /// large.
    pub drafted: Vec<usize>,
    /// The positions in the file of the created and the updated prompts.
    created_from: Vec<usize>,
    updated_from: Vec<usize>,
}

enum Outcome {
    Created(Prompt),
    Updated(Prompt),
    Skipped,
}

impl ImportRequest<'_> {
    /// Returns the changes of the items, in their order. An unreadable item is passed as its violations. `judge`
    /// returns the warnings about a prompt, or why it is refused.
    ///
    /// If an item fails, `Replace` deletes nothing: that item may be a prompt that was to be kept.
    pub fn plan(
        &self,
        items: impl IntoIterator<Item = Result<PromptItem, Vec<Violation>>>,
        mut judge: impl FnMut(&Prompt) -> Result<Vec<PromptWarning>, Vec<Violation>>,
    ) -> ImportPlan {
        let by_id: HashMap<PromptId, &Prompt> = self.existing.iter().map(|prompt| (prompt.id, prompt)).collect();
        let mut places = HashMap::<PromptId, usize>::new();
        let mut plan = ImportPlan::default();
        plan.changes.read = self.existing.iter().map(|prompt| (prompt.id, prompt.version)).collect();
        for (index, item) in items.into_iter().enumerate() {
            let outcome = item.and_then(|item| {
                let before = item.id.and_then(|id| by_id.get(&id).copied());
                check_first(&item, index, &mut places)?;
                let new_id = PromptId::from_bits(self.first_id.bits().wrapping_add(plan.changes.created.len() as u128));
                self.outcome(item, before, new_id, &mut judge)
            });
            match outcome {
                Ok(Outcome::Created(prompt)) => {
                    plan.changes.created.push(prompt);
                    plan.created_from.push(index);
                }
                Ok(Outcome::Updated(prompt)) => {
                    plan.changes.updated.push(prompt);
                    plan.updated_from.push(index);
                }
                Ok(Outcome::Skipped) => plan.skipped += 1,
                Err(violations) => plan.fail(index, violations),
            }
        }
        if self.mode == ImportMode::Replace && plan.failed == 0 {
            let absent = self.existing.iter().map(|prompt| prompt.id).filter(|id| !places.contains_key(id));
            plan.changes.deleted = absent.collect();
        }
        plan
    }

    fn outcome(
        &self,
        item: PromptItem,
        before: Option<&Prompt>,
        new_id: PromptId,
        judge: &mut impl FnMut(&Prompt) -> Result<Vec<PromptWarning>, Vec<Violation>>,
    ) -> Result<Outcome, Vec<Violation>> {
        let Some(before) = before else {
            let (settings, origin) = item.check_new(self.known)?;
            let prompt = Prompt::new(new_id, self.site_id, settings, PromptSource::Imported, self.at);
            let prompt = Prompt { model: origin.model, generated_at: origin.generated_at, ..prompt };
            return Ok(Outcome::Created(Prompt { warnings: judge(&prompt)?, ..prompt }));
        };
        if self.mode == ImportMode::Create {
            return Ok(Outcome::Skipped);
        }
        let (settings, origin) = item.check_edit(before, self.known)?;
        let prompt = rewritten(before, settings, origin, self.at);
        if prompt == *before {
            return Ok(Outcome::Skipped);
        }
        Ok(Outcome::Updated(Prompt { warnings: judge(&prompt)?, ..prompt }))
    }
}

impl ImportPlan {
    /// Turns the prompts that `has_room` refuses into drafts. `has_room` is called for every prompt to be stored, with
    /// its previous version: first the edited ones, then the new ones, each in the order of the file.
    pub fn draft_without_room(
        &mut self,
        existing: &[Prompt],
        mut has_room: impl FnMut(Option<&Prompt>, &Prompt) -> bool,
    ) {
        let by_id: HashMap<PromptId, &Prompt> = existing.iter().map(|prompt| (prompt.id, prompt)).collect();
        let updated = std::mem::take(&mut self.changes.updated);
        for (index, mut prompt) in std::mem::take(&mut self.updated_from).into_iter().zip(updated) {
            let before = by_id.get(&prompt.id).copied();
            if !has_room(before, &prompt) {
                prompt.status = PromptStatus::Draft;
                self.drafted.push(index);
                // An earlier import of the same file made this draft.
                if before.is_some_and(|before| is_same(before, &prompt)) {
                    self.skipped += 1;
                    continue;
                }
            }
            self.changes.updated.push(prompt);
            self.updated_from.push(index);
        }
        for (index, prompt) in self.created_from.iter().zip(&mut self.changes.created) {
            if !has_room(None, prompt) {
                prompt.status = PromptStatus::Draft;
                self.drafted.push(*index);
            }
        }
        self.drafted.sort_unstable();
    }

    fn fail(&mut self, index: usize, violations: Vec<Violation>) {
        self.failed += 1;
        let room = MAX_IMPORT_ERRORS_TOLD - self.errors.len();
        self.errors.extend(violations.into_iter().take(room).map(|violation| ItemError { index, violation }));
    }
}

/// Whether an edit changes nothing except the version, the time and the warnings.
fn is_same(before: &Prompt, after: &Prompt) -> bool {
    let Prompt { version, updated_at, warnings, .. } = before.clone();
    *before == Prompt { version, updated_at, warnings, ..after.clone() }
}

/// Returns the prompt after an edit by a file. A text from the file is `imported`; any other change keeps the source.
fn rewritten(before: &Prompt, settings: PromptSettings, origin: Origin, at: Timestamp) -> Prompt {
    let brings_text = settings.text != before.text;
    let edited = before.edited(settings, at);
    if !brings_text {
        return edited;
    }
    Prompt { source: PromptSource::Imported, model: origin.model, generated_at: origin.generated_at, ..edited }
}

/// Returns a violation if an earlier item has the same id.
fn check_first(item: &PromptItem, index: usize, places: &mut HashMap<PromptId, usize>) -> Result<(), Vec<Violation>> {
    let Some(id) = item.id else { return Ok(()) };
    let first = *places.entry(id).or_insert(index);
    let mut violations = Violations::new();
    if first != index {
        violations.add("id", "DUPLICATE", "id is in an earlier item, too. Keep one of the two items.");
    }
    violations.finish(())
}

impl PromptItem {
    fn check_new(self, known: &KnownIds<'_>) -> Result<(PromptSettings, Origin), Vec<Violation>> {
        let mut violations = Violations::new();
        for (name, value) in [("name", &self.name), ("text", &self.text)] {
            if value.is_none() {
                violations.add(name, "REQUIRED", format!("{name} is missing: a new prompt needs one."));
            }
        }
        // A missing field is reported once, not also as too short.
        violations.finish(())?;
        let origin = self.origin();
        let settings = NewPrompt {
            name: self.name.unwrap_or_default(),
            text: self.text.unwrap_or_default(),
            kind: self.kind.unwrap_or(PromptKind::Custom),
            platform_ids: self.platform_ids.unwrap_or_default(),
            language: self.language,
            status: self.status.unwrap_or(PromptStatus::Active),
            variant_group: self.variant_group.flatten(),
            weight: self.weight.unwrap_or(WEIGHT_DEFAULT),
        }
        .check(known);
        both(settings, origin)
    }

    fn check_edit(self, before: &Prompt, known: &KnownIds<'_>) -> Result<(PromptSettings, Origin), Vec<Violation>> {
        let origin = self.origin();
        let settings = PromptEdit {
            name: self.name,
            text: self.text,
            kind: self.kind,
            platform_ids: self.platform_ids,
            language: self.language,
            status: self.status,
            variant_group: self.variant_group,
            weight: self.weight,
        }
        .check(before, known);
        both(settings, origin)
    }

    fn origin(&self) -> Result<Origin, Vec<Violation>> {
        let mut violations = Violations::new();
        if let Some(model) = &self.model {
            violations.check_length("model", model, 1, MAX_MODEL_CHARACTERS);
            check_one_line("model", model, &mut violations);
        }
        let generated_at = self.generated_at.as_deref().and_then(|text| {
            // Times are stored, and therefore compared, in milliseconds.
            let at = text.parse::<Timestamp>().ok();
            let at = at.and_then(|at| Timestamp::from_millisecond(at.as_millisecond()).ok());
            if at.is_none() {
                let message = "generatedAt must be a time such as 2026-01-31T09:30:00Z.";
                violations.add("generatedAt", "INVALID_TIME", message);
            }
            at
        });
        violations.finish(Origin { model: self.model.clone(), generated_at })
    }
}

/// Returns both values, or everything that is wrong with either.
fn both<A, B>(one: Result<A, Vec<Violation>>, other: Result<B, Vec<Violation>>) -> Result<(A, B), Vec<Violation>> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (one, other) => Err([one.err().unwrap_or_default(), other.err().unwrap_or_default()].concat()),
    }
}

#[cfg(test)]
mod tests;
