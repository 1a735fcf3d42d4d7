//! Rotates the secret of a webhook.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    shared::ids::{OrgId, WebhookId},
    webhooks::{Webhook, input::SecretRotation, secret::WebhookSecret},
};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use crate::{
    error::UseCaseError,
    ports::{StoreResult, all::Ports, change::Scope, webhooks::WebhookStore},
};

/// Gives a webhook a new secret, which is returned only this once. Of the earlier secrets, only the latest still signs, for an
/// overlap.
pub async fn rotate(
    ports: &Ports,
    webhook: &Webhook,
    rotation: SecretRotation,
    context: &AuditContext,
) -> Result<(Webhook, WebhookSecret), UseCaseError> {
    let overlap = rotation.check()?;
    let secret = WebhookSecret::generate(&mut rand::rng());
    let until = context.at + SignedDuration::from_secs(overlap.into());
    let metadata = json!({ "overlapSeconds": overlap });
    let entry = context.entry(webhook.org_id, "webhook.rotated", vec![webhook.audit_target()], metadata);
    let rotated = put_secret(&*ports.webhooks, (webhook.org_id, webhook.id), &secret, until, entry).await?;
    Ok((rotated.ok_or(UseCaseError::NotFound("webhook"))?, secret))
}

/// Makes `secret` the current one; the one before also signs until `until`. Returns `None`, with nothing stored, if the
/// organization has no such webhook.
pub async fn put_secret(
    webhooks: &dyn WebhookStore,
    (org, id): (OrgId, WebhookId),
    secret: &WebhookSecret,
    until: Timestamp,
    entry: AuditDraft,
) -> StoreResult<Option<Webhook>> {
    let mut change = webhooks.begin(&[Scope::of(&entry)]).await?;
    let Some(before) = change.webhook(org, id).await? else { return Ok(None) };
    let after = Webhook { previous_secret_expires_at: Some(until), updated_at: entry.occurred_at, ..before };
    change.put_webhook_secret(&after, secret).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(Some(after))
}
