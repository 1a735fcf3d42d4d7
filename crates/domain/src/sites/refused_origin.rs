//! Origins whose events a site refuses, and whether one probably belongs to the site.

use jiff::Timestamp;
use url::{Host, Url};

use crate::shared::ids::SiteId;

/// Origins that are remembered for a site: those that were refused last.
pub const MAX_REFUSED_ORIGINS: usize = 10;
/// Bytes of an origin that is remembered; a longer one is not real.
const MAX_ORIGIN_BYTES: usize = 253 + "https://:65535".len();

/// Refusals of an origin since the last update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginRefusals {
    /// The site that refused.
    pub site: SiteId,
    /// The refused origin, as browsers write it.
    pub origin: String,
    /// How many were.
    pub count: u64,
    /// When the latest was.
    pub last_at: Timestamp,
}

/// An origin whose events a site refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedOrigin {
    /// As browsers write it.
    pub origin: String,
    /// Events that were refused, since it is remembered.
    pub count: u64,
    /// When the latest was.
    pub last_at: Timestamp,
}

/// The origin if it is a web origin: what a browser sends for a file or a sandbox can never be allowed, and other
/// values are made up.
pub fn remembered(origin: &str) -> Option<&str> {
    let url = Url::parse(origin).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    (origin.len() <= MAX_ORIGIN_BYTES && url.origin().ascii_serialization() == origin).then_some(origin)
}

/// Whether an origin has the same registrable domain as the site: another owner's page cannot have it, whatever it
/// claims. Source of registrable domains: the Public Suffix List, <https://publicsuffix.org>.
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
