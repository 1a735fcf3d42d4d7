//! This server's share of each limit while Redis does not count for all servers.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use askline_domain::requests::sliding_minute::MINUTE;

/// A server's share of a limit: the limit divided by the number of running servers.
///
/// A smaller share applies immediately. A larger one applies a minute later, when the requests admitted by a server
/// that stopped are older than a minute. A server that starts has its share immediately.
#[derive(Debug, Default)]
pub struct Share(Mutex<VecDeque<(Duration, Place)>>);

/// The position of a server among all running servers, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    place: u32,
    servers: u32,
}

impl Place {
    /// The server's share of a limit. The first servers get the remainder.
    fn of(self, limit: u32) -> u32 {
        limit.saturating_sub(self.place).div_ceil(self.servers.max(1))
    }
}

impl Share {
    /// Records that this is server `place` of `servers` at `now`, which must never decrease.
    pub fn heard(&self, now: Duration, place: u32, servers: u32) {
        let mut places = self.places();
        let place = Place { place, servers };
        if places.back().is_none_or(|(_, latest)| *latest != place) {
            places.push_back((now, place));
        }
        while places.get(1).is_some_and(|(since, _)| now.saturating_sub(*since) >= MINUTE) {
            places.pop_front();
        }
    }

    /// The share of a limit: the smallest of the last minute; zero before the first call of [`Share::heard`].
    pub fn of(&self, limit: u32) -> u32 {
        self.places().iter().map(|(_, place)| place.of(limit)).min().unwrap_or(0)
    }

    fn places(&self) -> MutexGuard<'_, VecDeque<(Duration, Place)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn share(place: u32, servers: u32) -> Share {
        let share = Share::default();
        share.heard(Duration::ZERO, place, servers);
        share
    }

    #[test]
    fn a_share_that_shrinks_counts_at_once_and_one_that_grows_a_minute_later() {
        let second = Duration::from_secs(1);
        assert_eq!(Share::default().of(u32::MAX), 0);
        let share = share(0, 2);
        assert_eq!(share.of(12), 6);
        share.heard(second, 0, 3);
        assert_eq!(share.of(12), 4);
        share.heard(2 * second, 0, 2);
        share.heard(MINUTE + second, 0, 2);
        assert_eq!(share.of(12), 4);
        share.heard(MINUTE + 2 * second, 0, 2);
        assert_eq!(share.of(12), 6);
    }

    proptest! {
        #[test]
        fn the_shares_of_all_servers_are_the_limit_and_differ_by_one_at_most(limit: u32, servers in 1_u32..200) {
            let shares: Vec<u32> = (0..servers).map(|place| share(place, servers).of(limit)).collect();
            prop_assert_eq!(shares.iter().map(|share| u64::from(*share)).sum::<u64>(), u64::from(limit));
            prop_assert!(shares[0] - shares[servers as usize - 1] <= 1);
        }
    }
}
