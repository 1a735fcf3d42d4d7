//! Times as text: RFC 3339, UTC, milliseconds, always.

use jiff::Timestamp;

/// `2026-03-01T23:30:00.000Z`
pub fn rfc3339(at: Timestamp) -> String {
    format!("{at:.3}")
}

/// For `#[serde(serialize_with)]`.
pub fn serialize<S: serde::Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&rfc3339(*at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_has_three_digits_and_a_z() {
        let text = |at: &str| rfc3339(at.parse().expect("a timestamp"));
        assert_eq!(text("2026-03-01T23:30:00Z"), "2026-03-01T23:30:00.000Z");
        assert_eq!(text("2026-03-01T23:30:00.1239+01:00"), "2026-03-01T22:30:00.123Z");
    }
}
