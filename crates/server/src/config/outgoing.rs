//! `outgoing.*`: the operator's own networks that outgoing requests may reach.
//!
//! Anyone who may register a site or a webhook can make the server send requests to them. A mistyped prefix
//! (`10.0.0.0/0`) would allow everything, including loopback and a cloud's metadata, so a wide network is accepted only
//! if it is given twice.

use ipnet::IpNet;

use super::layers::Layers;
use crate::failure::Failure;

/// The shortest prefix of a network that does not have to be repeated.
const MIN_PREFIX_V4: u8 = 8;
const MIN_PREFIX_V6: u8 = 32;
/// The IPv6 networks in which the last 32 bits are an IPv4 address: mapped addresses, and those of NAT64.
const HOLDING_V4: [&str; 2] = ["::ffff:0:0/96", "64:ff9b::/96"];

/// The networks of `outgoing.allowed`, each of which must be narrow or repeated in `outgoing.allowed_wide`.
pub(super) fn allowed_networks(layers: &Layers) -> Result<Vec<IpNet>, Failure> {
    let wanted = "a network such as 192.168.7.0/24";
    let allowed: Vec<IpNet> = layers.list("outgoing.allowed", wanted)?;
    let confirmed: Vec<IpNet> = layers.list("outgoing.allowed_wide", wanted)?;
    let unconfirmed = allowed.iter().find(|network| is_wide(network) && !confirmed.contains(network));
    if let Some(network) = unconfirmed {
        let wanted = format!(
            "a list of networks no wider than /{MIN_PREFIX_V4} (IPv6: /{MIN_PREFIX_V6}; a wider one such as {network} \
             must be in outgoing.allowed_wide as well, since customers can make the service ask any address in it)"
        );
        return Err(layers.bad("outgoing.allowed", &wanted));
    }
    match confirmed.iter().find(|network| !allowed.contains(network)) {
        Some(network) => {
            let wanted = format!("a list of networks that are in outgoing.allowed too ({network} is missing there)");
            Err(layers.bad("outgoing.allowed_wide", &wanted))
        }
        None => Ok(allowed),
    }
}

pub(super) fn is_wide(network: &IpNet) -> bool {
    let least = match network {
        IpNet::V4(_) => MIN_PREFIX_V4,
        IpNet::V6(_) => {
            let holding = HOLDING_V4.map(|text| text.parse::<IpNet>().expect("a network"));
            let is_within = holding.iter().any(|holding| holding.contains(network));
            if is_within { 96 + MIN_PREFIX_V4 } else { MIN_PREFIX_V6 }
        }
    };
    network.prefix_len() < least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_wide_by_the_addresses_that_it_holds() {
        for (text, expected) in [
            ("10.0.0.0/8", false),
            ("10.0.0.0/7", true),
            ("0.0.0.0/0", true),
            ("fd00::/32", false),
            ("fd00::/31", true),
            ("::/0", true),
            ("::ffff:10.0.0.0/104", false),
            ("::ffff:0:0/96", true),
            ("64:ff9b::/96", true),
            ("64:ff9b::a00:0/104", false),
        ] {
            assert_eq!(is_wide(&text.parse().expect("a network")), expected, "{text}");
        }
    }
}
