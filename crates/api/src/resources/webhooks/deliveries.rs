//! Lists deliveries, sends test messages and replays deliveries.

use std::collections::HashMap;

use askline_app::{
    ports::webhooks::DeliveryFilter,
    present_fields::every_field_present,
    webhooks::{self, Replayed},
};
use askline_domain::{
    shared::{
        ids::{DeliveryId, Id as _, MessageId, WebhookId},
        paging::{MAX_PAGE_ROWS, PAGE_ROWS_DEFAULT},
        rfc3339::Moment,
    },
    webhooks::{Attempt, AttemptInLog, Delivery, DeliveryStatus, input::NewReplay},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{WebhookPath, find};
use crate::pipeline::handling::{ApiError, Call, Input, Items, Json, Nothing, OrgAccess, PageQuery, Reply};

/// Filters of the list of deliveries.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeliveriesQuery {
    /// Only deliveries with this status.
    pub status: Option<DeliveryStatus>,
    /// The maximum number of rows on a page, 1 to 200.
    #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
}

/// The delivery in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryPath {
    /// The webhook's id.
    pub webhook_id: WebhookId,
    /// The delivery's id.
    pub delivery_id: DeliveryId,
}

/// The delivery of one message to one webhook.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookDelivery", transform = every_field_present)]
pub struct DeliveryView {
    /// The id.
    pub id: DeliveryId,
    /// The webhook.
    pub webhook_id: WebhookId,
    /// The header `webhook-id`, the same at every attempt and replay: a receiver recognizes a repeated message by it.
    pub message_id: MessageId,
    /// The message's type: an event, or `webhook.test`.
    pub event: String,
    /// The body that is sent: `type`, `timestamp`, `data`.
    pub payload: Value,
    /// Its state.
    pub status: DeliveryStatus,
    /// The number of attempts so far.
    pub attempts: u32,
    /// When it was requested.
    pub created_at: Moment,
    /// When it was last attempted.
    pub last_attempt_at: Option<Moment>,
    /// When the next attempt is due; null if no further one is planned.
    pub next_attempt_at: Option<Moment>,
    /// The status of the last response; null without a response.
    pub response_status: Option<u16>,
    /// The beginning of the last response's body, at most 1 KiB.
    pub response_body: Option<String>,
    /// How long the last attempt took, in milliseconds.
    pub duration_ms: Option<u32>,
    /// Why it was not delivered; null if it was, or before the first attempt.
    pub failure: Option<String>,
    /// Every attempt, oldest first. Attempts by a version without this field are not included.
    pub attempt_log: Vec<AttemptView>,
}

/// One attempt at a delivery.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookAttempt", transform = every_field_present)]
pub struct AttemptView {
    /// When it ended.
    pub at: Moment,
    /// The status of the response; null without a response.
    pub response_status: Option<u16>,
    /// How long it took, in milliseconds.
    pub duration_ms: u32,
    /// Why it failed; null if it succeeded.
    pub failure: Option<String>,
}

impl From<AttemptInLog> for AttemptView {
    fn from(attempt: AttemptInLog) -> Self {
        let AttemptInLog { at, status, failure, duration_ms } = attempt;
        Self { at: at.into(), response_status: status, duration_ms, failure }
    }
}

impl DeliveryView {
    fn of(delivery: Delivery, log: Vec<AttemptInLog>) -> Result<Self, ApiError> {
        let payload = serde_json::from_str(&delivery.payload).map_err(ApiError::internal)?;
        let attempted = delivery.last_attempt_at.is_some();
        let Attempt { status, body, failure, duration_ms, .. } = delivery.last_attempt.unwrap_or_default();
        Ok(Self {
            id: delivery.id,
            webhook_id: delivery.webhook_id,
            message_id: delivery.message_id,
            event: delivery.event,
            payload,
            status: delivery.status,
            attempts: delivery.attempts,
            created_at: delivery.created_at.into(),
            last_attempt_at: delivery.last_attempt_at.map(Moment),
            next_attempt_at: delivery.next_attempt_at.map(Moment),
            response_status: status,
            response_body: body,
            duration_ms: attempted.then_some(duration_ms),
            failure,
            attempt_log: log.into_iter().map(AttemptView::from).collect(),
        })
    }
}

/// Lists the deliveries of a webhook, newest first.
pub async fn list_deliveries(
    call: Call<OrgAccess>,
    input: Input<WebhookPath, DeliveriesQuery>,
) -> Result<Reply<Items<DeliveryView>>, ApiError> {
    let DeliveriesQuery { status, limit, cursor } = input.query;
    let webhook = find(&call, input.path.webhook_id).await?;
    let page = PageQuery { limit, cursor }.page()?;
    let found = call.app.ports().webhooks.deliveries(webhook.id, DeliveryFilter { status }, page).await?;
    let ids: Vec<DeliveryId> = found.items.iter().map(|delivery| delivery.id).collect();
    let mut logs: HashMap<DeliveryId, Vec<AttemptInLog>> = HashMap::new();
    for (id, attempt) in call.app.ports().webhooks.attempts(&ids).await? {
        logs.entry(id).or_default().push(attempt);
    }
    let views = found.items.into_iter().map(|delivery| {
        let log = logs.remove(&delivery.id).unwrap_or_default();
        DeliveryView::of(delivery, log)
    });
    let views = views.collect::<Result<Vec<_>, _>>()?;
    let views = askline_domain::shared::paging::Page { items: views, has_more: found.has_more };
    Ok(Reply::page(views, page.limit, |view| view.id.bits()))
}

/// Sends a test message. The result is in the list of deliveries.
pub async fn test_webhook(call: Call<OrgAccess>, input: Input<WebhookPath>) -> Result<Reply<DeliveryView>, ApiError> {
    let webhook = find(&call, input.path.webhook_id).await?;
    let delivery = webhooks::test(call.app.ports(), &webhook, &call.audit_context()).await?;
    Ok(Reply::new(DeliveryView::of(delivery, Vec::new())?))
}

/// Sends a message again, with the same `webhook-id` and body: as a new delivery, or, while its delivery waits for another
/// attempt, by making that attempt at once.
pub async fn replay_delivery(
    call: Call<OrgAccess>,
    input: Input<DeliveryPath>,
) -> Result<Reply<DeliveryView>, ApiError> {
    let webhook = find(&call, input.path.webhook_id).await?;
    let (ports, context) = (call.app.ports(), call.audit_context());
    let delivery = webhooks::replay(ports, &webhook, input.path.delivery_id, &context).await?;
    let log = ports.webhooks.attempts(&[delivery.id]).await?.into_iter().map(|(_, attempt)| attempt).collect();
    Ok(Reply::new(DeliveryView::of(delivery, log)?))
}

/// How many messages are sent again.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct ReplayedDeliveries {
    /// How many messages are sent again, at most 500.
    pub replayed: u32,
    /// Whether more are left: the same request sends the next ones.
    pub has_more: bool,
}

/// Sends again what piled up since a time, the oldest first.
pub async fn replay_deliveries(
    call: Call<OrgAccess>,
    input: Input<WebhookPath, Nothing, Json<NewReplay>>,
) -> Result<Reply<ReplayedDeliveries>, ApiError> {
    let webhook = find(&call, input.path.webhook_id).await?;
    let (ports, context) = (call.app.ports(), call.audit_context());
    let Replayed { count, has_more } = webhooks::replay_since(ports, &webhook, &input.body.0, &context).await?;
    Ok(Reply::new(ReplayedDeliveries { replayed: count, has_more }))
}
