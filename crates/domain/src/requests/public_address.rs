//! Decides which addresses are public.
//!
//! Source: IANA's special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its successors). An address that
//! is not known to be public is treated as not public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::IpNet;

/// The number of addresses between those that [`is_public_network`] looks at: no special range of IPv4 is smaller.
const SMALLEST_RANGE: usize = 256;
/// The shortest prefix of an IPv6 network that may be public: all of them are looked at in steps of a `/32`, the smallest special range.
const MIN_PREFIX_V6: u8 = 16;
/// The beginning of 6to4 addresses, which contain addresses of IPv4 of any kind.
const SIX_TO_FOUR: u16 = 0x2002;

/// Whether `address` can be reached by everyone, and so is not part of a private network.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Whether every address of the network is public. Its work grows with the network: 4,096 steps for a `/12`.
pub fn is_public_network(network: IpNet) -> bool {
    match network {
        IpNet::V4(network) => {
            let (first, last) = (network.network().to_bits(), network.broadcast().to_bits());
            is_public_v4(network.broadcast())
                && (first..=last).step_by(SMALLEST_RANGE).all(|bits| is_public_v4(Ipv4Addr::from_bits(bits)))
        }
        IpNet::V6(network) => {
            let first = network.network();
            let length = network.prefix_len().max(MIN_PREFIX_V6);
            let networks = 1_u32 << 32_u8.saturating_sub(length);
            length == network.prefix_len()
                && first.segments()[0] != SIX_TO_FOUR
                && is_public_v6(network.broadcast())
                && (0..networks).all(|n| is_public_v6(Ipv6Addr::from_bits(first.to_bits() + (u128::from(n) << 96))))
        }
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_documentation()
        || a == 0
        // Shared by carriers' NAT.
        || (a == 100 && (64..128).contains(&b))
        // IETF assignments, 6to4 relays, benchmarks, reserved.
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19))
        || a >= 240)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(inner) = embedded_v4(address) {
        return is_public_v4(inner);
    }
    let [first, second, ..] = address.segments();
    // Global unicast is 2000::/3; within it documentation, benchmarks and Teredo are not public.
    (first & 0xe000) == 0x2000
        && !(first == 0x2001 && second == 0x0db8)
        && !(first == 0x2001 && second < 0x0200)
        && !(first == 0x3fff && second < 0x1000)
}

/// The IPv4 address within a mapped, compatible, NAT64 or 6to4 address.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let s = address.segments();
    let v4 = |high: u16, low: u16| Ipv4Addr::from_bits((u32::from(high) << 16) | u32::from(low));
    match s {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0, 0, 0, 0, 0, 0, high, low] => Some(v4(high, low)),
        [0x0064, 0xff9b, 0, 0, 0, 0, high, low] => Some(v4(high, low)),
        [0x2002, high, low, ..] => Some(v4(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: bool) {
        assert_eq!(is_public(text.parse().expect("an address")), expected, "{text}");
    }

    #[test]
    fn public_addresses_pass() {
        for text in [
            "1.1.1.1",
            "93.184.216.34",
            "100.63.0.1",
            "172.32.0.1",
            "2606:4700::1111",
            "::ffff:8.8.8.8",
            "2002:0808:0808::1",
        ] {
            check(text, true);
        }
    }

    #[test]
    fn a_network_is_public_if_every_address_in_it_is() {
        for (network, expected) in [
            ("20.171.206.0/24", true),
            ("1.1.1.1/32", true),
            ("2a00:1450::/32", true),
            ("192.0.0.0/14", false),
            ("198.48.0.0/12", false),
            ("172.0.0.0/11", false),
            ("2001:db8::/48", false),
            ("2001:db0::/28", false),
            ("fc00::/32", false),
            ("2000::/3", false),
        ] {
            assert_eq!(is_public_network(network.parse().expect("a network")), expected, "{network}");
        }
    }

    #[test]
    fn every_special_range_is_refused() {
        for text in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            check(text, false);
        }
    }
}
