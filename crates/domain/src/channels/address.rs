//! The addresses of channels: only those of the services themselves.
//!
//! Sources: <https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks>,
//! <https://discord.com/developers/docs/resources/webhook>,
//! <https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook>.

use url::{Host, Url};

use super::kind::{ChannelType, MAX_ADDRESS_CHARACTERS};
use crate::shared::violation::Violations;

/// The number of characters of an address that are shown, from its end.
const SHOWN_CHARACTERS: usize = 4;

/// Returns an address that may be one of the service's, or adds a violation. `is_internal` says that the operator allows
/// requests to its network: servers there may stand for the service.
pub fn check_address(
    path: &str,
    kind: ChannelType,
    text: &str,
    is_internal: bool,
    violations: &mut Violations,
) -> Option<Url> {
    if text.chars().count() > MAX_ADDRESS_CHARACTERS {
        violations.check_length(path, text, 1, MAX_ADDRESS_CHARACTERS);
        return None;
    }
    let url = Url::parse(text.trim()).ok().filter(is_plain).filter(|url| is_internal || is_of(kind, url));
    if url.is_none() {
        let message = format!("{path} must be an address of {}, such as '{}'.", kind.title(), example(kind));
        violations.add(path, "INVALID_ADDRESS", message);
    }
    url
}

/// Whether an address belongs to the service.
pub fn is_of(kind: ChannelType, url: &Url) -> bool {
    let Some(Host::Domain(host)) = url.host() else { return false };
    let path = url.path();
    url.scheme() == "https"
        && url.port().is_none()
        && match kind {
            ChannelType::Slack => host == "hooks.slack.com" && path.starts_with("/services/"),
            ChannelType::Discord => {
                matches!(host, "discord.com" | "discordapp.com" | "canary.discord.com" | "ptb.discord.com")
                    && path.starts_with("/api/")
                    && path.contains("/webhooks/")
            }
            // Microsoft ended the addresses at webhook.office.com in 2026.
            ChannelType::Teams => {
                [".logic.azure.com", ".api.powerplatform.com"].iter().any(|end| host.ends_with(end))
                    && path.contains("/workflows/")
            }
        }
}

/// The host of an address and its last characters, by which people recognize it.
pub fn masked(address: &str) -> String {
    let Ok(url) = Url::parse(address) else { return String::new() };
    let whole = url.as_str();
    let start = whole.char_indices().rev().nth(SHOWN_CHARACTERS - 1).map_or(0, |(at, _)| at);
    // A short address would be shown whole.
    let end = if whole.len() >= 40 { &whole[start..] } else { "" };
    format!("{}/…{end}", url.host_str().unwrap_or_default())
}

fn is_plain(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.username().is_empty()
        && url.password().is_none()
        && url.fragment().is_none()
}

const fn example(kind: ChannelType) -> &'static str {
    match kind {
        ChannelType::Slack => "https://hooks.slack.com/services/…",
        ChannelType::Discord => "https://discord.com/api/webhooks/…",
        ChannelType::Teams => "https://….api.powerplatform.com/…/workflows/…",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: ChannelType, text: &str, is_internal: bool) -> bool {
        let mut violations = Violations::new();
        let found = check_address("address", kind, text, is_internal, &mut violations);
        assert_eq!(found.is_some(), violations.is_empty(), "{text}");
        found.is_some()
    }

    #[test]
    fn the_documented_addresses_of_each_service_are_accepted_and_no_others() {
        use ChannelType::{Discord, Slack, Teams};
        let teams = "https://prod-12.westeurope.logic.azure.com:443/workflows/0a/triggers/manual/paths/invoke?sig=x";
        let power = "https://default0a.1b.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/2c/triggers/manual/paths/invoke?sig=x";
        for (kind, text) in [
            (Slack, "https://hooks.slack.com/services/T0/B0/x"),
            (Discord, "https://discord.com/api/webhooks/1/x"),
            (Discord, "https://discordapp.com/api/v10/webhooks/1/x?thread_id=2"),
            (Teams, teams),
            (Teams, power),
        ] {
            for other in ChannelType::EVERY {
                assert_eq!(check(other, text, false), other == kind, "{text} as {other}");
            }
        }
        for text in [
            "http://hooks.slack.com/services/T0/B0/x",
            "https://hooks.slack.com:8443/services/T0/B0/x",
            "https://hooks.slack.com.example.com/services/T0/B0/x",
            "https://example.com/hooks.slack.com/services/x",
            "https://u:p@hooks.slack.com/services/T0/B0/x",
            "https://hooks.slack.com/services/T0/B0/x#y",
            "https://hooks.slack.com/",
            "https://slack.com/api/chat.postMessage",
            "https://logic.azure.com/workflows/1",
            "https://evillogic.azure.com/workflows/1",
            "https://example.webhook.office.com/webhookb2/1",
            "https://127.0.0.1/services/x",
            "hooks.slack.com/services/T0/B0/x",
            "",
        ] {
            assert!(ChannelType::EVERY.into_iter().all(|kind| !check(kind, text, false)), "{text}");
        }
        assert!(!check(Slack, &format!("https://hooks.slack.com/services/{}", "x".repeat(3_000)), true));
    }

    #[test]
    fn a_host_in_a_network_that_the_operator_allows_is_accepted_for_a_service() {
        assert!(check(ChannelType::Slack, "http://chat.internal:8065/hooks/x", true));
        assert!(!check(ChannelType::Slack, "ftp://chat.internal/hooks/x", true));
    }

    #[test]
    fn little_of_an_address_is_shown() {
        for (address, shown) in [
            ("https://hooks.slack.com/services/T00/B00/abcdefgh9fQ2", "hooks.slack.com/…9fQ2"),
            ("https://prod-1.x.logic.azure.com/workflows/1?sig=abcdef", "prod-1.x.logic.azure.com/…cdef"),
            ("http://chat.internal/a", "chat.internal/…"),
        ] {
            assert_eq!(masked(address), shown);
        }
    }
}
