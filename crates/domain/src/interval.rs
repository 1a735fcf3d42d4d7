//! How sure a rate is that was seen in a few samples: the Wilson score interval, 95 %.
//!
//! Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American
//! Statistical Association 22 (1927), pages 209–212. Unlike the textbook interval it stays within 0 and 1 and says
//! something sensible when none or all of few samples are hits.

use schemars::JsonSchema;
use serde::Serialize;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Where the true rate lies, in 95 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Interval {
    /// The lower end, from 0 to 1.
    pub low: f64,
    /// The upper end, from 0 to 1.
    pub high: f64,
}

/// The interval of `hits` among `samples`; `None` without samples, or with more hits than samples.
pub fn wilson95(hits: u64, samples: u64) -> Option<Interval> {
    if samples == 0 || hits > samples {
        return None;
    }
    let (n, rate) = (samples as f64, hits as f64 / samples as f64);
    let denominator = 1.0 + Z * Z / n;
    let centre = (rate + Z * Z / (2.0 * n)) / denominator;
    let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt() / denominator;
    Some(Interval {
        // At the ends the formula gives 0 and 1 exactly; arithmetic would miss them by a rounding.
        low: if hits == 0 { 0.0 } else { (centre - half).max(0.0) },
        high: if hits == samples { 1.0 } else { (centre + half).min(1.0) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(hits: u64, samples: u64, low: f64, high: f64) {
        let interval = wilson95(hits, samples).expect("there are samples");
        let is_close = |a: f64, b: f64| (a - b).abs() < 5e-5;
        assert!(is_close(interval.low, low) && is_close(interval.high, high), "{hits}/{samples}: {interval:?}");
    }

    #[test]
    fn the_interval_is_the_one_of_the_literature() {
        // Figures of R's prop.test(correct = FALSE).
        check(0, 10, 0.0, 0.2775);
        check(10, 10, 0.7225, 1.0);
        check(1, 1, 0.2065, 1.0);
        check(5, 10, 0.2366, 0.7634);
        check(81, 263, 0.2553, 0.3662);
        check(15, 148, 0.0624, 0.1605);
    }

    #[test]
    fn without_samples_there_is_none() {
        assert_eq!(wilson95(0, 0), None);
        assert_eq!(wilson95(2, 1), None);
    }

    proptest! {
        #[test]
        fn it_holds_the_rate_and_stays_within_nothing_and_all(samples in 1_u64..100_000, part in 0.0..=1.0_f64) {
            let hits = ((samples as f64 * part) as u64).min(samples);
            let interval = wilson95(hits, samples).expect("there are samples");
            let rate = hits as f64 / samples as f64;
            prop_assert!(0.0 <= interval.low && interval.low <= rate && rate <= interval.high && interval.high <= 1.0);
            prop_assert_eq!(interval.low == 0.0, hits == 0);
            prop_assert_eq!(interval.high == 1.0, hits == samples);
        }

        #[test]
        fn it_shrinks_as_samples_grow(hits in 0_u64..50, others in 0_u64..50, times in 2_u64..20) {
            prop_assume!(hits + others > 0);
            let width = |factor: u64| {
                let interval = wilson95(hits * factor, (hits + others) * factor).expect("there are samples");
                interval.high - interval.low
            };
            prop_assert!(width(times) < width(1));
        }

        #[test]
        fn hits_and_misses_mirror_each_other(hits in 0_u64..500, misses in 0_u64..500) {
            prop_assume!(hits + misses > 0);
            let (one, other) = (wilson95(hits, hits + misses), wilson95(misses, hits + misses));
            let (one, other) = (one.expect("samples"), other.expect("samples"));
            prop_assert!((one.low - (1.0 - other.high)).abs() < 1e-9);
        }
    }
}
