//! Stored webhooks and their deliveries. The changes that events report store the events, each with its deliveries and
//! their jobs, in one transaction.

pub mod channel_rows;
pub mod channels;
pub mod target;

use askline_domain::{
    audit::AuditDraft,
    jobs::JobLease,
    shared::{
        ids::{DeliveryId, MessageId, OrgId, WebhookId},
        paging::{Page, PageRequest},
    },
    webhooks::{
        Attempt, AttemptInLog, Delivery, DeliveryStatus, Webhook, WebhookEdit,
        message::Event,
        secret::{WebhookSecret, WebhookSecrets},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::Value;

use super::StoreResult;

/// The result of creating a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookCreation {
    /// Stored.
    Created,
    /// The organization has reached its limit; nothing was stored.
    LimitReached,
}

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

/// The record of an attempt.
#[derive(Debug, Clone)]
pub struct AttemptReport {
    /// The delivery.
    pub delivery: DeliveryId,
    /// The result; `None` if nothing was sent because the webhook is disabled.
    pub attempt: Option<Attempt>,
    /// When it ended.
    pub at: Timestamp,
    /// When the next attempt follows; `None` if this one succeeded or was the last.
    pub next_attempt_at: Option<Timestamp>,
    /// The audit entry, in case this attempt disables the webhook.
    pub audit_if_disabled: AuditDraft,
    /// The event for the organization's other webhooks in that case.
    pub event_if_disabled: Event,
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

/// Webhooks.
#[async_trait]
pub trait WebhookStore: DeliveryStore + WebhookEventStore {
    /// Stores a webhook and its secret.
    async fn create_webhook(
        &self,
        webhook: &Webhook,
        secret: &WebhookSecret,
        audit: AuditDraft,
    ) -> StoreResult<WebhookCreation>;
    /// One webhook of an organization.
    async fn webhook(&self, org: OrgId, id: WebhookId) -> StoreResult<Option<Webhook>>;
    /// The webhooks of an organization, newest first.
    async fn webhooks(&self, org: OrgId, page: PageRequest) -> StoreResult<Page<Webhook>>;
    /// Changes fields of a webhook. Enabling it resets its failures and the reason why it was disabled.
    async fn update_webhook(
        &self,
        org: OrgId,
        id: WebhookId,
        edit: &WebhookEdit,
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<Option<Webhook>>;
    /// Removes a webhook, its secrets and its deliveries.
    async fn delete_webhook(&self, org: OrgId, id: WebhookId, audit: AuditDraft) -> StoreResult<bool>;
    /// Makes `secret` the current one; the previous one also signs until `previous_until`.
    async fn rotate_webhook_secret(
        &self,
        org: OrgId,
        id: WebhookId,
        secret: &WebhookSecret,
        previous_until: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<Option<Webhook>>;
    /// Stores an event that no change of another port stores, for every webhook that subscribes to it.
    async fn raise_event(&self, event: &Event) -> StoreResult<()>;
}

/// Deliveries to webhooks, and their attempts.
#[async_trait]
pub trait DeliveryStore: ReplayStore {
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
    /// Stores the result of an attempt, and ends the attempt of its job, in one transaction. Returns false, and stores
    /// nothing, if the lease was lost. A success resets the webhook's failures. The webhook is disabled by the
    /// twentieth failure in a row or a later one, if the first is at least a day old, and by a receiver that answers
    /// 410. Failed tests do not count, and a day without a failure starts the count again. Every attempt is added to
    /// the log.
    async fn record_attempt(&self, lease: JobLease, report: &AttemptReport) -> StoreResult<bool>;
    /// Removes deliveries that were requested before `before`, at most `most`; returns how many.
    async fn remove_old_deliveries(&self, before: Timestamp, most: u32) -> StoreResult<u64>;
    /// Removes undelivered messages of disabled webhooks, the oldest of each beyond its newest `kept`, at most `most`
    /// in total; returns how many.
    async fn remove_unsent_deliveries(&self, kept: u32, most: u32) -> StoreResult<u64>;
}

/// Deliveries that a person requested.
#[async_trait]
pub trait ReplayStore: Send + Sync + 'static {
    /// Stores a delivery that a person requested (a test, a replay), its job and its audit entry.
    async fn add_delivery(&self, org: OrgId, delivery: &Delivery, audit: AuditDraft) -> StoreResult<()>;
    /// Deliveries with the ids of `since` or later whose message was not requested again afterwards and failed, the oldest
    /// first, at most `most`. Test messages are left out.
    async fn failed_deliveries(&self, webhook: WebhookId, since: DeliveryId, most: u32) -> StoreResult<Vec<Delivery>>;
    /// Stores deliveries of one webhook with their jobs and one audit entry, except those whose message waits to be sent
    /// already. Returns how many were stored; with none, the audit entry is not stored either.
    async fn add_deliveries(
        &self,
        org: OrgId,
        webhook: WebhookId,
        deliveries: &[Delivery],
        audit: AuditDraft,
    ) -> StoreResult<u32>;
    /// The ids of deliveries that wait for an attempt after `now`, from the id `since` on, the oldest first, at most `most`.
    async fn waiting_deliveries(
        &self,
        webhook: WebhookId,
        since: DeliveryId,
        now: Timestamp,
        most: u32,
    ) -> StoreResult<Vec<DeliveryId>>;
    /// Makes the next attempts of waiting deliveries due at `now`, and stores the audit entry. Returns how many were still
    /// waiting; with none, nothing is stored. A delivery that is being attempted is left alone.
    async fn attempt_now(
        &self,
        org: OrgId,
        webhook: WebhookId,
        deliveries: &[DeliveryId],
        now: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<u32>;
}
