//! Calendar days of a site, and the range of days that a query covers.

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::shared::violation::Violations;

/// The maximum number of days that a query may cover.
pub const MAX_WINDOW_DAYS: i32 = 365;
/// The default number of days that a query covers.
pub const WINDOW_DAYS_DEFAULT: i32 = 30;

const DAYS_IN_WEEK: i32 = 7;
/// The whole weeks in a year.
const WEEKS_IN_YEAR: i32 = 52;

/// The maximum number of hours in a day: the day on which clocks are set back has 25.
pub const MAX_HOURS: u8 = 25;

/// Returns the time zone named `name` in the IANA database, or adds a violation at `path`.
pub fn check_time_zone(path: &str, name: &str, violations: &mut Violations) -> Option<TimeZone> {
    // A path-like or POSIX name must never reach the file system.
    let plausible = !name.is_empty()
        && name.len() <= 64
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'_' | b'-' | b'+'));
    let zone = plausible.then(|| TimeZone::get(name).ok()).flatten();
    if zone.is_none() {
        violations.add(
            path,
            "UNKNOWN_TIMEZONE",
            format!("{path} is not a time zone of the IANA database: '{name}'. An example: 'Europe/Berlin'."),
        );
    }
    zone
}

/// A stored time or time zone that cannot be read back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a stored time cannot be read: {object}.{field} of {id}")]
pub struct UnreadableTime {
    /// The kind of object.
    pub object: &'static str,
    /// Its field.
    pub field: &'static str,
    /// The id of the object.
    pub id: String,
}

/// Returns the day of a text such as `2026-01-31`; `None` for other forms, and outside the years 2000 to 2199.
pub fn date_of(text: &str) -> Option<Day> {
    let date = text.parse::<Date>().ok().filter(|_| text.len() == 10)?;
    (2000..2200).contains(&date.year()).then(|| Day::from_date(date))
}

/// A day as a number that is easy to sort and store: days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i32);

impl Day {
    const EPOCH: Date = Date::constant(1970, 1, 1);

    /// The day on which `at` falls in `zone`.
    pub fn of(at: Timestamp, zone: &TimeZone) -> Self {
        Self::from_date(zone.to_datetime(at).date())
    }

    /// Returns the day on which `at` falls in `zone`, and how many whole hours after its first moment, 0 to 24.
    pub fn and_hour_of(at: Timestamp, zone: &TimeZone) -> (Self, u8) {
        let span = DaySpan::of(at, zone);
        (span.day, span.hour_of(at))
    }

    /// The first moment of the day in `zone`.
    pub fn start(self, zone: &TimeZone) -> Timestamp {
        self.date().to_zoned(zone.clone()).map_or(Timestamp::MIN, |zoned| zoned.timestamp())
    }

    /// The day of a calendar date.
    pub fn from_date(date: Date) -> Self {
        let span = Self::EPOCH.duration_until(date);
        Self(i32::try_from(span.as_hours() / 24).expect("a jiff date is within 10,000 years"))
    }

    /// The calendar date.
    pub fn date(self) -> Date {
        Self::EPOCH.checked_add(jiff::Span::new().days(self.0)).unwrap_or(if self.0 < 0 {
            Date::MIN
        } else {
            Date::MAX
        })
    }
}

/// A day of a time zone, from its first moment to the first moment of the next day. It is computed once for all events
/// of the day, so that the zone's rules are not evaluated for each event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DaySpan {
    /// The day.
    pub day: Day,
    start: Timestamp,
    end: Timestamp,
}

impl DaySpan {
    /// The day on which `at` falls in `zone`.
    pub fn of(at: Timestamp, zone: &TimeZone) -> Self {
        let day = Day::of(at, zone);
        Self { day, start: day.start(zone), end: Day(day.0 + 1).start(zone) }
    }

    /// Whether `at` is within this day.
    pub fn holds(&self, at: Timestamp) -> bool {
        self.start <= at && at < self.end
    }

    /// Returns the whole hours from the day's first moment to `at`, 0 to 24.
    pub fn hour_of(&self, at: Timestamp) -> u8 {
        let hours = (at.as_second() - self.start.as_second()) / 3_600;
        u8::try_from(hours.clamp(0, i64::from(MAX_HOURS) - 1)).expect("less than 25")
    }
}

/// A range of whole days, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    /// The first day.
    pub from: Day,
    /// The last day.
    pub to: Day,
}

impl Window {
    /// The `days` days that end with `today`, inclusive.
    pub fn last_days(days: i32, today: Day) -> Self {
        Self { from: Day(today.0 - days + 1), to: today }
    }

    /// The number of days.
    pub fn days(self) -> i32 {
        self.to.0 - self.from.0 + 1
    }

    /// Returns the window of the same length that ends the day before this one starts.
    pub fn previous(self) -> Self {
        Self { from: Day(self.from.0 - self.days()), to: Day(self.from.0 - 1) }
    }

    /// Returns the window of the same length and the same weekdays a year earlier: 52 weeks, or as many more as it takes not to
    /// overlap.
    pub fn a_year_before(self) -> Self {
        let weeks = (self.days() + DAYS_IN_WEEK - 1) / DAYS_IN_WEEK;
        let shift = weeks.max(WEEKS_IN_YEAR) * DAYS_IN_WEEK;
        Self { from: Day(self.from.0 - shift), to: Day(self.to.0 - shift) }
    }

    /// Returns the first moment of the first day in `zone`, and the first moment after the last day.
    pub fn moments(self, zone: &TimeZone) -> (Timestamp, Timestamp) {
        let start = |day: Day| day.date().to_zoned(zone.clone()).map(|zoned| zoned.timestamp());
        (start(self.from).unwrap_or(Timestamp::MIN), start(Day(self.to.0 + 1)).unwrap_or(Timestamp::MAX))
    }

    /// Its days, oldest first.
    pub fn iter(self) -> impl Iterator<Item = Day> {
        (self.from.0..=self.to.0).map(Day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_window_reaches_from_midnight_to_midnight_of_its_zone() {
        let zone = TimeZone::get("Europe/Berlin").expect("a zone");
        let day = Day::from_date(Date::constant(2026, 3, 29));
        let (from, before) = Window { from: day, to: day }.moments(&zone);
        assert_eq!(
            (from.to_string().as_str(), before.to_string().as_str()),
            ("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z")
        );
        assert_eq!((Day::of(from, &zone), Day::of(before, &zone)), (day, Day(day.0 + 1)));
    }

    proptest! {
        #[test]
        fn a_day_is_its_date(day in -100_000_i32..1_000_000) {
            prop_assert_eq!(Day::from_date(Day(day).date()), Day(day));
        }

        #[test]
        fn a_window_has_as_many_days_as_were_asked_for(days in 1..=MAX_WINDOW_DAYS, today in 0_i32..40_000) {
            let window = Window::last_days(days, Day(today));
            prop_assert_eq!(window.iter().count(), days as usize);
            prop_assert_eq!(window.to, Day(today));
            prop_assert_eq!(window.previous().days(), days);
            prop_assert_eq!(window.previous().to.0 + 1, window.from.0);
            let a_year_before = window.a_year_before();
            prop_assert_eq!(a_year_before.days(), days);
            prop_assert_eq!(a_year_before.from.date().weekday(), window.from.date().weekday());
            prop_assert!(a_year_before.to < window.from);
            prop_assert!((364..=371).contains(&(window.from.0 - a_year_before.from.0)));
        }
    }

    #[test]
    fn the_same_instant_is_another_day_in_another_zone() {
        let at: Timestamp = "2026-03-01T23:30:00Z".parse().expect("a timestamp");
        let day = |zone: &str| Day::of(at, &TimeZone::get(zone).expect("a zone")).date().to_string();
        assert_eq!(day("UTC"), "2026-03-01");
        assert_eq!(day("Europe/Berlin"), "2026-03-02");
        assert_eq!(day("America/Los_Angeles"), "2026-03-01");
        assert_eq!(day("Pacific/Kiritimati"), "2026-03-02");
    }

    #[test]
    fn names_that_are_no_zones_are_refused() {
        for name in ["", "Mars/Olympus", "../../etc/passwd", "Europe/Berlin\0", "EST5EDT4,M3.2.0,M11.1.0"] {
            let mut violations = Violations::new();
            assert!(check_time_zone("timezone", name, &mut violations).is_none(), "{name}");
            assert!(!violations.is_empty());
        }
    }
}
