//! Times as logs write them. A time without a zone is UTC; a number is seconds, or milliseconds and finer by its size.

use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, DateTime},
    fmt::strtime::BrokenDownTime,
    tz::{Offset, TimeZone},
};

const MONTHS: [&[u8]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];
/// The years that a log can be of. Anything else is a clock that was never set, or not a time.
const YEARS: std::ops::RangeInclusive<i16> = 1995..=2100;
/// How far a date without a year may be after now: clocks and zones differ.
const ZONES_DIFFER: SignedDuration = SignedDuration::from_hours(26);

/// A time in any of the forms of the formats with names.
pub fn read_moment(text: &str) -> Option<Timestamp> {
    let text = text.trim_matches(['[', ']', ' ']);
    read_common(text.as_bytes()).or_else(|| read_number(text)).or_else(|| read_iso(text))
}

/// `29/Nov/2026:10:08:33 +0100`; without an offset, UTC.
pub fn read_common(text: &[u8]) -> Option<Timestamp> {
    let (clock, zone) = text.split_at_checked(20)?;
    let [d1, d2, b'/', month @ .., b'/', y1, y2, y3, y4, b':', h1, h2, b':', m1, m2, b':', s1, s2] = clock else {
        return None;
    };
    let month = MONTHS.iter().position(|name| name == &month)?;
    let year = number(&[*y1, *y2])? * 100 + number(&[*y3, *y4])?;
    let date = Date::new(year, i8::try_from(month + 1).ok()?, two(*d1, *d2)?).ok()?;
    // A leap second is the second before.
    let seconds = two(*s1, *s2)?.min(59);
    let hours = two(*h1, *h2).filter(|hours| *hours < 24)?;
    let minutes = two(*m1, *m2).filter(|minutes| *minutes < 60)?;
    let offset = match zone {
        [] => Offset::UTC,
        [b' ', sign @ (b'+' | b'-'), h1, h2, m1, m2] => {
            let minutes = i32::from(two(*h1, *h2)?) * 60 + i32::from(two(*m1, *m2)?);
            Offset::from_seconds(if *sign == b'-' { -minutes * 60 } else { minutes * 60 }).ok()?
        }
        _ => return None,
    };
    in_range(offset.to_timestamp(date.at(hours, minutes, seconds, 0)).ok()?)
}

fn number(digits: &[u8]) -> Option<i16> {
    digits.iter().try_fold(0_i16, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + i16::from(digit - b'0')))
}

fn two(high: u8, low: u8) -> Option<i8> {
    number(&[high, low]).and_then(|number| i8::try_from(number).ok())
}

fn read_number(text: &str) -> Option<Timestamp> {
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    of_number(text.parse().ok()?)
}

/// A number since 1970: seconds, milliseconds, microseconds or nanoseconds, by its size. Exact to the millisecond.
pub fn of_number(number: f64) -> Option<Timestamp> {
    let milliseconds = match number {
        ..1e11 => number * 1e3,
        ..1e14 => number,
        ..1e17 => number / 1e3,
        _ => number / 1e6,
    };
    // Beyond what a time can be, the cast ends at the limit of the type, which is refused.
    in_range(Timestamp::from_millisecond(milliseconds.round() as i64).ok()?)
}

/// `2026-11-29T10:08:33.123+01:00`, with a space for the `T`, slashes in the date, or without a zone.
fn read_iso(text: &str) -> Option<Timestamp> {
    if let Ok(at) = text.parse::<Timestamp>() {
        return in_range(at);
    }
    if let Ok(at) = text.parse::<DateTime>() {
        return in_range(Offset::UTC.to_timestamp(at).ok()?);
    }
    let (date, _) = text.split_at_checked(10)?;
    date.contains('/').then(|| read_iso(&text.replace('/', "-")))?
}

/// The date and the time of two columns, which are in UTC.
pub fn of_columns(date: &str, time: &str) -> Option<Timestamp> {
    let at = date.parse::<Date>().ok()?.to_datetime(time.parse().ok()?);
    in_range(Offset::UTC.to_timestamp(at).ok()?)
}

/// A time in the form of `strftime`. A date without a year is the last such date before `now`.
pub fn read_pattern(pattern: &str, text: &str, now: Timestamp) -> Option<Timestamp> {
    let mut parsed = BrokenDownTime::parse(pattern, text).ok()?;
    if let Some(at) = parsed.timestamp() {
        return in_range(at);
    }
    let offset = parsed.offset().unwrap_or(Offset::UTC);
    if parsed.year().is_none() {
        let this_year = TimeZone::UTC.to_datetime(now).year();
        // The year before has no 29 February if this year has one, so the search goes on.
        return (0..8).find_map(|back| {
            parsed.set_year(Some(this_year - back)).ok()?;
            let at = offset.to_timestamp(parsed.to_datetime().ok()?).ok()?;
            (at <= now + ZONES_DIFFER).then_some(at)
        });
    }
    in_range(offset.to_timestamp(parsed.to_datetime().ok()?).ok()?)
}

fn in_range(at: Timestamp) -> Option<Timestamp> {
    YEARS.contains(&TimeZone::UTC.to_datetime(at).year()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = read_moment(text).map(|at| at.to_string());
        assert_eq!(found.as_deref(), (!expected.is_empty()).then_some(expected), "{text}");
    }

    #[test]
    fn every_form_of_a_time_is_the_same_moment() {
        for text in [
            "29/Nov/2026:11:08:33 +0100",
            "[29/Nov/2026:04:38:33 -0530]",
            "29/Nov/2026:10:08:33",
            "1795946913",
            "1795946913.000",
            "1795946913000",
            "1795946913000000",
            "1795946913000000000",
            "2026-11-29T10:08:33Z",
            "2026-11-29T11:08:33+01:00",
            "2026-11-29T11:08:33+0100",
            "2026-11-29 10:08:33",
            "2026/11/29 10:08:33",
        ] {
            check(text, "2026-11-29T10:08:33Z");
        }
        check("1795946913.25", "2026-11-29T10:08:33.25Z");
        check("29/Nov/2026:10:08:60 +0000", "2026-11-29T10:08:59Z");
        check("29/Feb/2028:10:08:33 +0000", "2028-02-29T10:08:33Z");
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "-",
            "0",
            "x",
            "29/Nov/2026",
            "30/Feb/2026:10:08:33 +0000",
            "29/Foo/2026:10:08:33 +0000",
            "29/Nov/2026:24:08:33 +0000",
            "29/Nov/2026:10:60:33 +0000",
            "29/Nov/1970:10:08:33 +0000",
            "29/Nov/2026:10:08:33 GMT",
            "29/Nov/2026:10:08:33 +9900",
            "99999999999999999999999999",
            "1.2.3",
        ] {
            check(text, "");
        }
    }

    #[test]
    fn a_date_without_a_year_is_the_last_such_date() {
        let now: Timestamp = "2027-01-01T00:30:00Z".parse().expect("a time");
        let read = |text: &str| read_pattern("%d/%b %H:%M:%S", text, now).map(|at| at.to_string());
        assert_eq!(read("31/Dec 23:59:59").as_deref(), Some("2026-12-31T23:59:59Z"));
        assert_eq!(read("01/Jan 00:10:00").as_deref(), Some("2027-01-01T00:10:00Z"));
        assert_eq!(read("03/Jan 00:10:00").as_deref(), Some("2026-01-03T00:10:00Z"));
        assert_eq!(read("29/Feb 00:10:00").as_deref(), Some("2024-02-29T00:10:00Z"));
        assert_eq!(read("x"), None);
        let with_zone = read_pattern("%Y-%m-%dT%H:%M:%S%z", "2026-11-29T11:08:33+0100", now);
        assert_eq!(with_zone.map(|at| at.to_string()).as_deref(), Some("2026-11-29T10:08:33Z"));
    }
}
