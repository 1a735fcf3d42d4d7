//! Student's distribution: its tails, and the points that leave a given probability beyond.
//!
//! Sources: M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions" (1964), 7.1.26, for the normal distribution; D. L.
//! Wallace, "Bounds on normal approximations to Student's and the chi-square distributions", Annals of Mathematical Statistics 30
//! (1959), 1121–1130, for Student's.

/// The two-sided tail probability of Student's distribution.
pub(crate) fn two_sided(value: f64, degrees: f64) -> f64 {
    let normal = (8.0 * degrees + 1.0) / (8.0 * degrees + 3.0) * (degrees * (value * value / degrees).ln_1p()).sqrt();
    // The complementary error function of `normal / √2`.
    let scaled = normal / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * scaled);
    let terms = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t) * (-scaled * scaled).exp()
}

/// The point that is exceeded, in either direction, with this probability.
pub(crate) fn student_point(tail: f64, degrees: f64) -> f64 {
    /// Beyond this value, no probability that is used is left, even with few degrees of freedom.
    const MAX_VALUE: f64 = 1e4;
    let (mut low, mut high) = (0.0, MAX_VALUE);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if two_sided(middle, degrees) > tail { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_is_the_one_of_the_tables() {
        for (value, degrees, part) in [(1.96, 1e6, 0.05), (2.262, 9.0, 0.05), (3.25, 9.0, 0.01), (0.0, 20.0, 1.0)] {
            assert!((two_sided(value, degrees) - part).abs() < 1e-3, "{value}: {}", two_sided(value, degrees));
        }
    }

    #[test]
    fn the_points_are_those_of_the_tables() {
        for (tail, degrees, point) in [(0.05, 6.0, 2.447), (0.01, 24.0, 2.797), (0.4, 10.0, 0.879)] {
            let found = student_point(tail, degrees);
            assert!((found - point).abs() < 0.02, "{tail}, {degrees}: {found}");
        }
    }
}
