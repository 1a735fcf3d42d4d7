//! Sites: their settings, and whether the widget is seen on them.

pub mod aliases;
pub mod blocked_host;
pub mod credit_bound;
pub mod input;
pub(crate) mod list;
pub mod origins;
pub mod refused_origin;
pub mod same_domain;
pub mod visible;

use std::ops::{Deref, DerefMut};

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use crate::{
    pages::{canonical_parameters::CanonicalParameters, settings::PageSettings},
    shared::{
        calendar::UnreadableTime,
        ids::{OrgId, SiteId},
        rfc3339::{Moment, as_moment},
        violation::Violations,
    },
};

/// A site becomes `stale` when the widget was not seen for this long.
pub const STALE_AFTER: SignedDuration = SignedDuration::from_hours(7 * 24);
/// The maximum length of a domain, in bytes (RFC 1035).
pub const MAX_DOMAIN_BYTES: usize = 253;
/// The maximum number of allowed origins of a site.
pub const MAX_ORIGINS: usize = 20;
/// The maximum number of characters of a site's name.
pub const MAX_NAME_CHARACTERS: usize = 100;
/// The maximum number of characters of a site's note.
pub const MAX_NOTE_CHARACTERS: usize = 2_000;

/// A site, without its widget configuration. Its settings are read like fields of its own.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    /// The site's id, which the snippet contains.
    pub id: SiteId,
    /// The id of the site's organization.
    pub org_id: OrgId,
    /// What its team chose.
    #[serde(flatten)]
    pub settings: SiteSettings,
    /// When the site was created.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub created_at: Timestamp,
    /// When the site was last changed.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub updated_at: Timestamp,
    /// What is known about the widget on the site.
    #[serde(skip)]
    pub sightings: Sightings,
}

/// Checked settings of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteSettings {
    /// The site's name.
    pub name: String,
    /// The site's host name, in lower-case ASCII.
    pub domain: String,
    /// Brand names that engines may use for the site in their answers.
    pub aliases: Vec<String>,
    /// Origins whose events are accepted, without repetition.
    pub allowed_origins: Vec<String>,
    /// The IANA time zone in which the site's days begin and end.
    pub timezone: String,
    /// What the team wrote about the site, with `\n` as line ending; empty without a note. Readers never see it.
    pub note: String,
    /// Which addresses of the site are one page.
    pub pages: PageSettings,
    /// Whether Askline reads the texts of the pages that are cited or asked about most, once a day.
    pub read_pages: bool,
    /// How many credits work for the site may use in a calendar month (UTC); null for no limit but that of the organization. A run
    /// of a monitor that may cost more does not begin.
    pub credits_per_month: Option<u32>,
}

impl Deref for Site {
    type Target = SiteSettings;

    fn deref(&self) -> &SiteSettings {
        &self.settings
    }
}

impl DerefMut for Site {
    fn deref_mut(&mut self) -> &mut SiteSettings {
        &mut self.settings
    }
}

impl Site {
    /// Creates a site of an organization, without sightings of the widget.
    pub fn new(id: SiteId, org_id: OrgId, settings: SiteSettings, at: Timestamp) -> Self {
        Self { id, org_id, settings, created_at: at, updated_at: at, sightings: Sightings::default() }
    }

    /// Returns the site with other settings since `at`; unchanged if nothing differs.
    pub fn with(&self, settings: SiteSettings, at: Timestamp) -> Self {
        let updated_at = if settings == self.settings { self.updated_at } else { at };
        Self { settings, updated_at, ..self.clone() }
    }

    /// Returns the time zone in which the site's days begin and end.
    pub fn time_zone(&self) -> Result<TimeZone, UnreadableTime> {
        stored_time_zone(&self.timezone, &self.id.to_string())
    }

    /// The hosts whose addresses a prompt of the site may contain.
    pub fn hosts(&self) -> Vec<String> {
        let origins = self.allowed_origins.iter().filter_map(|origin| Url::parse(origin).ok());
        let of_origins = origins.filter_map(|origin| origin.host_str().map(str::to_owned));
        std::iter::once(self.domain.clone()).chain(of_origins).collect()
    }
}

/// Returns the time zone of a stored site. An unknown name is an error: a fallback would silently produce wrong days.
pub fn stored_time_zone(name: &str, site: &str) -> Result<TimeZone, UnreadableTime> {
    TimeZone::get(name).map_err(|_| UnreadableTime { object: "sites", field: "timezone", id: site.to_owned() })
}

/// Sightings of the widget on a site's pages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sightings {
    /// When the first event from a page arrived.
    pub first_seen_at: Option<Timestamp>,
    /// When the latest event from a page arrived, as of the last flush.
    pub last_seen_at: Option<Timestamp>,
    /// The page of the latest event, without its query.
    pub last_seen_url: Option<String>,
    /// Whether a program drove the browser of the latest event.
    pub last_seen_automated: bool,
    /// The widget's version according to the latest event that named one.
    pub widget_version: Option<String>,
    /// The latest check, if there was one.
    pub check: Option<InstallCheck>,
    /// The query parameters that the site's canonical links name, as the service itself read them.
    pub canonical_parameters: CanonicalParameters,
}

/// The result of a check for the snippet on the site's page.
#[derive(Debug, Clone, PartialEq)]
pub struct InstallCheck {
    /// When the page was fetched.
    pub checked_at: Timestamp,
    /// What was wrong; `None` when the snippet was found.
    pub problem: Option<InstallProblem>,
}

/// Why a check failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InstallProblem {
    /// The page could not be fetched.
    Unreachable,
    /// The page contains no snippet.
    NoSnippet,
    /// The page contains the snippet of another site.
    WrongSite,
    /// The page contains more than one snippet.
    MultipleSnippets,
    /// The page's Content-Security-Policy blocks the widget.
    BlockedByCsp,
    /// The check failed for another reason.
    Unknown,
}

words! {
    InstallProblem, "a problem of an installation":
    Unreachable = "unreachable",
    NoSnippet = "no_snippet",
    WrongSite = "wrong_site",
    MultipleSnippets = "multiple_snippets",
    BlockedByCsp = "blocked_by_csp",
    Unknown = "unknown",
}

impl InstallProblem {
    /// What a person can do about it.
    pub const fn advice(self) -> &'static str {
        match self {
            InstallProblem::Unreachable => {
                "The page could not be fetched. Check that the domain is public and answers with HTML over HTTPS."
            }
            InstallProblem::NoSnippet => {
                "The page does not contain the snippet. Paste it before the closing body tag, and clear any page cache."
            }
            InstallProblem::WrongSite => {
                "The page carries the snippet of another site. Replace its data-site value with this site's id."
            }
            InstallProblem::MultipleSnippets => {
                "The page carries the snippet more than once. Keep one, so that readers are counted once."
            }
            InstallProblem::BlockedByCsp => {
                "The page's Content-Security-Policy keeps the widget out. Add this service's origin to script-src and connect-src."
            }
            InstallProblem::Unknown => "The check did not come to an end. Try again in a minute.",
        }
    }
}

/// Whether the widget is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InstallStatus {
    /// The widget was never seen.
    Pending,
    /// The widget was seen within seven days.
    Installed,
    /// The widget was seen, but not within seven days.
    Stale,
    /// The latest check failed, and the widget was not seen since.
    Error,
}

impl Sightings {
    /// Returns the status at `now`. A sighting after a failed check takes precedence over the check. A check that found
    /// the snippet counts as a sighting: a site without analytics has no others.
    pub fn status(&self, now: Timestamp) -> InstallStatus {
        let (failed, good) = match &self.check {
            Some(check) if check.problem.is_some() => (Some(check), None),
            other => (None, other.as_ref().map(|check| check.checked_at)),
        };
        match (self.last_seen_at.max(good), failed) {
            (None, Some(_)) => InstallStatus::Error,
            (Some(seen), Some(check)) if check.checked_at >= seen => InstallStatus::Error,
            (None, None) => InstallStatus::Pending,
            (Some(seen), _) if now.duration_since(seen) < STALE_AFTER => InstallStatus::Installed,
            (Some(_), _) => InstallStatus::Stale,
        }
    }
}

/// Returns the domain in lower-case ASCII, or adds a violation. Scheme, port, path and IP addresses are not allowed.
pub fn check_domain(path: &str, text: &str, violations: &mut Violations) -> Option<String> {
    let domain = match Host::parse(text.trim()) {
        Ok(Host::Domain(domain)) => Some(domain.trim_end_matches('.').to_owned()),
        _ => None,
    }
    .filter(|domain| is_host_name(domain));
    if domain.is_none() {
        violations.add(
            path,
            "INVALID_DOMAIN",
            format!("{path} must be a bare domain such as 'example.com', without scheme, port or path."),
        );
    }
    domain
}

fn is_host_name(domain: &str) -> bool {
    domain.len() <= MAX_DOMAIN_BYTES
        && (domain.contains('.') || domain == "localhost")
        && domain.split('.').all(|label| {
            !label.is_empty()
                && label.len() <= 63
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        })
}

#[cfg(test)]
mod tests {
    use super::{
        input::{NewSite, SiteChange, SiteEdit},
        origins::check_origin,
        *,
    };

    #[test]
    fn only_bare_domains_are_taken() {
        let check = |text: &str| check_domain("domain", text, &mut Violations::new());
        assert_eq!(check("Example.COM").as_deref(), Some("example.com"));
        assert_eq!(check("bücher.example").as_deref(), Some("xn--bcher-kva.example"));
        for text in [
            "",
            "com",
            "https://example.com",
            "example.com/a",
            "example.com:80",
            "127.0.0.1",
            "[::1]",
            "a..b",
            "-a.com",
            "a b.com",
        ] {
            assert_eq!(check(text), None, "{text}");
        }
    }

    #[test]
    fn only_origins_are_taken_as_origins() {
        let check = |text: &str| check_origin("o", text, &mut Violations::new());
        assert_eq!(check("https://Example.com:443/").as_deref(), Some("https://example.com"));
        for text in ["example.com", "ftp://example.com", "https://example.com/a", "https://u@example.com", "null", "*"]
        {
            assert_eq!(check(text), None, "{text}");
        }
    }

    #[test]
    fn a_change_that_changes_nothing_leaves_the_time_of_the_last_change() {
        let [made_at, later]: [Timestamp; 2] =
            ["2026-06-15T12:00:00Z", "2026-06-16T12:00:00Z"].map(|text| text.parse().expect("a timestamp"));
        let new: NewSite = serde_json::from_value(serde_json::json!({ "domain": "example.com" })).expect("a site");
        let settings = new.check().expect("a domain is enough");
        let site =
            Site::new(crate::shared::ids::Id::from_bits(1), crate::shared::ids::Id::from_bits(2), settings, made_at);
        let named = |name: &str| {
            let edit: SiteEdit = serde_json::from_value(serde_json::json!({ "name": name })).expect("an edit");
            edit.check().expect("a name")
        };
        assert_eq!(site.changed(&SiteChange::default(), later), site);
        assert_eq!(site.changed(&named("example.com"), later), site);
        let mut expected = Site { updated_at: later, ..site.clone() };
        expected.name = "Shop".into();
        assert_eq!(site.changed(&named("Shop"), later), expected);
    }

    #[test]
    fn the_status_follows_what_was_seen_last() {
        let now: Timestamp = "2026-06-15T12:00:00Z".parse().expect("a timestamp");
        let ago = |hours: i64| now - SignedDuration::from_hours(hours);
        let seen = |hours| Sightings { last_seen_at: Some(ago(hours)), ..Sightings::default() };
        let failed = |sightings: Sightings, hours| Sightings {
            check: Some(InstallCheck { checked_at: ago(hours), problem: Some(InstallProblem::NoSnippet) }),
            ..sightings
        };
        assert_eq!(Sightings::default().status(now), InstallStatus::Pending);
        assert_eq!(seen(1).status(now), InstallStatus::Installed);
        assert_eq!(seen(24 * 7).status(now), InstallStatus::Stale);
        assert_eq!(failed(Sightings::default(), 1).status(now), InstallStatus::Error);
        assert_eq!(failed(seen(2), 1).status(now), InstallStatus::Error);
        assert_eq!(failed(seen(1), 2).status(now), InstallStatus::Installed);
        let found = |hours| Some(InstallCheck { checked_at: ago(hours), problem: None });
        let checked = |hours, sightings: Sightings| Sightings { check: found(hours), ..sightings }.status(now);
        assert_eq!(checked(1, Sightings::default()), InstallStatus::Installed);
        assert_eq!(checked(24 * 7, Sightings::default()), InstallStatus::Stale);
        assert_eq!(checked(1, seen(24 * 30)), InstallStatus::Installed);
    }
}
