//! Recognizes requests for `widget.public_url`, where only the widget is served.
//!
//! Any script of that address's site could act as a person who is signed in there, so no page of the dashboard may be
//! served under it. This check only removes rights; a request with a false host gains nothing.

use axum::{
    extract::Request,
    http::{HeaderName, Uri, header, uri::Authority, uri::PathAndQuery},
};
use url::Url;

use crate::listen::request_host::is_this_machine;

const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
/// The header that names the path that a proxy removed.
const FORWARDED_PREFIX: HeaderName = HeaderName::from_static("x-forwarded-prefix");

/// The host and the path from which pages load the widget.
#[derive(Debug)]
pub struct WidgetLocation {
    host: String,
    port: Option<u16>,
    /// The path, such as `/askline`; empty if the widget has the whole host.
    path: String,
}

/// The address that a request is for.
#[derive(Debug, PartialEq, Eq)]
pub enum RequestTarget {
    /// The main address, which serves everything.
    Outside,
    /// The widget's address, according to the host or to the path that a proxy has removed.
    Inside,
    /// The widget's address, with the widget's path; this is the URI without that path.
    Below(Uri),
}

impl WidgetLocation {
    /// The place of a URL; `None` if `address` is not one.
    pub fn new(address: &str) -> Option<Self> {
        let url = Url::parse(address).ok()?;
        Some(Self {
            host: url.host_str()?.to_owned(),
            port: url.port_or_known_default(),
            path: url.path().trim_end_matches('/').to_owned(),
        })
    }

    /// The address that `request` is for, by its path, or by the host or the path that it or a proxy names.
    pub fn target_of<B>(&self, request: &Request<B>) -> RequestTarget {
        if let Some(rest) = self.rest_of(request.uri()) {
            return RequestTarget::Below(rest);
        }
        if self.is_named_by(request) { RequestTarget::Inside } else { RequestTarget::Outside }
    }

    /// The URI without the widget's path, with the query; `None` if it is not below that path.
    fn rest_of(&self, uri: &Uri) -> Option<Uri> {
        if self.path.is_empty() {
            return None;
        }
        let rest = uri.path().strip_prefix(&*self.path)?;
        if !(rest.is_empty() || rest.starts_with('/')) {
            return None;
        }
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        let mut parts = uri.clone().into_parts();
        let path = if rest.is_empty() { "/" } else { rest };
        parts.path_and_query = Some(PathAndQuery::try_from(format!("{path}{query}")).ok()?);
        Uri::from_parts(parts).ok()
    }

    fn is_named_by<B>(&self, request: &Request<B>) -> bool {
        let texts = |name: HeaderName| {
            let values = request.headers().get_all(name).iter();
            values.filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(',')).map(str::trim)
        };
        let mut hosts = texts(header::HOST).chain(texts(FORWARDED_HOST));
        let of_target = request.uri().authority().is_some_and(|host| self.is_host(host));
        of_target
            || hosts.any(|host| host.parse().is_ok_and(|host| self.is_host(&host)))
            || (!self.path.is_empty()
                && texts(FORWARDED_PREFIX).any(|prefix| prefix.trim_end_matches('/') == self.path))
    }

    /// Whether this is the widget's host. Proxies omit ports, so ports are compared only for names of this machine, which
    /// many programs share.
    fn is_host(&self, host: &Authority) -> bool {
        let is_port = || host.port_u16().or(self.port_without_one()) == self.port;
        host.host().trim_end_matches('.').eq_ignore_ascii_case(&self.host) && (!is_this_machine(host) || is_port())
    }

    /// The port that a host without a port means: the widget's port, if that is 80 or 443.
    fn port_without_one(&self) -> Option<u16> {
        self.port.filter(|port| matches!(port, 80 | 443))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(address: &str, target: &str, headers: &[(&'static str, &str)]) -> RequestTarget {
        let request = Request::builder().uri(target);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        WidgetLocation::new(address).expect("an address").target_of(&request.body(()).expect("a request"))
    }

    const PLACE: &str = "https://example.com/shop/askline";

    #[test]
    fn the_path_is_taken_off_where_it_is_whole_and_the_query_stays() {
        for (target, rest) in [
            ("/shop/askline/widget.js?release=1", "/widget.js?release=1"),
            ("/shop/askline/api/v1/events", "/api/v1/events"),
            ("/shop/askline", "/"),
            ("/shop/askline?x=/", "/?x=/"),
            ("/shop/askline/", "/"),
            ("/shop/askline//login", "//login"),
            ("/shop/askline/../login", "/../login"),
            ("/shop/askline/shop/askline/login", "/shop/askline/login"),
            ("http://ask.example.net/shop/askline/widget.js", "http://ask.example.net/widget.js"),
        ] {
            let expected = RequestTarget::Below(rest.parse().expect("a target"));
            assert_eq!(standing(PLACE, target, &[("host", "ask.example.net")]), expected, "{target}");
        }
        for target in ["/", "/shop", "/shop/asklines/widget.js", "/shop/Askline/widget.js", "/x/shop/askline/widget.js"]
        {
            assert_eq!(standing(PLACE, target, &[("host", "ask.example.net")]), RequestTarget::Outside, "{target}");
        }
    }

    #[test]
    fn a_request_that_names_the_sites_host_or_the_removed_path_gets_the_widget_alone() {
        for header in [
            ("host", "example.com"),
            ("host", "EXAMPLE.com:8443"),
            ("host", "example.com."),
            ("x-forwarded-host", "example.com"),
            ("x-forwarded-host", "a.example, example.com"),
            ("x-forwarded-prefix", "/shop/askline"),
            ("x-forwarded-prefix", "/shop/askline/"),
        ] {
            assert_eq!(standing(PLACE, "/login", &[header]), RequestTarget::Inside, "{header:?}");
        }
        assert_eq!(standing(PLACE, "https://example.com/login", &[]), RequestTarget::Inside);
        for header in [
            ("host", "ask.example.com"),
            ("host", "example.com.evil.example"),
            ("host", "a b"),
            ("x-forwarded-prefix", "/shop"),
            ("x-forwarded-prefix", ""),
        ] {
            assert_eq!(standing(PLACE, "/login", &[header]), RequestTarget::Outside, "{header:?}");
        }
        let whole = "https://stats.example.com";
        assert_eq!(standing(whole, "/login", &[("host", "stats.example.com")]), RequestTarget::Inside);
        assert_eq!(
            standing(whole, "/login", &[("host", "ask.example.com"), ("x-forwarded-prefix", "")]),
            RequestTarget::Outside
        );
    }

    #[test]
    fn local_host_names_are_distinguished_by_their_port() {
        let place = "http://localhost:3000/askline";
        assert_eq!(standing(place, "/login", &[("host", "localhost:8080")]), RequestTarget::Outside);
        assert_eq!(standing(place, "/login", &[("host", "localhost")]), RequestTarget::Outside);
        assert_eq!(standing(place, "/login", &[("host", "localhost:3000")]), RequestTarget::Inside);
        assert_eq!(standing("http://localhost/askline", "/login", &[("host", "localhost")]), RequestTarget::Inside);
        assert_eq!(standing("http://localhost/askline", "/login", &[("host", "localhost:80")]), RequestTarget::Inside);
    }
}
