//! Times as callers read and write them: RFC 3339. Shown in UTC with milliseconds, never with another precision.

use std::borrow::Cow;

use jiff::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

pub use askline_domain::moment_text::parse_moment;

use crate::time_text;

/// A time in an answer: `2026-01-31T09:30:00.000Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub Timestamp);

impl From<Timestamp> for Moment {
    fn from(at: Timestamp) -> Self {
        Self(at)
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        time_text::serialize(&self.0, s)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_shown_reads_back(milliseconds in 0_i64..4_102_444_800_000) {
            let at = Timestamp::from_millisecond(milliseconds).expect("within range");
            let shown = serde_json::to_value(Moment(at)).expect("a string");
            prop_assert_eq!(parse_moment(shown.as_str().expect("a string")), Some(at));
        }
    }
}
