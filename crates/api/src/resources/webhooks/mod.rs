//! Webhooks: addresses that are notified of events. A secret is only in the answer that makes it.

mod change;
mod deliveries;

use askline_app::present_fields::every_field_present;
use askline_domain::{
    shared::{ids::WebhookId, rfc3339::Moment},
    webhooks::{DisabledReason, EventName, Webhook},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use change::{WebhookWithSecret, create_webhook, delete_webhook, rotate_webhook_secret, update_webhook};
pub use deliveries::{DeliveriesQuery, DeliveryPath, DeliveryView, list_deliveries, replay_delivery, test_webhook};

use crate::pipeline::handling::{ApiError, Call, Input, Items, Nothing, OrgAccess, PageQuery, Reply};

/// A webhook.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Webhook", transform = every_field_present)]
pub struct WebhookView {
    /// The id.
    pub id: WebhookId,
    /// Where messages are sent.
    pub url: String,
    /// Whether the address cannot be read any more, because the service lost the key that sealed it: then `url` is only
    /// the origin. Set the address again, and rotate the secret.
    pub address_lost: bool,
    /// The events that it receives.
    pub events: Vec<EventName>,
    /// Its description; empty if none was given.
    pub description: String,
    /// Whether messages are sent.
    pub enabled: bool,
    /// Why the service disabled it; null while it is enabled, and when someone disabled it.
    pub disabled_reason: Option<DisabledReason>,
    /// Attempts that failed since the last success. The twentieth or a later one disables the webhook if no delivery
    /// has succeeded for 24 hours.
    pub failures_in_a_row: u32,
    /// The first of them; null while messages get through.
    pub failing_since: Option<Moment>,
    /// Until when messages are signed with the secret before as well; null without one.
    pub previous_secret_until: Option<Moment>,
    /// When it was created.
    pub created_at: Moment,
    /// When it was last changed by someone.
    pub updated_at: Moment,
}

impl From<Webhook> for WebhookView {
    fn from(webhook: Webhook) -> Self {
        Self {
            id: webhook.id,
            url: webhook.url,
            address_lost: webhook.address_lost,
            events: webhook.events,
            description: webhook.description,
            enabled: webhook.enabled,
            disabled_reason: webhook.disabled_reason,
            failures_in_a_row: webhook.failures_in_a_row,
            failing_since: webhook.failing_since.map(Moment),
            previous_secret_until: webhook.previous_secret_until.map(Moment),
            created_at: webhook.created_at.into(),
            updated_at: webhook.updated_at.into(),
        }
    }
}

/// Which webhook.
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
) -> Result<Reply<Items<WebhookView>>, ApiError> {
    use askline_domain::shared::ids::Id as _;
    let page = input.query.page()?;
    let webhooks = call.app.ports().webhooks.webhooks(call.tenant.id, page).await?;
    Ok(Reply::page(webhooks.map(WebhookView::from), page.limit, |view| view.id.bits()))
}

/// The webhook, if it is the organization's.
async fn find(call: &Call<OrgAccess>, id: WebhookId) -> Result<Webhook, ApiError> {
    call.app.ports().webhooks.webhook(call.tenant.id, id).await?.ok_or_else(absent)
}

fn absent() -> ApiError {
    ApiError::not_found("webhook")
}
