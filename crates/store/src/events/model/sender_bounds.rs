//! Limits the events and new pages that a sender adds to a site per day. The counts are kept only in memory.
//!
//! No address is kept: each is replaced by a hash with a random key that is chosen at start-up and never leaves memory.

use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::{BuildHasher as _, Hash},
};

use askline_domain::{requests::quota::AddressCaller, shared::ids::SiteId};

/// The maximum number of new pages per site and day from one address: an IPv4 address or an IPv6 /64.
const MAX_PAGES_OF_ADDRESS: u64 = 200;
/// The maximum number of new pages per site and day from an IPv4 /24 or an IPv6 /56.
const MAX_PAGES_OF_NETWORK: u64 = 400;
/// The maximum number of new pages per site and day from an IPv6 /48.
const MAX_PAGES_OF_WIDE_NETWORK: u64 = 1_000;
/// One address may send one part in this many of a site's maximum number of events per day.
const PART_OF_ADDRESS: u64 = 50;
/// The maximum number of entries in each of the three counts of [`SenderCounts`]. At 48 bytes each, all take 14 MiB.
const MAX_COUNTED: usize = 100_000;
/// The number of days before the newest one whose counts are kept: events of the previous day still arrive.
const DAYS_KEPT: i32 = 1;

/// The counts of all senders.
#[derive(Debug, Default)]
pub(crate) struct SenderCounts {
    numbers: RandomState,
    events: Counts,
    new_pages: Counts,
    /// For pages that need a second network: the network that opened the page first.
    opened_once: Counts,
}

/// What a transaction has counted, so that it can be undone after a rollback.
#[derive(Debug, Default)]
pub(crate) struct Journal(Vec<Step>);

#[derive(Debug, Clone, Copy)]
enum Step {
    Event(u64),
    NewPage(u64),
    OpenedOnce(u64),
}

/// The sender of a batch; without an address it has no limits.
pub(crate) struct Sender<'c> {
    pub(crate) counts: &'c mut SenderCounts,
    pub(crate) journal: &'c mut Journal,
    pub(crate) address: Option<AddressCaller>,
}

impl Journal {
    /// Confirms what was counted, so that it can no longer be undone.
    pub(crate) fn keep(&mut self) {
        self.0.clear();
    }
}

impl SenderCounts {
    /// Undoes what a rolled-back transaction has counted.
    pub(crate) fn take_back(&mut self, journal: &mut Journal) {
        for step in journal.0.drain(..) {
            match step {
                Step::Event(number) => self.events.lower(number),
                Step::NewPage(number) => self.new_pages.lower(number),
                Step::OpenedOnce(number) => self.opened_once.forget(number),
            }
        }
    }

    fn number_of(&self, thing: impl Hash) -> u64 {
        self.numbers.hash_one(thing)
    }
}

impl Sender<'_> {
    /// Whether the address may send another event on a day that accepts `max_events` events; if so, counts it.
    pub(crate) fn brings_event(&mut self, site: SiteId, day: i32, max_events: u64) -> bool {
        let Some(address) = self.address else { return true };
        let number = self.counts.number_of(("event", site, day, address));
        if self.counts.events.of(number) >= (max_events / PART_OF_ADDRESS).max(1) {
            return false;
        }
        self.counts.events.raise(number, day);
        self.journal.0.push(Step::Event(number));
        true
    }

    /// Whether a page becomes known because of this sender; if so, counts it. If `needs_two`, another network must have
    /// opened it before; the first one's opening is counted, too.
    pub(crate) fn brings_page(&mut self, site: SiteId, day: i32, path: &str, needs_two: bool) -> bool {
        let Some(address) = self.address else { return true };
        let network = address.network();
        if needs_two {
            let page = self.counts.number_of(("page", site, day, path));
            // Two networks in one /48 belong to one subscriber.
            let widest = self.counts.number_of(address.wide_network().unwrap_or(network));
            match self.counts.opened_once.known(page) {
                Some(first) if first != widest => {}
                Some(_) => return false,
                None => {
                    if self.counts_page(site, day, address) {
                        self.counts.opened_once.set(page, day, widest);
                        self.journal.0.push(Step::OpenedOnce(page));
                    }
                    return false;
                }
            }
        }
        self.counts_page(site, day, address)
    }

    /// Counts a new page for an address and the networks around it, unless one of them has reached its limit.
    fn counts_page(&mut self, site: SiteId, day: i32, address: AddressCaller) -> bool {
        let counts = &mut *self.counts;
        let of_address = (counts.number_of(("address", site, day, address)), MAX_PAGES_OF_ADDRESS);
        let of_network = (counts.number_of(("network", site, day, address.network())), MAX_PAGES_OF_NETWORK);
        let of_wide_network = address
            .wide_network()
            .map(|network| (counts.number_of(("wide network", site, day, network)), MAX_PAGES_OF_WIDE_NETWORK));
        let each = [Some(of_address), Some(of_network), of_wide_network];
        if each.iter().flatten().any(|(number, most)| counts.new_pages.of(*number) >= *most) {
            return false;
        }
        for (number, _) in each.into_iter().flatten() {
            counts.new_pages.raise(number, day);
            self.journal.0.push(Step::NewPage(number));
        }
        true
    }
}

/// Values of the latest days by number. If there are too many, the small ones are dropped, so that those of a flood
/// remain.
#[derive(Debug, Default)]
struct Counts {
    by_number: HashMap<u64, Count>,
    newest_day: i32,
}

#[derive(Debug, Clone, Copy)]
struct Count {
    day: i32,
    value: u64,
}

impl Counts {
    fn known(&self, number: u64) -> Option<u64> {
        self.by_number.get(&number).map(|count| count.value)
    }

    fn of(&self, number: u64) -> u64 {
        self.known(number).unwrap_or(0)
    }

    fn raise(&mut self, number: u64, day: i32) {
        let value = self.of(number) + 1;
        self.set(number, day, value);
    }

    fn lower(&mut self, number: u64) {
        if let Some(count) = self.by_number.get_mut(&number) {
            count.value = count.value.saturating_sub(1);
        }
    }

    fn forget(&mut self, number: u64) {
        self.by_number.remove(&number);
    }

    fn set(&mut self, number: u64, day: i32, value: u64) {
        if day > self.newest_day {
            self.newest_day = day;
            self.forget_old_days();
        }
        if self.by_number.len() >= MAX_COUNTED && !self.by_number.contains_key(&number) {
            self.make_room();
        }
        self.by_number.insert(number, Count { day, value });
    }

    fn forget_old_days(&mut self) {
        let oldest = self.newest_day.saturating_sub(DAYS_KEPT);
        self.by_number.retain(|_, count| count.day >= oldest);
    }

    /// Drops the values up to the median.
    fn make_room(&mut self) {
        let mut values: Vec<u64> = self.by_number.values().map(|count| count.value).collect();
        let middle = values.len() / 2;
        let (_, middle, _) = values.select_nth_unstable(middle);
        let middle = *middle;
        self.by_number.retain(|_, count| count.value > middle);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use askline_domain::shared::ids::Id as _;

    use super::*;

    struct Scene {
        counts: SenderCounts,
        journal: Journal,
    }

    impl Scene {
        fn new() -> Self {
            Self { counts: SenderCounts::default(), journal: Journal::default() }
        }

        fn from(&mut self, address: &str) -> Sender<'_> {
            let address = address.parse::<IpAddr>().expect("an address");
            Sender { counts: &mut self.counts, journal: &mut self.journal, address: Some(address.into()) }
        }

        /// Returns how many of 2,000 pages become known.
        fn pages_from(&mut self, address: &str) -> usize {
            (0..2_000).filter(|page| self.from(address).brings_page(site(1), 1, &format!("/{page}"), false)).count()
        }
    }

    fn site(number: u128) -> SiteId {
        SiteId::from_bits(number)
    }

    #[test]
    fn an_address_its_network_and_a_wide_network_have_a_bound_each() {
        let mut scene = Scene::new();
        assert_eq!(scene.pages_from("192.0.2.1"), 200);
        assert_eq!(scene.pages_from("192.0.2.1"), 0);
        assert_eq!((scene.pages_from("192.0.2.2"), scene.pages_from("192.0.2.3")), (200, 0));
        assert_eq!(scene.pages_from("192.0.3.1"), 200);
        // Addresses of one /64, networks of one /56 and of one /48.
        assert_eq!((scene.pages_from("2001:db8::1"), scene.pages_from("2001:db8::2")), (200, 0));
        assert_eq!((scene.pages_from("2001:db8:0:1::1"), scene.pages_from("2001:db8:0:2::1")), (200, 0));
        let others: Vec<usize> =
            (1..6).map(|network| scene.pages_from(&format!("2001:db8:0:{network}00::1"))).collect();
        assert_eq!(others, [200, 200, 200, 0, 0]);
        assert_eq!(scene.pages_from("2001:db8:1::1"), 200);
        assert!(scene.from("192.0.2.1").brings_page(site(1), 2, "/", false), "another day has its own");
        assert!(scene.from("192.0.2.1").brings_page(site(2), 1, "/", false), "and so has another site");
    }

    #[test]
    fn a_page_that_needs_two_networks_is_known_by_the_second() {
        let mut scene = Scene::new();
        let brings = |scene: &mut Scene, from| scene.from(from).brings_page(site(1), 1, "/new", true);
        for from in ["2001:db8::1", "2001:db8::1", "2001:db8:0:ff00::1"] {
            assert!(!brings(&mut scene, from), "{from}");
        }
        assert!(brings(&mut scene, "192.0.2.1"));
        assert!(!scene.from("192.0.2.1").brings_page(site(1), 1, "/other", true));
        assert!(!scene.from("192.0.2.77").brings_page(site(1), 1, "/other", true), "of the same network");
        assert!(scene.from("198.51.100.1").brings_page(site(1), 1, "/other", true));
    }

    #[test]
    fn an_address_sends_a_fiftieth_of_a_days_events() {
        let mut scene = Scene::new();
        let sent = |scene: &mut Scene, from, most| {
            (0..1_000).filter(|_| scene.from(from).brings_event(site(1), 1, most)).count()
        };
        assert_eq!((sent(&mut scene, "192.0.2.1", 5_000), sent(&mut scene, "192.0.2.2", 5_000)), (100, 100));
        assert_eq!(sent(&mut scene, "192.0.2.3", 10), 1);
    }

    #[test]
    fn rolled_back_pages_and_events_are_counted_for_no_sender() {
        let mut scene = Scene::new();
        for _ in 0..3 {
            assert_eq!(scene.pages_from("192.0.2.1"), 200);
            assert!(!scene.from("192.0.2.9").brings_page(site(1), 1, "/new", true));
            assert!(scene.from("192.0.2.9").brings_event(site(1), 1, 10));
            scene.counts.take_back(&mut scene.journal);
        }
        assert!(!scene.from("198.51.100.1").brings_page(site(1), 1, "/new", true), "nobody opened it before");
        assert_eq!(scene.pages_from("192.0.2.1"), 200);
        scene.journal.keep();
        scene.counts.take_back(&mut scene.journal);
        assert_eq!(scene.pages_from("192.0.2.1"), 0);
    }

    #[test]
    fn memory_is_bounded_a_flood_stays_counted_and_old_days_go() {
        let mut counts = Counts::default();
        for _ in 0..500 {
            counts.raise(u64::MAX, 1);
        }
        for number in 0..3 * MAX_COUNTED as u64 {
            counts.raise(number, 1);
            assert!(counts.by_number.len() <= MAX_COUNTED);
        }
        assert_eq!(counts.of(u64::MAX), 500);
        counts.raise(7, 2);
        assert_eq!(counts.of(u64::MAX), 500, "events of yesterday still come");
        counts.raise(7, 3);
        assert_eq!(counts.by_number.len(), 1);
    }
}
