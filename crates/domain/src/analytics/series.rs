//! Divides a window into hours, days, weeks or months, and sums counts for each.

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shared::{
    calendar::{Day, MAX_HOURS, Window},
    rfc3339::Moment,
};

/// The number of days, including today, for which hourly figures can be requested.
pub const MAX_HOURLY_DAYS: i32 = 8;

/// The length of one row of a series.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "SeriesInterval")]
pub enum Interval {
    /// An hour in the site's time zone; a day has 23 to 25 hours.
    Hour,
    /// A calendar day.
    #[default]
    Day,
    /// A week that begins on Monday.
    Week,
    /// A calendar month.
    Month,
}

/// The hour or day that a counter's value belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// The day.
    pub day: Day,
    /// The hour of the day, from 0; 0 if whole days are counted.
    pub hour: u8,
}

/// The count of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotValue {
    /// The slot.
    pub slot: Slot,
    /// The count.
    pub value: i64,
}

/// The last hour that counts in a window, so that an unfinished window is compared with an equally long part of
/// another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cut {
    /// The last day that counts.
    pub day: Day,
    /// The last hour of that day that counts.
    pub hour: u8,
}

impl Cut {
    /// The last hour of `before` that counts in a fair comparison with `window`: the current hour, on the corresponding
    /// day. `None` if `window` is over or has not begun.
    pub fn of_earlier(before: Window, window: Window, now: Timestamp, zone: &TimeZone) -> Option<Self> {
        let (today, hour) = Day::and_hour_of(now, zone);
        let runs = window.from <= today && today <= window.to;
        runs.then(|| Cut { day: Day(today.0 - window.from.0 + before.from.0), hour })
    }
}

/// The rows of a series: the first slot and the name of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// The first slot of each row.
    starts: Vec<Slot>,
    names: Vec<String>,
}

impl Rows {
    /// The rows of a window, oldest first. A row is named after its first day within the window, or after the start of
    /// its hour.
    pub fn of(window: Window, interval: Interval, zone: &TimeZone) -> Self {
        let mut rows = Self { starts: Vec::new(), names: Vec::new() };
        let mut add = |slot: Slot, name: String| {
            rows.starts.push(slot);
            rows.names.push(name);
        };
        for day in window.iter() {
            let date = day.date();
            let begins_row = day == window.from
                || match interval {
                    Interval::Hour | Interval::Day => true,
                    Interval::Week => date.weekday().to_monday_zero_offset() == 0,
                    Interval::Month => date.day() == 1,
                };
            match interval {
                Interval::Hour => {
                    let (start, end) = (day.start(zone), Day(day.0 + 1).start(zone));
                    for hour in 0..hours_between(start, end) {
                        let moment = start + SignedDuration::from_hours(i64::from(hour));
                        add(Slot { day, hour }, Moment(moment).to_string());
                    }
                }
                _ if begins_row => add(Slot { day, hour: 0 }, date.to_string()),
                _ => {}
            }
        }
        rows
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The names of the rows.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The first and the last day of each row, which is not an hour.
    pub fn days(&self, window: Window) -> impl Iterator<Item = (Day, Day)> {
        let ends = self.starts.iter().skip(1).map(|next| Day(next.day.0 - 1)).chain([window.to]);
        self.starts.iter().map(|start| start.day).zip(ends)
    }

    /// Sums the values of each row. Values before the first row are ignored.
    pub fn sums(&self, values: impl IntoIterator<Item = SlotValue>) -> Vec<i64> {
        let mut sums = vec![0; self.len()];
        for SlotValue { slot, value } in values {
            let after = self.starts.partition_point(|start| *start <= slot);
            if let Some(sum) = after.checked_sub(1).and_then(|row| sums.get_mut(row)) {
                *sum += value;
            }
        }
        sums
    }
}

fn hours_between(start: Timestamp, end: Timestamp) -> u8 {
    // Where clocks move by half an hour, the last hour of that day is shorter.
    let hours = (end.duration_since(start).as_secs() + 3_599) / 3_600;
    u8::try_from(hours.clamp(1, i64::from(MAX_HOURS))).expect("at most 25")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn zone(name: &str) -> TimeZone {
        TimeZone::get(name).expect("a zone")
    }

    fn day(text: &str) -> Day {
        Day::from_date(text.parse().expect("a date"))
    }

    fn names(from: &str, to: &str, interval: Interval, of: &str) -> Vec<String> {
        Rows::of(Window { from: day(from), to: day(to) }, interval, &zone(of)).names().map(str::to_owned).collect()
    }

    #[test]
    fn a_day_has_as_many_hours_as_its_zone_gives_it() {
        for (date, of, hours, first, last) in [
            ("2026-11-22", "Europe/Berlin", 24, "2026-11-21T23:00:00.000Z", "2026-11-22T22:00:00.000Z"),
            ("2026-03-29", "Europe/Berlin", 23, "2026-03-28T23:00:00.000Z", "2026-03-29T21:00:00.000Z"),
            ("2026-10-25", "Europe/Berlin", 25, "2026-10-24T22:00:00.000Z", "2026-10-25T22:00:00.000Z"),
            ("2026-11-22", "Asia/Kolkata", 24, "2026-11-21T18:30:00.000Z", "2026-11-22T17:30:00.000Z"),
            ("2026-04-05", "Australia/Lord_Howe", 25, "2026-04-04T13:00:00.000Z", "2026-04-05T13:00:00.000Z"),
        ] {
            let names = names(date, date, Interval::Hour, of);
            assert_eq!(names.len(), hours, "{date} in {of}");
            assert_eq!((names[0].as_str(), names[hours - 1].as_str()), (first, last));
        }
    }

    #[test]
    fn weeks_begin_on_monday_and_months_on_the_first_within_the_window() {
        let weeks = names("2026-11-11", "2026-11-24", Interval::Week, "UTC");
        assert_eq!(weeks, ["2026-11-11", "2026-11-16", "2026-11-23"]);
        let months = names("2026-09-30", "2026-11-01", Interval::Month, "UTC");
        assert_eq!(months, ["2026-09-30", "2026-10-01", "2026-11-01"]);
    }

    #[test]
    fn the_window_before_ends_at_the_same_hour_while_the_window_runs() {
        let now: Timestamp = "2026-11-22T13:20:00Z".parse().expect("a moment");
        let cut = |from, to| {
            let window = Window { from: day(from), to: day(to) };
            Cut::of_earlier(window.previous(), window, now, &zone("Europe/Berlin"))
        };
        assert_eq!(cut("2026-11-22", "2026-11-22"), Some(Cut { day: day("2026-11-21"), hour: 14 }));
        assert_eq!(cut("2026-10-24", "2026-11-22"), Some(Cut { day: day("2026-10-23"), hour: 14 }));
        assert_eq!(cut("2026-11-16", "2026-11-29"), Some(Cut { day: day("2026-11-08"), hour: 14 }));
        assert_eq!(cut("2026-10-01", "2026-10-31"), None);
        assert_eq!(cut("2026-12-01", "2026-12-31"), None);
    }

    proptest! {
        #[test]
        fn every_event_of_a_window_is_in_one_row_and_the_sum_is_kept(
            interval in prop::sample::select(vec![Interval::Hour, Interval::Day, Interval::Week, Interval::Month]),
            of in prop::sample::select(vec!["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia"]),
            from in 20_000_i32..20_700,
            days in 1_i32..40,
            seconds in prop::collection::vec(0_i64..40 * 86_400, 0..60),
        ) {
            let window = Window { from: Day(from), to: Day(from + days - 1) };
            let (first, end) = window.moments(&zone(of));
            let rows = Rows::of(window, interval, &zone(of));
            prop_assert_eq!(rows.names().count(), rows.len());
            let moments = seconds.iter().map(|second| first + SignedDuration::from_secs(*second)).filter(|at| *at < end);
            let values: Vec<SlotValue> = moments
                .map(|at| {
                    let (day, hour) = Day::and_hour_of(at, &zone(of));
                    SlotValue { slot: Slot { day, hour: if interval == Interval::Hour { hour } else { 0 } }, value: 1 }
                })
                .collect();
            let sums = rows.sums(values.iter().copied());
            prop_assert_eq!(sums.len(), rows.len());
            prop_assert_eq!(sums.iter().sum::<i64>(), values.len() as i64);
            if interval == Interval::Hour {
                // `sums` searches the rows by their start, so they must be in order of time.
                let starts: Vec<Timestamp> = rows.names().map(|name| name.parse().expect("a moment")).collect();
                prop_assert!(starts.is_sorted());
            }
        }
    }
}
