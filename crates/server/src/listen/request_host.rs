//! The host that a request names. It is checked against DNS rebinding: a page of another site whose name points at this
//! machine.

use axum::http::{HeaderMap, Uri, header, uri::Authority};

/// Names of this machine, as a browser writes them.
const THIS_MACHINE: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The host that a request names: the header in HTTP/1.1, `:authority` in HTTP/2. Two headers count as no host.
pub fn host_of(uri: &Uri, headers: &HeaderMap) -> Option<Authority> {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok()?.parse().ok(),
        (None, _) => uri.authority().cloned(),
        _ => None,
    }
}

/// Whether it is a name of this machine, with any port.
pub fn is_this_machine(host: &Authority) -> bool {
    THIS_MACHINE.iter().any(|name| host.host().eq_ignore_ascii_case(name))
}
