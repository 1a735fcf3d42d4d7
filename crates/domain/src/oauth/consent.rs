//! Consent: what a person lets a client do, and its checks.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{DEFAULT_DAYS, MAX_DAYS};
use crate::{
    identity::role::Role,
    keys::scope::{Scope, ScopeSet},
    oauth::parameters::MAX_PARAMETER_BYTES,
    shared::{
        ids::SiteId,
        violation::{Violation, Violations},
    },
    sites::{
        list::{check_own_sites, named_sites, read_sites, shown},
        visible::VisibleSites,
    },
};

/// The maximum number of sites that an app can be limited to.
const MAX_SITES: usize = 100;

/// The length of a client's fingerprint: a SHA-256 in hexadecimal digits.
const FINGERPRINT_CHARACTERS: usize = 64;

/// The consent to a client's request.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "AppConnect")]
pub struct NewConsent {
    /// The request: the query of the address that the client opened.
    #[schemars(length(max = MAX_PARAMETER_BYTES))]
    pub request: String,
    /// The `fingerprint` of the client as the person saw it.
    #[schemars(length(max = FINGERPRINT_CHARACTERS))]
    pub fingerprint: String,
    /// What the app may do: some or all of the scopes that the client asks for, without repeats.
    #[schemars(with = "ScopeSet")]
    pub scopes: Vec<String>,
    /// The only sites that the app may see; by default every site that you see, also future ones.
    #[schemars(with = "Option<Vec<SiteId>>", length(min = 1, max = MAX_SITES), extend("uniqueItems" = true))]
    pub site_ids: Option<Vec<String>>,
    /// The number of days until the app must be connected again.
    #[schemars(range(min = 1, max = MAX_DAYS), extend("default" = DEFAULT_DAYS))]
    pub expires_in_days: Option<u32>,
}

/// What a person lets a client do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// The scopes.
    pub scopes: ScopeSet,
    /// The sites.
    pub sites: VisibleSites,
    /// When it ends.
    pub expires_at: Timestamp,
}

impl NewConsent {
    /// The sites of the input, each once. Only a store knows which of them the organization has.
    pub fn named_sites(&self) -> Vec<SiteId> {
        named_sites(self.site_ids.as_deref(), MAX_SITES)
    }

    /// Returns the consent of a person with this role at `at`, or everything that is wrong with it. `asked` are the scopes of the
    /// request, `own_sites` the sites in [`Self::named_sites`] that the person sees.
    pub fn check(
        &self,
        asked: ScopeSet,
        role: Role,
        own_sites: &[SiteId],
        at: Timestamp,
    ) -> Result<Consent, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        let allowed: ScopeSet = asked.iter().filter(|scope| role >= Role::needed_for(*scope)).collect();
        let scopes = checked_scopes(&self.scopes, allowed, noted);
        let sites = self.site_ids.as_deref().map(|texts| checked_sites(texts, own_sites, noted)).into();
        let days = self.expires_in_days.unwrap_or(DEFAULT_DAYS);
        if !(1..=MAX_DAYS).contains(&days) {
            noted.add("expiresInDays", "OUT_OF_RANGE", format!("expiresInDays must be 1 to {MAX_DAYS}."));
        }
        let expires_at = at + SignedDuration::from_hours(24 * i64::from(days.min(MAX_DAYS)));
        violations.finish(Consent { scopes, sites, expires_at })
    }
}

fn checked_scopes(texts: &[String], allowed: ScopeSet, violations: &mut Violations) -> ScopeSet {
    if texts.is_empty() {
        violations.add_not_one_of("scopes", "TOO_FEW", "scopes needs at least one scope.", allowed.iter());
    }
    let mut chosen = Vec::new();
    for (place, text) in texts.iter().enumerate().take(2 * Scope::EVERY.len()) {
        let path = format!("scopes[{place}]");
        match text.parse::<Scope>() {
            Ok(scope) if chosen.contains(&scope) => {
                violations.add(&path, "DUPLICATE", format!("{path} repeats '{scope}'."));
            }
            Ok(scope) if allowed.contains(scope) => chosen.push(scope),
            _ => {
                let text =
                    format!("{path} is not a scope that the client asks for and your role has: '{}'.", shown(text));
                violations.add_not_one_of(&path, "UNKNOWN_SCOPE", text, allowed.iter());
            }
        }
    }
    chosen.into_iter().collect()
}

fn checked_sites(texts: &[String], own_sites: &[SiteId], violations: &mut Violations) -> Vec<SiteId> {
    if texts.is_empty() || texts.len() > MAX_SITES {
        violations.add(
            "siteIds",
            "OUT_OF_RANGE",
            format!("siteIds has 1 to {MAX_SITES} sites; leave it out for every site."),
        );
    }
    let ids = read_sites(texts, MAX_SITES, violations);
    check_own_sites(texts, &ids, own_sites, violations);
    ids
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    fn check(scopes: &[&str], sites: Option<&[&str]>, days: Option<u32>, role: Role) -> Result<Consent, Vec<String>> {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let asked = [Scope::SitesRead, Scope::PromptsRead].into_iter().collect();
        let consent = NewConsent {
            request: String::new(),
            fingerprint: String::new(),
            scopes: texts(scopes),
            site_ids: sites.map(texts),
            expires_in_days: days,
        };
        let checked = consent.check(asked, role, &[SiteId::from_bits(1)], Timestamp::UNIX_EPOCH);
        checked.map_err(|violations| violations.into_iter().map(|violation| violation.path).collect())
    }

    #[test]
    fn a_person_gives_at_most_what_was_asked_and_what_they_have() {
        assert!(check(&["sites:read", "prompts:read"], None, None, Role::Member).is_ok());
        assert_eq!(check(&["sites:read", "prompts:read"], None, None, Role::Viewer), Err(vec!["scopes[1]".into()]));
        for scope in ["*", "sites:write", "org:read", "x"] {
            assert_eq!(check(&[scope], None, None, Role::Owner), Err(vec!["scopes[0]".into()]), "{scope}");
        }
        assert_eq!(check(&[], None, None, Role::Owner), Err(vec!["scopes".into()]));
        assert_eq!(check(&["sites:read", "sites:read"], None, None, Role::Owner), Err(vec!["scopes[1]".into()]));
    }

    #[test]
    fn it_lasts_thirty_days_by_default_and_at_most_a_year() {
        let end = |days| {
            check(&["sites:read"], None, days, Role::Owner).map(|consent| consent.expires_at.as_second() / 86_400)
        };
        assert_eq!((end(None), end(Some(1)), end(Some(365))), (Ok(30), Ok(1), Ok(365)));
        assert!(end(Some(0)).is_err() && end(Some(366)).is_err());
    }

    #[test]
    fn sites_are_some_that_the_person_sees_or_all() {
        let [own, other] = [1, 2].map(|bits| SiteId::from_bits(bits).to_string());
        assert_eq!(
            check(&["sites:read"], Some(&[&own]), None, Role::Owner).expect("one site").sites,
            VisibleSites::only(vec![SiteId::from_bits(1)])
        );
        assert_eq!(check(&["sites:read"], None, None, Role::Owner).expect("all").sites, VisibleSites::ALL);
        assert!(check(&["sites:read"], Some(&[&other]), None, Role::Owner).is_err());
        assert!(check(&["sites:read"], Some(&[]), None, Role::Owner).is_err());
    }
}
