//! Adds a prompt to a site.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    prompts::{MAX_PROMPTS_PER_SITE, Prompt, PromptSource, input::NewPrompt},
    shared::ids::{Id as _, PromptId},
    sites::Site,
    widget::config::WidgetConfig,
};
use serde_json::json;

use super::text_warnings::warnings_of;
use crate::{
    error::{Limit, UseCaseError},
    instance::Instance,
    policy_check::Judge,
    ports::{StoreResult, change::Scope, prompts::PromptStore},
    sites::{known_ids::with_known_ids, payload::room_for},
};

/// Adds a prompt to a site, unless the site's payload would become too large.
pub async fn create(
    instance: &Instance,
    (site, config): (&Site, &WidgetConfig),
    new: NewPrompt,
    context: &AuditContext,
) -> Result<Prompt, UseCaseError> {
    let settings = with_known_ids(&instance.link_registry, config, |known| new.check(known))?;
    let id = PromptId::new(context.at, &mut rand::rng());
    let mut prompt = Prompt::new(id, site.id, settings, PromptSource::Manual, context.at);
    let mut judge = Judge::of_request(instance, site).await?;
    prompt.warnings = warnings_of(&instance.link_registry, &mut judge, &prompt, None)?;
    let _turn = room_for(instance, site.id, |source| source.put_prompt(&prompt)).await?;
    let targets = vec![Target::new("prompt", prompt.id, &*prompt.name)];
    let metadata = json!({ "siteId": prompt.site_id, "kind": prompt.kind });
    let entry = context.entry(site.org_id, "prompt.created", targets, metadata);
    if add(&*instance.ports.prompts, &prompt, entry).await? {
        Ok(prompt)
    } else {
        Err(UseCaseError::LimitReached(Limit::Prompts))
    }
}

/// Stores a prompt. Returns false, with nothing stored, if its site has as many as it may have.
pub async fn add(prompts: &dyn PromptStore, prompt: &Prompt, entry: AuditDraft) -> StoreResult<bool> {
    let mut change = prompts.begin(&[Scope::of(&entry)]).await?;
    if change.count_prompts(prompt.site_id).await? >= MAX_PROMPTS_PER_SITE {
        return Ok(false);
    }
    change.insert_prompt(prompt).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
