//! Reads and removes deliveries. [`super::in_change`] stores and updates them together with their jobs.

use askline_app::ports::{
    StoreResult,
    webhooks::{DeliveryFilter, DeliveryStore, DueDelivery},
};
use askline_domain::{
    shared::{
        ids::{DeliveryId, WebhookId},
        paging::{Page, PageRequest},
    },
    webhooks::{Attempt, AttemptInLog, Delivery, DeliveryStatus, TEST_MESSAGE},
};
use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::AssertSqlSafe;

use super::rows::{read_secrets, read_webhook};
use crate::{
    metadata::{MetadataStore, values::among},
    sql::{
        Row,
        rows::{RowReader, json_text, page_bound},
        skipping_locked, sql,
    },
};

pub(super) const TABLE: &str = "webhook_deliveries";

#[async_trait]
impl DeliveryStore for MetadataStore {
    async fn deliveries(
        &self,
        webhook: WebhookId,
        filter: DeliveryFilter,
        page: PageRequest,
    ) -> StoreResult<Page<Delivery>> {
        // Two texts, because a condition that may be absent uses no index.
        let of_status = if filter.status.is_some() { "status = $3" } else { "CAST($3 AS TEXT) IS NULL" };
        sql(AssertSqlSafe(format!(
            "SELECT * FROM webhook_deliveries WHERE webhook_id = $1 AND id < $2 AND {of_status} \
             AND EXISTS (SELECT 1 FROM webhooks WHERE id = $1 AND is_removed = 0) ORDER BY id DESC LIMIT $4"
        )))
        .bind(webhook)
        .bind(page_bound::<DeliveryId>(page))
        .bind(filter.status.map(DeliveryStatus::as_str))
        .page(&self.inner.read, page, read_delivery)
        .await
    }

    async fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> StoreResult<Option<Delivery>> {
        sql("SELECT * FROM webhook_deliveries WHERE id = $1 AND webhook_id = $2 \
             AND EXISTS (SELECT 1 FROM webhooks WHERE id = $2 AND is_removed = 0)")
        .bind(id)
        .bind(webhook)
        .optional(&self.inner.read, read_delivery)
        .await
    }

    async fn attempts(&self, deliveries: &[DeliveryId]) -> StoreResult<Vec<(DeliveryId, AttemptInLog)>> {
        sql(among!("SELECT * FROM webhook_attempts WHERE delivery_id IN", "$1", " ORDER BY delivery_id, number"))
            .bind(json_text(&deliveries)?)
            .all(&self.inner.read, |row| {
                let row = RowReader::new(row, "webhook_attempts", "delivery_id");
                let attempt = AttemptInLog {
                    at: row.time("at_ms")?,
                    status: response_status(&row)?,
                    failure: row.optional_text("failure")?,
                    duration_ms: row.number("duration_ms")?,
                };
                Ok((row.parsed("delivery_id")?, attempt))
            })
            .await
    }

    async fn due_delivery(&self, id: DeliveryId) -> StoreResult<Option<DueDelivery>> {
        let mut connection = self.inner.read.acquire().await?;
        let row = sql("SELECT * FROM webhook_deliveries WHERE id = $1 AND status = 'pending'")
            .bind(id)
            .fetch_optional(&mut connection)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let delivery = read_delivery(&row)?;
        let row = sql("SELECT * FROM webhooks WHERE id = $1 AND is_removed = 0")
            .bind(delivery.webhook_id)
            .fetch_optional(&mut connection)
            .await?;
        // The webhook was deleted between the two reads.
        let Some(row) = row else { return Ok(None) };
        let sealing = &self.inner.sealing;
        Ok(Some(DueDelivery { delivery, webhook: read_webhook(sealing, &row)?, secrets: read_secrets(sealing, &row)? }))
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

    async fn remove_old_deliveries(&self, before: Timestamp, most: u32) -> StoreResult<u64> {
        let removal = sql(skipping_locked!(
            removing "DELETE FROM webhook_deliveries WHERE id IN \
             (SELECT id FROM webhook_deliveries WHERE created_ms < $1 ORDER BY created_ms LIMIT $2",
            ")"
        ));
        self.write_without_notice(removal.bind(before).bind(most)).await
    }

    /// No notice is sent, since no cached data of a webhook changes.
    async fn remove_unsent_deliveries(&self, kept: u32, most: u32) -> StoreResult<u64> {
        let removal = sql(skipping_locked!(
            removing "DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE id IN (SELECT id FROM \
             (SELECT d.id AS id, ROW_NUMBER() OVER (PARTITION BY d.webhook_id ORDER BY d.id DESC) AS place \
             FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id \
             WHERE w.enabled = 0 AND w.is_removed = 0 AND d.status <> 'succeeded') AS placed WHERE place > $1 ORDER BY id LIMIT $2)",
            ")"
        ));
        self.write_without_notice(removal.bind(kept).bind(most)).await
    }
}

fn read_delivery(row: &Row) -> StoreResult<Delivery> {
    let row = RowReader::new(row, TABLE, "id");
    let last_attempt_at = row.optional_time("last_attempt_ms")?;
    let failure = row.optional_text("failure")?;
    let last_attempt = match (last_attempt_at, &failure) {
        (None, None) => None,
        _ => Some(Attempt {
            status: response_status(&row)?,
            body: row.optional_text("response_body")?,
            failure,
            duration_ms: row.optional_integer("duration_ms")?.map_or(Ok(0), |_| row.number("duration_ms"))?,
            retry_after_seconds: None,
        }),
    };
    Ok(Delivery {
        id: row.parsed("id")?,
        webhook_id: row.parsed("webhook_id")?,
        message_id: row.parsed("message_id")?,
        event: row.text("event")?,
        payload: row.text("payload")?,
        status: row.parsed("status")?,
        attempts: row.number("attempts")?,
        created_at: row.time("created_ms")?,
        last_attempt_at,
        next_attempt_at: row.optional_time("next_attempt_ms")?,
        last_attempt,
    })
}

fn response_status(row: &RowReader<'_, Row>) -> StoreResult<Option<u16>> {
    row.optional_integer("response_status")?.map(|_| row.number("response_status")).transpose()
}
