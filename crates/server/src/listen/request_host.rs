//! Which host a request names. What pages of other sites could reach by pointing a name of theirs at this machine is
//! refused by it.

use axum::http::{HeaderMap, Uri, header, uri::Authority};

/// Names of this machine, as a browser writes them.
const THIS_MACHINE: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The host a request names: of HTTP/1.1 the header, of HTTP/2 `:authority`. Two count as no host.
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
