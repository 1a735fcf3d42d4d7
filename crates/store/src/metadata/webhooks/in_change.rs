//! Rows of webhooks and their deliveries in a change of a use case. A delivery and its job change together, so that the log
//! and the queue never disagree.

use askline_app::ports::{
    StoreResult,
    change::{DeliveryRows, WebhookRows},
    webhooks::AttemptReport,
};
use askline_domain::{
    jobs::{JobState, NewJob},
    shared::ids::{DeliveryId, MessageId, OrgId, WebhookId},
    webhooks::{
        Attempt, Delivery, DeliveryStatus, DisabledReason, Failures, Webhook, failure_after, secret::WebhookSecret,
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    address::{StoredAddress, place_of},
    deliveries,
    rows::{TABLE, read_webhook, selection},
};
use crate::{
    metadata::{changes::change::Change, values::among},
    sql::{
        Connection,
        rows::{RowReader, json_text},
        sql,
    },
};

#[async_trait]
impl WebhookRows for Change {
    async fn count_webhooks(&mut self, org: OrgId) -> StoreResult<u32> {
        let count: i64 = sql("SELECT COUNT(*) FROM webhooks WHERE org_id = $1 AND is_removed = 0")
            .bind(org)
            .value(self.connection())
            .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn webhook(&mut self, org: OrgId, id: WebhookId) -> StoreResult<Option<Webhook>> {
        let row = selection(org, id).fetch_optional(self.connection()).await?;
        row.map(|row| read_webhook(&self.inner().sealing, &row)).transpose()
    }

    async fn insert_webhook(&mut self, webhook: &Webhook, secret: &WebhookSecret) -> StoreResult<()> {
        let sealing = &self.inner().sealing;
        let sealed_secret = sealing.seal(&place_of(webhook.id), secret.expose())?;
        let address = StoredAddress::seal(sealing, webhook.id, &webhook.url)?;
        sql("INSERT INTO webhooks (id, org_id, url, events, description, enabled, disabled_reason, failures_in_a_row, \
             secret, created_ms, updated_ms, sealed_url, failing_since_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)")
        .bind(webhook.id)
        .bind(webhook.org_id)
        .bind(&address.origin)
        .bind(json_text(&webhook.events)?)
        .bind(&webhook.description)
        .bind(webhook.enabled)
        .bind(webhook.disabled_reason.map(DisabledReason::as_str))
        .bind(webhook.consecutive_failures)
        .bind(sealed_secret)
        .bind(webhook.created_at)
        .bind(webhook.updated_at)
        .bind(&address.sealed)
        .bind(webhook.failing_since)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn replace_webhook(&mut self, webhook: &Webhook, url: Option<&str>) -> StoreResult<()> {
        let sealing = &self.inner().sealing;
        let address = url.map(|url| StoredAddress::seal(sealing, webhook.id, url)).transpose()?;
        let (origin, sealed_url) = address.map(|address| (address.origin, address.sealed)).unzip();
        sql("UPDATE webhooks SET url = COALESCE($1, url), sealed_url = COALESCE($2, sealed_url), events = $3, \
             description = $4, enabled = $5, disabled_reason = $6, updated_ms = $7 WHERE id = $8")
        .bind(origin)
        .bind(sealed_url)
        .bind(json_text(&webhook.events)?)
        .bind(&webhook.description)
        .bind(webhook.enabled)
        .bind(webhook.disabled_reason.map(DisabledReason::as_str))
        .bind(webhook.updated_at)
        .bind(webhook.id)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn put_webhook_secret(&mut self, webhook: &Webhook, secret: &WebhookSecret) -> StoreResult<()> {
        let sealed = self.inner().sealing.seal(&place_of(webhook.id), secret.expose())?;
        sql("UPDATE webhooks SET previous_secret = secret, previous_until_ms = $1, secret = $2, updated_ms = $3 \
             WHERE id = $4")
        .bind(webhook.previous_secret_expires_at)
        .bind(sealed)
        .bind(webhook.updated_at)
        .bind(webhook.id)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn remove_webhook(&mut self, org: OrgId, id: WebhookId) -> StoreResult<bool> {
        // Nothing is sent to it from now on: the jobs of its deliveries find nothing to do. Its rows are removed in pieces.
        let marked = sql("UPDATE webhooks SET is_removed = 1, enabled = 0, disabled_reason = NULL \
             WHERE id = $1 AND org_id = $2 AND is_removed = 0")
        .bind(id)
        .bind(org)
        .execute(self.connection())
        .await?;
        Ok(marked > 0)
    }

    async fn failures(&mut self, id: WebhookId) -> StoreResult<Failures> {
        let row = sql("SELECT * FROM webhooks WHERE id = $1").bind(id).optional(self.connection(), |row| {
            let row = RowReader::new(row, TABLE, "id");
            Ok(Failures {
                in_a_row: row.number("failures_in_a_row")?,
                since: row.optional_time("failing_since_ms")?,
                last_at: row.optional_time("last_failure_ms")?,
                in_stretch: row.number("stretch_failures")?,
                stretch_since: row.optional_time("stretch_since_ms")?,
            })
        });
        Ok(row.await?.unwrap_or_default())
    }

    async fn put_failures(&mut self, id: WebhookId, failures: &Failures) -> StoreResult<()> {
        sql("UPDATE webhooks SET failures_in_a_row = $1, failing_since_ms = $2, last_failure_ms = $3, \
             stretch_failures = $4, stretch_since_ms = $5 WHERE id = $6")
        .bind(failures.in_a_row)
        .bind(failures.since)
        .bind(failures.last_at)
        .bind(failures.in_stretch)
        .bind(failures.stretch_since)
        .bind(id)
        .execute(self.connection())
        .await
        .map(|_| ())
    }
}

#[async_trait]
impl DeliveryRows for Change {
    async fn insert_delivery(&mut self, delivery: &Delivery, job: &NewJob) -> StoreResult<()> {
        sql(
            "INSERT INTO webhook_deliveries (id, webhook_id, message_id, event, payload, status, attempts, created_ms, \
             next_attempt_ms, job_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(delivery.id)
        .bind(delivery.webhook_id)
        .bind(delivery.message_id)
        .bind(&delivery.event)
        .bind(&delivery.payload)
        .bind(delivery.status.as_str())
        .bind(delivery.attempts)
        .bind(delivery.created_at)
        .bind(delivery.next_attempt_at)
        .bind(job.id)
        .execute(self.connection())
        .await?;
        self.enqueue(job).await
    }

    async fn waiting_messages(&mut self, webhook: WebhookId, messages: &[MessageId]) -> StoreResult<Vec<MessageId>> {
        sql(among!(
            "SELECT message_id FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending' AND message_id IN",
            "$2",
            ""
        ))
        .bind(webhook)
        .bind(json_text(&messages)?)
        .all(self.connection(), |row| RowReader::new(row, deliveries::TABLE, "message_id").parsed("message_id"))
        .await
    }

    async fn make_due(&mut self, webhook: WebhookId, deliveries: &[DeliveryId], now: Timestamp) -> StoreResult<u32> {
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
        .all(self.connection(), |row| RowReader::new(row, "jobs", "id").text("id"))
        .await?;
        let noting = among!(
            "UPDATE webhook_deliveries SET next_attempt_ms = $1 WHERE webhook_id = $2 AND status = 'pending' AND job_id IN",
            "$3",
            ""
        );
        sql(noting).bind(now).bind(webhook).bind(json_text(&due)?).execute(self.connection()).await?;
        self.note_stored_job();
        Ok(u32::try_from(due.len()).unwrap_or(u32::MAX))
    }

    async fn put_attempt(
        &mut self,
        report: &AttemptReport,
        status: DeliveryStatus,
    ) -> StoreResult<Option<(WebhookId, String)>> {
        let attempt = report.attempt.as_ref();
        let updated =
            sql("UPDATE webhook_deliveries SET status = $1, next_attempt_ms = $2, attempts = attempts + $3, \
             last_attempt_ms = COALESCE($4, last_attempt_ms), response_status = $5, response_body = $6, failure = $7, \
             duration_ms = $8 WHERE id = $9 RETURNING id, webhook_id, event")
            .bind(status.as_str())
            .bind(report.next_attempt_at.filter(|_| status == DeliveryStatus::Pending))
            .bind(attempt.is_some())
            .bind(attempt.map(|_| report.at))
            .bind(attempt.and_then(|attempt| attempt.status))
            .bind(attempt.and_then(|attempt| attempt.body.as_deref()))
            .bind((status != DeliveryStatus::Succeeded).then(|| failure_after(attempt).message))
            .bind(attempt.map(|attempt| attempt.duration_ms))
            .bind(report.delivery)
            .optional(self.connection(), |row| {
                let row = RowReader::new(row, deliveries::TABLE, "id");
                Ok((row.parsed("webhook_id")?, row.text("event")?))
            })
            .await?;
        if let (Some(_), Some(attempt)) = (&updated, attempt) {
            log(self.connection(), report, attempt).await?;
        }
        Ok(updated)
    }
}

/// Adds an attempt to the log of its delivery.
async fn log(connection: &mut Connection, report: &AttemptReport, attempt: &Attempt) -> StoreResult<()> {
    sql("INSERT INTO webhook_attempts (delivery_id, number, at_ms, response_status, failure, duration_ms) \
         SELECT id, attempts, $1, $2, $3, $4 FROM webhook_deliveries WHERE id = $5")
    .bind(report.at)
    .bind(attempt.status)
    .bind(attempt.failure.as_deref())
    .bind(attempt.duration_ms)
    .bind(report.delivery)
    .execute(connection)
    .await
    .map(|_| ())
}
