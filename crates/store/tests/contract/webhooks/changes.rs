//! Changes of webhooks by the use cases, with records and times that a test chooses.

use askline_app::{
    ports::{StoreResult, change::Scope, webhooks::AttemptReport},
    webhooks,
};
use askline_domain::{
    audit::AuditDraft,
    jobs::JobLease,
    shared::ids::{DeliveryId, OrgId, WebhookId},
    webhooks::{Delivery, Webhook, WebhookEdit, message::Event, secret::WebhookSecret},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::backend::{Metadata, unexpected};

#[async_trait]
pub trait WebhookChanges {
    async fn create_webhook(&self, webhook: &Webhook, secret: &WebhookSecret, entry: AuditDraft) -> StoreResult<bool>;
    async fn update_webhook(
        &self,
        org: OrgId,
        id: WebhookId,
        edit: &WebhookEdit,
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<Option<Webhook>>;
    async fn delete_webhook(&self, org: OrgId, id: WebhookId, entry: AuditDraft) -> StoreResult<bool>;
    async fn rotate_webhook_secret(
        &self,
        org: OrgId,
        id: WebhookId,
        secret: &WebhookSecret,
        previous_until: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<Option<Webhook>>;
    /// Stores an event in a change of its own.
    async fn raise_event(&self, event: &Event) -> StoreResult<()>;
    /// Stores a delivery, also of a webhook that is disabled.
    async fn add_delivery(&self, org: OrgId, delivery: &Delivery, entry: AuditDraft) -> StoreResult<()>;
    async fn add_deliveries(&self, webhook: WebhookId, deliveries: &[Delivery], entry: AuditDraft) -> StoreResult<u32>;
    async fn attempt_now(
        &self,
        webhook: WebhookId,
        deliveries: &[DeliveryId],
        now: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<u32>;
    async fn record_attempt(&self, lease: JobLease, org: OrgId, report: &AttemptReport) -> StoreResult<bool>;
}

#[async_trait]
impl<S: Metadata> WebhookChanges for S {
    async fn create_webhook(&self, webhook: &Webhook, secret: &WebhookSecret, entry: AuditDraft) -> StoreResult<bool> {
        webhooks::add(self, webhook, secret, entry).await
    }

    async fn update_webhook(
        &self,
        org: OrgId,
        id: WebhookId,
        edit: &WebhookEdit,
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<Option<Webhook>> {
        webhooks::put(self, (org, id), edit.clone(), AuditDraft { occurred_at: at, ..entry }).await
    }

    async fn delete_webhook(&self, org: OrgId, id: WebhookId, entry: AuditDraft) -> StoreResult<bool> {
        webhooks::remove(self, (org, id), entry).await
    }

    async fn rotate_webhook_secret(
        &self,
        org: OrgId,
        id: WebhookId,
        secret: &WebhookSecret,
        previous_until: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<Option<Webhook>> {
        webhooks::put_secret(self, (org, id), secret, previous_until, entry).await
    }

    async fn raise_event(&self, event: &Event) -> StoreResult<()> {
        let mut change = self.begin(&[Scope::Organization(event.org_id)]).await?;
        change.raise(event).await?;
        change.commit_without_notice().await
    }

    async fn add_delivery(&self, org: OrgId, delivery: &Delivery, entry: AuditDraft) -> StoreResult<()> {
        let job = delivery.job(org, &mut rand::rng());
        let mut change = self.begin(&[Scope::of(&entry)]).await?;
        change.insert_delivery(delivery, &job).await?;
        change.audit(entry).await?;
        change.commit_without_notice().await
    }

    async fn add_deliveries(&self, webhook: WebhookId, deliveries: &[Delivery], entry: AuditDraft) -> StoreResult<u32> {
        webhooks::send_again(self, webhook, deliveries, entry).await.or_else(unexpected)
    }

    async fn attempt_now(
        &self,
        webhook: WebhookId,
        deliveries: &[DeliveryId],
        now: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<u32> {
        let entry = AuditDraft { occurred_at: now, ..entry };
        webhooks::attempt_now(self, webhook, deliveries, entry).await.or_else(unexpected)
    }

    async fn record_attempt(&self, lease: JobLease, org: OrgId, report: &AttemptReport) -> StoreResult<bool> {
        webhooks::record(self, lease, org, report).await
    }
}
