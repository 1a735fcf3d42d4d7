//! An attempt at a delivery.

use askline_domain::{
    jobs::JobOutcome,
    shared::ids::DeliveryId,
    webhooks::{Attempt, DeliveryStatus, failure_after},
};
use jiff::Timestamp;
use serde_json::json;

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
}

impl AttemptReport {
    /// The status of the delivery after the attempt, and the outcome of its job.
    pub fn result(&self) -> (DeliveryStatus, JobOutcome) {
        let succeeded = self.attempt.as_ref().is_some_and(Attempt::succeeded);
        let failure = || failure_after(self.attempt.as_ref());
        match (succeeded, self.next_attempt_at) {
            (true, _) => (DeliveryStatus::Succeeded, JobOutcome::Succeeded(json!({}))),
            (false, Some(due_at)) => (DeliveryStatus::Pending, JobOutcome::Retry { failure: failure(), due_at }),
            (false, None) => (DeliveryStatus::Failed, JobOutcome::Failed(failure())),
        }
    }
}
