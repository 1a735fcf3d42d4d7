//! Creates a webhook.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    shared::ids::{Id as _, OrgId, WebhookId},
    webhooks::{MAX_WEBHOOKS_PER_ORGANIZATION, Webhook, input::NewWebhook, secret::WebhookSecret},
};
use serde_json::json;

use super::refusal::refusal_of;
use crate::{
    error::{Limit, UseCaseError},
    ports::{StoreResult, all::Ports, change::Scope, webhooks::WebhookStore},
};

/// Creates a webhook of an organization; its secret is returned only this once.
pub async fn create(
    ports: &Ports,
    org: OrgId,
    new: NewWebhook,
    context: &AuditContext,
) -> Result<(Webhook, WebhookSecret), UseCaseError> {
    let refusal = refusal_of(ports, new.target()).await;
    let id = WebhookId::new(context.at, &mut rand::rng());
    let webhook = Webhook::new(id, org, new.check(refusal)?, context.at);
    let secret = WebhookSecret::generate(&mut rand::rng());
    let metadata = json!({ "events": webhook.events, "enabled": webhook.enabled });
    let entry = context.entry(org, "webhook.created", vec![webhook.audit_target()], metadata);
    if add(&*ports.webhooks, &webhook, &secret, entry).await? {
        Ok((webhook, secret))
    } else {
        Err(UseCaseError::LimitReached(Limit::Webhooks))
    }
}

/// Stores a webhook and its secret. Returns false, with nothing stored, if its organization has as many as it may have.
pub async fn add(
    webhooks: &dyn WebhookStore,
    webhook: &Webhook,
    secret: &WebhookSecret,
    entry: AuditDraft,
) -> StoreResult<bool> {
    let mut change = webhooks.begin(&[Scope::of(&entry)]).await?;
    if change.count_webhooks(webhook.org_id).await? >= MAX_WEBHOOKS_PER_ORGANIZATION {
        return Ok(false);
    }
    change.insert_webhook(webhook, secret).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
