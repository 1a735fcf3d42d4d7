//! Imports prompts: reads the site's prompts, plans the changes of a file, and stores them.

use std::{collections::HashMap, sync::Arc};

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    prompts::{
        MAX_PROMPTS_PER_SITE, Prompt, PromptStatus,
        changes::PromptChanges,
        import::{ImportMode, ImportPlan, ImportRequest, PromptItem},
    },
    shared::{
        ids::{Id as _, PromptId, SiteId},
        violation::Violation,
    },
    sites::Site,
    widget::config::WidgetConfig,
};
use jiff::Timestamp;
use serde_json::json;

use super::text_warnings::warnings_of;
use crate::{
    error::{Changed, Limit, UseCaseError},
    instance::{Instance, payload_locks::PayloadWriteLock},
    policy_check::Judge,
    ports::{StoreError, again::again_if_rolled_back, change::Scope, prompts::PromptStore},
    sites::{
        known_ids::with_known_ids,
        payload::{MAX_PAYLOAD_BYTES, PayloadSource, prompt_bytes},
    },
};

/// An import in progress. Until it ends, this process makes no other change for which the size of the
/// site's payload is checked.
pub struct Import {
    instance: Arc<Instance>,
    existing: Vec<Prompt>,
    /// The current size of the payload in bytes.
    present: usize,
    mode: ImportMode,
    judge: Judge,
    _turn: PayloadWriteLock,
}

impl Import {
    /// Reads the prompts of the site, and the size of its payload.
    pub async fn begin(instance: &Arc<Instance>, site: &Site, mode: ImportMode) -> Result<Self, UseCaseError> {
        let turn = instance.payload_write_locks.take(site.id).await;
        let existing = instance.ports.prompts.all_prompts(site.id).await?;
        let judge = Judge::of_file(instance, site).await?;
        let present = PayloadSource::present(instance, site.id).await?.bytes(&instance.link_registry);
        Ok(Self { instance: instance.clone(), existing, present, mode, judge, _turn: turn })
    }

    /// Whether the site has prompts.
    pub fn has_prompts(&self) -> bool {
        !self.existing.is_empty()
    }

    /// Plans what the items of a file change. Checking two thousand texts takes a while.
    pub fn plan(
        &mut self,
        (site, config): (&Site, &WidgetConfig),
        items: impl IntoIterator<Item = Result<PromptItem, Vec<Violation>>>,
        at: Timestamp,
    ) -> ImportPlan {
        let instance = Arc::clone(&self.instance);
        let registry = &instance.link_registry;
        let mut plan = with_known_ids(registry, config, |known| {
            let first_id = PromptId::new(at, &mut rand::rng());
            let Self { existing, mode, judge, .. } = self;
            let request = ImportRequest { site_id: site.id, existing, mode: *mode, known, at, first_id };
            let stored: HashMap<PromptId, &Prompt> = existing.iter().map(|prompt| (prompt.id, prompt)).collect();
            request.plan(items, |prompt| {
                let before = stored.get(&prompt.id).copied();
                warnings_of(registry, judge, prompt, before).map_err(UseCaseError::into_violations)
            })
        });
        let mut room = ImportRoom { bytes: self.present };
        room.leave(self.existing.iter().filter(|prompt| plan.changes.deleted.contains(&prompt.id)));
        plan.draft_without_room(&self.existing, |before, after| room.take(before, after));
        plan
    }

    /// Refuses a plan after which the site would have too many prompts.
    pub fn check_count(plan: &ImportPlan) -> Result<(), UseCaseError> {
        check_count(&plan.changes)
    }

    /// Stores the planned changes, if the site's prompts are still those that were read.
    pub async fn store(self, site: &Site, plan: &ImportPlan, context: &AuditContext) -> Result<(), UseCaseError> {
        let changes = &plan.changes;
        if changes.is_empty() {
            return Ok(());
        }
        let metadata = json!({
            "siteId": site.id,
            "mode": self.mode.as_str(),
            "created": changes.created.len(),
            "updated": changes.updated.len(),
            "deleted": changes.deleted.len(),
            "skipped": plan.skipped,
            "failed": plan.failed,
        });
        let targets = vec![Target::new("site", site.id, &*site.name)];
        let entry = context.entry(site.org_id, "prompt.imported", targets, metadata);
        let prompts = &self.instance.ports.prompts;
        // Only this change is repeated, not the check of the whole file, which takes seconds.
        again_if_rolled_back(|| put(&**prompts, site.id, changes, entry.clone())).await
    }
}

/// Stores all changes of a file, if the prompts of the site are still those that were read.
pub async fn put(
    prompts: &dyn PromptStore,
    site: SiteId,
    changes: &PromptChanges,
    entry: AuditDraft,
) -> Result<(), UseCaseError> {
    let of_other_site = |id| UseCaseError::from(StoreError::Internal(format!("{id} is of another site or version")));
    let mut expected = changes.read.clone();
    expected.sort_unstable();
    let mut change = prompts.begin(&[Scope::of(&entry)]).await?;
    if change.prompt_versions(site).await? != expected {
        return Err(UseCaseError::ChangedMeanwhile(Changed::PromptsOfSite));
    }
    check_count(changes)?;
    for id in &changes.deleted {
        change.delete_prompt(site, *id).await?;
    }
    for prompt in &changes.updated {
        if prompt.site_id != site || !change.replace_prompt(prompt).await? {
            return Err(of_other_site(prompt.id));
        }
    }
    for prompt in &changes.created {
        if prompt.site_id != site {
            return Err(of_other_site(prompt.id));
        }
        change.insert_prompt(prompt).await?;
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(())
}

/// Refuses changes after which the site would have too many prompts.
fn check_count(changes: &PromptChanges) -> Result<(), UseCaseError> {
    match changes.prompts_after() {
        prompts if prompts > MAX_PROMPTS_PER_SITE as usize => {
            Err(UseCaseError::LimitReached(Limit::PromptsOfFile { prompts }))
        }
        _ => Ok(()),
    }
}

/// The size of the payload during an import.
struct ImportRoom {
    /// The size in bytes with the prompts that were added so far.
    bytes: usize,
}

impl ImportRoom {
    /// The bytes of a prompt and a comma in the payload, which contains only active prompts.
    fn bytes_of(prompt: &Prompt) -> usize {
        match prompt.status {
            PromptStatus::Active => prompt_bytes(prompt) + 1,
            _ => 0,
        }
    }

    fn leave<'a>(&mut self, prompts: impl Iterator<Item = &'a Prompt>) {
        self.bytes -= prompts.map(Self::bytes_of).sum::<usize>().min(self.bytes);
    }

    /// Replaces `before` with `after`; returns false if the payload would become too large.
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
