//! A set of IP networks that answers in nanoseconds whether it contains an address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Subnets, Ipv6Subnets};

/// A set of networks: for each family, its ranges in order, none of which touch. An address is found by bisection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NetworkSet {
    v4: Vec<(u32, u32)>,
    v6: Vec<(u128, u128)>,
}

impl NetworkSet {
    /// The union of the networks. Bits of a network's address beyond its prefix are ignored.
    pub fn new(networks: impl IntoIterator<Item = IpNet>) -> Self {
        let mut set = Self::default();
        for network in networks {
            match network {
                IpNet::V4(network) => set.v4.push((network.network().to_bits(), network.broadcast().to_bits())),
                IpNet::V6(network) => set.v6.push((network.network().to_bits(), network.broadcast().to_bits())),
            }
        }
        set.v4 = merged(set.v4, |end| end.checked_add(1));
        set.v6 = merged(set.v6, |end| end.checked_add(1));
        set
    }

    /// The fewest networks that the set consists of, in order.
    pub fn networks(&self) -> Vec<IpNet> {
        let v4 = self.v4.iter().flat_map(|(first, last)| {
            Ipv4Subnets::new(Ipv4Addr::from_bits(*first), Ipv4Addr::from_bits(*last), 0).map(IpNet::V4)
        });
        let v6 = self.v6.iter().flat_map(|(first, last)| {
            Ipv6Subnets::new(Ipv6Addr::from_bits(*first), Ipv6Addr::from_bits(*last), 0).map(IpNet::V6)
        });
        v4.chain(v6).collect()
    }

    /// Whether the address is in one of the networks.
    pub fn contains(&self, address: IpAddr) -> bool {
        match address {
            IpAddr::V4(address) => is_in(&self.v4, address.to_bits()),
            IpAddr::V6(address) => is_in(&self.v6, address.to_bits()),
        }
    }
}

/// The same set as ranges in order that do not touch.
fn merged<T: Copy + Ord>(mut ranges: Vec<(T, T)>, next: impl Fn(T) -> Option<T>) -> Vec<(T, T)> {
    ranges.sort_unstable();
    let mut merged: Vec<(T, T)> = Vec::with_capacity(ranges.len());
    for (start, end) in ranges {
        match merged.last_mut() {
            Some(last) if next(last.1).is_none_or(|next| start <= next) => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}

fn is_in<T: Copy + Ord>(ranges: &[(T, T)], address: T) -> bool {
    let after = ranges.partition_point(|(start, _)| *start <= address);
    after.checked_sub(1).is_some_and(|index| address <= ranges[index].1)
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::any, prop_assert_eq, proptest};

    use super::*;

    proptest! {
        #[test]
        fn an_address_is_found_exactly_if_one_of_the_networks_contains_it(
            v4 in vec((any::<u32>(), 0_u8..=32), 0..40),
            v6 in vec((any::<u128>(), 0_u8..=128), 0..40),
            random in any::<(u32, u128)>(),
        ) {
            let v4 = v4.into_iter().map(|(bits, length)| IpNet::new_assert(Ipv4Addr::from_bits(bits).into(), length));
            let v6 = v6.into_iter().map(|(bits, length)| IpNet::new_assert(Ipv6Addr::from_bits(bits).into(), length));
            let networks: Vec<IpNet> = v4.chain(v6).collect();
            let set = NetworkSet::new(networks.iter().copied());
            prop_assert_eq!(NetworkSet::new(set.networks()), set.clone());
            let edges = networks.iter().flat_map(|network| [network.network(), network.broadcast()]);
            let beside = edges.clone().flat_map(|address| match address {
                IpAddr::V4(address) => [1, u32::MAX].map(|by| IpAddr::V4(Ipv4Addr::from_bits(address.to_bits().wrapping_add(by)))),
                IpAddr::V6(address) => [1, u128::MAX].map(|by| IpAddr::V6(Ipv6Addr::from_bits(address.to_bits().wrapping_add(by)))),
            });
            let random = [IpAddr::V4(Ipv4Addr::from_bits(random.0)), IpAddr::V6(Ipv6Addr::from_bits(random.1))];
            for address in edges.clone().chain(beside).chain(random) {
                let expected = networks.iter().any(|network| network.contains(&address));
                prop_assert_eq!(set.contains(address), expected, "{}", address);
            }
        }
    }
}
