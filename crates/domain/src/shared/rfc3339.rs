//! The only text form of times: RFC 3339. Times are written in UTC, always with milliseconds. They are read in every
//! form of the RFC and in no more lenient one, so that exactly what is documented is accepted.

use std::{borrow::Cow, fmt};

use jiff::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::shared::violation::Violations;

/// A time in the form that is shown: `2026-01-31T09:30:00.000Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub Timestamp);

impl From<Timestamp> for Moment {
    fn from(at: Timestamp) -> Self {
        Self(at)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.0)
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Serializes a time as a [`Moment`], together with `#[schemars(with = "Moment")]`.
pub fn as_moment<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    Moment(*at).serialize(serializer)
}

/// Like [`as_moment`], for a time that may be absent.
pub fn as_moment_or_null<S: Serializer>(at: &Option<Timestamp>, serializer: S) -> Result<S::Ok, S::Error> {
    at.map(Moment).serialize(serializer)
}

impl JsonSchema for Moment {
    fn schema_name() -> Cow<'static, str> {
        "Moment".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time" })
    }
}

/// Returns the time of an RFC 3339 text; `None` for other forms, even if a lenient parser would accept them.
pub fn parse_moment(text: &str) -> Option<Timestamp> {
    if is_rfc3339(text.as_bytes()) { text.parse().ok() } else { None }
}

/// Whether the text has the form of `date-time` in RFC 3339 §5.6. The parser checks whether the numbers are a valid
/// date.
fn is_rfc3339(text: &[u8]) -> bool {
    const SHAPE: &[u8] = b"dddd-dd-ddTdd:dd:dd";
    let Some((start, rest)) = text.split_at_checked(SHAPE.len()) else {
        return false;
    };
    let fits = |shape: &[u8], text: &[u8]| {
        shape.len() == text.len()
            && shape.iter().zip(text).all(|(expected, found)| match expected {
                b'd' => found.is_ascii_digit(),
                other => other.eq_ignore_ascii_case(found),
            })
    };
    let fraction = match rest {
        [b'.', digits @ ..] => 1 + digits.iter().take_while(|digit| digit.is_ascii_digit()).count(),
        _ => 0,
    };
    let offset = &rest[fraction..];
    fits(SHAPE, start) && fraction != 1 && (fits(b"Z", offset) || fits(b"+dd:dd", offset) || fits(b"-dd:dd", offset))
}

/// Returns the time in `text`, or adds a violation at `path`.
pub fn check_moment(path: &str, text: &str, violations: &mut Violations) -> Option<Timestamp> {
    let at = parse_moment(text);
    if at.is_none() {
        violations.add(path, "INVALID_TIME", format!("{path} must be a time such as 2026-01-31T09:30:00Z."));
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_rfc_3339_is_taken() {
        for text in ["2026-01-31T09:30:00Z", "2026-01-31t09:30:00.123456z", "2026-01-31T09:30:00-05:30"] {
            assert!(parse_moment(text).is_some(), "{text}");
        }
        for text in [
            "",
            "2026-01-31",
            "2026-01-31T09:30Z",
            "2026-01-31 09:30:00Z",
            "2026-01-31T09:30:00",
            "2026-01-31T09:30:00.Z",
            "2026-01-31T09:30:00+01",
            "2026-01-31T09:30:00+01:00[Europe/Berlin]",
            "2026-02-30T09:30:00Z",
            "20260131T093000Z",
        ] {
            assert!(parse_moment(text).is_none(), "{text}");
        }
    }

    #[test]
    fn every_time_has_three_digits_and_a_z() {
        let text = |at: &str| Moment(at.parse().expect("a timestamp")).to_string();
        assert_eq!(text("2026-03-01T23:30:00Z"), "2026-03-01T23:30:00.000Z");
        assert_eq!(text("2026-03-01T23:30:00.1239+01:00"), "2026-03-01T22:30:00.123Z");
    }

    proptest! {
        #[test]
        fn what_is_shown_reads_back(milliseconds in 0_i64..4_102_444_800_000) {
            let at = Timestamp::from_millisecond(milliseconds).expect("within range");
            let shown = serde_json::to_value(Moment(at)).expect("a string");
            prop_assert_eq!(parse_moment(shown.as_str().expect("a string")), Some(at));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text: String) {
            let _ = parse_moment(&text);
        }
    }
}
