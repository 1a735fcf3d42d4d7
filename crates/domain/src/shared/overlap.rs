//! How long a rotated key or webhook secret remains valid alongside its replacement.

use crate::shared::violation::{Violation, Violations};

/// The default overlap in seconds: a day.
pub const OVERLAP_SECONDS_DEFAULT: u32 = 86_400;
/// The maximum overlap in seconds: 30 days.
pub const MAX_OVERLAP_SECONDS: u32 = 2_592_000;

/// Returns the seconds of an overlap, or what is wrong with the input.
pub(crate) fn checked_overlap(seconds: Option<u32>) -> Result<u32, Vec<Violation>> {
    let seconds = seconds.unwrap_or(OVERLAP_SECONDS_DEFAULT);
    let mut violations = Violations::new();
    if seconds > MAX_OVERLAP_SECONDS {
        let message = format!("overlapSeconds must be from 0 to {MAX_OVERLAP_SECONDS}.");
        violations.add("overlapSeconds", "OUT_OF_RANGE", message);
    }
    violations.finish(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_overlap_is_a_day_unless_said_and_thirty_days_at_most() {
        assert_eq!(checked_overlap(None), Ok(86_400));
        assert_eq!(checked_overlap(Some(0)), Ok(0));
        assert_eq!(checked_overlap(Some(2_592_000)), Ok(2_592_000));
        let refused = checked_overlap(Some(2_592_001)).expect_err("too long");
        assert_eq!((refused[0].path.as_str(), refused[0].code.as_str()), ("overlapSeconds", "OUT_OF_RANGE"));
    }
}
