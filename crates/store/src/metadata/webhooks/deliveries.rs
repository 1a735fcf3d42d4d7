//! Deliveries: stored and updated together with their jobs. So the log and the queue never disagree.

use askline_app::ports::{
    StoreResult,
    webhooks::{AttemptReport, DeliveryFilter, DeliveryStore, DueDelivery},
};
use askline_domain::{
    jobs::{JobLease, JobOutcome, NewJob},
    shared::{
        ids::{DeliveryId, Id as _, JobId, OrgId, WebhookId},
        paging::{Page, PageRequest},
    },
    webhooks::{
        Attempt, AttemptInLog, Delivery, DeliveryJob, DeliveryStatus, DisabledReason, MAX_FAILING_TIME,
        MAX_FAILURES_IN_A_ROW, TEST_MESSAGE, failure_after,
    },
};
use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::json;
use sqlx::AssertSqlSafe;

use super::rows::{read_secrets, read_webhook};
use crate::{
    metadata::{
        MetadataStore,
        changes::{change::Change, scope::Scope},
        jobs,
        values::among,
    },
    sql::{
        Connection, Row,
        rows::{RowReader, json_text, milliseconds, page_bound},
        skipping_locked, sql,
    },
};

const TABLE: &str = "webhook_deliveries";

/// Stores a delivery and the job that sends it.
pub(super) async fn add(change: &mut Change, org: OrgId, delivery: &Delivery) -> StoreResult<()> {
    let job_id = JobId::new(delivery.created_at, &mut rand::rng());
    sql("INSERT INTO webhook_deliveries (id, webhook_id, message_id, event, payload, status, attempts, created_ms, \
         next_attempt_ms, job_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
    .bind(delivery.id)
    .bind(delivery.webhook_id)
    .bind(delivery.message_id)
    .bind(&delivery.event)
    .bind(&delivery.payload)
    .bind(delivery.status.as_str())
    .bind(delivery.attempts)
    .bind(delivery.created_at)
    .bind(delivery.next_attempt_at)
    .bind(job_id)
    .execute(change.connection())
    .await?;
    let job = NewJob::of(job_id, org, &DeliveryJob { delivery_id: delivery.id }, delivery.created_at);
    change.enqueue(&NewJob { due_at: delivery.next_attempt_at.unwrap_or(job.due_at), ..job }).await
}

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

    async fn record_attempt(&self, lease: JobLease, report: &AttemptReport) -> StoreResult<bool> {
        let Some(org) = jobs::rows::organization_of(self, lease.job).await? else { return Ok(false) };
        let mut change = self.begin([Scope::Organization(org)]).await?;
        let succeeded = report.attempt.as_ref().is_some_and(Attempt::succeeded);
        let outcome = match (succeeded, report.next_attempt_at) {
            (true, _) => JobOutcome::Succeeded(json!({})),
            (false, Some(due_at)) => JobOutcome::Retry { failure: failure_after(report.attempt.as_ref()), due_at },
            (false, None) => JobOutcome::Failed(failure_after(report.attempt.as_ref())),
        };
        if !jobs::ending::end_try(&mut change, lease, &outcome, report.at).await? {
            return Ok(false);
        }
        let status = match &outcome {
            JobOutcome::Succeeded(_) => DeliveryStatus::Succeeded,
            JobOutcome::Retry { .. } => DeliveryStatus::Pending,
            JobOutcome::Failed(_) => DeliveryStatus::Failed,
        };
        let webhook = note(change.connection(), report, status).await?;
        let mut is_disabled_now = false;
        if let (Some((webhook, event)), Some(attempt)) = (webhook, &report.attempt) {
            log(change.connection(), report, attempt).await?;
            is_disabled_now = count_failures(change.connection(), webhook, &event, attempt, report.at).await?;
        }
        if is_disabled_now {
            change.append_audit(report.audit_if_disabled.clone()).await?;
            change.raise_event(&report.event_if_disabled).await?;
        }
        change.commit_without_notice().await?;
        Ok(true)
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

/// Records the result of an attempt in its delivery; returns the webhook and the type of the message, or `None` if the
/// delivery was removed in the meantime.
async fn note(
    connection: &mut Connection,
    report: &AttemptReport,
    status: DeliveryStatus,
) -> StoreResult<Option<(WebhookId, String)>> {
    let attempt = report.attempt.as_ref();
    sql("UPDATE webhook_deliveries SET status = $1, next_attempt_ms = $2, attempts = attempts + $3, \
         last_attempt_ms = COALESCE($4, last_attempt_ms), response_status = $5, response_body = $6, failure = $7, \
         duration_ms = $8 WHERE id = $9 RETURNING id, webhook_id, event")
    .bind(status.as_str())
    .bind(report.next_attempt_at.filter(|_| status == DeliveryStatus::Pending))
    .bind(attempt.is_some())
    .bind(attempt.map(|_| report.at))
    .bind(attempt.and_then(|attempt| attempt.status))
    .bind(attempt.and_then(|attempt| attempt.body.as_deref()))
    .bind(match status {
        DeliveryStatus::Succeeded => None,
        _ => Some(failure_after(report.attempt.as_ref()).message),
    })
    .bind(attempt.map(|attempt| attempt.duration_ms))
    .bind(report.delivery)
    .optional(connection, |row| {
        let row = RowReader::new(row, TABLE, "id");
        Ok((row.parsed("webhook_id")?, row.text("event")?))
    })
    .await
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

/// Updates the failure counts of a webhook after an attempt; returns whether the attempt disables it.
async fn count_failures(
    connection: &mut Connection,
    webhook: WebhookId,
    event: &str,
    attempt: &Attempt,
    at: Timestamp,
) -> StoreResult<bool> {
    if attempt.succeeded() {
        let ended = "UPDATE webhooks SET failures_in_a_row = 0, failing_since_ms = NULL, last_failure_ms = NULL \
             WHERE id = $1 AND failures_in_a_row > 0";
        sql(ended).bind(webhook).execute(connection).await?;
        return Ok(false);
    }
    // A failed test answers the person who requested it, and is no reason to stop sending events; a 410 always is.
    let counted = i64::from(event != TEST_MESSAGE);
    let reason = if attempt.is_gone() { DisabledReason::Gone } else { DisabledReason::TooManyFailures };
    let day = milliseconds(Timestamp::UNIX_EPOCH + MAX_FAILING_TIME);
    // A day without an attempt is no evidence about the receiver; failures before it are not part of this outage.
    let failing = sql("UPDATE webhooks SET failures_in_a_row = failures_in_a_row + $1, \
         failing_since_ms = CASE WHEN $1 > 0 THEN COALESCE(failing_since_ms, $3) ELSE failing_since_ms END, \
         stretch_since_ms = CASE WHEN $1 > 0 AND (last_failure_ms IS NULL OR $3 - last_failure_ms > $4) THEN $3 \
             ELSE stretch_since_ms END, \
         stretch_failures = CASE WHEN $1 > 0 AND (last_failure_ms IS NULL OR $3 - last_failure_ms > $4) THEN 1 \
             ELSE stretch_failures + $1 END, \
         last_failure_ms = CASE WHEN $1 > 0 THEN $3 ELSE last_failure_ms END \
         WHERE id = $2 AND enabled = 1 RETURNING id, stretch_failures, stretch_since_ms")
    .bind(counted)
    .bind(webhook)
    .bind(at)
    .bind(day)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(failing) = failing else { return Ok(false) };
    let failing = RowReader::new(&failing, "webhooks", "id");
    let is_long =
        failing.optional_time("stretch_since_ms")?.is_some_and(|since| at.duration_since(since) >= MAX_FAILING_TIME);
    let is_too_many = is_long && failing.number::<u32>("stretch_failures")? >= MAX_FAILURES_IN_A_ROW;
    if !(is_too_many || attempt.is_gone()) {
        return Ok(false);
    }
    sql("UPDATE webhooks SET enabled = 0, disabled_reason = $1 WHERE id = $2")
        .bind(reason.as_str())
        .bind(webhook)
        .execute(connection)
        .await?;
    Ok(true)
}

pub(super) fn read_delivery(row: &Row) -> StoreResult<Delivery> {
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
