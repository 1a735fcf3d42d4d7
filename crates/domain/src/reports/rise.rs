//! Which pages and questions rose: far more asks than in the period before.

/// The minimum number of asks of a page or question that rises.
pub const MIN_RISEN: i64 = 10;
/// The maximum number of rising pages, and of rising questions, in a report.
pub const MAX_RISEN: usize = 5;

/// Whether a count rose: it is at least [`MIN_RISEN`], and its rise is more than three times the standard deviation that the
/// difference of two counts of independent clicks would have.
pub fn has_risen(value: i64, previous: i64) -> bool {
    let (value, previous) = (i128::from(value.max(0)), i128::from(previous.max(0)));
    let rise = value - previous;
    value >= i128::from(MIN_RISEN) && rise > 0 && rise * rise > 9 * (value + previous)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_count_rises_only_far_beyond_the_one_before() {
        for (value, previous, rises) in [
            (38, 9, true),
            (10, 0, true),
            (9, 0, false),
            (42, 17, true),
            (30, 20, false),
            (812, 655, true),
            (9, 38, false),
        ] {
            assert_eq!(has_risen(value, previous), rises, "{value} after {previous}");
        }
        assert!(!has_risen(i64::MIN, i64::MAX) && has_risen(i64::MAX, i64::MIN));
    }

    proptest! {
        #[test]
        fn more_asks_never_end_a_rise_and_more_asks_before_never_make_one(value in 0_i64..5_000, previous in 0_i64..5_000) {
            if has_risen(value, previous) {
                prop_assert!(has_risen(value + 1, previous));
                prop_assert!(previous == 0 || has_risen(value, previous - 1));
                prop_assert!(!has_risen(previous, value));
            }
        }
    }
}
