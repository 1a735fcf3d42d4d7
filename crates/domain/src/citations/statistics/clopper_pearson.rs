//! The interval of Clopper and Pearson, which never contains the true rate too seldom.
//!
//! Its ends are quantiles of beta distributions, so the number of hits need not be whole.
//!
//! Sources: C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
//! Biometrika 26 (1934), 404–413; NIST Digital Library of Mathematical Functions, 8.17.22, for the continued fraction of the beta
//! distribution, computed as by W. J. Lentz, Applied Optics 15 (1976), 668–671; C. Lanczos, "A precision approximation of the gamma
//! function", SIAM Journal on Numerical Analysis B 1 (1964), 86–96, with the coefficients of P. Godfrey.

/// The probability beyond each end.
pub(super) const TAIL: f64 = 0.025;
/// The number of halvings that find a quantile: enough for ten digits.
const HALVINGS: u32 = 40;
/// The maximum number of terms of the continued fraction; it needs about the square root of the number of trials.
const MAX_TERMS: u32 = 2_000;
const SMALLEST: f64 = 1e-300;

/// The lower and the upper end of the 95% interval of a rate, with this many hits among independent trials. Neither need be whole.
pub(super) fn clopper_pearson(hits: f64, trials: f64) -> (f64, f64) {
    let misses = (trials - hits).max(0.0);
    let low = if hits <= 0.0 { 0.0 } else { beta_quantile(TAIL, hits, misses + 1.0) };
    let high = if misses <= 0.0 { 1.0 } else { 1.0 - beta_quantile(TAIL, misses, hits + 1.0) };
    (low, high)
}

fn beta_quantile(part: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if beta_part(middle, a, b) < part { low = middle } else { high = middle }
    }
    low
}

/// The probability that a beta-distributed number is below `x`.
fn beta_part(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp();
    // The continued fraction converges fast only up to the mean.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(x, a, b) / a
    } else {
        1.0 - front * fraction(1.0 - x, b, a) / b
    }
}

fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let away = |value: f64| if value.abs() < SMALLEST { SMALLEST } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut product = d;
    for term in 1..=MAX_TERMS {
        let m = f64::from(term);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = product;
        for numerator in [even, odd] {
            d = 1.0 / away(1.0 + numerator * d);
            c = away(1.0 + numerator / c);
            product *= c * d;
        }
        if (product / before - 1.0).abs() < 1e-12 {
            break;
        }
    }
    product
}

fn ln_gamma(x: f64) -> f64 {
    const FIRST: f64 = 0.999_999_999_999_809_9;
    const COEFFICIENTS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let sum = COEFFICIENTS.iter().zip(1..).fold(FIRST, |sum, (one, index)| sum + one / (x + f64::from(index)));
    let base = x + 7.5;
    0.5 * std::f64::consts::TAU.ln() + (x + 0.5) * base.ln() - base + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_are_those_of_the_tables() {
        // Results of R's binom.test.
        for (hits, trials, low, high) in [
            (0.0, 15.0, 0.0, 0.218_019),
            (1.0, 3.0, 0.008_404, 0.905_701),
            (5.0, 10.0, 0.187_086, 0.812_914),
            (1_200.0, 1_200.0, 0.996_931, 1.0),
        ] {
            let found = clopper_pearson(hits, trials);
            assert!((found.0 - low).abs() < 2e-5 && (found.1 - high).abs() < 2e-5, "{hits} of {trials}: {found:?}");
        }
    }

    #[test]
    fn the_ends_never_fall_when_hits_are_added_in_parts() {
        for trials in [1.0, 4.0, 13.0, 200.0] {
            let ends: Vec<(f64, f64)> =
                (0..=40).map(|part| clopper_pearson(trials * f64::from(part) / 40.0, trials)).collect();
            assert!(ends.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1), "{trials}: {ends:?}");
        }
    }
}
