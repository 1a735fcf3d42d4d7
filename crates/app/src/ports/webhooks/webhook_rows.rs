//! Rows of webhooks and their deliveries in a change. The change must lock [`crate::ports::change::Scope::Organization`].

use askline_domain::{
    jobs::NewJob,
    shared::ids::{DeliveryId, MessageId, OrgId, WebhookId},
    webhooks::{Delivery, DeliveryStatus, Failures, Webhook, secret::WebhookSecret},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::attempt::AttemptReport;
use crate::ports::StoreResult;

/// Rows of webhooks. One that was deleted does not exist.
#[async_trait]
pub trait WebhookRows: Send {
    /// The number of webhooks of an organization.
    async fn count_webhooks(&mut self, org: OrgId) -> StoreResult<u32>;
    /// One webhook of an organization.
    async fn webhook(&mut self, org: OrgId, id: WebhookId) -> StoreResult<Option<Webhook>>;
    /// Stores a new webhook and its secret.
    async fn insert_webhook(&mut self, webhook: &Webhook, secret: &WebhookSecret) -> StoreResult<()>;
    /// Stores what can change of a webhook except its failures, and another URL if there is one.
    async fn replace_webhook(&mut self, webhook: &Webhook, url: Option<&str>) -> StoreResult<()>;
    /// Makes `secret` the current one of a webhook, and the one before the previous one.
    async fn put_webhook_secret(&mut self, webhook: &Webhook, secret: &WebhookSecret) -> StoreResult<()>;
    /// Deletes a webhook; returns false if the organization has no such webhook. Its rows are removed later.
    async fn remove_webhook(&mut self, org: OrgId, id: WebhookId) -> StoreResult<bool>;
    /// The failures of a webhook.
    async fn failures(&mut self, id: WebhookId) -> StoreResult<Failures>;
    /// Stores the failures of a webhook.
    async fn put_failures(&mut self, id: WebhookId, failures: &Failures) -> StoreResult<()>;
}

/// Rows of deliveries. No cache contains them.
#[async_trait]
pub trait DeliveryRows: Send {
    /// Stores a new delivery and the job that sends it.
    async fn insert_delivery(&mut self, delivery: &Delivery, job: &NewJob) -> StoreResult<()>;
    /// Those of these messages that wait to be sent to a webhook.
    async fn waiting_messages(&mut self, webhook: WebhookId, messages: &[MessageId]) -> StoreResult<Vec<MessageId>>;
    /// Makes the next attempts of waiting deliveries due at `now`; returns how many were still waiting. A delivery that is being
    /// attempted is left alone.
    async fn make_due(&mut self, webhook: WebhookId, deliveries: &[DeliveryId], now: Timestamp) -> StoreResult<u32>;
    /// Stores the result of an attempt in its delivery and in the log; returns the webhook and the type of the message, or `None`
    /// if the delivery was removed.
    async fn put_attempt(
        &mut self,
        report: &AttemptReport,
        status: DeliveryStatus,
    ) -> StoreResult<Option<(WebhookId, String)>>;
}
