//! When a day of a site is looked at, and which day that is.

use jiff::{SignedDuration, Timestamp, tz::TimeZone};

use crate::shared::calendar::Day;

/// How long after the end of a day it is looked at: logs of web servers often arrive once a night.
pub const LOOK_AFTER: SignedDuration = SignedDuration::from_hours(6);
/// The next look is never further away. If it is, a clock was ahead when it was computed.
pub const NEXT_LOOK_WITHIN: SignedDuration = SignedDuration::from_hours(48);

/// The day to look at, and when the next one is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// The latest day that ended at least [`LOOK_AFTER`] ago.
    pub day: Day,
    /// When the next day is looked at.
    pub next_at: Timestamp,
}

impl Look {
    /// What is due at `now` in a site's time zone.
    pub fn at(now: Timestamp, zone: &TimeZone) -> Self {
        let today = Day::of(now - LOOK_AFTER, zone);
        Self { day: Day(today.0 - 1), next_at: Day(today.0 + 1).start(zone) + LOOK_AFTER }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_day_is_looked_at_after_it_ended_and_the_next_one_within_two_days(
            second in 1_700_000_000_i64..1_900_000_000,
            zone in prop::sample::select(vec!["UTC", "Europe/Berlin", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Apia"]),
        ) {
            let (now, zone) = (Timestamp::from_second(second).expect("a time"), TimeZone::get(zone).expect("a zone"));
            let look = Look::at(now, &zone);
            prop_assert!(Day(look.day.0 + 1).start(&zone) + LOOK_AFTER <= now);
            prop_assert!(look.next_at > now && look.next_at - NEXT_LOOK_WITHIN <= now);
            let next = Look::at(look.next_at, &zone);
            prop_assert_eq!(next.day.0, look.day.0 + 1);
        }
    }
}
