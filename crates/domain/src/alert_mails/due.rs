//! When an alert is emailed: at once, in the evening, or after quiet hours.

use jiff::{SignedDuration, Timestamp, tz::TimeZone};

use super::quiet_hours::QuietHours;
use crate::channels::message::{MAX_AT_ONCE_A_DAY, digest_due};

/// The least time between two emails with alerts to a person: what happens in between comes with the next one.
pub const LEAST_BETWEEN: SignedDuration = SignedDuration::from_mins(10);
/// The maximum number of alerts that one email shows; it counts the others.
pub const MAX_SHOWN: u32 = 12;
/// How long alerts are stored, so that those of a day can be counted.
pub const ALERTS_KEPT: SignedDuration = SignedDuration::from_hours(72);

/// When an alert is due, and whether it counts as one of the day's that are sent at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// When.
    pub at: Timestamp,
    /// Whether it does not wait for the evening.
    pub is_at_once: bool,
}

/// When an alert of `at` is due for a person who already got `at_once` of the same event and site on that day. `zone` is the
/// site's.
pub fn due(at_once: u32, at: Timestamp, zone: &TimeZone, quiet: Option<&QuietHours>) -> Due {
    let is_at_once = at_once < MAX_AT_ONCE_A_DAY;
    let due = if is_at_once { at } else { digest_due(at, zone) };
    Due { at: quiet.map_or(due, |quiet| quiet.end_after(due)), is_at_once }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_alerts_a_day_are_sent_at_once_the_others_in_the_evening_and_none_in_quiet_hours() {
        let at: Timestamp = "2026-06-15T08:00:00Z".parse().expect("a moment");
        let berlin = TimeZone::get("Europe/Berlin").expect("a zone");
        let quiet =
            |from: &str, to: &str| QuietHours { from: from.into(), to: to.into(), timezone: "Europe/Berlin".into() };
        for (at_once, quiet, expected) in [
            (0, None, "2026-06-15T08:00:00Z"),
            (1, None, "2026-06-15T08:00:00Z"),
            (2, None, "2026-06-15T16:00:00Z"),
            (0, Some(quiet("09:30", "11:00")), "2026-06-15T09:00:00Z"),
            (2, Some(quiet("17:00", "07:00")), "2026-06-16T05:00:00Z"),
        ] {
            let due = due(at_once, at, &berlin, quiet.as_ref());
            assert_eq!((due.at.to_string().as_str(), due.is_at_once), (expected, at_once < 2));
        }
    }
}
