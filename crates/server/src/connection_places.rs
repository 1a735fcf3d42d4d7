//! How many connections are open at once, in all and from one address, so that nobody takes them all.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ipnet::IpNet;
use metrics::counter;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The bounds of a listener.
#[derive(Debug, Clone)]
pub struct ConnectionBounds {
    /// Connections in all; further ones wait until one ends.
    pub all: usize,
    /// Connections of one address, an IPv6 address being its /64; further ones are closed. 0: no bound.
    pub each: usize,
    /// Networks whose connections are everybody's: proxies.
    pub proxies: Vec<IpNet>,
}

/// The places of a listener. Cheap to clone.
#[derive(Clone)]
pub struct ConnectionPlaces(Arc<Parts>);

struct Parts {
    all: Arc<Semaphore>,
    bounds: ConnectionBounds,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// A connection among those of its address, until it is dropped.
pub struct AddressPlace {
    places: ConnectionPlaces,
    /// `None` where no bound is kept.
    address: Option<IpAddr>,
}

impl ConnectionPlaces {
    /// All of them free.
    pub fn new(bounds: ConnectionBounds) -> Self {
        let all = Arc::new(Semaphore::new(bounds.all));
        Self(Arc::new(Parts { all, bounds, open: Mutex::default() }))
    }

    /// A place for the next connection, whoever's it is.
    pub async fn any(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.0.all).acquire_owned().await.expect("the semaphore is never closed")
    }

    /// A place for a connection of `peer`; `None` when its address has as many as it may.
    pub fn of_address(&self, peer: IpAddr) -> Option<AddressPlace> {
        let peer = peer.to_canonical();
        let bounds = &self.0.bounds;
        if bounds.each == 0 || bounds.proxies.iter().any(|network| network.contains(&peer)) {
            return Some(AddressPlace { places: self.clone(), address: None });
        }
        let address = address_of(peer);
        let mut open = self.0.open();
        let connections = open.entry(address).or_default();
        if *connections >= bounds.each {
            counter!("askline_connections_refused_total").increment(1);
            return None;
        }
        *connections += 1;
        Some(AddressPlace { places: self.clone(), address: Some(address) })
    }
}

impl Parts {
    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut open = self.places.0.open();
        if let Some(connections) = open.get_mut(&address) {
            *connections -= 1;
            if *connections == 0 {
                open.remove(&address);
            }
        }
    }
}

/// What one subscriber has: an IPv4 address, or the /64 of an IPv6 address.
fn address_of(peer: IpAddr) -> IpAddr {
    match peer {
        IpAddr::V4(_) => peer,
        IpAddr::V6(peer) => Ipv6Addr::from_bits(peer.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(each: usize) -> ConnectionPlaces {
        let proxies = vec!["10.0.0.0/8".parse().expect("a network")];
        ConnectionPlaces::new(ConnectionBounds { all: 9, each, proxies })
    }

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn an_address_has_its_connections_and_every_other_has_its_own() {
        let places = places(2);
        let first = places.of_address(address("192.0.2.1")).expect("room");
        let _second = places.of_address(address("::ffff:192.0.2.1")).expect("room");
        assert!(places.of_address(address("192.0.2.1")).is_none());
        assert!(places.of_address(address("192.0.2.2")).is_some());
        drop(first);
        assert!(places.of_address(address("192.0.2.1")).is_some());
    }

    #[test]
    fn the_addresses_of_a_subscriber_are_one() {
        let places = places(1);
        let _one = places.of_address(address("2001:db8:1:2::1")).expect("room");
        assert!(places.of_address(address("2001:db8:1:2:ffff::9")).is_none());
        assert!(places.of_address(address("2001:db8:1:3::1")).is_some());
    }

    #[test]
    fn proxies_and_a_bound_of_zero_are_not_counted_and_nobody_is_remembered() {
        let bounded = places(1);
        let _many: Vec<_> = (0..5).map(|_| bounded.of_address(address("10.1.1.1")).expect("a proxy")).collect();
        let lifted = places(0);
        let _others: Vec<_> = (0..5).map(|_| lifted.of_address(address("192.0.2.1")).expect("no bound")).collect();
        drop(bounded.of_address(address("192.0.2.1")).expect("room"));
        assert!(bounded.0.open().is_empty() && lifted.0.open().is_empty());
    }
}
