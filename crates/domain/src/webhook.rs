//! Webhooks: addresses that are told of events, after Standard Webhooks.
//!
//! Source: <https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>.

use std::{fmt, str::FromStr};

use jiff::{SignedDuration, Timestamp};
use rand::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{
    id::{DeliveryId, MessageId, OrgId, WebhookId},
    job::{JobKind, with_jitter},
    known_ids::check_no_repeats,
    violation::Violations,
};

/// The jobs that deliver.
pub const DELIVERY_JOB: JobKind = JobKind::new("webhook.delivery");
/// Webhooks of one organization.
pub const WEBHOOKS_PER_ORGANIZATION_MOST: u32 = 20;
/// Characters of an address.
pub const URL_CHARACTERS_MOST: usize = 2_048;
/// Characters of a description.
pub const DESCRIPTION_CHARACTERS_MOST: usize = 200;
/// Failed attempts in a row, of whichever deliveries, after which a webhook is disabled.
pub const FAILURES_IN_A_ROW_MOST: u32 = 20;
/// How long a delivery can be looked at and replayed.
pub const DELIVERIES_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Bytes of a receiver's answer that are kept.
pub const KEPT_RESPONSE_BYTES_MOST: usize = 1_024;
/// The waits after the first, second, … attempt: a day in all.
pub const WAITS: [SignedDuration; 7] = [
    SignedDuration::from_secs(5),
    SignedDuration::from_mins(5),
    SignedDuration::from_mins(30),
    SignedDuration::from_hours(2),
    SignedDuration::from_hours(5),
    SignedDuration::from_hours(8),
    SignedDuration::from_hours(8),
];
/// The longest that a receiver's `Retry-After` is honoured.
const RETRY_AFTER_MOST: SignedDuration = SignedDuration::from_hours(8);

/// What can happen that a webhook is told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum EventName {
    /// An API key was made.
    #[serde(rename = "key.created")]
    KeyCreated,
    /// An API key was replaced by a new one.
    #[serde(rename = "key.rotated")]
    KeyRotated,
    /// An API key was ended.
    #[serde(rename = "key.revoked")]
    KeyRevoked,
    /// An API key ends within seven days.
    #[serde(rename = "key.expiring")]
    KeyExpiring,
    /// The widget was seen on a site, for the first time or again.
    #[serde(rename = "site.installed")]
    SiteInstalled,
    /// The widget was not seen on a site for seven days.
    #[serde(rename = "site.stale")]
    SiteStale,
    /// Prompts were generated.
    #[serde(rename = "prompt.generated")]
    PromptGenerated,
    /// A monitor ran.
    #[serde(rename = "citation.run_completed")]
    CitationRunCompleted,
    /// An engine cites the site that did not before.
    #[serde(rename = "citation.gained")]
    CitationGained,
    /// An engine that cited the site does not any more.
    #[serde(rename = "citation.lost")]
    CitationLost,
    /// Few credits are left.
    #[serde(rename = "credits.low")]
    CreditsLow,
    /// No credits are left.
    #[serde(rename = "credits.exhausted")]
    CreditsExhausted,
}

impl EventName {
    /// Every event that can be subscribed to.
    pub const EVERY: [EventName; 12] = [
        EventName::KeyCreated,
        EventName::KeyRotated,
        EventName::KeyRevoked,
        EventName::KeyExpiring,
        EventName::SiteInstalled,
        EventName::SiteStale,
        EventName::PromptGenerated,
        EventName::CitationRunCompleted,
        EventName::CitationGained,
        EventName::CitationLost,
        EventName::CreditsLow,
        EventName::CreditsExhausted,
    ];

    /// The name as receivers see it.
    pub const fn as_str(self) -> &'static str {
        match self {
            EventName::KeyCreated => "key.created",
            EventName::KeyRotated => "key.rotated",
            EventName::KeyRevoked => "key.revoked",
            EventName::KeyExpiring => "key.expiring",
            EventName::SiteInstalled => "site.installed",
            EventName::SiteStale => "site.stale",
            EventName::PromptGenerated => "prompt.generated",
            EventName::CitationRunCompleted => "citation.run_completed",
            EventName::CitationGained => "citation.gained",
            EventName::CitationLost => "citation.lost",
            EventName::CreditsLow => "credits.low",
            EventName::CreditsExhausted => "credits.exhausted",
        }
    }
}

impl fmt::Display for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The type of a message: an event, or the test that somebody asked for.
pub const TEST_MESSAGE: &str = "webhook.test";

/// Why the service disabled a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DisabledReason {
    /// Twenty attempts in a row failed.
    TooManyFailures,
    /// The receiver answered 410: it wants no more.
    Gone,
}

impl DisabledReason {
    /// The reason as it is stored and shown.
    pub const fn as_str(self) -> &'static str {
        match self {
            DisabledReason::TooManyFailures => "too_many_failures",
            DisabledReason::Gone => "gone",
        }
    }
}

/// A text that names no reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a known value")]
pub struct UnknownValue;

impl FromStr for DisabledReason {
    type Err = UnknownValue;
    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        let every = [DisabledReason::TooManyFailures, DisabledReason::Gone];
        every.into_iter().find(|reason| reason.as_str() == text).ok_or(UnknownValue)
    }
}

/// A webhook, without its secrets.
#[derive(Debug, Clone, PartialEq)]
pub struct Webhook {
    /// Its id.
    pub id: WebhookId,
    /// The organization whose events it is told of.
    pub org_id: OrgId,
    /// Where it is told. May carry a token in its path or query, so it is for the organization's eyes alone.
    pub url: String,
    /// Of what, in the order of [`EventName::EVERY`].
    pub events: Vec<EventName>,
    /// What the owner says about it; empty when nothing was said.
    pub description: String,
    /// Whether it is told.
    pub enabled: bool,
    /// Why the service disabled it; `None` while it is enabled and when a person disabled it.
    pub disabled_reason: Option<DisabledReason>,
    /// Failed attempts since the last success.
    pub failures_in_a_row: u32,
    /// Until when messages are signed with the secret before as well.
    pub previous_secret_until: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed by somebody.
    pub updated_at: Timestamp,
}

impl Webhook {
    /// Scheme, host and port of the address: what a log or an audit entry may show.
    pub fn origin(&self) -> String {
        Url::parse(&self.url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
    }
}

/// Where a delivery is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeliveryStatus {
    /// Waits for its first or next attempt.
    Pending,
    /// The receiver took it.
    Succeeded,
    /// Given up.
    Failed,
}

impl DeliveryStatus {
    /// Every status.
    pub const EVERY: [DeliveryStatus; 3] = [DeliveryStatus::Pending, DeliveryStatus::Succeeded, DeliveryStatus::Failed];

    /// The status as it is stored and shown.
    pub const fn as_str(self) -> &'static str {
        match self {
            DeliveryStatus::Pending => "pending",
            DeliveryStatus::Succeeded => "succeeded",
            DeliveryStatus::Failed => "failed",
        }
    }
}

impl FromStr for DeliveryStatus {
    type Err = UnknownValue;
    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        DeliveryStatus::EVERY.into_iter().find(|status| status.as_str() == text).ok_or(UnknownValue)
    }
}

/// The telling of one message to one webhook.
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery {
    /// Its id.
    pub id: DeliveryId,
    /// To whom.
    pub webhook_id: WebhookId,
    /// The message's id: the header `webhook-id`, the same at every attempt and replay.
    pub message_id: MessageId,
    /// The message's type: an event's name, or [`TEST_MESSAGE`].
    pub event: String,
    /// The body that is signed and sent, JSON.
    pub payload: String,
    /// Where it is.
    pub status: DeliveryStatus,
    /// Attempts so far.
    pub attempts: u32,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When it was last attempted.
    pub last_attempt_at: Option<Timestamp>,
    /// When it is attempted next; `None` once it has succeeded or was given up.
    pub next_attempt_at: Option<Timestamp>,
    /// What came of the last attempt.
    pub last_attempt: Option<Attempt>,
}

/// What came of one attempt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attempt {
    /// The HTTP status; `None` when there was no answer.
    pub status: Option<u16>,
    /// The beginning of the answer's body, at most [`KEPT_RESPONSE_BYTES_MOST`].
    pub body: Option<String>,
    /// Why it failed, for people; `None` for a success.
    pub failure: Option<String>,
    /// How long it took, in milliseconds.
    pub duration_ms: u32,
    /// Seconds after which the receiver wants to be asked again.
    pub retry_after_seconds: Option<u32>,
}

impl Attempt {
    /// Whether the receiver took the message: 2xx and nothing else.
    pub fn succeeded(&self) -> bool {
        self.failure.is_none() && self.status.is_some_and(|status| (200..300).contains(&status))
    }

    /// Whether the receiver wants no more, ever.
    pub fn is_gone(&self) -> bool {
        self.status == Some(410)
    }
}

/// How long to wait after attempt number `attempts` (from 1) of a message failed; `None` to give it up.
pub fn wait_after_attempt(
    event: &str,
    attempts: u32,
    attempt: &Attempt,
    random: &mut impl Rng,
) -> Option<SignedDuration> {
    // Who asks for a test is waiting for its outcome now.
    if attempt.is_gone() || event == TEST_MESSAGE {
        return None;
    }
    let wait = with_jitter(*WAITS.get(attempts.checked_sub(1)? as usize)?, random);
    let asked = SignedDuration::from_secs(attempt.retry_after_seconds.unwrap_or(0).into());
    Some(wait.max(asked.min(RETRY_AFTER_MOST)))
}

/// An address that messages can be posted to, or a violation. Whether it is public, the guard on outgoing requests says.
pub fn check_webhook_url(path: &str, text: &str, violations: &mut Violations) -> Option<Url> {
    if text.chars().count() > URL_CHARACTERS_MOST {
        violations.check_length(path, text, 1, URL_CHARACTERS_MOST);
        return None;
    }
    let url = Url::parse(text).ok().filter(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none()
    });
    if url.is_none() {
        violations.add(
            path,
            "INVALID_URL",
            format!(
                "{path} must be an address such as 'https://example.com/hooks', without user, password or fragment."
            ),
        );
    }
    url
}

/// The events of a subscription, in their usual order; what is unknown or repeated is noted by its place.
pub fn check_events(path: &str, names: &[String], violations: &mut Violations) -> Vec<EventName> {
    if names.is_empty() || names.len() > EventName::EVERY.len() {
        let message = format!("{path} must have 1 to {} entries.", EventName::EVERY.len());
        violations.add(path, "WRONG_NUMBER", message);
        return Vec::new();
    }
    check_no_repeats(|index| format!("{path}[{index}]"), names, violations);
    let every = EventName::EVERY.map(EventName::as_str);
    for (index, name) in names.iter().enumerate() {
        crate::known_ids::check_known(&format!("{path}[{index}]"), "UNKNOWN_EVENT", name, &every, violations);
    }
    EventName::EVERY.into_iter().filter(|event| names.iter().any(|name| name == event.as_str())).collect()
}

/// A description, or a violation.
pub fn check_description(path: &str, text: &str, violations: &mut Violations) -> String {
    let text = text.trim();
    violations.check_length(path, text, 0, DESCRIPTION_CHARACTERS_MOST);
    if text.chars().any(char::is_control) {
        violations.add(path, "CONTROL_CHARACTER", format!("{path} must not contain control characters."));
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
    fn a_receiver_that_is_gone_and_a_test_are_not_tried_again() {
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
    fn only_2xx_is_success() {
        for (status, expected) in [(199, false), (200, true), (204, true), (299, true), (300, false), (404, false)] {
            assert_eq!(Attempt { status: Some(status), ..Attempt::default() }.succeeded(), expected, "{status}");
        }
        assert!(!Attempt::default().succeeded());
    }

    fn check_url(text: &str) -> Option<String> {
        let mut violations = Violations::new();
        let url = check_webhook_url("url", text, &mut violations);
        assert_eq!(url.is_some(), violations.is_empty(), "{text}");
        url.map(Into::into)
    }

    #[test]
    fn only_plain_web_addresses_are_taken() {
        assert_eq!(check_url("https://Example.com/h?a=1").as_deref(), Some("https://example.com/h?a=1"));
        for text in
            ["", "example.com", "ftp://example.com/", "https://", "https://u:p@example.com/", "https://example.com/#a"]
        {
            assert_eq!(check_url(text), None, "{text}");
        }
        assert_eq!(check_url(&format!("https://example.com/{}", "a".repeat(2_048))), None);
    }

    #[test]
    fn unknown_and_repeated_events_are_named_by_their_place() {
        let check = |names: &[&str]| {
            let mut violations = Violations::new();
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            let events = check_events("events", &names, &mut violations);
            violations.finish(events).map_err(|found| {
                found.into_iter().map(|violation| format!("{} {}", violation.path, violation.code)).collect::<Vec<_>>()
            })
        };
        assert_eq!(check(&["site.stale", "key.created"]), Ok(vec![EventName::KeyCreated, EventName::SiteStale]));
        assert_eq!(check(&[]), Err(vec!["events WRONG_NUMBER".into()]));
        let wrong = check(&["key.created", "key.create", "key.created", "webhook.test"]);
        assert_eq!(
            wrong,
            Err(vec!["events[2] DUPLICATE".into(), "events[1] UNKNOWN_EVENT".into(), "events[3] UNKNOWN_EVENT".into()])
        );
    }

    #[test]
    fn every_event_reads_back_from_its_name() {
        for event in EventName::EVERY {
            let shown = serde_json::to_value(event).expect("a text");
            assert_eq!(shown, event.as_str());
            assert_eq!(serde_json::from_value::<EventName>(shown).expect("a known name"), event);
        }
    }

    proptest! {
        #[test]
        fn no_address_makes_the_check_panic(text: String) {
            check_url(&text);
        }
    }
}
