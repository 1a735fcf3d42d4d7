//! Computes how much less information correlated values contain than independent ones.
//!
//! Today's answers resemble yesterday's, so the variance of a mean over `n` runs is larger than that of independent runs by
//! the factor `1 + 2·Σ ρ(h)`. The lag-one correlation `ρ(1)` is corrected for the bias of short series, `−(1 + 3ρ)/n` for
//! each series whose mean was estimated, and is never below 0. The decay of `ρ(h)` is assumed to be that of a Markov chain,
//! `ρ(h) = ρ(1)^h`; the larger `ρ(1)` is, the more the estimate `ρ(2)/ρ(1)` replaces this assumption.
//!
//! Sources: M. S. Bartlett, "Some aspects of the time-correlation problem in regard to tests of significance", Journal of the
//! Royal Statistical Society 98 (1935), 536–543, for the sum; M. G. Kendall, "Note on bias in the estimation of
//! autocorrelation", Biometrika 41 (1954), 403–404, for the bias.

/// The maximum correlation that is used. With a larger one, a few months of runs would show hardly anything.
const MAX_CORRELATION: f64 = 0.85;
/// From this lag-one correlation on, `ρ(2)/ρ(1)` is used fully; below, in proportion.
const CLEAR: f64 = 0.5;
/// The minimum length of a series for estimating correlation.
const MIN_VALUES: usize = 3;

/// The factor by which correlation increases the variance of a mean over these series, each with its own mean.
pub(crate) fn inflation<'a>(series: impl IntoIterator<Item = &'a [f64]>) -> f64 {
    let (mut parts, mut count) = (0.0, 0.0);
    // Sums of squared deviations, and of products with the next value and with the value after it.
    let mut products = [0.0; 3];
    for values in series.into_iter().filter(|values| values.len() >= MIN_VALUES) {
        parts += 1.0;
        count += values.len() as f64;
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        for (index, value) in values.iter().enumerate() {
            for (lag, product) in products.iter_mut().enumerate() {
                if let Some(later) = values.get(index + lag) {
                    *product += (value - mean) * (later - mean);
                }
            }
        }
    }
    let [spread, next, second] = products;
    if spread <= 1e-9 {
        return 1.0;
    }
    let bias: f64 = parts / count;
    let corrected =
        |product: f64| ((product / spread + bias) / (1.0 - 3.0 * bias).max(0.2)).clamp(0.0, MAX_CORRELATION);
    let (first, second) = (corrected(next), corrected(second));
    let ratio = if first > 0.01 { (second / first).clamp(first, MAX_CORRELATION) } else { first };
    let fades = first + (ratio - first) * (first / CLEAR).min(1.0);
    1.0 + 2.0 * first / (1.0 - fades)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citations::statistics::simulated::{Runs, seeded};

    fn mean_inflation(correlation: f64) -> f64 {
        const DRAWS: usize = 400;
        let mut random = seeded(28);
        let runs = Runs { correlation, ..Runs::of(0.5, 1) };
        let drawn = (0..DRAWS).map(|_| {
            let rates: Vec<f64> = runs.draw(180, &mut random).iter().map(|group| group.rate()).collect();
            inflation([&rates[..90], &rates[90..]])
        });
        drawn.sum::<f64>() / DRAWS as f64
    }

    #[test]
    fn the_inflation_of_a_chain_is_the_one_of_the_textbook() {
        // (1 + ρ) / (1 − ρ)
        for (correlation, expected) in [(0.0, 1.0), (0.3, 1.857), (0.5, 3.0)] {
            let found = mean_inflation(correlation);
            assert!((found / expected - 1.0).abs() < 0.25, "correlation {correlation}: {found}, not {expected}");
        }
    }

    #[test]
    fn values_that_never_change_and_values_that_alternate_are_taken_as_independent() {
        assert!((inflation([&[0.5; 30][..]]) - 1.0).abs() < 1e-12);
        let alternating: Vec<f64> = (0..30).map(|index| f64::from(index % 2)).collect();
        assert!((inflation([&alternating[..]]) - 1.0).abs() < 1e-12);
        assert!((inflation([&[0.0, 1.0][..]]) - 1.0).abs() < 1e-12);
    }
}
