//! Input for creating and rotating API keys, and its checks.

use std::net::IpAddr;

use ipnet::IpNet;
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    keys::{
        KeySettings,
        scope::{Scope, ScopeSet},
    },
    shared::{
        clock::whole_milliseconds,
        hidden_characters::check_one_line,
        ids::SiteId,
        overlap::{MAX_OVERLAP_SECONDS, OVERLAP_SECONDS_DEFAULT, checked_overlap},
        rfc3339::parse_moment,
        violation::{Violation, Violations},
    },
    sites::list::{check_own_sites, named_sites, read_sites, shown},
};

/// The maximum length of a key's name, in characters.
pub const MAX_NAME_CHARACTERS: usize = 100;
/// The maximum number of sites that a key can be limited to.
pub(super) const MAX_SITES: usize = 100;
/// The maximum number of networks that a key can be limited to.
pub const MAX_NETWORKS: usize = 50;
/// The length of the shortest network, `::`, in characters.
pub const MIN_NETWORK_CHARACTERS: usize = 2;
/// The maximum length of a network, in characters.
pub const MAX_NETWORK_CHARACTERS: usize = 64;
/// The longest lifetime of a key with an expiry.
pub(super) const TEN_YEARS: Lifetime =
    Lifetime { days: 3_653, message: "expiresAt must be within the next ten years; leave it out for never." };
/// The maximum number of scopes that are read. A longer list contains repeated or unknown scopes, so it is refused
/// anyway.
const SCOPES_LOOKED_AT: usize = 2 * Scope::EVERY.len();

/// A longest lifetime.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lifetime {
    /// In days.
    pub(crate) days: i64,
    /// The message about a longer one.
    pub(crate) message: &'static str,
}

/// A key to create. A null field is the same as an omitted one.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ApiKeyCreate")]
pub struct NewKey {
    /// Its scopes: 1 to 11, without repeats.
    #[schemars(with = "ScopeSet")]
    pub scopes: Vec<String>,
    /// Its name.
    #[schemars(length(max = MAX_NAME_CHARACTERS))]
    pub name: Option<String>,
    /// The sites that it may access; by default all sites of the organization.
    #[schemars(with = "Option<Vec<SiteId>>", length(min = 1, max = MAX_SITES), extend("uniqueItems" = true))]
    pub site_ids: Option<Vec<String>>,
    /// The IP addresses or networks (CIDR) from which it may be used; by default any.
    #[schemars(length(min = 1, max = MAX_NETWORKS), inner(length(min = MIN_NETWORK_CHARACTERS, max = MAX_NETWORK_CHARACTERS)))]
    pub allowed_ips: Option<Vec<String>>,
    /// When it expires, at most ten years ahead; by default never.
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: Option<String>,
}

/// How to rotate a key.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "KeyRotation")]
pub struct Rotation {
    /// The seconds for which the old key remains valid.
    #[schemars(range(min = 0, max = MAX_OVERLAP_SECONDS), extend("default" = OVERLAP_SECONDS_DEFAULT))]
    pub overlap_seconds: Option<u32>,
}

impl NewKey {
    /// The valid scopes of the input. The member who creates the key must have all of these rights.
    pub fn known_scopes(&self) -> impl Iterator<Item = Scope> {
        self.scopes.iter().take(SCOPES_LOOKED_AT).filter_map(|text| text.parse().ok())
    }

    /// The sites of the input, each once. Only a store knows which of them the organization has.
    pub fn named_sites(&self) -> Vec<SiteId> {
        named_sites(self.site_ids.as_deref(), MAX_SITES)
    }

    /// Returns the settings of a key that is created at `at`, or everything that is wrong with them. `own_sites` are
    /// the sites in [`Self::named_sites`] that the organization has.
    pub fn check(self, own_sites: &[SiteId], at: Timestamp) -> Result<KeySettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        let name = checked_name(self.name.as_deref().unwrap_or_default(), noted);
        let settings = KeySettings {
            scopes: checked_scopes(&self.scopes, noted),
            name,
            site_ids: self.site_ids.as_deref().map(|ids| checked_site_ids(ids, noted)).into(),
            allowed_ips: self.allowed_ips.as_deref().map(|networks| checked_networks(networks, noted)),
            expires_at: self.expires_at.as_deref().and_then(|text| checked_expiry(text, (at, TEN_YEARS), noted)),
        };
        if let (Some(texts), Some(ids)) = (&self.site_ids, settings.site_ids.listed()) {
            check_own_sites(texts, ids, own_sites, noted);
        }
        violations.finish(settings)
    }
}

impl Rotation {
    /// Returns the seconds for which the old key remains valid, or what is wrong with the input.
    pub fn check(self) -> Result<u32, Vec<Violation>> {
        checked_overlap(self.overlap_seconds)
    }
}

pub(super) fn checked_scopes(texts: &[String], violations: &mut Violations) -> ScopeSet {
    if texts.is_empty() {
        violations.add_not_one_of("scopes", "TOO_FEW", "scopes needs at least one scope.", Scope::EVERY);
    }
    let mut known = Vec::new();
    for (place, text) in texts.iter().enumerate().take(SCOPES_LOOKED_AT) {
        let path = format!("scopes[{place}]");
        match text.parse::<Scope>() {
            Ok(scope) if known.contains(&scope) => {
                violations.add(&path, "DUPLICATE", format!("{path} repeats '{scope}'."));
            }
            Ok(scope) => known.push(scope),
            Err(_) => violations.add_not_one_of(
                &path,
                "UNKNOWN_SCOPE",
                format!("{path} is not a scope this service knows: '{}'.", shown(text)),
                Scope::EVERY,
            ),
        }
    }
    known.into_iter().collect()
}

pub(super) fn checked_site_ids(texts: &[String], violations: &mut Violations) -> Vec<SiteId> {
    check_count("siteIds", texts.len(), MAX_SITES, violations);
    read_sites(texts, MAX_SITES, violations)
}

pub(crate) fn checked_name(text: &str, violations: &mut Violations) -> String {
    let name = text.trim().to_owned();
    violations.check_length("name", &name, 0, MAX_NAME_CHARACTERS);
    check_one_line("name", &name, violations);
    name
}

pub(crate) fn checked_networks(texts: &[String], violations: &mut Violations) -> Vec<IpNet> {
    check_count("allowedIps", texts.len(), MAX_NETWORKS, violations);
    let mut networks = Vec::new();
    for (place, text) in texts.iter().enumerate().take(MAX_NETWORKS) {
        let path = format!("allowedIps[{place}]");
        match network_of(text) {
            Some(network) if networks.contains(&network) => {
                violations.add(&path, "DUPLICATE", format!("{path} repeats {network}."));
            }
            Some(network) => networks.push(network),
            None => violations.add(
                &path,
                "INVALID_CIDR",
                format!("{path} is neither an IP address nor a network such as 203.0.113.0/24: '{}'.", shown(text)),
            ),
        }
    }
    networks
}

/// Reads a network, or an IP address as a network of one address. Bits beyond the prefix are cleared. An IPv4 address
/// in IPv6 form becomes the IPv4 address, since callers' addresses are compared in that form.
fn network_of(text: &str) -> Option<IpNet> {
    let text = text.trim();
    if let Ok(address) = text.parse::<IpAddr>() {
        return Some(address.to_canonical().into());
    }
    let network = text.parse::<IpNet>().ok()?;
    match (network.addr().to_canonical(), network.prefix_len()) {
        (IpAddr::V4(address), prefix) if network.addr().is_ipv6() => {
            IpNet::new(address.into(), prefix.checked_sub(96)?).ok().map(|network| network.trunc())
        }
        _ => Some(network.trunc()),
    }
}

/// Reads `expiresAt`, which is after `now` and within the longest lifetime.
pub(crate) fn checked_expiry(
    text: &str,
    (now, longest): (Timestamp, Lifetime),
    violations: &mut Violations,
) -> Option<Timestamp> {
    let Some(at) = parse_moment(text) else {
        let message = format!("expiresAt is not an RFC 3339 time such as 2030-01-31T09:30:00Z: '{}'.", shown(text));
        violations.add("expiresAt", "INVALID_TIME", message);
        return None;
    };
    let at = whole_milliseconds(at);
    if at <= now {
        violations.add("expiresAt", "NOT_IN_FUTURE", "expiresAt must be in the future.");
    } else if at > now + SignedDuration::from_hours(24 * longest.days) {
        violations.add("expiresAt", "TOO_FAR_AHEAD", longest.message);
    }
    Some(at)
}

fn check_count(path: &str, count: usize, most: usize, violations: &mut Violations) {
    if count == 0 {
        violations.add(path, "TOO_FEW", format!("{path} needs at least one entry; leave it out for no restriction."));
    } else if count > most {
        violations.add(path, "TOO_MANY", format!("{path} has {count} entries; at most {most} are allowed."));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::shared::{ids::Id as _, violation::Allowed};

    fn now() -> Timestamp {
        "2026-01-01T00:00:00Z".parse().expect("a timestamp")
    }

    /// Checks a body, with all of its sites in the organization.
    fn check(json: serde_json::Value) -> Result<KeySettings, Vec<(String, String)>> {
        let new: NewKey = serde_json::from_value(json).expect("the right types");
        let own_sites = new.named_sites();
        new.check(&own_sites, now())
            .map_err(|list| list.into_iter().map(|violation| (violation.path, violation.code)).collect())
    }

    fn check_refused(json: serde_json::Value, expected: &[(&str, &str)]) {
        let refused = check(json).expect_err("refused");
        let refused: Vec<_> = refused.iter().map(|(path, code)| (path.as_str(), code.as_str())).collect();
        assert_eq!(refused, expected);
    }

    #[test]
    fn only_scopes_are_required_and_null_is_the_same_as_absent() {
        let expected = KeySettings { scopes: [Scope::AnalyticsRead].into_iter().collect(), ..KeySettings::default() };
        assert_eq!(check(serde_json::json!({ "scopes": ["analytics:read"] })), Ok(expected.clone()));
        let nulls = serde_json::json!({
            "scopes": ["analytics:read"], "name": null, "siteIds": null, "allowedIps": null, "expiresAt": null,
        });
        assert_eq!(check(nulls), Ok(expected));
    }

    #[test]
    fn every_wrong_scope_is_named_by_its_place() {
        check_refused(
            serde_json::json!({ "scopes": ["analytcs:read", "org:read", "org:read", ""] }),
            &[("scopes[0]", "UNKNOWN_SCOPE"), ("scopes[2]", "DUPLICATE"), ("scopes[3]", "UNKNOWN_SCOPE")],
        );
        check_refused(serde_json::json!({ "scopes": [] }), &[("scopes", "TOO_FEW")]);
    }

    #[test]
    fn an_unknown_scope_is_reported_with_the_allowed_scopes() {
        let mut violations = Violations::new();
        checked_scopes(&["analytcs:read".into()], &mut violations);
        let noted = violations.finish(()).expect_err("unknown");
        assert_eq!(noted[0].message, "scopes[0] is not a scope this service knows: 'analytcs:read'.");
        assert!(matches!(&noted[0].allowed, Some(Allowed::OneOf(scopes)) if scopes.len() == 11));
    }

    #[test]
    fn all_eleven_scopes_at_once_are_taken() {
        assert!(check(serde_json::json!({ "scopes": Scope::EVERY })).is_ok());
    }

    #[test]
    fn sites_networks_and_end_are_checked_together() {
        let site = SiteId::from_bits(9).to_string();
        check_refused(
            serde_json::json!({
                "scopes": ["*"], "name": "n".repeat(101), "siteIds": [site, site, "site_x"],
                "allowedIps": ["10.0.0.0/8", "10.0.0.0/33", "example.com", "10.1.0.0/8"],
                "expiresAt": "2026-01-01T00:00:00Z",
            }),
            &[
                ("name", "TOO_LONG"),
                ("siteIds[1]", "DUPLICATE"),
                ("siteIds[2]", "UNKNOWN_SITE"),
                ("allowedIps[1]", "INVALID_CIDR"),
                ("allowedIps[2]", "INVALID_CIDR"),
                ("allowedIps[3]", "DUPLICATE"),
                ("expiresAt", "NOT_IN_FUTURE"),
            ],
        );
        let networks: Vec<String> = (0..51).map(|last| format!("10.0.0.{last}")).collect();
        check_refused(
            serde_json::json!({ "scopes": ["*"], "siteIds": [], "allowedIps": networks, "expiresAt": "tomorrow" }),
            &[("siteIds", "TOO_FEW"), ("allowedIps", "TOO_MANY"), ("expiresAt", "INVALID_TIME")],
        );
        check_refused(
            serde_json::json!({ "scopes": ["*"], "expiresAt": "2036-02-01T00:00:00Z" }),
            &[("expiresAt", "TOO_FAR_AHEAD")],
        );
    }

    #[test]
    fn a_site_of_another_organization_is_named_by_its_index_after_every_other_violation() {
        let [own, foreign] = [1, 2].map(SiteId::from_bits);
        let new: NewKey = serde_json::from_value(serde_json::json!({
            "scopes": ["*"], "siteIds": [own.to_string(), foreign.to_string(), foreign.to_string()], "expiresAt": "soon",
        }))
        .expect("the right types");
        assert_eq!(new.named_sites(), [own, foreign]);
        let refused = new.check(&[own], now()).expect_err("refused");
        let refused: Vec<_> = refused.iter().map(|one| (one.path.as_str(), one.code.as_str())).collect();
        let expected = [("siteIds[2]", "DUPLICATE"), ("expiresAt", "INVALID_TIME"), ("siteIds[1]", "UNKNOWN_SITE")];
        assert_eq!(refused, expected);
    }

    #[test]
    fn known_scopes_are_read_from_an_invalid_key_too() {
        let new: NewKey =
            serde_json::from_value(serde_json::json!({ "scopes": ["x", "org:read", "*"] })).expect("a key");
        assert_eq!(new.known_scopes().collect::<Vec<_>>(), [Scope::OrgRead, Scope::All]);
    }

    #[test]
    fn an_address_is_a_network_of_one_and_a_mapped_one_is_its_ipv4_address() {
        for (text, expected) in [
            ("203.0.113.7", Some("203.0.113.7/32")),
            ("203.0.113.7/24", Some("203.0.113.0/24")),
            ("2001:db8::1", Some("2001:db8::1/128")),
            ("2001:db8::1/32", Some("2001:db8::/32")),
            ("::ffff:203.0.113.7", Some("203.0.113.7/32")),
            ("::ffff:203.0.113.7/120", Some("203.0.113.0/24")),
            ("::ffff:0:0/64", None),
            ("0.0.0.0/0", Some("0.0.0.0/0")),
            ("", None),
            ("1.2.3", None),
        ] {
            assert_eq!(network_of(text).map(|network| network.to_string()).as_deref(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_checks_panic(text: String) {
            let new = NewKey {
                scopes: vec![text.clone()],
                name: Some(text.clone()),
                site_ids: Some(vec![text.clone()]),
                allowed_ips: Some(vec![text.clone()]),
                expires_at: Some(text),
            };
            prop_assert!(new.check(&[], now()).is_err());
        }
    }
}
