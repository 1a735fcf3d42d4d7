//! Webhooks: URLs to which events are sent. A secret appears only in the response that creates it.

mod change;
mod deliveries;
mod events;

use askline_domain::{shared::ids::WebhookId, webhooks::Webhook};
use schemars::JsonSchema;
use serde::Deserialize;

pub use change::{WebhookWithSecret, create_webhook, delete_webhook, rotate_webhook_secret, update_webhook};
pub use deliveries::{
    DeliveriesQuery, DeliveryPath, DeliveryView, ReplayedDeliveries, list_deliveries, replay_deliveries,
    replay_delivery, test_webhook,
};

pub use events::{EventsQuery, WebhookEventView, list_webhook_events};

use crate::pipeline::handling::{ApiError, Call, Input, Items, Nothing, OrgAccess, PageQuery, Reply};

/// The webhook in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookPath {
    /// Its id.
    pub webhook_id: WebhookId,
}

/// Lists the organization's webhooks, newest first.
pub async fn list_webhooks(
    call: Call<OrgAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<Webhook>>, ApiError> {
    use askline_domain::shared::ids::Id as _;
    let page = input.query.page()?;
    let webhooks = call.app.ports().webhooks.webhooks(call.tenant.id, page).await?;
    Ok(Reply::page(webhooks, page.limit, |view| view.id.bits()))
}

/// The webhook, if it belongs to the organization.
async fn find(call: &Call<OrgAccess>, id: WebhookId) -> Result<Webhook, ApiError> {
    call.app.ports().webhooks.webhook(call.tenant.id, id).await?.ok_or_else(absent)
}

fn absent() -> ApiError {
    ApiError::not_found("webhook")
}
