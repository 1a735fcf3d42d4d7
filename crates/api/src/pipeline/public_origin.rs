//! The scheme and host by which a client reaches this service.
//!
//! The setting `public_url` determines them. Without it, `X-Forwarded-Proto` and `X-Forwarded-Host` of a trusted proxy do (any
//! other sender could name any host), and otherwise the request's own host.

use axum::http::HeaderMap;

use crate::{pipeline::caller::RequestFacts, settings::ApiSettings};

/// Whether clients reach this service over TLS, as far as is known.
pub(crate) fn is_https(settings: &ApiSettings, facts: &RequestFacts) -> bool {
    match &settings.public_url {
        Some(url) => url.starts_with("https:"),
        None => forwarded(facts, "x-forwarded-proto").is_some_and(|scheme| scheme.eq_ignore_ascii_case("https")),
    }
}

/// Whether `origin`, as a browser sends it, is this service's own.
pub(crate) fn is_own(settings: &ApiSettings, facts: &RequestFacts, origin: &str) -> bool {
    if let Some(public_url) = &settings.public_url {
        return public_url == origin;
    }
    let Some((scheme, authority)) = origin.split_once("://") else { return false };
    // An untrusted proxy may have removed TLS, so the scheme is compared only if it is known.
    let scheme_fits = forwarded(facts, "x-forwarded-proto").is_none_or(|told| told.eq_ignore_ascii_case(scheme));
    let host = forwarded(facts, "x-forwarded-host").or_else(|| facts.host());
    scheme_fits && host.is_some_and(|host| host.eq_ignore_ascii_case(authority))
}

/// The value that the nearest trusted proxy wrote into this header: the last one.
fn forwarded<'a>(facts: &'a RequestFacts, name: &str) -> Option<&'a str> {
    facts.by_trusted_proxy.then(|| last_value(&facts.headers, name)).flatten()
}

fn last_value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let last = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next().map(str::trim).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use askline_domain::shared::ids::{Id as _, RequestId};
    use axum::http::{HeaderName, HeaderValue};

    fn facts(by_trusted_proxy: bool, headers: &[(&'static str, &str)]) -> RequestFacts {
        let headers = headers.iter().map(|(name, value)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).expect("a header's value"))
        });
        RequestFacts {
            id: RequestId::from_bits(1),
            at: jiff::Timestamp::UNIX_EPOCH,
            address: std::net::IpAddr::from([127, 0, 0, 1]),
            peer: std::net::IpAddr::from([127, 0, 0, 1]),
            address_is_unreadable: false,
            by_trusted_proxy,
            authority: None,
            headers: headers.collect(),
            is_from_mcp: false,
        }
    }

    const FORWARDED: [(&str, &str); 3] = [
        ("host", "inside:8080"),
        ("x-forwarded-proto", "http, https"),
        ("x-forwarded-host", "evil.example, ask.example.com"),
    ];

    #[test]
    fn the_setting_says_scheme_and_host_whatever_is_forwarded() {
        let settings = ApiSettings { public_url: Some("http://ask.example.com".into()), ..ApiSettings::default() };
        let facts = facts(true, &FORWARDED);
        assert!(!is_https(&settings, &facts));
        assert!(is_own(&settings, &facts, "http://ask.example.com"));
        assert!(!is_own(&settings, &facts, "https://ask.example.com"));
    }

    #[test]
    fn without_a_public_url_only_a_trusted_proxy_determines_scheme_and_host() {
        let settings = ApiSettings::default();
        let trusted = facts(true, &FORWARDED);
        assert!(is_https(&settings, &trusted));
        for (origin, own) in [
            ("https://ask.example.com", true),
            ("https://ASK.example.com", true),
            ("http://ask.example.com", false),
            ("https://evil.example", false),
            ("https://inside:8080", false),
        ] {
            assert_eq!(is_own(&settings, &trusted, origin), own, "{origin}");
        }
        let stranger = facts(false, &FORWARDED);
        assert!(!is_https(&settings, &stranger));
        assert!(is_own(&settings, &stranger, "http://inside:8080"));
        assert!(!is_own(&settings, &stranger, "https://ask.example.com"));
    }

    #[test]
    fn a_request_over_http_2_names_its_host_in_its_target() {
        let facts = RequestFacts { authority: Some("ask.example.com".parse().expect("a host")), ..facts(false, &[]) };
        assert!(is_own(&ApiSettings::default(), &facts, "https://ask.example.com"));
        assert!(!is_own(&ApiSettings::default(), &facts, "https://evil.example"));
    }
}
