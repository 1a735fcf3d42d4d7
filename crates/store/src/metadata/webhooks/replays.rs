//! Sends messages again: failed ones as new deliveries, waiting ones at once.

use askline_app::ports::{StoreResult, webhooks::ReplayStore};
use askline_domain::{
    audit::AuditDraft,
    jobs::JobState,
    shared::ids::{DeliveryId, MessageId, OrgId, WebhookId},
    webhooks::{Delivery, TEST_MESSAGE},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::deliveries::{add, read_delivery};
use crate::{
    metadata::{MetadataStore, changes::scope::Scope, values::among},
    sql::{
        rows::{RowReader, json_text},
        sql,
    },
};

const TABLE: &str = "webhook_deliveries";

#[async_trait]
impl ReplayStore for MetadataStore {
    async fn add_delivery(&self, org: OrgId, delivery: &Delivery, audit: AuditDraft) -> StoreResult<()> {
        let mut change = self.begin([Scope::Organization(org)]).await?;
        add(&mut change, org, delivery).await?;
        change.append_audit(audit).await?;
        change.commit_without_notice().await
    }

    async fn failed_deliveries(&self, webhook: WebhookId, since: DeliveryId, most: u32) -> StoreResult<Vec<Delivery>> {
        sql("SELECT * FROM webhook_deliveries failed WHERE webhook_id = $1 AND status = 'failed' AND id >= $2 \
             AND event <> $3 AND NOT EXISTS (SELECT 1 FROM webhook_deliveries later \
             WHERE later.webhook_id = failed.webhook_id AND later.message_id = failed.message_id \
             AND (later.id > failed.id OR later.status = 'pending')) \
             ORDER BY id LIMIT $4")
        .bind(webhook)
        .bind(since)
        .bind(TEST_MESSAGE)
        .bind(most)
        .all(&self.inner.read, read_delivery)
        .await
    }

    async fn add_deliveries(
        &self,
        org: OrgId,
        webhook: WebhookId,
        deliveries: &[Delivery],
        audit: AuditDraft,
    ) -> StoreResult<u32> {
        let mut change = self.begin([Scope::Organization(org)]).await?;
        let messages: Vec<MessageId> = deliveries.iter().map(|delivery| delivery.message_id).collect();
        let waiting: Vec<MessageId> = sql(among!(
            "SELECT message_id FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending' AND message_id IN",
            "$2",
            ""
        ))
        .bind(webhook)
        .bind(json_text(&messages)?)
        .all(change.connection(), |row| RowReader::new(row, TABLE, "message_id").parsed("message_id"))
        .await?;
        let mut added = 0;
        for delivery in deliveries.iter().filter(|delivery| !waiting.contains(&delivery.message_id)) {
            add(&mut change, org, delivery).await?;
            added += 1;
        }
        if added > 0 {
            change.append_audit(audit).await?;
            change.commit_without_notice().await?;
        }
        Ok(added)
    }

    async fn waiting_deliveries(
        &self,
        webhook: WebhookId,
        since: DeliveryId,
        now: Timestamp,
        most: u32,
    ) -> StoreResult<Vec<DeliveryId>> {
        sql("SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending' AND id >= $2 \
             AND next_attempt_ms > $3 ORDER BY id LIMIT $4")
        .bind(webhook)
        .bind(since)
        .bind(now)
        .bind(most)
        .all(&self.inner.read, |row| RowReader::new(row, TABLE, "id").parsed("id"))
        .await
    }

    async fn attempt_now(
        &self,
        org: OrgId,
        webhook: WebhookId,
        deliveries: &[DeliveryId],
        now: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<u32> {
        let mut change = self.begin([Scope::Organization(org)]).await?;
        let due: Vec<String> = sql(among!(
            "UPDATE jobs SET due_ms = $1, ready_ms = $1 WHERE state = $2 AND ready_ms > $1 AND id IN \
             (SELECT job_id FROM webhook_deliveries WHERE webhook_id = $3 AND status = 'pending' AND id IN",
            "$4",
            ") RETURNING id"
        ))
        .bind(now)
        .bind(JobState::Queued.as_str())
        .bind(webhook)
        .bind(json_text(&deliveries)?)
        .all(change.connection(), |row| RowReader::new(row, "jobs", "id").text("id"))
        .await?;
        if due.is_empty() {
            return Ok(0);
        }
        let noting = among!(
            "UPDATE webhook_deliveries SET next_attempt_ms = $1 WHERE webhook_id = $2 AND status = 'pending' AND job_id IN",
            "$3",
            ""
        );
        sql(noting).bind(now).bind(webhook).bind(json_text(&due)?).execute(change.connection()).await?;
        change.note_stored_job();
        change.append_audit(audit).await?;
        change.commit_without_notice().await?;
        Ok(u32::try_from(due.len()).unwrap_or(u32::MAX))
    }
}
