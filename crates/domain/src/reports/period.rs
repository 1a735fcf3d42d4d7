//! The days of a report: an ISO week or a month.

use std::{borrow::Cow, fmt};

use jiff::{
    Timestamp,
    civil::{Date, ISOWeekDate, Weekday},
    tz::TimeZone,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::shared::calendar::{Day, Window};

/// The hour of the site's day at which a report is sent.
const SENT_AT_HOUR: i8 = 7;
/// The pattern of a period's name.
const PATTERN: &str = "^[0-9]{4}-(W[0-9]{2}|[0-9]{2})$";

/// How often a report is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum ReportKind {
    /// For each ISO week, on the Monday after it.
    #[serde(rename = "report.weekly")]
    Weekly,
    /// For each month, on the first day after it.
    #[serde(rename = "report.monthly")]
    Monthly,
}

words! { ReportKind, "a kind of report": Weekly = "report.weekly", Monthly = "report.monthly" }

/// A week or a month, such as `2026-W47` or `2026-11`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReportPeriod {
    kind: ReportKind,
    window: Window,
}

impl ReportPeriod {
    /// The period of a name; `None` for other texts, a week that its year does not have, and years before 2000 or after 2199.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, rest) = text.split_once('-')?;
        let number = |text: &str, length: usize| {
            let is_number = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse::<i16>().ok()).flatten()
        };
        let year = number(year, 4).filter(|year| (2000..2200).contains(year))?;
        let (kind, first) = match rest.strip_prefix('W') {
            Some(week) => {
                let week = i8::try_from(number(week, 2)?).ok()?;
                (ReportKind::Weekly, ISOWeekDate::new(year, week, Weekday::Monday).ok()?.date())
            }
            None => (ReportKind::Monthly, Date::new(year, i8::try_from(number(rest, 2)?).ok()?, 1).ok()?),
        };
        Some(Self::containing(kind, Day::from_date(first)))
    }

    /// The period of this kind that a day is in.
    pub fn containing(kind: ReportKind, day: Day) -> Self {
        let date = day.date();
        let window = match kind {
            ReportKind::Weekly => {
                let from = Day(day.0 - i32::from(date.weekday().to_monday_zero_offset()));
                Window { from, to: Day(from.0 + 6) }
            }
            ReportKind::Monthly => {
                Window { from: Day::from_date(date.first_of_month()), to: Day::from_date(date.last_of_month()) }
            }
        };
        Self { kind, window }
    }

    /// The latest period that ended before this day.
    pub fn latest_finished(kind: ReportKind, today: Day) -> Self {
        Self::containing(kind, today).previous()
    }

    /// The latest period whose report is to be sent by now.
    pub fn latest_due(kind: ReportKind, now: Timestamp, zone: &TimeZone) -> Self {
        let latest = Self::latest_finished(kind, Day::of(now, zone));
        if latest.due_at(zone) <= now { latest } else { latest.previous() }
    }

    /// The period before it.
    #[must_use]
    pub fn previous(self) -> Self {
        Self::containing(self.kind, Day(self.window.from.0 - 1))
    }

    /// The period after it.
    #[must_use]
    pub fn next(self) -> Self {
        Self::containing(self.kind, Day(self.window.to.0 + 1))
    }

    /// When its report is sent: at seven on the day after it. If clocks are set forward over that hour, as soon as it is over.
    pub fn due_at(self, zone: &TimeZone) -> Timestamp {
        let after = Day(self.window.to.0 + 1);
        let seven = after.date().at(SENT_AT_HOUR, 0, 0, 0).to_zoned(zone.clone());
        seven.map_or_else(|_| after.start(zone), |zoned| zoned.timestamp())
    }

    /// How often such a report is made.
    pub const fn kind(self) -> ReportKind {
        self.kind
    }

    /// Its days.
    pub const fn window(self) -> Window {
        self.window
    }

    /// Whether it ended before this day.
    pub fn is_finished(self, today: Day) -> bool {
        self.window.to < today
    }
}

impl fmt::Display for ReportPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.window.from.date();
        match self.kind {
            ReportKind::Weekly => {
                let week = first.iso_week_date();
                write!(f, "{:04}-W{:02}", week.year(), week.week())
            }
            ReportKind::Monthly => write!(f, "{:04}-{:02}", first.year(), first.month()),
        }
    }
}

impl Serialize for ReportPeriod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ReportPeriod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("no week or month"))
    }
}

impl JsonSchema for ReportPeriod {
    fn schema_name() -> Cow<'static, str> {
        "ReportPeriod".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": PATTERN })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn zone(name: &str) -> TimeZone {
        TimeZone::get(name).expect("a zone")
    }

    #[test]
    fn a_year_of_53_weeks_has_its_last_week_and_other_years_do_not() {
        let days = |text| {
            let window = ReportPeriod::parse(text)?.window();
            Some((window.from.date().to_string(), window.to.date().to_string()))
        };
        let pair = |from: &str, to: &str| Some((from.to_owned(), to.to_owned()));
        assert_eq!(days("2026-W53"), pair("2026-12-28", "2027-01-03"));
        assert_eq!(days("2026-W01"), pair("2025-12-29", "2026-01-04"));
        assert_eq!(days("2026-11"), pair("2026-11-01", "2026-11-30"));
        assert_eq!(days("2028-02"), pair("2028-02-01", "2028-02-29"));
        for text in [
            "2025-W53",
            "2026-W00",
            "2026-W54",
            "2026-W5",
            "2026-13",
            "2026-00",
            "1999-12",
            "2200-01",
            "2026",
            "",
            "２０２６-11",
            "2026-W-1",
            "2026-+1",
            "+026-11",
            "2026-W47 ",
        ] {
            assert_eq!(ReportPeriod::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_report_is_due_at_seven_of_the_site_whatever_the_clocks_do() {
        let due = |text, name| ReportPeriod::parse(text).expect("a period").due_at(&zone(name)).to_string();
        // The clocks of Berlin change in these weeks; in Apia, no 30 December 2011 existed.
        assert_eq!(due("2026-W13", "Europe/Berlin"), "2026-03-30T05:00:00Z");
        assert_eq!(due("2026-W12", "Europe/Berlin"), "2026-03-23T06:00:00Z");
        assert_eq!(due("2026-W43", "Europe/Berlin"), "2026-10-26T06:00:00Z");
        assert_eq!(due("2011-W52", "Pacific/Apia"), "2012-01-01T17:00:00Z");
        assert_eq!(due("2026-12", "America/New_York"), "2027-01-01T12:00:00Z");
    }

    proptest! {
        #[test]
        fn periods_follow_each_other_and_are_read_as_they_are_written(day in 11_000_i32..83_000, weekly in any::<bool>()) {
            let kind = if weekly { ReportKind::Weekly } else { ReportKind::Monthly };
            let period = ReportPeriod::containing(kind, Day(day));
            let window = period.window();
            prop_assert!(window.from.0 <= day && day <= window.to.0);
            prop_assert_eq!(ReportPeriod::parse(&period.to_string()), Some(period));
            prop_assert_eq!(period.next().window().from.0, window.to.0 + 1);
            prop_assert_eq!(period.next().previous(), period);
            prop_assert!(!period.is_finished(window.to) && period.is_finished(Day(window.to.0 + 1)));
            prop_assert_eq!(ReportPeriod::latest_finished(kind, Day(window.to.0 + 1)), period);
        }

        #[test]
        fn the_latest_due_report_is_due_and_the_next_one_is_not(second in 1_000_000_000_i64..4_000_000_000, weekly in any::<bool>()) {
            let kind = if weekly { ReportKind::Weekly } else { ReportKind::Monthly };
            let now = Timestamp::from_second(second).expect("a time");
            for name in ["UTC", "Europe/Berlin", "Pacific/Kiritimati", "America/Los_Angeles", "Pacific/Apia"] {
                let zone = zone(name);
                let period = ReportPeriod::latest_due(kind, now, &zone);
                prop_assert!(period.due_at(&zone) <= now && now < period.next().due_at(&zone), "{}", name);
            }
        }
    }
}
