//! Tests which connections get a slot, by address and network, and which are closed.

use super::*;
use crate::listen::timer::system;

fn places(each: usize) -> ConnectionSlots {
    let proxies = vec!["10.0.0.0/8".parse().expect("a network")];
    ConnectionSlots::new(ConnectionBounds { proxies, ..ConnectionBounds::new(900, each) }, system())
}

fn address(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

/// Takes a slot for one connection from each of these addresses; returns the slots that were free.
fn placed(places: &ConnectionSlots, addresses: impl IntoIterator<Item = String>) -> Vec<AddressSlot> {
    addresses.into_iter().filter_map(|text| places.of_address(address(&text))).collect()
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
fn a_network_has_four_times_what_an_address_has_and_a_wide_one_ten_times() {
    let places = places(3);
    let taken = placed(&places, (0..100).map(|number| format!("192.0.2.{number}")));
    assert_eq!(taken.len(), 12);
    assert!(places.of_address(address("192.0.3.1")).is_some());
    let of_56 = placed(&places, (0..100).map(|number| format!("2001:db8:1:{number:x}::1")));
    assert_eq!(of_56.len(), 12);
    let of_48 = placed(&places, (1..100).map(|number| format!("2001:db8:1:{number:x}00::1")));
    assert_eq!(of_56.len() + of_48.len(), 30);
    assert!(places.of_address(address("2001:db8:2::1")).is_some());
    drop((taken, of_56, of_48));
    assert!(places.0.open().is_empty());
}

#[test]
fn no_network_has_more_than_half_of_all_places() {
    let places = ConnectionSlots::new(ConnectionBounds::new(20, 5), system());
    let taken = placed(&places, (0..100).map(|number| format!("192.0.2.{number}")));
    assert_eq!(taken.len(), 10);
    let of_48 = placed(&places, (0..100).map(|number| format!("2001:db8:1:{number:x}00::1")));
    assert_eq!(of_48.len(), 10);
}

#[test]
fn proxies_and_a_bound_of_zero_are_not_counted_and_no_address_is_retained() {
    let bounded = places(1);
    let many: Vec<_> = (0..5).map(|_| bounded.of_address(address("10.1.1.1")).expect("a proxy")).collect();
    let lifted = places(0);
    let others: Vec<_> = (0..5).map(|_| lifted.of_address(address("192.0.2.1")).expect("no bound")).collect();
    drop(bounded.of_address(address("192.0.2.1")).expect("room"));
    assert!(bounded.0.open().is_empty() && lifted.0.open().is_empty());
    drop((many, others));
}

#[tokio::test]
async fn the_longest_idle_of_many_connections_is_asked_to_close_each_time() {
    let count = 3 * MAX_FOUND_IDLE;
    let places = ConnectionSlots::new(ConnectionBounds::new(count, 0), system());
    let mut found = FoundIdle::default();
    let mut open = Vec::new();
    for _ in 0..count {
        let slot = places.place(Duration::from_secs(60), &mut found).await;
        // Before its first request it would be new, and not idle.
        drop(slot.turn().begin_request());
        open.push(slot);
    }
    // One connection has a request in progress, and another one had a request in the meantime.
    let in_work = open[0].turn().begin_request();
    drop(open[1].turn().begin_request());
    let mut order: Vec<usize> = (2..count).collect();
    order.push(1);
    for expected in order {
        assert!(places.tell_longest_idle(&mut found));
        let told: Vec<usize> = (0..count).filter(|number| open[*number].turn().take_told()).collect();
        assert_eq!(told, [expected]);
    }
    assert!(!places.tell_longest_idle(&mut found));
    drop(in_work);
    assert!(places.tell_longest_idle(&mut found));
}
