//! Deletes a webhook: nothing is sent there from then on. [`crate::sites::gone`] removes its deliveries.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    shared::ids::{OrgId, WebhookId},
    webhooks::Webhook,
};
use serde_json::json;

use crate::{
    error::UseCaseError,
    ports::{StoreResult, change::Scope, webhooks::WebhookStore},
};

/// Deletes a webhook with its secrets. Pending messages are not delivered.
pub async fn delete(
    webhooks: &dyn WebhookStore,
    webhook: &Webhook,
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    let entry = context.entry(webhook.org_id, "webhook.deleted", vec![webhook.audit_target()], json!({}));
    if remove(webhooks, (webhook.org_id, webhook.id), entry).await? {
        Ok(())
    } else {
        Err(UseCaseError::NotFound("webhook"))
    }
}

/// Marks a webhook as deleted. Returns false, with nothing stored, if the organization has no such webhook.
pub async fn remove(
    webhooks: &dyn WebhookStore,
    (org, id): (OrgId, WebhookId),
    entry: AuditDraft,
) -> StoreResult<bool> {
    let mut change = webhooks.begin(&[Scope::of(&entry)]).await?;
    if !change.remove_webhook(org, id).await? {
        return Ok(false);
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
