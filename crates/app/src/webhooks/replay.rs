//! Sends messages again: failed ones as new deliveries, waiting ones at once.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    shared::{
        ids::{DeliveryId, Id as _, MessageId, WebhookId, first_ulid_at},
        rfc3339::Moment,
    },
    webhooks::{
        Delivery, DeliveryStatus, MAX_REPLAYED_AT_ONCE, Webhook,
        input::{NewReplay, ReplayedStatus},
    },
};
use serde_json::json;

use super::send::{check_enabled, check_sends, queue};
use crate::{
    error::UseCaseError,
    ports::{all::Ports, change::Scope, webhooks::WebhookStore},
};

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
        let entry = context.entry(webhook.org_id, "webhook.replayed", vec![webhook.audit_target()], metadata);
        attempt_now(&*ports.webhooks, webhook.id, &[id], entry).await?;
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
    let metadata = json!({ "since": Moment(since), "status": status, "deliveries": 0 });
    let entry = context.entry(webhook.org_id, "webhook.replayed", vec![webhook.audit_target()], metadata);
    // One more than is sent shows whether any are left.
    let most = MAX_REPLAYED_AT_ONCE as usize;
    let (count, found) = match status {
        ReplayedStatus::Failed => {
            let failed = ports.webhooks.failed_deliveries(webhook.id, first, MAX_REPLAYED_AT_ONCE + 1).await?;
            let found = failed.len();
            let again = |failed: Delivery| {
                let id = DeliveryId::new(context.at, &mut rand::rng());
                Delivery::new(id, webhook.id, (failed.message_id, failed.event, failed.payload), context.at)
            };
            let deliveries: Vec<Delivery> = failed.into_iter().take(most).map(again).collect();
            (send_again(&*ports.webhooks, webhook.id, &deliveries, entry).await?, found)
        }
        ReplayedStatus::Pending => {
            let more = MAX_REPLAYED_AT_ONCE + 1;
            let mut waiting = ports.webhooks.waiting_deliveries(webhook.id, first, context.at, more).await?;
            let found = waiting.len();
            waiting.truncate(most);
            (attempt_now(&*ports.webhooks, webhook.id, &waiting, entry).await?, found)
        }
    };
    Ok(Replayed { count, has_more: found > most })
}

/// Stores deliveries of one webhook with their jobs, except those whose message waits to be sent already. Returns how many
/// were stored, which the entry says; with none, the entry is not stored either.
pub async fn send_again(
    webhooks: &dyn WebhookStore,
    webhook: WebhookId,
    deliveries: &[Delivery],
    mut entry: AuditDraft,
) -> Result<u32, UseCaseError> {
    let messages: Vec<MessageId> = deliveries.iter().map(|delivery| delivery.message_id).collect();
    let mut change = webhooks.begin(&[Scope::of(&entry)]).await?;
    check_sends(&mut *change, entry.org_id, webhook).await?;
    let waiting = change.waiting_messages(webhook, &messages).await?;
    let mut added = 0;
    for delivery in deliveries.iter().filter(|delivery| !waiting.contains(&delivery.message_id)) {
        let job = delivery.job(entry.org_id, &mut rand::rng());
        change.insert_delivery(delivery, &job).await?;
        added += 1;
    }
    if added > 0 {
        tell_count(&mut entry, added);
        change.audit(entry).await?;
        change.commit_without_notice().await?;
    }
    Ok(added)
}

/// Makes the next attempts of waiting deliveries due at once. Returns how many were still waiting, which the entry says; with none,
/// nothing is stored. A delivery that is being attempted is left alone.
pub async fn attempt_now(
    webhooks: &dyn WebhookStore,
    webhook: WebhookId,
    deliveries: &[DeliveryId],
    mut entry: AuditDraft,
) -> Result<u32, UseCaseError> {
    let mut change = webhooks.begin(&[Scope::of(&entry)]).await?;
    check_sends(&mut *change, entry.org_id, webhook).await?;
    let due = change.make_due(webhook, deliveries, entry.occurred_at).await?;
    if due > 0 {
        tell_count(&mut entry, due);
        change.audit(entry).await?;
        change.commit_without_notice().await?;
    }
    Ok(due)
}

/// Writes into an entry about several deliveries how many there are.
fn tell_count(entry: &mut AuditDraft, count: u32) {
    if let Some(deliveries) = entry.metadata.get_mut("deliveries") {
        *deliveries = json!(count);
    }
}
