//! Edits a prompt.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    prompts::{Prompt, input::PromptEdit},
    shared::ids::PromptId,
    sites::Site,
    widget::config::WidgetConfig,
};
use serde_json::json;

use super::text_warnings::warnings_of;
use crate::{
    error::{Changed, UseCaseError},
    instance::Instance,
    policy_check::Judge,
    ports::{StoreResult, change::Scope, prompts::PromptStore},
    sites::{known_ids::with_known_ids, payload::room_for},
};

/// Edits a prompt of a site. First calls `check_before` with the stored prompt, so that the caller can refuse.
pub async fn edit<E: From<UseCaseError>>(
    instance: &Instance,
    (site, config): (&Site, &WidgetConfig),
    id: PromptId,
    edit: PromptEdit,
    check_before: impl FnOnce(&Prompt) -> Result<(), E>,
    context: &AuditContext,
) -> Result<Prompt, E> {
    let prompts = &instance.ports.prompts;
    let before = prompts.prompt(site.id, id).await.map_err(UseCaseError::from)?;
    let before = before.ok_or(UseCaseError::NotFound("prompt"))?;
    check_before(&before)?;
    let settings = with_known_ids(&instance.link_registry, config, |known| edit.check(&before, known));
    let mut prompt = before.edited(settings.map_err(UseCaseError::from)?, context.at);
    if prompt == before {
        return Ok(prompt);
    }
    let mut judge = Judge::of_request(instance, site).await?;
    prompt.warnings = warnings_of(&instance.link_registry, &mut judge, &prompt, Some(&before))?;
    let _turn = room_for(instance, site.id, |source| source.put_prompt(&prompt)).await?;
    let targets = vec![Target::new("prompt", prompt.id, &*prompt.name)];
    let metadata = json!({ "siteId": prompt.site_id, "version": prompt.version });
    let entry = context.entry(site.org_id, "prompt.updated", targets, metadata);
    if put(&**prompts, &prompt, entry).await.map_err(UseCaseError::from)? {
        Ok(prompt)
    } else {
        Err(UseCaseError::ChangedMeanwhile(Changed::Prompt).into())
    }
}

/// Replaces a prompt. Returns false, with nothing stored, if its stored version is not the one before.
pub async fn put(prompts: &dyn PromptStore, prompt: &Prompt, entry: AuditDraft) -> StoreResult<bool> {
    let mut change = prompts.begin(&[Scope::of(&entry)]).await?;
    if !change.replace_prompt(prompt).await? {
        return Ok(false);
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
