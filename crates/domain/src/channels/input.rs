//! Input about channels, and its checks.

use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

use super::{
    address::check_address,
    kind::{ChannelType, MAX_ADDRESS_CHARACTERS, MAX_NAME_CHARACTERS},
};
use crate::{
    reports::ReportAudience,
    shared::{
        edited_field::given,
        hidden_characters::check_one_line,
        violation::{Violation, Violations},
    },
    webhooks::target::TargetRefusal,
};

/// A channel to add.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ChannelCreate")]
pub struct NewChannel {
    /// The service that it belongs to.
    #[serde(rename = "type")]
    pub kind: ChannelType,
    /// What people call it, such as `#seo`.
    #[schemars(length(min = 1, max = MAX_NAME_CHARACTERS))]
    pub name: String,
    /// The address that the service gave for it. It is stored encrypted and never shown whole again.
    #[schemars(length(min = 1, max = MAX_ADDRESS_CHARACTERS), extend("format" = "uri"))]
    pub address: String,
    /// Whom the reports that are sent to it are for; `team` if omitted.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "ReportAudience", skip_serializing_if = "Option::is_none")]
    pub audience: Option<ReportAudience>,
}

/// Changes to a channel; omitted fields stay unchanged. At least one field is required.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ChannelUpdate", extend("minProperties" = 1))]
pub struct ChannelEdit {
    /// What people call it.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", length(min = 1, max = MAX_NAME_CHARACTERS), skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Another address of the same service.
    #[serde(default, deserialize_with = "given")]
    #[schemars(
        with = "String",
        length(min = 1, max = MAX_ADDRESS_CHARACTERS),
        extend("format" = "uri"),
        skip_serializing_if = "Option::is_none"
    )]
    pub address: Option<String>,
    /// Whether messages are sent. Enabling a channel, and another address, end its failures.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Whom the reports that are sent to it are for.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "ReportAudience", skip_serializing_if = "Option::is_none")]
    pub audience: Option<ReportAudience>,
}

/// What the guard on outgoing requests says about an address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AddressVerdict {
    /// Why nothing may be sent there.
    pub refusal: Option<TargetRefusal>,
    /// Whether the operator allows requests to its network.
    pub is_internal: bool,
}

/// The checked settings of a channel.
#[derive(Clone, PartialEq, Eq)]
pub struct ChannelSettings {
    /// The service.
    pub kind: ChannelType,
    /// Its name.
    pub name: String,
    /// The address.
    pub address: String,
    /// Whom its reports are for.
    pub audience: ReportAudience,
}

/// A checked edit.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct CheckedEdit {
    /// Its name.
    pub name: Option<String>,
    /// The address.
    pub address: Option<String>,
    /// Whether messages are sent.
    pub enabled: Option<bool>,
    /// Whom its reports are for.
    pub audience: Option<ReportAudience>,
}

impl NewChannel {
    /// Returns the settings, or everything that is wrong with them.
    pub fn check(&self, verdict: AddressVerdict) -> Result<ChannelSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let settings = ChannelSettings {
            kind: self.kind,
            name: checked_name(&self.name, &mut violations),
            address: checked(&self.address, self.kind, verdict, &mut violations),
            audience: self.audience.unwrap_or_default(),
        };
        violations.finish(settings)
    }
}

impl ChannelEdit {
    /// Returns the change to a channel of this type, or everything that is wrong with it.
    pub fn check(&self, kind: ChannelType, verdict: AddressVerdict) -> Result<CheckedEdit, Vec<Violation>> {
        let mut violations = Violations::new();
        let is_empty = self.name.is_none() && self.address.is_none() && self.enabled.is_none();
        if is_empty && self.audience.is_none() {
            let message = "name is missing. Send name, address, enabled, audience, or several of them.";
            violations.add("name", "REQUIRED", message);
        }
        let edit = CheckedEdit {
            name: self.name.as_deref().map(|name| checked_name(name, &mut violations)),
            address: self.address.as_deref().map(|text| checked(text, kind, verdict, &mut violations)),
            enabled: self.enabled,
            audience: self.audience,
        };
        violations.finish(edit)
    }
}

/// The address for the guard to check; `None` if it is no address.
pub fn target_of(text: &str) -> Option<Url> {
    Url::parse(text.trim()).ok()
}

fn checked_name(text: &str, violations: &mut Violations) -> String {
    let text = text.trim();
    violations.check_length("name", text, 1, MAX_NAME_CHARACTERS);
    check_one_line("name", text, violations);
    text.to_owned()
}

fn checked(text: &str, kind: ChannelType, verdict: AddressVerdict, violations: &mut Violations) -> String {
    let Some(url) = check_address("address", kind, text, verdict.is_internal, violations) else { return String::new() };
    if let Some(refusal) = verdict.refusal {
        violations.add("address", refusal.code(), format!("address is refused: {refusal}."));
    }
    url.into()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const ADDRESS: &str = "https://hooks.slack.com/services/T00/B00/abcdefgh9fQ2";

    fn codes<T>(checked: Result<T, Vec<Violation>>) -> Vec<String> {
        let found = checked.err().unwrap_or_default();
        found.into_iter().map(|violation| format!("{} {}", violation.path, violation.code)).collect()
    }

    fn new(input: Value) -> NewChannel {
        serde_json::from_value(input).expect("the document's form")
    }

    fn edit(input: Value) -> ChannelEdit {
        serde_json::from_value(input).expect("the document's form")
    }

    #[test]
    fn every_mistake_is_named_at_once() {
        let public = AddressVerdict::default();
        let bad = new(json!({ "type": "slack", "name": " a\nb", "address": "https://example.com/" })).check(public);
        assert_eq!(codes(bad), ["name CONTROL_CHARACTER", "address INVALID_ADDRESS"]);
        let inward = AddressVerdict { refusal: Some(TargetRefusal::NotPublic), is_internal: false };
        let good = new(json!({ "type": "slack", "name": " #seo ", "address": ADDRESS }));
        assert_eq!(codes(good.check(inward)), ["address NOT_PUBLIC"]);
        let Ok(settings) = good.check(public) else { panic!("it is valid") };
        assert_eq!((settings.name.as_str(), settings.address.as_str()), ("#seo", ADDRESS));
    }

    #[test]
    fn an_edit_changes_what_it_names() {
        let public = AddressVerdict::default();
        assert_eq!(codes(edit(json!({})).check(ChannelType::Slack, public)), ["name REQUIRED"]);
        let of_slack = edit(json!({ "address": ADDRESS, "enabled": true }));
        assert_eq!(codes(of_slack.check(ChannelType::Discord, public)), ["address INVALID_ADDRESS"]);
        let Ok(checked) = of_slack.check(ChannelType::Slack, public) else { panic!("it is valid") };
        assert!(checked.name.is_none() && checked.address.as_deref() == Some(ADDRESS) && checked.enabled == Some(true));
    }
}
