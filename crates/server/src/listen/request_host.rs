//! The host that a request names. It is checked against DNS rebinding: a page of another site whose name points at this
//! machine.

use std::net::IpAddr;

use axum::http::{HeaderMap, Uri, header, uri::Authority};

/// The host that a request names: the header in HTTP/1.1, `:authority` in HTTP/2. Two headers count as no host.
pub fn host_of(uri: &Uri, headers: &HeaderMap) -> Option<Authority> {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok()?.parse().ok(),
        (None, _) => uri.authority().cloned(),
        _ => None,
    }
}

/// Whether it is `localhost` or a loopback address, with any port.
pub fn is_this_machine(host: &Authority) -> bool {
    host.host().eq_ignore_ascii_case("localhost") || ip_of(host).is_some_and(|ip| ip.to_canonical().is_loopback())
}

/// The IP address that is written in place of a name.
pub fn ip_of(host: &Authority) -> Option<IpAddr> {
    let name = host.host();
    let inner = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    inner.map_or_else(|| name.parse().ok().map(IpAddr::V4), |inner| inner.parse().ok().map(IpAddr::V6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_localhost_and_loopback_addresses_are_this_machine() {
        let is = |host: &str| is_this_machine(&host.parse().expect("a host"));
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:9",
            "127.0.0.2",
            "127.255.255.254:1",
            "[::1]",
            "[::ffff:127.0.0.1]:8",
        ] {
            assert!(is(host), "{host}");
        }
        for host in [
            "127.0.0.1.example",
            "localhost.example",
            "10.0.0.1",
            "0.0.0.0",
            "[::]",
            "[fe80::1]",
            "127.1",
            "2130706433",
        ] {
            assert!(!is(host), "{host}");
        }
    }
}
