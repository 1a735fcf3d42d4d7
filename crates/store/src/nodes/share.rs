//! What one node grants while minutes cannot be shared.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use askline_domain::requests::sliding_minute::MINUTE;

/// How long a node believes what it heard about the others: they consider it gone [a little later](super::GONE_AFTER).
const BELIEVED_FOR: Duration = Duration::from_secs(5);

/// A node's place among all nodes, which determines its part of a limit.
///
/// Together the nodes grant no more than the limit within any minute, even when nodes come and go: a larger part counts
/// a minute later, when what the others granted by their old parts is older than a minute. This holds for each node
/// separately: at any time of the last minute its part was at least what it grants now, and the parts at any one time
/// add up to the limit.
#[derive(Debug, Default)]
pub struct Share(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    heard: Option<Duration>,
    /// Its places of the last minute, each with its start, the latest last.
    places: VecDeque<(Duration, Place)>,
}

/// One node of this many, from 0; no part at all without nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Place {
    place: u32,
    nodes: u32,
}

impl Place {
    /// Its part of a limit. The first nodes get the remainder.
    fn of(self, limit: u32) -> u32 {
        let each = limit.checked_div(self.nodes);
        each.map_or(0, |each| each + u32::from(self.place < limit % self.nodes))
    }
}

impl Share {
    /// At `now`, a time that never goes back, it is node `place` of `nodes`. A node that starts, or comes back, while
    /// others count alone waits a minute for its part.
    pub fn heard(&self, now: Duration, place: u32, nodes: u32) {
        let mut known = self.known();
        // A node that heard nothing for long may have been missing for the others, which have had its part since.
        if known.heard.is_none_or(|heard| now.saturating_sub(heard) >= BELIEVED_FOR) {
            known.places.push_back((now, Place::default()));
        }
        known.heard = Some(now);
        let place = Place { place, nodes };
        if known.places.back().is_none_or(|(_, latest)| *latest != place) {
            known.places.push_back((now, place));
        }
        known.forget_older(now);
    }

    /// From now on only the latest place counts: until now nobody granted by parts, since requests were counted together.
    pub fn begin(&self) {
        let mut known = self.known();
        let latest = known.places.pop_back();
        known.places.clear();
        known.places.extend(latest);
    }

    /// Whether what it last heard is still valid at `now`.
    pub fn is_believed(&self, now: Duration) -> bool {
        self.known().heard.is_some_and(|heard| now.saturating_sub(heard) < BELIEVED_FOR)
    }

    /// Its part of a limit at `now`, by what it last heard.
    pub fn of(&self, now: Duration, limit: u32) -> u32 {
        let mut known = self.known();
        known.forget_older(now);
        known.places.iter().map(|(_, place)| place.of(limit)).min().unwrap_or(0)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Forgets places that it has not had for a whole minute.
    fn forget_older(&mut self, now: Duration) {
        while self.places.get(1).is_some_and(|(until, _)| now.saturating_sub(*until) >= MINUTE) {
            self.places.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A node that has counted by this place since the start.
    fn share(place: u32, nodes: u32) -> Share {
        let share = Share::default();
        share.heard(Duration::ZERO, place, nodes);
        share.begin();
        share
    }

    #[test]
    fn who_never_heard_of_the_others_grants_nothing_and_what_was_heard_long_ago_is_not_believed() {
        assert_eq!(Share::default().of(SECOND, u32::MAX), 0);
        assert!(!Share::default().is_believed(SECOND));
        let share = share(0, 1);
        assert!(share.is_believed(SECOND));
        assert!(!share.is_believed(BELIEVED_FOR));
        share.heard(BELIEVED_FOR, 0, 1);
        assert!(share.is_believed(BELIEVED_FOR));
    }

    /// Hears each second that it is one of this many, until `until` inclusive.
    fn hear(share: &Share, until: Duration, place: u32, nodes: u32) {
        let last = share.known().heard.map_or(Duration::ZERO, |heard| heard + SECOND);
        (last.as_secs()..=until.as_secs()).for_each(|second| share.heard(Duration::from_secs(second), place, nodes));
    }

    #[test]
    fn a_part_that_grows_counts_a_minute_later_and_one_that_shrinks_at_once() {
        let share = share(0, 2);
        let heard = |at: Duration, nodes: u32| {
            hear(&share, at, 0, nodes);
            share.of(at, 12)
        };
        assert_eq!(heard(SECOND, 1), 6);
        assert_eq!(heard(MINUTE, 1), 6);
        assert_eq!(heard(SECOND + MINUTE, 1), 12);
        assert_eq!(heard(2 * SECOND + MINUTE, 3), 4);
    }

    #[test]
    fn who_begins_while_others_count_alone_waits_a_minute() {
        let share = Share::default();
        hear(&share, SECOND, 1, 2);
        assert_eq!(share.of(SECOND, 12), 0);
        hear(&share, MINUTE, 1, 2);
        assert_eq!(share.of(MINUTE, 12), 6);
    }

    #[test]
    fn who_was_gone_for_the_others_waits_a_minute() {
        let share = share(0, 2);
        share.heard(BELIEVED_FOR, 0, 2);
        assert_eq!(share.of(BELIEVED_FOR, 12), 0);
        hear(&share, BELIEVED_FOR + MINUTE - SECOND, 0, 2);
        assert_eq!(share.of(BELIEVED_FOR + MINUTE - SECOND, 12), 0);
        hear(&share, BELIEVED_FOR + MINUTE, 0, 2);
        assert_eq!(share.of(BELIEVED_FOR + MINUTE, 12), 6);
    }

    proptest! {
        #[test]
        fn the_shares_of_all_nodes_are_the_limit(limit: u32, nodes in 1_u32..200) {
            let granted: u64 = (0..nodes).map(|place| u64::from(share(place, nodes).of(SECOND, limit))).sum();
            prop_assert_eq!(granted, u64::from(limit));
        }

        // Nodes come and go at any second, known to all at once; each grants as much as it may each second.
        #[test]
        fn within_any_minute_no_more_than_the_limit_is_granted_whoever_comes_and_goes(
            limit in 1_u32..40,
            changes in proptest::collection::vec((0_usize..4, 0_u64..200), 0..12),
        ) {
            let nodes: Vec<Share> = (0..4).map(|_| Share::default()).collect();
            let mut lives = [true; 4];
            let mut granted: Vec<(u64, usize)> = Vec::new();
            for second in 0..260_u64 {
                let now = Duration::from_secs(second);
                for (node, _) in changes.iter().filter(|(_, at)| *at == second) {
                    lives[*node] = !lives[*node];
                }
                let living = || (0..4).filter(|node| lives[*node]);
                let many = u32::try_from(living().count()).expect("few");
                for (place, node) in (0_u32..).zip(living()) {
                    nodes[node].heard(now, place, many);
                    if second == 0 {
                        nodes[node].begin();
                    }
                }
                for node in living() {
                    let recent = |whose: Option<usize>| {
                        let of = |(at, by): &&(u64, usize)| second - at < 60 && whose.is_none_or(|node| node == *by);
                        u32::try_from(granted.iter().filter(of).count()).expect("few")
                    };
                    for _ in recent(Some(node))..nodes[node].of(now, limit) {
                        granted.push((second, node));
                    }
                    let within = granted.iter().filter(|(at, _)| second - at < 60).count();
                    prop_assert!(within <= limit as usize, "{within} of {limit} at {second}");
                }
            }
        }
    }
}
