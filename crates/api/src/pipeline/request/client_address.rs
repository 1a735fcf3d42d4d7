//! The client's IP address: the peer's, or the one that trusted proxies report. Proxies report it in `X-Forwarded-For`.
//!
//! The header is read from the right, as bytes: everything to the left of the first address that is not a trusted proxy's was
//! written by the client, and none of its bytes may change the result.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::ConnectInfo,
    http::{HeaderMap, request::Parts},
};

use crate::settings::ApiSettings;

/// Where a request comes from, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress {
    /// The client's address; if it cannot be read, that of the proxy that wrote it.
    pub address: IpAddr,
    /// Whether a trusted proxy wrote something that is not an address.
    pub is_unreadable: bool,
}

/// The address that opened the connection of a request.
pub(crate) fn peer_of(parts: &Parts) -> IpAddr {
    parts.extensions.get::<ConnectInfo<SocketAddr>>().map_or(IpAddr::from([0, 0, 0, 0]), |info| info.0.ip())
}

/// Where a request comes from.
pub fn client_of(settings: &ApiSettings, parts: &Parts) -> ClientAddress {
    let peer = peer_of(parts);
    if settings.trusts(peer) {
        forwarded_for(peer, &parts.headers, |address| settings.trusts(address))
    } else {
        ClientAddress { address: peer.to_canonical(), is_unreadable: false }
    }
}

/// The last address of the header that is not a trusted proxy's; if all are, the first one; without any, the peer's.
/// `peer` is the trusted proxy that sent the request.
fn forwarded_for(peer: IpAddr, headers: &HeaderMap, trusts: impl Fn(IpAddr) -> bool) -> ClientAddress {
    let mut address = peer.to_canonical();
    let values = headers.get_all("x-forwarded-for").iter().rev();
    let pieces = values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b',')).map(<[u8]>::trim_ascii);
    // Empty elements of a list are ignored (RFC 9110 §5.6.1).
    for piece in pieces.filter(|piece| !piece.is_empty()) {
        let Some(next) = address_of(piece) else { return ClientAddress { address, is_unreadable: true } };
        address = next;
        if !trusts(address) {
            break;
        }
    }
    ClientAddress { address, is_unreadable: false }
}

/// An address with or without a port, as proxies write it: `ip`, `ip:port`, `[ip]` or `[ip]:port`.
fn address_of(piece: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(piece).ok()?;
    let bare = || text.parse::<IpAddr>().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    bare().or_else(with_port).or_else(in_brackets).map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn read(values: &[&[u8]]) -> (String, bool) {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(value).expect("a header's value"));
        }
        let trusts = |address: IpAddr| address.to_string().starts_with("10.");
        let read = forwarded_for(IpAddr::from([10, 0, 0, 1]), &headers, trusts);
        (read.address.to_string(), read.is_unreadable)
    }

    #[test]
    fn the_last_address_that_no_trusted_proxy_has_is_the_clients() {
        let cases: [(&[&[u8]], &str); 14] = [
            (&[], "10.0.0.1"),
            (&[b""], "10.0.0.1"),
            (&[b"192.0.2.1"], "192.0.2.1"),
            (&[b"203.0.113.9, 192.0.2.1"], "192.0.2.1"),
            (&[b"203.0.113.9", b"192.0.2.1"], "192.0.2.1"),
            (&[b"192.0.2.1,10.1.2.3 ,\t10.1.2.4"], "192.0.2.1"),
            (&[b"192.0.2.1, , "], "192.0.2.1"),
            (&[b"10.1.2.3"], "10.1.2.3"),
            (&[b"192.0.2.1:4711"], "192.0.2.1"),
            (&[b"2001:db8::1"], "2001:db8::1"),
            (&[b"[2001:db8::1]"], "2001:db8::1"),
            (&[b"[2001:db8::1]:4711"], "2001:db8::1"),
            (&[b"::ffff:192.0.2.1"], "192.0.2.1"),
            (&[b"[::ffff:10.0.0.2]:80, 10.0.0.3"], "10.0.0.2"),
        ];
        for (values, address) in cases {
            assert_eq!(read(values), (address.to_owned(), false), "{values:?}");
        }
    }

    #[test]
    fn no_byte_that_a_client_writes_changes_what_a_proxy_wrote_after_it() {
        for byte in (0..=u8::MAX).filter(|byte| HeaderValue::from_bytes(&[b'x', *byte, b'x']).is_ok()) {
            for claimed in [vec![byte], vec![b'1', byte, b'2'], [b"10.0.0.9 ".as_slice(), &[byte]].concat()] {
                let joined = [claimed.as_slice(), b", 192.0.2.1"].concat();
                assert_eq!(read(&[&joined]), ("192.0.2.1".to_owned(), false), "{joined:?}");
                assert_eq!(read(&[claimed.trim_ascii(), b"192.0.2.1"]), ("192.0.2.1".to_owned(), false), "{claimed:?}");
            }
        }
    }

    #[test]
    fn invalid_address_written_by_a_trusted_proxy_is_ignored_and_flagged() {
        for piece in ["unknown", "192.0.2.256", "192.0.2.1:", "192.0.2.1:99999", "[192.0.2.1", "fe80::1%eth0", "\u{e9}"]
        {
            assert_eq!(read(&[piece.as_bytes()]), ("10.0.0.1".to_owned(), true), "{piece}");
            let behind_two = format!("192.0.2.7, {piece}, 10.1.2.3");
            assert_eq!(read(&[behind_two.as_bytes()]), ("10.1.2.3".to_owned(), true), "{behind_two}");
        }
    }
}
