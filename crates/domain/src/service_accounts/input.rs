//! Input about service accounts and their tokens, and its checks.

use ipnet::IpNet;
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    identity::role::Role,
    keys::input::{
        Lifetime, MAX_NETWORK_CHARACTERS, MAX_NETWORKS, MIN_NETWORK_CHARACTERS, checked_expiry, checked_networks,
    },
    organizations::{
        member::MemberAccess,
        member_input::{MAX_SITES_OF_MEMBER, checked_sites},
    },
    shared::{
        edited_field::given,
        hidden_characters::check_one_line,
        ids::SiteId,
        overlap::{MAX_OVERLAP_SECONDS, OVERLAP_SECONDS_DEFAULT, checked_overlap},
        violation::{Violation, Violations},
    },
    sites::{list::named_sites, visible::VisibleSites},
};

/// The maximum length of a name, in characters.
pub const MAX_NAME_CHARACTERS: usize = 100;
/// The longest lifetime of a token, which is also the default, in days.
pub const MAX_TOKEN_DAYS: i64 = 366;
const ONE_YEAR: Lifetime = Lifetime {
    days: MAX_TOKEN_DAYS,
    message: "expiresAt must be within the next 366 days; leave it out for 366 days.",
};

/// A service account to create.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ServiceAccountCreate")]
pub struct NewServiceAccount {
    /// Its name, such as the program that uses it.
    #[schemars(length(min = 1, max = MAX_NAME_CHARACTERS))]
    pub name: String,
    /// Its role. A service account is never an owner.
    #[schemars(with = "GivenRole")]
    pub role: Role,
    /// The only sites that it will see, for the roles viewer and member; every site of the organization if omitted or null.
    /// An empty list means no site.
    #[schemars(with = "Option<Vec<SiteId>>", length(max = MAX_SITES_OF_MEMBER), extend("uniqueItems" = true))]
    pub site_ids: Option<Vec<String>>,
}

/// Changes to a service account; omitted fields stay unchanged. At least one field is required.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
#[schemars(rename = "ServiceAccountUpdate")]
pub struct ServiceAccountEdit {
    /// Its name.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", length(min = 1, max = MAX_NAME_CHARACTERS), skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its role. An admin sees every site: this role removes the list of sites.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "GivenRole", skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// The only sites that it sees, for the roles viewer and member; null for every site of the organization. An empty list means
    /// no site.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<Vec<SiteId>>", length(max = MAX_SITES_OF_MEMBER), extend("uniqueItems" = true))]
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub site_ids: Option<Option<Vec<String>>>,
}

/// A token to create for a service account. Null is the same as omitted, except for `allowedIps`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ServiceTokenCreate")]
pub struct NewToken {
    /// When it expires, at most 366 days ahead, which is the default.
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: Option<String>,
    /// The IP addresses or networks (CIDR) from which it may be used; null for any. If omitted, those of the newest valid token.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<Vec<String>>", length(min = 1, max = MAX_NETWORKS), inner(length(min = MIN_NETWORK_CHARACTERS, max = MAX_NETWORK_CHARACTERS)))]
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub allowed_ips: Option<Option<Vec<String>>>,
    /// The seconds for which the newest valid token remains valid. Other tokens end immediately.
    #[schemars(range(min = 0, max = MAX_OVERLAP_SECONDS), extend("default" = OVERLAP_SECONDS_DEFAULT))]
    pub overlap_seconds: Option<u32>,
}

/// The role of a service account.
#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[expect(dead_code, reason = "only its schema is used")]
enum GivenRole {
    Viewer,
    Member,
    Admin,
}

/// The checked settings of a service account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Its name.
    pub name: String,
    /// Its role, and the sites that it sees.
    pub access: MemberAccess,
}

/// The checked settings of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenSettings {
    /// When it expires.
    pub expires_at: Timestamp,
    /// The networks; `None` for those of the newest valid token.
    pub allowed_ips: Option<Option<Vec<IpNet>>>,
    /// How long the newest valid token remains valid.
    pub overlap: SignedDuration,
}

impl NewServiceAccount {
    /// The sites of the input, each once. Only a store knows which of them the organization has.
    pub fn named_sites(&self) -> Vec<SiteId> {
        named_sites(self.site_ids.as_deref(), MAX_SITES_OF_MEMBER)
    }

    /// Returns the settings, or what is wrong with the input. `own_sites` are the sites in [`Self::named_sites`] that the
    /// organization has.
    pub fn check(self, own_sites: &[SiteId]) -> Result<Settings, Vec<Violation>> {
        let mut violations = Violations::new();
        let name = checked_name(&self.name, &mut violations);
        check_role(self.role, &mut violations);
        let sites = checked_sites(self.site_ids.as_deref(), self.role, own_sites, &mut violations);
        violations.finish(Settings { name, access: MemberAccess { role: self.role, sites } })
    }
}

impl ServiceAccountEdit {
    /// The sites of the input, each once. Only a store knows which of them the organization has.
    pub fn named_sites(&self) -> Vec<SiteId> {
        named_sites(self.site_ids.as_ref().and_then(Option::as_deref), MAX_SITES_OF_MEMBER)
    }

    /// Returns the new settings of an account whose settings are `present`, or what is wrong with the input. `own_sites` are the
    /// sites in [`Self::named_sites`] that the organization has.
    pub fn check(self, present: &Settings, own_sites: &[SiteId]) -> Result<Settings, Vec<Violation>> {
        let mut violations = Violations::new();
        if self.name.is_none() && self.role.is_none() && self.site_ids.is_none() {
            violations.add("name", "REQUIRED", "name is missing. Send name, role, siteIds, or several of them.");
        }
        let name = match &self.name {
            Some(name) => checked_name(name, &mut violations),
            None => present.name.clone(),
        };
        let role = self.role.unwrap_or(present.access.role);
        check_role(role, &mut violations);
        let sites = match self.site_ids {
            Some(texts) => checked_sites(texts.as_deref(), role, own_sites, &mut violations),
            None if role.can_have_site_list() => present.access.sites.clone(),
            None => VisibleSites::ALL,
        };
        violations.finish(Settings { name, access: MemberAccess { role, sites } })
    }
}

impl NewToken {
    /// Returns the settings of a token that is created at `at`, or what is wrong with the input.
    pub fn check(self, at: Timestamp) -> Result<TokenSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        let given = self.expires_at.as_deref().and_then(|text| checked_expiry(text, (at, ONE_YEAR), noted));
        let longest = at + SignedDuration::from_hours(24 * MAX_TOKEN_DAYS);
        let allowed_ips =
            self.allowed_ips.map(|networks| networks.as_deref().map(|networks| checked_networks(networks, noted)));
        let overlap = checked_overlap(self.overlap_seconds).unwrap_or_else(|wrong| {
            noted.extend(wrong);
            0
        });
        violations.finish(TokenSettings {
            expires_at: given.unwrap_or(longest),
            allowed_ips,
            overlap: SignedDuration::from_secs(i64::from(overlap)),
        })
    }
}

fn checked_name(text: &str, violations: &mut Violations) -> String {
    let name = text.trim().to_owned();
    violations.check_length("name", &name, 1, MAX_NAME_CHARACTERS);
    check_one_line("name", &name, violations);
    name
}

fn check_role(role: Role, violations: &mut Violations) {
    if role == Role::Owner {
        let message = "role is 'owner', and a service account is never an owner. Use 'viewer', 'member' or 'admin'.";
        violations.add_not_one_of("role", "NOT_ALLOWED", message, [Role::Viewer, Role::Member, Role::Admin]);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::shared::ids::Id as _;

    fn paths<T>(result: Result<T, Vec<Violation>>) -> Vec<(String, String)> {
        result.err().unwrap_or_default().into_iter().map(|one| (one.path, one.code)).collect()
    }

    fn created(body: Value, own: &[SiteId]) -> Result<Settings, Vec<Violation>> {
        serde_json::from_value::<NewServiceAccount>(body).expect("the right types").check(own)
    }

    fn at() -> Timestamp {
        "2026-11-29T12:00:00Z".parse().expect("a timestamp")
    }

    fn token(body: Value) -> Result<TokenSettings, Vec<Violation>> {
        serde_json::from_value::<NewToken>(body).expect("the right types").check(at())
    }

    #[test]
    fn a_service_account_has_a_name_and_a_role_below_owner() {
        let own = SiteId::from_bits(1);
        let made = created(json!({ "name": " CI ", "role": "member", "siteIds": [own] }), &[own]).expect("right");
        assert_eq!((made.name.as_str(), made.access.role), ("CI", Role::Member));
        assert_eq!(made.access.sites, VisibleSites::only(vec![own]));
        for (body, expected) in [
            (json!({ "name": " ", "role": "owner" }), vec![("name", "TOO_SHORT"), ("role", "NOT_ALLOWED")]),
            (
                json!({ "name": "x".repeat(101), "role": "admin", "siteIds": [] }),
                vec![("name", "TOO_LONG"), ("siteIds", "NOT_ALLOWED")],
            ),
            (json!({ "name": "CI", "role": "viewer", "siteIds": [own] }), vec![("siteIds[0]", "UNKNOWN_SITE")]),
        ] {
            let refused = paths(created(body.clone(), &[]));
            let refused: Vec<_> = refused.iter().map(|(path, code)| (path.as_str(), code.as_str())).collect();
            assert_eq!(refused, expected, "{body}");
        }
    }

    #[test]
    fn an_edit_changes_what_it_names_and_an_admin_has_no_list_of_sites() {
        let own = SiteId::from_bits(1);
        let access = MemberAccess { role: Role::Viewer, sites: VisibleSites::only(vec![own]) };
        let present = Settings { name: "CI".into(), access };
        let edit = |body: Value| serde_json::from_value::<ServiceAccountEdit>(body).expect("the right types");
        let renamed = edit(json!({ "name": "Terraform" })).check(&present, &[]).expect("right");
        assert_eq!(renamed, Settings { name: "Terraform".into(), ..present.clone() });
        let promoted = edit(json!({ "role": "admin" })).check(&present, &[]).expect("right");
        assert_eq!(promoted.access, MemberAccess { role: Role::Admin, sites: VisibleSites::ALL });
        assert_eq!(paths(edit(json!({})).check(&present, &[])), [("name".into(), "REQUIRED".into())]);
        assert_eq!(
            paths(edit(json!({ "role": "owner" })).check(&present, &[])),
            [("role".into(), "NOT_ALLOWED".into())]
        );
        assert!(serde_json::from_value::<ServiceAccountEdit>(json!({ "name": null })).is_err());
    }

    #[test]
    fn a_token_lives_a_year_at_most_and_keeps_its_networks_unless_they_are_named() {
        let by_default = token(json!({})).expect("right");
        assert_eq!(by_default.expires_at, "2027-11-30T12:00:00Z".parse().expect("a timestamp"));
        assert_eq!((by_default.allowed_ips, by_default.overlap), (None, SignedDuration::from_hours(24)));
        let any = token(json!({ "allowedIps": null, "overlapSeconds": 0, "expiresAt": "2026-12-24T00:00:00Z" }));
        assert_eq!(any.expect("right").allowed_ips, Some(None));
        let wrong = json!({ "expiresAt": "2028-01-01T00:00:00Z", "allowedIps": ["x"], "overlapSeconds": 2_592_001 });
        let expected =
            [("expiresAt", "TOO_FAR_AHEAD"), ("allowedIps[0]", "INVALID_CIDR"), ("overlapSeconds", "OUT_OF_RANGE")];
        let refused = paths(token(wrong));
        let refused: Vec<_> = refused.iter().map(|(path, code)| (path.as_str(), code.as_str())).collect();
        assert_eq!(refused, expected);
    }
}
