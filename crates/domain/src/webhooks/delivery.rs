//! The delivery of a message to a webhook: its state and its attempts.

use jiff::{SignedDuration, Timestamp};
use rand::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TEST_MESSAGE;
use crate::{
    jobs::{JobFailure, JobInput, JobKind, NewJob, with_jitter},
    shared::ids::{DeliveryId, Id as _, JobId, MessageId, OrgId, WebhookId},
};

/// The kind of job that attempts a delivery.
pub const DELIVERY_JOB: JobKind = JobKind::new("webhook.delivery");

/// The input of a [`DELIVERY_JOB`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryJob {
    /// The delivery.
    pub delivery_id: DeliveryId,
}

impl JobInput for DeliveryJob {
    const KIND: JobKind = DELIVERY_JOB;
}

/// How long a delivery is stored and can be replayed.
pub const DELIVERIES_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// The maximum number of undelivered messages that are stored for a disabled webhook, so that they can be replayed.
pub const MAX_UNSENT_KEPT: u32 = 10_000;
/// The maximum number of bytes of a receiver's response that are stored.
pub const MAX_KEPT_RESPONSE_BYTES: usize = 1_024;
/// The waits after the first, second, … attempt: about a day in total.
pub const WAITS: [SignedDuration; 7] = [
    SignedDuration::from_secs(5),
    SignedDuration::from_mins(5),
    SignedDuration::from_mins(30),
    SignedDuration::from_hours(2),
    SignedDuration::from_hours(5),
    SignedDuration::from_hours(8),
    SignedDuration::from_hours(8),
];
/// The longest `Retry-After` of a receiver that is respected.
const MAX_RETRY_AFTER: SignedDuration = SignedDuration::from_hours(8);

/// The status of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeliveryStatus {
    /// It waits for its first or next attempt.
    Pending,
    /// The receiver accepted the message.
    Succeeded,
    /// It failed and is not retried.
    Failed,
}

words! { DeliveryStatus, "a status of a delivery": Pending = "pending", Succeeded = "succeeded", Failed = "failed" }

/// The maximum number of deliveries that one request sends again: they are stored in one transaction.
pub const MAX_REPLAYED_AT_ONCE: u32 = 500;

/// The delivery of one message to one webhook.
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery {
    /// The delivery's id.
    pub id: DeliveryId,
    /// The webhook's id.
    pub webhook_id: WebhookId,
    /// The message's id: the header `webhook-id`, which is the same in every attempt and replay.
    pub message_id: MessageId,
    /// The message's type: an event's name, or [`TEST_MESSAGE`].
    pub event: String,
    /// The JSON body that is signed and sent.
    pub payload: String,
    /// Its status.
    pub status: DeliveryStatus,
    /// The number of attempts so far.
    pub attempts: u32,
    /// When the delivery was requested.
    pub created_at: Timestamp,
    /// When the delivery was last attempted.
    pub last_attempt_at: Option<Timestamp>,
    /// When the delivery is attempted next; `None` if it has succeeded or is not retried.
    pub next_attempt_at: Option<Timestamp>,
    /// The result of the last attempt.
    pub last_attempt: Option<Attempt>,
}

impl Delivery {
    /// Creates a delivery of a message, due immediately.
    pub fn new(
        id: DeliveryId,
        webhook_id: WebhookId,
        (message_id, event, payload): (MessageId, String, String),
        at: Timestamp,
    ) -> Self {
        Self {
            id,
            webhook_id,
            message_id,
            event,
            payload,
            status: DeliveryStatus::Pending,
            attempts: 0,
            created_at: at,
            last_attempt_at: None,
            next_attempt_at: Some(at),
            last_attempt: None,
        }
    }

    /// A new job that sends the message.
    pub fn job(&self, org: OrgId, random: &mut impl Rng) -> NewJob {
        let job = NewJob::of(
            JobId::new(self.created_at, random),
            org,
            &DeliveryJob { delivery_id: self.id },
            self.created_at,
        );
        NewJob { due_at: self.next_attempt_at.unwrap_or(job.due_at), ..job }
    }
}

/// An attempt at a delivery, as the log shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptInLog {
    /// When the attempt ended.
    pub at: Timestamp,
    /// The HTTP status; `None` without a response.
    pub status: Option<u16>,
    /// Why the attempt failed; `None` if it succeeded.
    pub failure: Option<String>,
    /// The duration of the attempt in milliseconds.
    pub duration_ms: u32,
}

/// The result of an attempt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attempt {
    /// The HTTP status; `None` without a response.
    pub status: Option<u16>,
    /// The beginning of the response body, at most [`MAX_KEPT_RESPONSE_BYTES`].
    pub body: Option<String>,
    /// Why the attempt failed, for people; `None` if it succeeded.
    pub failure: Option<String>,
    /// The duration of the attempt in milliseconds.
    pub duration_ms: u32,
    /// The receiver's `Retry-After` in seconds.
    pub retry_after_seconds: Option<u32>,
}

/// Returns the failure of a delivery that is not retried after this attempt. `None` means that its webhook is disabled.
pub fn failure_after(attempt: Option<&Attempt>) -> JobFailure {
    let reason = attempt.and_then(|attempt| attempt.failure.clone());
    JobFailure::new("NOT_DELIVERED", reason.unwrap_or_else(|| "The webhook is disabled.".into()))
}

impl Attempt {
    /// Whether the receiver accepted the message, which only a 2xx status means.
    pub fn succeeded(&self) -> bool {
        self.failure.is_none() && self.status.is_some_and(|status| (200..300).contains(&status))
    }

    /// Whether the receiver asked for no further messages.
    pub fn is_gone(&self) -> bool {
        self.status == Some(410)
    }
}

/// Returns how long to wait after the failed attempt number `attempts` (from 1); `None` if it is not retried.
pub fn wait_after_attempt(
    event: &str,
    attempts: u32,
    attempt: &Attempt,
    random: &mut impl Rng,
) -> Option<SignedDuration> {
    // A test is not retried, since a person is waiting for it.
    if attempt.is_gone() || event == TEST_MESSAGE {
        return None;
    }
    let wait = with_jitter(*WAITS.get(attempts.checked_sub(1)? as usize)?, random);
    let asked = SignedDuration::from_secs(attempt.retry_after_seconds.unwrap_or(0).into());
    Some(wait.max(asked.min(MAX_RETRY_AFTER)))
}

/// Returns the seconds of a `Retry-After` header, which is a number of seconds or a date, from `now`. A past date means
/// no wait. Source: RFC 9110, section 10.2.3.
pub fn retry_after_seconds(header: &str, now: Timestamp) -> Option<u32> {
    let header = header.trim();
    if !header.is_empty() && header.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that is too large means forever, which the caller limits.
        return Some(header.parse().unwrap_or(u32::MAX));
    }
    let date = jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(header).ok()?;
    Some(u32::try_from(date.duration_since(now).as_secs().max(0)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(status: u16) -> Attempt {
        Attempt { status: Some(status), failure: Some("refused".into()), ..Attempt::default() }
    }

    #[test]
    fn a_message_is_tried_eight_times_over_a_day() {
        let mut random = rand::rng();
        let mut total = SignedDuration::ZERO;
        let mut attempts = 1;
        while let Some(wait) = wait_after_attempt("key.created", attempts, &failed(500), &mut random) {
            let least = WAITS[attempts as usize - 1];
            assert!(wait >= least && wait <= least + least / 4, "{attempts}: {wait}");
            total += wait;
            attempts += 1;
        }
        assert_eq!(attempts, 8);
        assert!((23..=30).contains(&total.as_hours()), "{total}");
        assert_eq!(wait_after_attempt("key.created", 0, &failed(500), &mut random), None);
    }

    #[test]
    fn a_delivery_that_is_answered_gone_and_a_test_are_not_tried_again() {
        assert_eq!(wait_after_attempt("key.created", 1, &failed(410), &mut rand::rng()), None);
        assert_eq!(wait_after_attempt(TEST_MESSAGE, 1, &failed(500), &mut rand::rng()), None);
    }

    #[test]
    fn a_receiver_can_ask_for_a_longer_wait_but_not_for_ever() {
        let wait = |seconds| {
            let attempt = Attempt { retry_after_seconds: Some(seconds), ..failed(429) };
            wait_after_attempt("key.created", 1, &attempt, &mut rand::rng()).expect("it is tried again")
        };
        assert_eq!(wait(3_600), SignedDuration::from_hours(1));
        assert_eq!(wait(u32::MAX), SignedDuration::from_hours(8));
        assert!(wait(1) >= SignedDuration::from_secs(5));
    }

    #[test]
    fn a_wait_is_read_in_seconds_and_as_a_date() {
        let now = "2026-06-15T12:00:00Z".parse().expect("a moment");
        for (header, seconds) in [
            ("0", Some(0)),
            (" 120 ", Some(120)),
            ("99999999999999999999", Some(u32::MAX)),
            ("Mon, 15 Jun 2026 12:30:00 GMT", Some(1_800)),
            ("Mon, 15 Jun 2026 11:30:00 GMT", Some(0)),
            ("Thu, 15 Jun 3026 12:00:00 GMT", Some(u32::MAX)),
            ("", None),
            ("-5", None),
            ("1.5", None),
            ("soon", None),
            ("Mon, 99 Jun 2026 12:30:00 GMT", None),
        ] {
            assert_eq!(retry_after_seconds(header, now), seconds, "{header}");
        }
    }

    #[test]
    fn only_2xx_is_success() {
        for (status, expected) in [(199, false), (200, true), (204, true), (299, true), (300, false), (404, false)] {
            assert_eq!(Attempt { status: Some(status), ..Attempt::default() }.succeeded(), expected, "{status}");
        }
        assert!(!Attempt::default().succeeded());
    }
}
