//! Input for creating and changing webhooks and rotating their secrets, and its checks. The guard of outgoing requests
//! checks whether messages may be sent to a URL; its refusal becomes one of the violations.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{
    shared::{
        edited_field::given,
        overlap::{MAX_OVERLAP_SECONDS, OVERLAP_SECONDS_DEFAULT, checked_overlap},
        rfc3339::check_moment,
        violation::{Violation, Violations},
    },
    webhooks::{
        EventName, MAX_DESCRIPTION_CHARACTERS, MAX_URL_CHARACTERS, WebhookEdit, WebhookSettings, check_description,
        check_events, check_webhook_url, target::TargetRefusal,
    },
};

/// A webhook to create.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "WebhookCreate")]
pub struct NewWebhook {
    /// The URL to which messages are sent: `https://` and a public address, unless the operator allows others.
    #[schemars(length(min = 1, max = MAX_URL_CHARACTERS), extend("format" = "uri"))]
    pub url: String,
    /// The events to send.
    #[schemars(with = "Vec<EventName>", length(min = 1, max = EventName::EVERY.len()), extend("uniqueItems" = true))]
    pub events: Vec<String>,
    /// The webhook's description.
    #[schemars(length(max = MAX_DESCRIPTION_CHARACTERS))]
    pub description: Option<String>,
    /// Whether to send messages; true by default.
    pub enabled: Option<bool>,
}

/// Changes to a webhook; omitted fields stay unchanged.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "WebhookUpdate")]
pub struct WebhookChange {
    /// The URL to which messages are sent.
    #[schemars(length(min = 1, max = MAX_URL_CHARACTERS), extend("format" = "uri"))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The events to send.
    #[schemars(with = "Vec<EventName>", skip_serializing_if = "Option::is_none", length(min = 1, max = EventName::EVERY.len()), extend("uniqueItems" = true))]
    #[serde(default, deserialize_with = "given")]
    pub events: Option<Vec<String>>,
    /// The webhook's description.
    #[schemars(length(max = MAX_DESCRIPTION_CHARACTERS))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether to send messages. Enabling the webhook resets its failure counts.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
}

/// Options for rotating a webhook's secret.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SecretRotation {
    /// For how many seconds messages are also signed with the old secret.
    #[schemars(range(min = 0, max = MAX_OVERLAP_SECONDS), extend("default" = OVERLAP_SECONDS_DEFAULT))]
    pub overlap_seconds: Option<u32>,
}

impl NewWebhook {
    /// The URL for the guard to check; `None` if it is invalid.
    pub fn target(&self) -> Option<Url> {
        target_of(&self.url)
    }

    /// Returns the settings, or everything that is wrong with them. `refusal` is the guard's refusal of
    /// [`Self::target`].
    pub fn check(self, refusal: Option<TargetRefusal>) -> Result<WebhookSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        let settings = WebhookSettings {
            url: checked_target(&self.url, refusal, noted).unwrap_or_default(),
            events: check_events("events", &self.events, noted),
            description: check_description("description", self.description.as_deref().unwrap_or_default(), noted),
            enabled: self.enabled.unwrap_or(true),
        };
        violations.finish(settings)
    }
}

impl WebhookChange {
    /// The URL for the guard to check; `None` if it is missing or invalid.
    pub fn target(&self) -> Option<Url> {
        self.url.as_deref().and_then(target_of)
    }

    /// Returns the change, or everything that is wrong with it. `refusal` is the guard's refusal of [`Self::target`].
    pub fn check(self, refusal: Option<TargetRefusal>) -> Result<WebhookEdit, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        let edit = WebhookEdit {
            url: self.url.and_then(|url| checked_target(&url, refusal, noted)),
            events: self.events.map(|events| check_events("events", &events, noted)),
            description: self.description.map(|text| check_description("description", &text, noted)),
            enabled: self.enabled,
        };
        violations.finish(edit)
    }
}

impl SecretRotation {
    /// Returns for how many seconds messages are also signed with the old secret, or what is wrong with the input.
    pub fn check(self) -> Result<u32, Vec<Violation>> {
        checked_overlap(self.overlap_seconds)
    }
}

fn target_of(text: &str) -> Option<Url> {
    check_webhook_url("url", text, &mut Violations::new())
}

/// Returns the URL in its stored form, or adds a violation.
fn checked_target(text: &str, refusal: Option<TargetRefusal>, violations: &mut Violations) -> Option<String> {
    let url = check_webhook_url("url", text, violations)?;
    if let Some(refusal) = refusal {
        violations.add("url", refusal.code(), format!("url is refused: {refusal}."));
        return None;
    }
    Some(url.into())
}

/// Which messages are sent again together.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "WebhookReplay")]
pub struct NewReplay {
    /// Only deliveries that were requested at this time or later.
    #[schemars(extend("format" = "date-time"))]
    pub since: String,
    /// Which of them: `failed` (default), messages whose latest delivery failed; or `pending`, those that wait for their next
    /// attempt, which is then made at once.
    #[schemars(with = "ReplayedStatus", skip_serializing_if = "Option::is_none")]
    #[serde(default, deserialize_with = "given")]
    pub status: Option<ReplayedStatus>,
}

/// The status of deliveries that are sent again together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReplayedStatus {
    /// The last attempt failed, and no further one follows.
    #[default]
    Failed,
    /// Another attempt follows.
    Pending,
}

impl NewReplay {
    /// Returns from when on deliveries are sent again, and which; or every violation.
    pub fn check(&self) -> Result<(Timestamp, ReplayedStatus), Vec<Violation>> {
        let mut violations = Violations::new();
        let since = check_moment("since", &self.since, &mut violations);
        violations.finish((since.unwrap_or_default(), self.status.unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    use super::*;

    fn read<T: DeserializeOwned>(body: Value) -> T {
        serde_json::from_value(body).expect("the right types")
    }

    fn check_refused<T: std::fmt::Debug>(checked: Result<T, Vec<Violation>>, expected: &[(&str, &str)]) {
        let found = checked.expect_err("refused");
        let found: Vec<_> = found.iter().map(|one| (one.path.as_str(), one.code.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_mistake_of_a_webhook_is_named_at_once() {
        let body = json!({ "url": "example.com", "events": ["key.create"], "description": "a\u{7}".repeat(101) });
        let expected = [
            ("url", "INVALID_URL"),
            ("events[0]", "UNKNOWN_EVENT"),
            ("description", "TOO_LONG"),
            ("description", "CONTROL_CHARACTER"),
        ];
        check_refused(read::<NewWebhook>(body.clone()).check(None), &expected);
        check_refused(read::<WebhookChange>(body).check(None), &expected);
    }

    #[test]
    fn what_the_guard_refuses_is_named_with_the_other_mistakes() {
        for (refusal, code) in [
            (TargetRefusal::NotPublic, "NOT_PUBLIC"),
            (TargetRefusal::NotHttps, "NOT_HTTPS"),
            (TargetRefusal::UnusualPort, "UNUSUAL_PORT"),
        ] {
            let body = json!({ "url": "http://localhost:81/", "events": [] });
            let expected = [("url", code), ("events", "INVALID_COUNT")];
            check_refused(read::<NewWebhook>(body.clone()).check(Some(refusal)), &expected);
            check_refused(read::<WebhookChange>(body).check(Some(refusal)), &expected);
        }
    }

    #[test]
    fn a_new_webhook_is_enabled_unless_said_and_its_address_is_kept_in_its_usual_form() {
        let new = read::<NewWebhook>(json!({ "url": "https://Example.com/h", "events": ["site.stale"] }));
        assert_eq!(new.target().map(String::from).as_deref(), Some("https://example.com/h"));
        let settings = new.check(None).expect("all is right");
        let expected = WebhookSettings {
            url: "https://example.com/h".into(),
            events: vec![EventName::SiteStale],
            description: String::new(),
            enabled: true,
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn a_change_holds_what_was_sent_and_nothing_else() {
        let change = read::<WebhookChange>(json!({ "description": " main ", "enabled": false }));
        assert_eq!(change.target(), None);
        let expected = WebhookEdit { description: Some("main".into()), enabled: Some(false), ..WebhookEdit::default() };
        assert_eq!(change.check(None), Ok(expected));
        assert_eq!(read::<WebhookChange>(json!({})).check(None), Ok(WebhookEdit::default()));
    }
}
