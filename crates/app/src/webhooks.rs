//! Creates and changes webhooks, rotates their secrets, and sends tests and replays.

use askline_domain::{
    audit::context::AuditContext,
    shared::{
        ids::{DeliveryId, Id as _, MessageId, OrgId, WebhookId, first_ulid_at},
        rfc3339::Moment,
    },
    webhooks::{
        Delivery, DeliveryStatus, MAX_REPLAYED_AT_ONCE, TEST_MESSAGE, Webhook, WebhookEdit,
        input::{NewReplay, NewWebhook, ReplayedStatus, SecretRotation, WebhookChange},
        message::test_payload,
        secret::WebhookSecret,
        target::TargetRefusal,
    },
};
use jiff::SignedDuration;
use serde_json::json;
use url::Url;

use crate::{
    error::{Conflict, Limit, UseCaseError},
    ports::{all::Ports, webhooks::WebhookCreation},
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
    let audit = context.entry(org, "webhook.created", vec![webhook.audit_target()], metadata);
    match ports.webhooks.create_webhook(&webhook, &secret, audit).await? {
        WebhookCreation::Created => Ok((webhook, secret)),
        WebhookCreation::LimitReached => Err(UseCaseError::LimitReached(Limit::Webhooks)),
    }
}

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
    let audit = context.entry(org, "webhook.updated", vec![named.audit_target()], changed);
    let webhook = ports.webhooks.update_webhook(org, id, &edit, context.at, audit).await?;
    webhook.ok_or(UseCaseError::NotFound("webhook"))
}

/// Gives a webhook a new secret, which is returned only this once. Of the earlier secrets, only the latest still signs, for an
/// overlap.
pub async fn rotate(
    ports: &Ports,
    webhook: &Webhook,
    rotation: SecretRotation,
    context: &AuditContext,
) -> Result<(Webhook, WebhookSecret), UseCaseError> {
    let (org, overlap) = (webhook.org_id, rotation.check()?);
    let secret = WebhookSecret::generate(&mut rand::rng());
    let until = context.at + SignedDuration::from_secs(overlap.into());
    let metadata = json!({ "overlapSeconds": overlap });
    let audit = context.entry(org, "webhook.rotated", vec![webhook.audit_target()], metadata);
    let rotated = ports.webhooks.rotate_webhook_secret(org, webhook.id, &secret, until, audit).await?;
    Ok((rotated.ok_or(UseCaseError::NotFound("webhook"))?, secret))
}

/// Why the guard on outgoing requests refuses a URL.
async fn refusal_of(ports: &Ports, target: Option<Url>) -> Option<TargetRefusal> {
    ports.webhook_targets.check(&target?).await.err()
}

/// Queues a test message. The result will be in the list of deliveries.
pub async fn test(ports: &Ports, webhook: &Webhook, context: &AuditContext) -> Result<Delivery, UseCaseError> {
    let message = MessageId::new(context.at, &mut rand::rng());
    let payload = test_payload(webhook.id, context.at);
    queue(ports, webhook, "webhook.tested", (message, TEST_MESSAGE.to_owned(), payload), context).await
}

/// Sends a message again, with the same `webhook-id` and body: as a new delivery, or, while its delivery waits for another
/// attempt, by making that attempt at once.
pub async fn replay(
    ports: &Ports,
    webhook: &Webhook,
    id: DeliveryId,
    context: &AuditContext,
) -> Result<Delivery, UseCaseError> {
    let absent = || UseCaseError::NotFound("delivery");
    let delivery = ports.webhooks.delivery(webhook.id, id).await?.ok_or_else(absent)?;
    if delivery.status == DeliveryStatus::Pending {
        check_enabled(webhook)?;
        let metadata = json!({ "deliveryId": id, "event": delivery.event });
        let audit = context.entry(webhook.org_id, "webhook.replayed", vec![webhook.audit_target()], metadata);
        ports.webhooks.attempt_now(webhook.org_id, webhook.id, &[id], context.at, audit).await?;
        return ports.webhooks.delivery(webhook.id, id).await?.ok_or_else(absent);
    }
    let message = (delivery.message_id, delivery.event, delivery.payload);
    queue(ports, webhook, "webhook.replayed", message, context).await
}

/// What [`replay_since`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replayed {
    /// How many messages are sent again.
    pub count: u32,
    /// Whether more of them are left for another call.
    pub has_more: bool,
}

/// Sends again what piled up since a time, the oldest first, at most [`MAX_REPLAYED_AT_ONCE`] messages: failed ones as new
/// deliveries, waiting ones by making their next attempt at once.
pub async fn replay_since(
    ports: &Ports,
    webhook: &Webhook,
    replay: &NewReplay,
    context: &AuditContext,
) -> Result<Replayed, UseCaseError> {
    let (since, status) = replay.check()?;
    check_enabled(webhook)?;
    let first = DeliveryId::from_bits(first_ulid_at(since));
    let audit = |count: usize| {
        let metadata = json!({ "since": Moment(since), "status": status, "deliveries": count });
        context.entry(webhook.org_id, "webhook.replayed", vec![webhook.audit_target()], metadata)
    };
    // One more than is sent shows whether any are left.
    let (org, most) = (webhook.org_id, MAX_REPLAYED_AT_ONCE as usize);
    let (count, found) = match status {
        ReplayedStatus::Failed => {
            let failed = ports.webhooks.failed_deliveries(webhook.id, first, MAX_REPLAYED_AT_ONCE + 1).await?;
            let found = failed.len();
            let again = |failed: Delivery| {
                let id = DeliveryId::new(context.at, &mut rand::rng());
                Delivery::new(id, webhook.id, (failed.message_id, failed.event, failed.payload), context.at)
            };
            let deliveries: Vec<Delivery> = failed.into_iter().take(most).map(again).collect();
            (ports.webhooks.add_deliveries(org, webhook.id, &deliveries, audit(deliveries.len())).await?, found)
        }
        ReplayedStatus::Pending => {
            let more = MAX_REPLAYED_AT_ONCE + 1;
            let mut waiting = ports.webhooks.waiting_deliveries(webhook.id, first, context.at, more).await?;
            let found = waiting.len();
            waiting.truncate(most);
            let audit = audit(waiting.len());
            (ports.webhooks.attempt_now(org, webhook.id, &waiting, context.at, audit).await?, found)
        }
    };
    Ok(Replayed { count, has_more: found > most })
}

/// A disabled webhook sends nothing.
fn check_enabled(webhook: &Webhook) -> Result<(), UseCaseError> {
    match webhook.enabled {
        true => Ok(()),
        false => Err(Conflict::WebhookDisabled.into()),
    }
}

async fn queue(
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
    let audit = context.entry(webhook.org_id, action, vec![webhook.audit_target()], metadata).making(id);
    ports.webhooks.add_delivery(webhook.org_id, &delivery, audit).await?;
    Ok(delivery)
}
