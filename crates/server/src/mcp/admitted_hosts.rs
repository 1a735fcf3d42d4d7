//! Checks `Host` and `Origin` headers, against DNS rebinding. In this attack, a page points its own domain name at this
//! machine.
//!
//! Only these two headers are checked, before any credential.

use axum::http::{HeaderMap, Uri, header};

use askline_api::pipeline::error::{ApiError, Code};

use super::refusal::Refusal;
use crate::listen::{own_address::OwnAddress, request_host::host_of};

/// The hosts and origins that requests may name.
pub(super) struct AdmittedHosts {
    own: OwnAddress,
    /// Whether pages of other origins may call, as clients that run in browsers do. They have no credential but a token that the
    /// page itself got, since no cookie is read.
    any_origin: bool,
}

impl AdmittedHosts {
    /// The addresses of this server.
    pub(super) const fn new(own: OwnAddress, any_origin: bool) -> Self {
        Self { own, any_origin }
    }

    /// Refuses requests for another host, and those from pages of another origin unless any may call. Programs send no `Origin`.
    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = host_of(uri, headers).ok_or_else(|| {
            Refusal::of(ApiError::new(Code::BadRequest, "Send one Host header with the name of this service."))
        })?;
        if !self.own.accepts(&host) {
            let hint = "This is not the host of this service. Its operator names it in the setting public_url.";
            return Err(Refusal::of(ApiError::new(Code::OriginNotAllowed, hint)));
        }
        if self.any_origin {
            return Ok(());
        }
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let Some(origin) = origins.next() else { return Ok(()) };
        let own = origin.to_str().ok().map(str::to_ascii_lowercase).is_some_and(|origin| {
            self.own.public_origin() == Some(&*origin)
                || origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host.as_str()))
        });
        match (own, origins.next()) {
            (true, None) => Ok(()),
            _ => Err(Refusal::of(ApiError::new(Code::OriginNotAllowed, "Pages of other origins may not call this."))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue, StatusCode};

    fn check(public_url: Option<&str>, given: &[(HeaderName, &str)], expected: Option<u16>) {
        let headers: HeaderMap =
            given.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).expect("a header"))).collect();
        let refused = AdmittedHosts::new(OwnAddress::new(public_url, None), false)
            .check(&Uri::from_static("/mcp"), &headers)
            .err();
        let status = refused.map(|refusal| refusal.into_response().status());
        assert_eq!(status, expected.map(|code| StatusCode::from_u16(code).expect("a status")), "{given:?}");
    }

    #[test]
    fn this_machine_and_the_public_address_are_admitted_and_no_other_host() {
        let public = Some("https://askline.example.com");
        for host in [
            "localhost:8080",
            "127.0.0.1",
            "127.0.0.2:8080",
            "[::1]:9",
            "LOCALHOST",
            "askline.example.com",
            "Askline.Example.com:443",
        ] {
            check(public, &[(header::HOST, host)], None);
        }
        for host in ["evil.example", "askline.example.com.evil.example", "127.0.0.1.evil.example", "10.0.0.1"] {
            check(public, &[(header::HOST, host)], Some(403));
        }
        check(None, &[(header::HOST, "askline.example.com")], Some(403));
        check(public, &[], Some(400));
        check(public, &[(header::HOST, "a b")], Some(400));
    }

    #[test]
    fn two_hosts_in_a_request_are_refused() {
        let mut headers = HeaderMap::new();
        headers.append(header::HOST, HeaderValue::from_static("localhost"));
        headers.append(header::HOST, HeaderValue::from_static("evil.example"));
        assert!(AdmittedHosts::new(OwnAddress::default(), true).check(&Uri::from_static("/mcp"), &headers).is_err());
    }

    #[test]
    fn a_page_of_another_origin_is_refused() {
        let public = Some("https://askline.example.com");
        let host = (header::HOST, "localhost:8080");
        for origin in ["https://askline.example.com", "http://localhost:8080"] {
            check(public, &[host.clone(), (header::ORIGIN, origin)], None);
        }
        for origin in [
            "https://evil.example",
            "null",
            "http://localhost:8081",
            "http://askline.example.com",
            "localhost:8080",
            "",
        ] {
            check(public, &[host.clone(), (header::ORIGIN, origin)], Some(403));
        }
    }
}
