//! Changes to an API key, their checks, and whether they widen its access.

use ipnet::IpNet;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    keys::{
        KeyRecord, KeySettings,
        input::{
            MAX_NAME_CHARACTERS, MAX_NETWORK_CHARACTERS, MAX_NETWORKS, MAX_SITES, MIN_NETWORK_CHARACTERS, TEN_YEARS,
            checked_expiry, checked_name, checked_networks, checked_scopes, checked_site_ids,
        },
        networks,
        scope::{Scope, ScopeSet},
    },
    shared::{
        edited_field::given,
        ids::SiteId,
        violation::{Violation, Violations},
    },
    sites::{
        list::{check_own_sites, named_sites},
        visible::VisibleSites,
    },
};

/// Changes to a key; omitted fields stay unchanged. At least one field is required.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
#[schemars(rename = "ApiKeyUpdate")]
pub struct KeyEdit {
    /// Its name; may be empty.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", length(max = MAX_NAME_CHARACTERS), skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its scopes: 1 to 11, without repeats.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "ScopeSet", skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<String>>,
    /// The sites that it may access; null for all sites of the organization.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<Vec<SiteId>>", length(min = 1, max = MAX_SITES), extend("uniqueItems" = true))]
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub site_ids: Option<Option<Vec<String>>>,
    /// The IP addresses or networks (CIDR) from which it may be used; null for any.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<Vec<String>>", length(min = 1, max = MAX_NETWORKS), inner(length(min = MIN_NETWORK_CHARACTERS, max = MAX_NETWORK_CHARACTERS)))]
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub allowed_ips: Option<Option<Vec<String>>>,
    /// When it expires, at most ten years ahead; null for never.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Option<String>>,
}

impl KeyEdit {
    /// The sites of the input, each once. Only a store knows which of them the organization has.
    pub fn named_sites(&self) -> Vec<SiteId> {
        named_sites(self.site_ids.as_ref().and_then(Option::as_deref), MAX_SITES)
    }

    /// Returns the settings that a key with the settings `present` gets at `at`, or everything that is wrong with the input.
    /// `own_sites` are the sites in [`Self::named_sites`] that the organization has.
    pub fn check(
        self,
        present: KeySettings,
        own_sites: &[SiteId],
        at: Timestamp,
    ) -> Result<KeySettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        let mut settings = present;
        if self.name.is_none()
            && self.scopes.is_none()
            && self.site_ids.is_none()
            && self.allowed_ips.is_none()
            && self.expires_at.is_none()
        {
            let message = "name is missing. Send name, scopes, siteIds, allowedIps, expiresAt, or several of them.";
            noted.add("name", "REQUIRED", message);
        }
        if let Some(name) = self.name {
            settings.name = checked_name(&name, noted);
        }
        if let Some(scopes) = self.scopes {
            settings.scopes = checked_scopes(&scopes, noted);
        }
        if let Some(networks) = self.allowed_ips {
            settings.allowed_ips = networks.map(|networks| checked_networks(&networks, noted));
        }
        if let Some(end) = self.expires_at {
            settings.expires_at = end.and_then(|text| checked_expiry(&text, (at, TEN_YEARS), noted));
        }
        if let Some(texts) = self.site_ids {
            settings.site_ids = texts.as_deref().map(|texts| checked_site_ids(texts, noted)).into();
            if let (Some(texts), Some(ids)) = (&texts, settings.site_ids.listed()) {
                check_own_sites(texts, ids, own_sites, noted);
            }
        }
        violations.finish(settings)
    }
}

impl KeySettings {
    /// The scopes that allow more than a key with these settings may do.
    pub fn scopes_beyond(&self, scopes: ScopeSet) -> impl Iterator<Item = Scope> {
        let held = self.scopes;
        scopes.iter().filter(move |scope| !held.grants(*scope))
    }

    /// Whether a key with the settings `after` could do anything that a key with these settings cannot: with another scope, on
    /// another site, from another address, or at a later time.
    pub fn is_widened_by(&self, after: &Self) -> bool {
        self.scopes_beyond(after.scopes).next().is_some()
            || has_more_sites(&self.site_ids, &after.site_ids)
            || has_more_addresses(self.allowed_ips.as_deref(), after.allowed_ips.as_deref())
            || self.expires_at.is_some_and(|end| after.expires_at.is_none_or(|later| later > end))
    }
}

impl KeySettings {
    /// What a key with these settings keeps if its replacement is limited to `bound`: no more than either of them may do.
    /// `None` if nothing is left. The name stays.
    pub fn within(&self, bound: &Self) -> Option<Self> {
        let kept = Self {
            scopes: self.scopes.common_with(bound.scopes),
            name: self.name.clone(),
            site_ids: self.site_ids.common_with(&bound.site_ids),
            allowed_ips: networks::common_to(self.allowed_ips.as_deref(), bound.allowed_ips.as_deref()),
            expires_at: [self.expires_at, bound.expires_at].into_iter().flatten().min(),
        };
        let is_empty = kept.scopes.iter().next().is_none()
            || kept.site_ids.listed().is_some_and(<[_]>::is_empty)
            || kept.allowed_ips.as_deref().is_some_and(<[_]>::is_empty);
        (!is_empty).then_some(kept)
    }
}

fn has_more_sites(before: &VisibleSites, after: &VisibleSites) -> bool {
    match (before.listed(), after.listed()) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(_), Some(listed)) => listed.iter().any(|site| !before.includes(*site)),
    }
}

fn has_more_addresses(before: Option<&[IpNet]>, after: Option<&[IpNet]>) -> bool {
    match (before, after) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(before), Some(after)) => {
            after.iter().any(|network| !before.iter().any(|allowed| allowed.contains(network)))
        }
    }
}

impl KeyRecord {
    /// The settings of this key.
    pub fn settings(&self) -> KeySettings {
        KeySettings {
            scopes: self.scopes,
            name: self.name.clone(),
            site_ids: self.site_ids.clone(),
            allowed_ips: self.allowed_ips.clone(),
            expires_at: self.expires_at,
        }
    }

    /// This key with other settings.
    #[must_use]
    pub fn with(self, settings: KeySettings) -> Self {
        let KeySettings { scopes, name, site_ids, allowed_ips, expires_at } = settings;
        Self { scopes, name, site_ids, allowed_ips, expires_at, ..self }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::shared::ids::Id as _;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + seconds).expect("a time")
    }

    fn edit(body: Value) -> KeyEdit {
        serde_json::from_value(body).expect("the right types")
    }

    fn present() -> KeySettings {
        KeySettings {
            scopes: [Scope::SitesWrite, Scope::PromptsRead].into_iter().collect(),
            name: "CI".into(),
            site_ids: VisibleSites::only([1, 2].map(SiteId::from_bits).to_vec()),
            allowed_ips: Some(vec!["192.0.2.0/24".parse().expect("a network")]),
            expires_at: Some(at(3_600)),
        }
    }

    #[test]
    fn an_edit_changes_what_it_names_and_null_removes_a_restriction() {
        let own = SiteId::from_bits(1);
        let renamed = edit(json!({ "name": " Nightly " })).check(present(), &[], at(0)).expect("right");
        assert_eq!(renamed, KeySettings { name: "Nightly".into(), ..present() });
        let open = json!({ "siteIds": null, "allowedIps": null, "expiresAt": null });
        let open = edit(open).check(present(), &[], at(0)).expect("right");
        assert_eq!((open.site_ids, open.allowed_ips, open.expires_at), (VisibleSites::ALL, None, None));
        let one = edit(json!({ "siteIds": [own] })).check(present(), &[own], at(0)).expect("right");
        assert_eq!(one.site_ids, VisibleSites::only(vec![own]));
        for (body, expected) in [
            (json!({}), vec![("name", "REQUIRED")]),
            (json!({ "scopes": [] }), vec![("scopes", "TOO_FEW")]),
            (json!({ "siteIds": [] }), vec![("siteIds", "TOO_FEW")]),
            (json!({ "siteIds": [SiteId::from_bits(9)] }), vec![("siteIds[0]", "UNKNOWN_SITE")]),
            (
                json!({ "allowedIps": ["x"], "expiresAt": "2020-01-01T00:00:00Z", "name": "x".repeat(101) }),
                vec![("name", "TOO_LONG"), ("allowedIps[0]", "INVALID_CIDR"), ("expiresAt", "NOT_IN_FUTURE")],
            ),
        ] {
            let refused = edit(body.clone()).check(present(), &[], at(0)).expect_err("wrong");
            let refused: Vec<_> = refused.iter().map(|one| (one.path.as_str(), one.code.as_str())).collect();
            assert_eq!(refused, expected, "{body}");
        }
        for body in [json!({ "name": null }), json!({ "scopes": null })] {
            assert!(serde_json::from_value::<KeyEdit>(body).is_err());
        }
    }

    /// Settings from small sets, so that many pairs differ in one thing only.
    fn settings() -> impl Strategy<Value = KeySettings> {
        let scopes = prop::collection::vec(prop::sample::select(Scope::EVERY.to_vec()), 1..4);
        let sites = prop::option::of(prop::collection::vec(0_u128..3, 1..3));
        let networks = ["10.0.0.0/8", "10.1.0.0/16", "10.1.2.3/32", "2001:db8::/32"];
        let networks = prop::option::of(prop::collection::vec(prop::sample::select(networks.to_vec()), 1..3));
        (scopes, sites, networks, prop::option::of(1_i64..4)).prop_map(|(scopes, sites, networks, end)| KeySettings {
            scopes: scopes.into_iter().collect(),
            name: String::new(),
            site_ids: sites.map(|ids| ids.into_iter().map(SiteId::from_bits).collect::<Vec<_>>()).into(),
            allowed_ips: networks.map(|all| all.into_iter().map(|text| text.parse().expect("a network")).collect()),
            expires_at: end.map(at),
        })
    }

    /// Whether a key may make this request: the model that a change is compared with.
    fn may(key: &KeySettings, scope: Scope, site: SiteId, address: IpAddr, now: Timestamp) -> bool {
        key.scopes.grants(scope)
            && key.site_ids.includes(site)
            && key.allowed_ips.as_ref().is_none_or(|all| all.iter().any(|network| network.contains(&address)))
            && key.expires_at.is_none_or(|end| now < end)
    }

    proptest! {
        #[test]
        fn a_change_that_does_not_widen_allows_no_request_that_was_refused(before in settings(), after in settings()) {
            let addresses: [IpAddr; 4] =
                ["10.1.2.3", "10.1.9.9", "10.9.9.9", "2001:db8::1"].map(|text| text.parse().expect("an address"));
            let mut allows_more = false;
            for scope in Scope::EVERY {
                for site in [0, 1, 2, 3].map(SiteId::from_bits) {
                    for address in addresses {
                        for now in [0, 1, 2, 3, 4].map(at) {
                            allows_more |= may(&after, scope, site, address, now) && !may(&before, scope, site, address, now);
                        }
                    }
                }
            }
            prop_assert!(!allows_more || before.is_widened_by(&after));
            prop_assert!(!before.is_widened_by(&before));
        }

        #[test]
        fn a_key_within_the_bound_of_another_may_do_exactly_what_both_may(key in settings(), bound in settings()) {
            let addresses: [IpAddr; 4] =
                ["10.1.2.3", "10.1.9.9", "10.9.9.9", "2001:db8::1"].map(|text| text.parse().expect("an address"));
            let kept = key.within(&bound);
            for scope in Scope::EVERY {
                for site in [0, 1, 2, 3].map(SiteId::from_bits) {
                    for address in addresses {
                        for now in [0, 1, 2, 3, 4].map(at) {
                            let both = may(&key, scope, site, address, now) && may(&bound, scope, site, address, now);
                            let is_kept = kept.as_ref().is_some_and(|kept| may(kept, scope, site, address, now));
                            prop_assert_eq!(is_kept, both);
                        }
                    }
                }
            }
            let same = key.within(&key);
            prop_assert!(same.is_some_and(|same| !key.is_widened_by(&same) && !same.is_widened_by(&key)));
        }
    }

    #[test]
    fn each_way_to_allow_more_is_a_widening_of_its_own() {
        let body = |body: Value| edit(body).check(present(), &[1, 2, 3].map(SiteId::from_bits), at(0)).expect("right");
        for wider in [
            json!({ "scopes": ["sites:write", "prompts:write"] }),
            json!({ "scopes": ["*"] }),
            json!({ "siteIds": null }),
            json!({ "siteIds": [SiteId::from_bits(3)] }),
            json!({ "allowedIps": null }),
            json!({ "allowedIps": ["192.0.2.0/23"] }),
            json!({ "expiresAt": null }),
            json!({ "expiresAt": at(3_601).to_string() }),
        ] {
            assert!(present().is_widened_by(&body(wider.clone())), "{wider}");
        }
        for narrower in [
            json!({ "name": "x" }),
            json!({ "scopes": ["sites:read"] }),
            json!({ "siteIds": [SiteId::from_bits(2)] }),
            json!({ "allowedIps": ["192.0.2.7", "192.0.2.128/25"] }),
            json!({ "expiresAt": at(3_599).to_string() }),
        ] {
            assert!(!present().is_widened_by(&body(narrower.clone())), "{narrower}");
        }
    }
}
