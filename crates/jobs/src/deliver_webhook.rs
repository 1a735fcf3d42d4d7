//! Signs and sends messages to webhooks. The result is stored in one transaction with the end of the job.
//!
//! Nothing here logs an address, a body or a secret.

use std::sync::Arc;

use askline_app::{
    ports::{
        StoreResult,
        again::again_if_rolled_back,
        webhooks::{AttemptReport, DueDelivery, WebhookStore},
    },
    webhooks,
};
use askline_domain::{
    jobs::{Job, JobFailure, JobKind},
    shared::clock::{Clock, whole_milliseconds},
    webhooks::{Attempt, DELIVERY_JOB, DeliveryJob, wait_after_attempt},
};
use async_trait::async_trait;
use jiff::SignedDuration;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::json;
use url::Url;

use crate::{
    message_attempt::measured,
    outgoing::{MessageAnswer, MessageSender, OutgoingError},
    runner::{HeldJob, JobEnd, JobHandler},
};

/// The maximum number of deliveries at the same time. Each may take [`crate::outgoing::MAX_MESSAGE_TIME`].
const MAX_AT_ONCE: u32 = 128;
/// The maximum number of them for one organization, so that its slow receivers delay only its own messages.
const MAX_CONCURRENT_EACH: u32 = 16;
/// The maximum number of attempts that are interrupted, most likely with the whole process, before a delivery fails.
const MAX_CUT_OFF: u32 = 20;

/// The handler of deliveries.
pub struct DeliverWebhook {
    store: Arc<dyn WebhookStore>,
    sender: MessageSender,
    clock: Arc<dyn Clock>,
}

impl DeliverWebhook {
    /// Creates a handler that sends the deliveries in `store` through `sender`.
    pub fn new(store: Arc<dyn WebhookStore>, sender: MessageSender, clock: Arc<dyn Clock>) -> Self {
        Self { store, sender, clock }
    }

    async fn attempt(&self, due: &DueDelivery) -> Attempt {
        measured(&*self.clock, self.send(due)).await
    }

    async fn send(&self, due: &DueDelivery) -> Result<MessageAnswer, OutgoingError> {
        let url = Url::parse(&due.webhook.url).map_err(|_| OutgoingError::NotWeb)?;
        let (delivery, at) = (&due.delivery, self.clock.now());
        let signature = due.secrets.sign(delivery.message_id, at, delivery.payload.as_bytes());
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("webhook-id", delivery.message_id.to_string()),
            ("webhook-timestamp", at.as_second().to_string()),
            ("webhook-signature", signature),
        ] {
            let value = HeaderValue::try_from(value).expect("ids, numbers and base64 are printable");
            headers.insert(HeaderName::from_static(name), value);
        }
        self.sender.post(&url, headers, delivery.payload.clone()).await
    }

    /// Stores the result of an attempt, and when the next one follows. Without `wait` there is no next one.
    async fn record(
        &self,
        held: &HeldJob,
        due: &DueDelivery,
        attempt: Option<Attempt>,
        wait: Option<SignedDuration>,
    ) -> StoreResult<JobEnd> {
        let at = whole_milliseconds(self.clock.now());
        if let Some(failure) = attempt.as_ref().and_then(|attempt| attempt.failure.as_deref()) {
            tracing::info!(
                webhook.id = %due.webhook.id, delivery.id = %due.delivery.id, failure, "A message was not delivered"
            );
        }
        let report = AttemptReport {
            delivery: due.delivery.id,
            attempt,
            at,
            next_attempt_at: wait.map(|wait| whole_milliseconds(at + wait)),
        };
        let record = || webhooks::record(&*self.store, held.lease(), due.webhook.org_id, &report);
        if !again_if_rolled_back(record).await? {
            tracing::warn!(delivery.id = %due.delivery.id, "The lease of a delivery was lost; it is sent again");
        }
        Ok(JobEnd::Stored)
    }
}

#[async_trait]
impl JobHandler for DeliverWebhook {
    fn kind(&self) -> JobKind {
        DELIVERY_JOB
    }

    fn max_running(&self) -> u32 {
        MAX_AT_ONCE
    }

    fn max_running_each(&self) -> u32 {
        MAX_CONCURRENT_EACH
    }

    fn max_attempts(&self) -> u32 {
        // The delivery counts its attempts itself; if the job failed earlier, the delivery would stay pending forever.
        u32::MAX
    }

    async fn run(&self, job: &Job, held: &HeldJob) -> StoreResult<JobEnd> {
        let Some(DeliveryJob { delivery_id: id }) = job.input_of() else {
            return Ok(JobEnd::Failed(JobFailure::new("INTERNAL_ERROR", "The job names no delivery.")));
        };
        let Some(due) = self.store.due_delivery(id).await? else {
            return Ok(JobEnd::Succeeded(json!({})));
        };
        if !due.webhook.enabled {
            return self.record(held, &due, None, None).await;
        }
        if job.attempts > due.delivery.attempts + MAX_CUT_OFF {
            let failure = Some("The service was stopped in the middle of each attempt.".into());
            return self.record(held, &due, Some(Attempt { failure, ..Attempt::default() }), None).await;
        }
        let attempt = self.attempt(&due).await;
        let wait = if attempt.succeeded() {
            None
        } else {
            wait_after_attempt(&due.delivery.event, due.delivery.attempts + 1, &attempt, &mut rand::rng())
        };
        self.record(held, &due, Some(attempt), wait).await
    }
}
