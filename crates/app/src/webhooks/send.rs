//! Sends a message that a person requested.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    shared::ids::{DeliveryId, Id as _, MessageId, OrgId, WebhookId},
    webhooks::{Delivery, TEST_MESSAGE, Webhook, message::test_payload},
};
use serde_json::json;

use crate::{
    error::{Conflict, UseCaseError},
    ports::{
        all::Ports,
        change::{Change, Scope},
        webhooks::WebhookStore,
    },
};

/// Queues a test message. The result will be in the list of deliveries.
pub async fn test(ports: &Ports, webhook: &Webhook, context: &AuditContext) -> Result<Delivery, UseCaseError> {
    let message = MessageId::new(context.at, &mut rand::rng());
    let payload = test_payload(webhook.id, context.at);
    queue(ports, webhook, "webhook.tested", (message, TEST_MESSAGE.to_owned(), payload), context).await
}

pub(super) async fn queue(
    ports: &Ports,
    webhook: &Webhook,
    action: &str,
    message: (MessageId, String, String),
    context: &AuditContext,
) -> Result<Delivery, UseCaseError> {
    check_enabled(webhook)?;
    let id = DeliveryId::new(context.at, &mut rand::rng());
    let delivery = Delivery::new(id, webhook.id, message, context.at);
    let metadata = json!({ "deliveryId": id, "event": delivery.event });
    let entry = context.entry(webhook.org_id, action, vec![webhook.audit_target()], metadata).making(id);
    send(&*ports.webhooks, webhook.org_id, &delivery, entry).await?;
    Ok(delivery)
}

/// A disabled webhook sends nothing.
pub(super) fn check_enabled(webhook: &Webhook) -> Result<(), UseCaseError> {
    if webhook.enabled { Ok(()) } else { Err(Conflict::WebhookDisabled.into()) }
}

/// Fails unless a webhook exists within a change, and is enabled.
pub(super) async fn check_sends(change: &mut dyn Change, org: OrgId, id: WebhookId) -> Result<(), UseCaseError> {
    let webhook = change.webhook(org, id).await?;
    check_enabled(&webhook.ok_or(UseCaseError::NotFound("webhook"))?)
}

/// Stores a delivery and its job, unless the webhook was deleted or disabled.
pub async fn send(
    webhooks: &dyn WebhookStore,
    org: OrgId,
    delivery: &Delivery,
    entry: AuditDraft,
) -> Result<(), UseCaseError> {
    let job = delivery.job(org, &mut rand::rng());
    let mut change = webhooks.begin(&[Scope::of(&entry)]).await?;
    check_sends(&mut *change, org, delivery.webhook_id).await?;
    change.insert_delivery(delivery, &job).await?;
    change.audit(entry).await?;
    change.commit_without_notice().await?;
    Ok(())
}
