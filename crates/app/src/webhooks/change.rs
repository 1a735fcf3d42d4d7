//! Changes a webhook.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    shared::ids::{OrgId, WebhookId},
    webhooks::{Failures, Webhook, WebhookEdit, input::WebhookChange},
};
use serde_json::json;

use super::refusal::refusal_of;
use crate::{
    error::UseCaseError,
    ports::{StoreResult, all::Ports, change::Scope, webhooks::WebhookStore},
};

/// Changes a webhook that was read as `before`.
pub async fn change(
    ports: &Ports,
    before: Webhook,
    change: WebhookChange,
    context: &AuditContext,
) -> Result<Webhook, UseCaseError> {
    let refusal = refusal_of(ports, change.target()).await;
    let edit = change.check(refusal)?;
    if edit == WebhookEdit::default() {
        return Ok(before);
    }
    let (org, id) = (before.org_id, before.id);
    let named = Webhook { url: edit.url.clone().unwrap_or_else(|| before.url.clone()), ..before };
    // The URL itself may contain a token.
    let mut changed = json!({
        "origin": edit.url.as_ref().map(|_| named.origin()),
        "events": edit.events,
        "description": edit.description,
        "enabled": edit.enabled,
    });
    if let Some(fields) = changed.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    let entry = context.entry(org, "webhook.updated", vec![named.audit_target()], changed);
    put(&*ports.webhooks, (org, id), edit, entry).await?.ok_or(UseCaseError::NotFound("webhook"))
}

/// Stores an edit of a webhook. Returns `None`, with nothing stored, if the organization has no such webhook.
pub async fn put(
    webhooks: &dyn WebhookStore,
    (org, id): (OrgId, WebhookId),
    edit: WebhookEdit,
    entry: AuditDraft,
) -> StoreResult<Option<Webhook>> {
    let mut change = webhooks.begin(&[Scope::of(&entry)]).await?;
    let Some(before) = change.webhook(org, id).await? else { return Ok(None) };
    let (has_new_url, is_enabled_now) = (edit.url.is_some(), edit.enabled == Some(true));
    let after = before.edited(edit, entry.occurred_at);
    change.replace_webhook(&after, has_new_url.then_some(&*after.url)).await?;
    if is_enabled_now {
        change.put_failures(id, &Failures::default()).await?;
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(Some(after))
}
