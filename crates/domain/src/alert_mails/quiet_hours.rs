//! The hours in which a person gets no alert: it waits for their end.

use jiff::{Timestamp, civil::Time, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shared::{
    calendar::check_time_zone,
    violation::{Violation, Violations},
};

/// The maximum number of characters of a time zone's name.
const MAX_ZONE_CHARACTERS: usize = 64;
/// The pattern of a time of day.
const PATTERN: &str = "^([01][0-9]|2[0-3]):[0-5][0-9]$";

/// The hours in which a person gets no alert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuietHours {
    /// When they begin, such as `22:00`.
    #[schemars(regex(pattern = PATTERN))]
    pub from: String,
    /// When they end, such as `07:00`: on the next day if that is not after `from`.
    #[schemars(regex(pattern = PATTERN))]
    pub to: String,
    /// The time zone of both, by its name in the IANA database.
    #[schemars(length(min = 1, max = MAX_ZONE_CHARACTERS))]
    pub timezone: String,
}

/// A time of day such as `07:00`.
fn time_of_day(text: &str) -> Option<Time> {
    let (hour, minute) = text.split_once(':')?;
    let is_number = |text: &&str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| Some(text).filter(is_number).and_then(|text| text.parse::<i8>().ok());
    Time::new(number(hour)?, number(minute)?, 0, 0).ok()
}

impl QuietHours {
    /// Returns the hours, or everything that is wrong with them; `at` is the path of the field.
    pub fn check(self, at: &str) -> Result<Self, Vec<Violation>> {
        let mut violations = Violations::new();
        for (name, text) in [("from", &self.from), ("to", &self.to)] {
            if time_of_day(text).is_none() {
                let message = format!("{at}.{name} must be a time from 00:00 to 23:59, such as 22:00.");
                violations.add(format!("{at}.{name}"), "INVALID_TIME", message);
            }
        }
        if violations.is_empty() && self.from == self.to {
            let message = format!("{at}.to must differ from {at}.from: a day without any quiet time is null.");
            violations.add(format!("{at}.to"), "EMPTY_RANGE", message);
        }
        check_time_zone(&format!("{at}.timezone"), &self.timezone, &mut violations);
        violations.finish(self)
    }

    /// The first moment from `at` on that is not in the quiet hours. Hours that cannot be read do not count.
    pub fn end_after(&self, at: Timestamp) -> Timestamp {
        let read = || {
            let zone = TimeZone::get(&self.timezone).ok()?;
            let (from, to) = (time_of_day(&self.from)?, time_of_day(&self.to)?);
            let local = at.to_zoned(zone.clone());
            let now = local.time();
            let is_quiet = if from < to { from <= now && now < to } else { from <= now || now < to };
            if !is_quiet {
                return None;
            }
            let date = if now < to { local.date() } else { local.date().tomorrow().ok()? };
            Some(date.to_datetime(to).to_zoned(zone).ok()?.timestamp())
        };
        // Where clocks are set back, the end may have passed a first time.
        read().unwrap_or(at).max(at)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hours(from: &str, to: &str, timezone: &str) -> QuietHours {
        QuietHours { from: from.into(), to: to.into(), timezone: timezone.into() }
    }

    #[test]
    fn an_alert_in_quiet_hours_waits_for_their_end_also_over_midnight_and_changes_of_clocks() {
        let night = hours("22:00", "07:00", "Europe/Berlin");
        let noon = hours("12:00", "13:30", "UTC");
        for (hours, at, end) in [
            (&night, "2026-06-15T19:59:00Z", "2026-06-15T19:59:00Z"),
            (&night, "2026-06-15T20:00:00Z", "2026-06-16T05:00:00Z"),
            (&night, "2026-06-16T04:59:59Z", "2026-06-16T05:00:00Z"),
            (&night, "2026-06-16T05:00:00Z", "2026-06-16T05:00:00Z"),
            (&night, "2026-10-24T22:30:00Z", "2026-10-25T06:00:00Z"),
            (&noon, "2026-06-15T12:10:00Z", "2026-06-15T13:30:00Z"),
            (&noon, "2026-06-15T13:30:00Z", "2026-06-15T13:30:00Z"),
        ] {
            let [at, end]: [Timestamp; 2] = [at, end].map(|text| text.parse().expect("a moment"));
            assert_eq!(hours.end_after(at), end, "{hours:?} {at}");
        }
    }

    #[test]
    fn bad_hours_are_refused_by_field_and_reason() {
        for (bad, expected) in [
            (hours("24:00", "07:00", "UTC"), "quietHours.from INVALID_TIME"),
            (hours("22:00", "7:00", "UTC"), "quietHours.to INVALID_TIME"),
            (hours("22:00", "+7:00", "UTC"), "quietHours.to INVALID_TIME"),
            (hours("22:00", "22:00", "UTC"), "quietHours.to EMPTY_RANGE"),
            (hours("22:00", "07:00", "../etc/passwd"), "quietHours.timezone UNKNOWN_TIMEZONE"),
        ] {
            let found = bad.check("quietHours").expect_err("a violation");
            let found: Vec<String> = found.iter().map(|one| format!("{} {}", one.path, one.code)).collect();
            assert_eq!(found, [expected]);
        }
    }

    proptest! {
        /// No moment is moved back or by more than a day and an hour, and none is moved into quiet hours.
        #[test]
        fn the_end_of_quiet_hours_is_within_a_day_and_not_quiet(
            from in 0..1440_u32, to in 0..1440_u32, second in 1_700_000_000_i64..1_900_000_000,
            zone in prop::sample::select(vec!["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe"]),
        ) {
            prop_assume!(from != to);
            let text = |minutes: u32| format!("{:02}:{:02}", minutes / 60, minutes % 60);
            let hours = hours(&text(from), &text(to), zone).check("quietHours").expect("valid hours");
            let at = Timestamp::from_second(second).expect("a time");
            let end = hours.end_after(at);
            prop_assert!(end >= at && end.duration_since(at).as_hours() <= 25);
        }
    }
}
