//! Origins whose events a site refuses, and whether they probably belong to the site.

use jiff::Timestamp;
use url::{Host, Url};

use super::MAX_DOMAIN_BYTES;
use crate::shared::ids::SiteId;

/// The maximum number of refused origins that are stored for a site: the latest ones.
pub const MAX_REFUSED_ORIGINS: usize = 10;
/// The maximum number of bytes of an origin that is stored; a longer one is not real.
const MAX_ORIGIN_BYTES: usize = MAX_DOMAIN_BYTES + "https://:65535".len();

/// Refused events from one origin since the last update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginRefusals {
    /// The site that refused the events.
    pub site: SiteId,
    /// The refused origin, as browsers write it.
    pub origin: String,
    /// The number of refused events.
    pub count: u64,
    /// When the latest event was refused.
    pub last_at: Timestamp,
}

/// An origin whose events a site refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedOrigin {
    /// The origin, as browsers write it.
    pub origin: String,
    /// The number of refused events since the origin was stored.
    pub count: u64,
    /// When the latest event was refused.
    pub last_at: Timestamp,
}

/// Returns the origin if it is a web origin. The origins that browsers send for files and sandboxes can never be
/// allowed, and other values are invented.
pub fn remembered(origin: &str) -> Option<&str> {
    let url = Url::parse(origin).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    (origin.len() <= MAX_ORIGIN_BYTES && url.origin().ascii_serialization() == origin).then_some(origin)
}

/// Whether an origin has the same registrable domain as the site: a page of another owner cannot have it. Source of
/// registrable domains: the Public Suffix List, <https://publicsuffix.org>.
pub fn is_under_same_domain(origin: &str, site_domain: &str) -> bool {
    let host = Url::parse(origin).ok().and_then(|url| match url.host() {
        Some(Host::Domain(host)) => Some(host.to_owned()),
        _ => None,
    });
    let site = Url::parse(&format!("https://{site_domain}/")).ok();
    let site = site.as_ref().and_then(Url::domain);
    let (Some(host), Some(site)) = (host, site) else { return false };
    match (psl::domain_str(&host), psl::domain_str(site)) {
        (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_the_sites_own_under_its_registrable_domain_alone() {
        for origin in [
            "https://www.example.co.uk",
            "https://example.co.uk",
            "http://shop.example.co.uk:8080",
            "https://EXAMPLE.co.uk",
        ] {
            assert!(is_under_same_domain(origin, "blog.example.co.uk"), "{origin}");
        }
        for origin in [
            "https://other.co.uk",
            "https://co.uk",
            "https://example.co.uk.evil.example",
            "https://evilexample.co.uk",
            "https://127.0.0.1",
            "http://localhost:3000",
            "null",
            "",
        ] {
            assert!(!is_under_same_domain(origin, "blog.example.co.uk"), "{origin}");
        }
        assert!(!is_under_same_domain("https://other.github.io", "ours.github.io"), "each has a domain of its own");
        assert!(is_under_same_domain("https://www.xn--bcher-kva.example", "bücher.example"));
    }

    #[test]
    fn only_an_origin_of_the_web_is_remembered() {
        for origin in ["https://example.com", "http://localhost:3000", "https://example.com:8443", "https://[::1]"] {
            assert_eq!(remembered(origin), Some(origin));
        }
        let long = format!("https://{}.com", "a".repeat(300));
        for origin in
            ["null", "", "https://example.com/", "https://EXAMPLE.com", "file:///a", "https://a b", "x", &long]
        {
            assert_eq!(remembered(origin), None, "{origin}");
        }
    }
}
