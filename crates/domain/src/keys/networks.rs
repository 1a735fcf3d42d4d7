//! The networks from which a key or a token may be used.

use std::net::IpAddr;

use ipnet::IpNet;

/// Whether a credential that is limited to `allowed`, if to any, may be used by a client with this address; `None` if the
/// address is unreadable.
pub fn are_open_to(allowed: Option<&[IpNet]>, address: Option<IpAddr>) -> bool {
    let Some(networks) = allowed else { return true };
    address.is_some_and(|address| {
        let address = address.to_canonical();
        networks.iter().any(|network| network.contains(&address))
    })
}

/// The networks that two limits have in common; `None` if neither limits. An empty list is no network.
pub fn common_to(one: Option<&[IpNet]>, other: Option<&[IpNet]>) -> Option<Vec<IpNet>> {
    match (one, other) {
        (None, None) => None,
        (Some(only), None) | (None, Some(only)) => Some(only.to_vec()),
        (Some(one), Some(other)) => {
            let mut common = Vec::new();
            for (a, b) in one.iter().flat_map(|a| other.iter().map(move |b| (a, b))) {
                // Two networks are apart, or one contains the other.
                let smaller = if a.contains(b) { b } else { a };
                if (a.contains(b) || b.contains(a)) && !common.contains(smaller) {
                    common.push(*smaller);
                }
            }
            Some(common)
        }
    }
}
