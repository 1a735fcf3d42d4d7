//! The address of this server: what it prints, and which hosts it answers to. Both are here, so that a printed address works.

use std::net::SocketAddr;

use axum::http::{Uri, uri::Authority};

use super::{
    reachable,
    request_host::{ip_of, is_this_machine},
};

/// The addresses of a server.
#[derive(Debug, Clone, Default)]
pub struct OwnAddress {
    /// The setting `public_url` in lower case, for example `https://askline.example.com`.
    public_origin: Option<String>,
    /// Its host, for example `askline.example.com`.
    public_host: Option<String>,
    listening: Option<SocketAddr>,
}

impl OwnAddress {
    /// The addresses of a server with this `public_url`, which is an origin, that listens on `listening`.
    pub fn new(public_url: Option<&str>, listening: Option<SocketAddr>) -> Self {
        let host = public_url.and_then(|url| url.parse::<Uri>().ok()?.host().map(str::to_ascii_lowercase));
        Self { public_origin: public_url.map(str::to_ascii_lowercase), public_host: host, listening }
    }

    /// The origin that people open: the public one, or else one that this machine reaches. A server that listens on all
    /// addresses (`0.0.0.0`) has no other address of its own.
    pub fn origin(&self) -> String {
        match (&self.public_origin, self.listening) {
            (Some(origin), _) => origin.trim_end_matches('/').to_owned(),
            (None, Some(address)) => local_origin(address),
            (None, None) => "http://localhost".into(),
        }
    }

    /// The origin of `public_url`.
    pub fn public_origin(&self) -> Option<&str> {
        self.public_origin.as_deref()
    }

    /// Whether a request for this host is for this server: the public one, a name or a loopback address of this machine, or the
    /// address that it listens on. No page of another site can have such a name, or make a browser believe that it has.
    pub fn accepts(&self, host: &Authority) -> bool {
        let listening = self.listening.map(|address| address.ip());
        is_this_machine(host)
            || self.public_host.as_deref().is_some_and(|public| host.host().eq_ignore_ascii_case(public))
            || ip_of(host).is_some_and(|ip| listening == Some(ip) && !ip.is_unspecified())
    }
}

/// The origin at which this machine reaches a server that listens on `address`.
pub fn local_origin(address: SocketAddr) -> String {
    format!("http://{}", reachable(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(public_url: Option<&str>, listening: &str, printed: &str) {
        let own = OwnAddress::new(public_url, Some(listening.parse().expect("an address")));
        assert_eq!(own.origin(), printed, "{listening}");
        let host: Uri = printed.parse().expect("an address");
        assert!(own.accepts(host.authority().expect("a host")), "{printed} is not accepted");
    }

    #[test]
    fn each_printed_address_can_be_opened_and_is_accepted() {
        check(None, "127.0.0.1:8080", "http://127.0.0.1:8080");
        check(None, "127.0.0.2:8080", "http://127.0.0.2:8080");
        check(None, "[::1]:8080", "http://[::1]:8080");
        check(None, "0.0.0.0:8080", "http://127.0.0.1:8080");
        check(None, "[::]:8080", "http://127.0.0.1:8080");
        check(None, "192.168.1.5:80", "http://192.168.1.5:80");
        check(Some("https://ask.example.com"), "0.0.0.0:8080", "https://ask.example.com");
    }

    #[test]
    fn other_hosts_are_not_accepted() {
        let own = OwnAddress::new(Some("https://ask.example.com"), Some(([0, 0, 0, 0], 8080).into()));
        for host in
            ["evil.example", "ask.example.com.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "0.0.0.0:8080"]
        {
            assert!(!own.accepts(&host.parse().expect("a host")), "{host}");
        }
    }
}
