//! Deletes a prompt.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    prompts::Prompt,
    shared::ids::{OrgId, PromptId, SiteId},
};
use serde_json::json;

use crate::{
    error::UseCaseError,
    ports::{StoreResult, change::Scope, prompts::PromptStore},
};

/// Deletes a prompt of a site of an organization.
pub async fn delete(
    prompts: &dyn PromptStore,
    org: OrgId,
    prompt: &Prompt,
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    let targets = vec![Target::new("prompt", prompt.id, &*prompt.name)];
    let entry = context.entry(org, "prompt.deleted", targets, json!({ "siteId": prompt.site_id }));
    if remove(prompts, (prompt.site_id, prompt.id), entry).await? {
        Ok(())
    } else {
        Err(UseCaseError::NotFound("prompt"))
    }
}

/// Deletes a prompt. Returns false, with nothing stored, if the site has no such prompt.
pub async fn remove(prompts: &dyn PromptStore, (site, id): (SiteId, PromptId), entry: AuditDraft) -> StoreResult<bool> {
    let mut change = prompts.begin(&[Scope::of(&entry)]).await?;
    if !change.delete_prompt(site, id).await? {
        return Ok(false);
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
