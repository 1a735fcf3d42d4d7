//! Computes how often and when a monitor runs on its schedule. Uses no clock: the time is a parameter.

use jiff::{SignedDuration, Timestamp, ToSpan as _, civil::time, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shared::ids::{Id as _, MonitorId};

/// The hour of the site's day from which scheduled runs start: early, so that the day's figures are ready in the
/// morning.
const FIRST_HOUR: i8 = 3;
/// The time in seconds over which the runs of all monitors are spread, so that engines do not get all questions at
/// once.
const SPREAD_SECONDS: u32 = 3 * 3_600;
/// The number of days within which every scheduled cadence has a run.
const DAYS_LOOKED_AT: i32 = 9;
/// The time within which every scheduled cadence has its next run.
pub const NEXT_RUN_WITHIN: SignedDuration = SignedDuration::from_hours(24 * (DAYS_LOOKED_AT as i64 + 1));

/// How often a monitor runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cadence {
    /// Once a day, in the site's time zone.
    Daily,
    /// Once a week, always on the same day of the week.
    Weekly,
    /// Only when someone starts a run.
    Manual,
}

words! { Cadence, "a cadence": Daily = "daily", Weekly = "weekly", Manual = "manual" }

impl Cadence {
    /// The days from one scheduled run to the next; `None` if it has none.
    pub fn days_per_run(self) -> Option<u32> {
        match self {
            Cadence::Daily => Some(1),
            Cadence::Weekly => Some(7),
            Cadence::Manual => None,
        }
    }

    /// The most scheduled runs that 30 days can have.
    pub fn max_runs_in_30_days(self) -> u32 {
        match self {
            Cadence::Daily => 30,
            Cadence::Weekly => 5,
            Cadence::Manual => 0,
        }
    }

    /// The first time after `after` at which the monitor is due, in the calendar of `zone`.
    ///
    /// Each monitor has its own time of day, and a weekly monitor its own day of the week. Both follow from its id, so
    /// they never change. If a day skips that time (at the start of daylight saving time), the run is later by the
    /// length of the skip.
    pub fn next_run(self, after: Timestamp, zone: &TimeZone, monitor: MonitorId) -> Option<Timestamp> {
        let place = Place::of(monitor);
        let today = zone.to_datetime(after).date();
        // Starts yesterday: a clock change may move yesterday's run past `after`.
        (-1..DAYS_LOOKED_AT).find_map(|days| {
            let date = today.checked_add(days.days()).ok()?;
            let is_wanted = match self {
                Cadence::Daily => true,
                Cadence::Weekly => date.weekday().to_monday_zero_offset() == place.weekday,
                Cadence::Manual => false,
            };
            let seconds = i64::from(place.seconds);
            let due = zone.to_timestamp(date.to_datetime(time(FIRST_HOUR, 0, 0, 0)) + seconds.seconds()).ok()?;
            (is_wanted && due > after).then_some(due)
        })
    }
}

/// A monitor's own day of the week, and its own seconds after [`FIRST_HOUR`].
struct Place {
    weekday: i8,
    seconds: u32,
}

impl Place {
    fn of(monitor: MonitorId) -> Self {
        // The low bits of an id are random.
        let bits = monitor.bits();
        let weekday = i8::try_from((bits >> 32) % 7).expect("a remainder below 7");
        let seconds = u32::try_from((bits & 0xffff_ffff) % u128::from(SPREAD_SECONDS)).expect("a small remainder");
        Self { weekday, seconds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn zone(name: &str) -> TimeZone {
        TimeZone::get(name).expect("a zone")
    }

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[test]
    fn a_manual_monitor_is_never_due() {
        assert_eq!(Cadence::Manual.next_run(at("2026-06-15T12:00:00Z"), &TimeZone::UTC, MonitorId::from_bits(7)), None);
    }

    #[test]
    fn every_day_has_one_run_also_where_the_clocks_change() {
        // Clocks go forward on March 29 and back on October 25, 2026, in Berlin; Lord Howe shifts by half an hour.
        for (name, from) in [
            ("Europe/Berlin", "2026-03-20T00:00:00Z"),
            ("Europe/Berlin", "2026-10-20T00:00:00Z"),
            ("Australia/Lord_Howe", "2026-03-28T00:00:00Z"),
            ("America/Santiago", "2026-09-01T00:00:00Z"),
        ] {
            let zone = zone(name);
            for bits in [0, 3_599, 7_200, 10_799, u128::MAX] {
                let monitor = MonitorId::from_bits(bits);
                let mut due = at(from);
                let mut dates = Vec::new();
                for _ in 0..20 {
                    due = Cadence::Daily.next_run(due, &zone, monitor).expect("it is daily");
                    dates.push(zone.to_datetime(due).date());
                }
                let follows = |pair: &[jiff::civil::Date]| pair[0].tomorrow().expect("a day") == pair[1];
                assert!(dates.windows(2).all(follows), "{name}: {dates:?}");
            }
        }
    }

    #[test]
    fn a_time_of_day_stays_the_same_across_summer_time() {
        let (zone, monitor) = (zone("Europe/Berlin"), MonitorId::from_bits(5_400));
        let before = Cadence::Daily.next_run(at("2026-03-28T00:00:00Z"), &zone, monitor).expect("it is daily");
        let after = Cadence::Daily.next_run(before, &zone, monitor).expect("it is daily");
        assert_eq!(before, at("2026-03-28T03:30:00Z"));
        assert_eq!(after, at("2026-03-29T02:30:00Z"));
    }

    proptest! {
        #[test]
        fn the_next_run_is_within_one_period_and_always_at_the_same_time(
            bits: u128, seconds in 1_700_000_000_i64..1_900_000_000, weekly: bool,
        ) {
            let (zone, monitor) = (zone("America/New_York"), MonitorId::from_bits(bits));
            let after = Timestamp::from_second(seconds).expect("a time");
            let (cadence, days) = if weekly { (Cadence::Weekly, 7) } else { (Cadence::Daily, 1) };
            let next = cadence.next_run(after, &zone, monitor).expect("it has a cadence");
            prop_assert!(next > after && next <= after + SignedDuration::from_hours(24 * days + 1));
            // Just before that run, the answer is the same.
            prop_assert_eq!(cadence.next_run(next - SignedDuration::from_millis(1), &zone, monitor), Some(next));
            let following = cadence.next_run(next, &zone, monitor).expect("it has a cadence");
            let (one, other) = (zone.to_datetime(next), zone.to_datetime(following));
            prop_assert_eq!(one.time(), other.time());
            prop_assert_eq!(other.date(), one.date().checked_add(days.days()).expect("a day"));
            let hour = one.time().hour();
            prop_assert!((FIRST_HOUR..FIRST_HOUR + 3).contains(&hour));
        }
    }
}
