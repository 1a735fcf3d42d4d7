//! Webhooks: URLs to which events are sent, according to the Standard Webhooks specification.
//!
//! Source: <https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>.

mod delivery;
pub mod event_name;
pub mod facts;
mod failures;
pub mod input;
pub mod message;
pub mod next_step;
pub mod secret;
pub mod target;

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{
    audit::Target,
    present_fields::every_field_present,
    shared::{
        hidden_characters::check_one_line,
        ids::{OrgId, WebhookId},
        lists::check_no_repeats,
        rfc3339::{Moment, as_moment, as_moment_or_null},
        violation::Violations,
    },
};

pub use delivery::{
    Attempt, AttemptInLog, DELIVERIES_KEPT, DELIVERY_JOB, Delivery, DeliveryJob, DeliveryStatus,
    MAX_KEPT_RESPONSE_BYTES, MAX_REPLAYED_AT_ONCE, MAX_UNSENT_KEPT, WAITS, failure_after, retry_after_seconds,
    wait_after_attempt,
};
pub use event_name::EventName;
pub use failures::Failures;

/// The maximum number of webhooks of an organization.
pub const MAX_WEBHOOKS_PER_ORGANIZATION: u32 = 20;
/// The maximum number of characters of a webhook's URL.
pub const MAX_URL_CHARACTERS: usize = 2_048;
/// The maximum number of characters of a description.
pub const MAX_DESCRIPTION_CHARACTERS: usize = 200;
/// How many attempts in a row, of any deliveries except tests, must fail before a webhook is disabled.
pub const MAX_FAILURES_IN_A_ROW: u32 = 20;
/// How long attempts must fail before a webhook is disabled: most outages of a receiver, or of Askline's own network,
/// end within a day. After the same time without an attempt, counting starts again.
pub const MAX_FAILING_TIME: SignedDuration = SignedDuration::from_hours(24);
/// How long events can be read back.
pub const EVENTS_KEPT: SignedDuration = SignedDuration::from_hours(24 * 30);

/// The type of a test message; no event has this type.
pub const TEST_MESSAGE: &str = "webhook.test";

/// Why the service disabled a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DisabledReason {
    /// No delivery succeeded for 24 hours, and at least 20 attempts failed in that time.
    TooManyFailures,
    /// The receiver responded with status 410: it accepts no more messages.
    Gone,
}

words! { DisabledReason, "a reason why a webhook is disabled": TooManyFailures = "too_many_failures", Gone = "gone" }

/// Checked settings of a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookSettings {
    /// The URL of the receiver.
    pub url: String,
    /// The events that it receives, in the order of [`EventName::EVERY`].
    pub events: Vec<EventName>,
    /// The description; may be empty.
    pub description: String,
    /// Whether the webhook receives events.
    pub enabled: bool,
}

/// A webhook without its secrets, as the API shows it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(description = "A webhook.", transform = every_field_present)]
pub struct Webhook {
    /// The webhook's id.
    pub id: WebhookId,
    /// The organization whose events are sent.
    #[serde(skip)]
    pub org_id: OrgId,
    /// The URL to which messages are sent.
    pub url: String,
    /// Whether the URL can no longer be decrypted, because the instance lost its encryption key. `url` is then only the
    /// URL's origin: set the URL again, and rotate the secret.
    pub url_unreadable: bool,
    /// The events that are sent.
    pub events: Vec<EventName>,
    /// The webhook's description; empty if it has none.
    pub description: String,
    /// Whether messages are sent.
    pub enabled: bool,
    /// Why the service disabled the webhook; null while it is enabled, and if a person disabled it.
    pub disabled_reason: Option<DisabledReason>,
    /// The number of failed attempts since the last success, without tests. The webhook is disabled after at least 20
    /// failed attempts if no delivery has succeeded for 24 hours.
    pub consecutive_failures: u32,
    /// When the first of these attempts failed; null if no attempt has failed since the last success.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub failing_since: Option<Timestamp>,
    /// Until when messages are also signed with the previous secret; null without a previous secret.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub previous_secret_expires_at: Option<Timestamp>,
    /// When the webhook was created.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub created_at: Timestamp,
    /// When a person last changed the webhook.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub updated_at: Timestamp,
}

/// Changes to a webhook; fields that are `None` stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WebhookEdit {
    /// The URL of the receiver.
    pub url: Option<String>,
    /// The events.
    pub events: Option<Vec<EventName>>,
    /// The description.
    pub description: Option<String>,
    /// Whether the webhook receives events.
    pub enabled: Option<bool>,
}

impl Webhook {
    /// Creates a webhook of an organization.
    pub fn new(id: WebhookId, org_id: OrgId, settings: WebhookSettings, at: Timestamp) -> Self {
        let WebhookSettings { url, events, description, enabled } = settings;
        Self {
            id,
            org_id,
            url,
            url_unreadable: false,
            events,
            description,
            enabled,
            disabled_reason: None,
            consecutive_failures: 0,
            failing_since: None,
            previous_secret_expires_at: None,
            created_at: at,
            updated_at: at,
        }
    }

    /// The webhook after a person changed it. Enabling it ends its failures.
    pub fn edited(self, edit: WebhookEdit, at: Timestamp) -> Self {
        let is_enabled_now = edit.enabled == Some(true);
        Self {
            url_unreadable: self.url_unreadable && edit.url.is_none(),
            url: edit.url.unwrap_or(self.url),
            events: edit.events.unwrap_or(self.events),
            description: edit.description.unwrap_or(self.description),
            enabled: edit.enabled.unwrap_or(self.enabled),
            disabled_reason: self.disabled_reason.filter(|_| edit.enabled.is_none()),
            consecutive_failures: if is_enabled_now { 0 } else { self.consecutive_failures },
            failing_since: self.failing_since.filter(|_| !is_enabled_now),
            updated_at: at,
            ..self
        }
    }

    /// How the audit log names the webhook: by its origin, since the URL may contain a token in its path or query.
    pub fn audit_target(&self) -> Target {
        Target::new("webhook", self.id, self.origin())
    }

    /// The scheme, host and port of the URL, which logs and audit entries may show.
    pub fn origin(&self) -> String {
        origin_of(&self.url)
    }
}

/// Returns the scheme, host and port of a URL; empty if the text is not a URL.
pub fn origin_of(url: &str) -> String {
    Url::parse(url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
}

/// Returns a URL to which messages can be sent, or adds a violation. The guard of outgoing requests checks whether its
/// address is public.
pub fn check_webhook_url(path: &str, text: &str, violations: &mut Violations) -> Option<Url> {
    if text.chars().count() > MAX_URL_CHARACTERS {
        violations.check_length(path, text, 1, MAX_URL_CHARACTERS);
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

/// Returns the events of a webhook in their usual order; adds violations for unknown and repeated names.
pub fn check_events(path: &str, names: &[String], violations: &mut Violations) -> Vec<EventName> {
    if names.is_empty() || names.len() > EventName::EVERY.len() {
        let message = format!("{path} must have 1 to {} entries.", EventName::EVERY.len());
        violations.add(path, "INVALID_COUNT", message);
        return Vec::new();
    }
    check_no_repeats(|index| format!("{path}[{index}]"), names, violations);
    let every = EventName::EVERY.map(EventName::as_str);
    for (index, name) in names.iter().enumerate() {
        crate::shared::lists::check_known(&format!("{path}[{index}]"), "UNKNOWN_EVENT", name, &every, violations);
    }
    EventName::EVERY.into_iter().filter(|event| names.iter().any(|name| name == event.as_str())).collect()
}

/// Returns a description, trimmed; adds a violation if it is too long or has control characters.
pub fn check_description(path: &str, text: &str, violations: &mut Violations) -> String {
    let text = text.trim();
    violations.check_length(path, text, 0, MAX_DESCRIPTION_CHARACTERS);
    check_one_line(path, text, violations);
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        assert_eq!(check(&[]), Err(vec!["events INVALID_COUNT".into()]));
        let wrong = check(&["key.created", "key.create", "key.created", "webhook.test"]);
        assert_eq!(
            wrong,
            Err(vec!["events[2] DUPLICATE".into(), "events[1] UNKNOWN_EVENT".into(), "events[3] UNKNOWN_EVENT".into()])
        );
    }

    proptest! {
        #[test]
        fn no_address_makes_the_check_panic(text: String) {
            check_url(&text);
        }
    }
}
