//! Stored webhooks and their deliveries. The changes that events report store the events, each with its deliveries and
//! their jobs, in one transaction.

mod attempt;
pub mod channel_rows;
pub mod channels;
pub mod target;
pub mod webhook_rows;

use askline_domain::{
    shared::{
        ids::{DeliveryId, MessageId, OrgId, WebhookId},
        paging::{Page, PageRequest},
    },
    webhooks::{AttemptInLog, Delivery, DeliveryStatus, Webhook, secret::WebhookSecrets},
};
use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::Value;

pub use self::attempt::AttemptReport;
use super::{StoreResult, change::BeginChange};

/// A delivery with everything that an attempt needs.
#[derive(Debug, Clone)]
pub struct DueDelivery {
    /// The delivery.
    pub delivery: Delivery,
    /// The webhook.
    pub webhook: Webhook,
    /// The secrets to sign it with.
    pub secrets: WebhookSecrets,
}

/// Which deliveries are returned; `None` matches any.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DeliveryFilter {
    /// With this status.
    pub status: Option<DeliveryStatus>,
}

/// An event that can be read back.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredEvent {
    /// The id of its message, the same for every receiver.
    pub id: MessageId,
    /// Its place among the events of its organization, in the order of their commits, from 1 on.
    pub place: u64,
    /// The message: `{ type, timestamp, data }`.
    pub payload: Value,
}

/// Events that can be read back.
#[async_trait]
pub trait WebhookEventStore: Send + Sync + 'static {
    /// The place of an event; `None` if the organization has none with this id any more.
    async fn place_of_event(&self, org: OrgId, id: MessageId) -> StoreResult<Option<u64>>;
    /// The events of an organization after a place, oldest first; if `kind` is given, only those of this type.
    async fn events_after(
        &self,
        org: OrgId,
        place: u64,
        kind: Option<&str>,
        limit: u32,
    ) -> StoreResult<Page<StoredEvent>>;
    /// Removes events that happened before `before`, at most `most`; returns how many.
    async fn remove_old_webhook_events(&self, before: Timestamp, most: u32) -> StoreResult<u64>;
}

/// Webhooks and their deliveries. What changes them is in [`crate::ports::change::WebhookRows`].
#[async_trait]
pub trait WebhookStore: BeginChange + DeliveryStore + WebhookEventStore {
    /// One webhook of an organization.
    async fn webhook(&self, org: OrgId, id: WebhookId) -> StoreResult<Option<Webhook>>;
    /// The webhooks of an organization, newest first.
    async fn webhooks(&self, org: OrgId, page: PageRequest) -> StoreResult<Page<Webhook>>;
}

/// Deliveries to webhooks, and their attempts.
#[async_trait]
pub trait DeliveryStore: Send + Sync + 'static {
    /// The deliveries of a webhook, newest first.
    async fn deliveries(
        &self,
        webhook: WebhookId,
        filter: DeliveryFilter,
        page: PageRequest,
    ) -> StoreResult<Page<Delivery>>;
    /// One delivery of a webhook.
    async fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> StoreResult<Option<Delivery>>;
    /// Every attempt at these deliveries, by delivery, oldest first.
    async fn attempts(&self, deliveries: &[DeliveryId]) -> StoreResult<Vec<(DeliveryId, AttemptInLog)>>;
    /// A delivery that waits, with its webhook and secrets; `None` if it was deleted or has ended.
    async fn due_delivery(&self, id: DeliveryId) -> StoreResult<Option<DueDelivery>>;
    /// Deliveries with the ids of `since` or later whose message was not requested again afterwards and failed, the oldest
    /// first, at most `most`. Test messages are left out.
    async fn failed_deliveries(&self, webhook: WebhookId, since: DeliveryId, most: u32) -> StoreResult<Vec<Delivery>>;
    /// The ids of deliveries that wait for an attempt after `now`, from the id `since` on, the oldest first, at most `most`.
    async fn waiting_deliveries(
        &self,
        webhook: WebhookId,
        since: DeliveryId,
        now: Timestamp,
        most: u32,
    ) -> StoreResult<Vec<DeliveryId>>;
    /// Removes deliveries that were requested before `before`, at most `most`; returns how many.
    async fn remove_old_deliveries(&self, before: Timestamp, most: u32) -> StoreResult<u64>;
    /// Removes undelivered messages of disabled webhooks, the oldest of each beyond its newest `kept`, at most `most`
    /// in total; returns how many.
    async fn remove_unsent_deliveries(&self, kept: u32, most: u32) -> StoreResult<u64>;
}
