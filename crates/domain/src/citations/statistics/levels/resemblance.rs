//! How much resemblance inflates the variance of a mean over many days.
//!
//! [`inflation`] expects the correlation to fade quickly. A watch is checked every day for years, so it must also withstand a
//! tendency that is weak and lasts for weeks. The sum of the correlations over [`MAX_LAG`] days shows it, but wavers much; it is used
//! as far as the correlation of neighboring days confirms it. The larger of both counts, and more than that, since short
//! series show too little of it.

use crate::citations::statistics::dependence::inflation;

/// The number of days over which correlations are summed.
const MAX_LAG: usize = 10;
/// From this correlation of neighboring days on, the sum is used fully; below, in proportion.
const CONFIRMED: f64 = 0.12;
/// The exponent of the inflation, chosen by simulation.
const RAISED: f64 = 1.2;
/// The minimum length of a series.
const MIN_DAYS: usize = 8;

/// The factor by which resemblance inflates the variance of a mean over these days, before and after a change.
pub(super) fn resemblance_inflation(sides: &[Vec<f64>; 2]) -> f64 {
    inflation(sides.iter().map(Vec::as_slice)).max(of_many_days(sides)).powf(RAISED)
}

fn of_many_days(sides: &[Vec<f64>; 2]) -> f64 {
    let (mut parts, mut count) = (0.0, 0.0);
    let mut products = [0.0; MAX_LAG + 1];
    for values in sides.iter().filter(|values| values.len() >= MIN_DAYS) {
        parts += 1.0;
        count += values.len() as f64;
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        for (lag, product) in products.iter_mut().enumerate() {
            let pairs = values.iter().zip(values.iter().skip(lag));
            *product += pairs.map(|(value, later)| (value - mean) * (later - mean)).sum::<f64>();
        }
    }
    let [spread, next, ..] = products;
    if spread <= 1e-9 {
        return 1.0;
    }
    // The estimated means make each correlation too low by about this much.
    let bias: f64 = parts / count;
    let sum: f64 = products[1..].iter().map(|product| product / spread + bias).sum();
    let long = (1.0 + 2.0 * sum).max(1.0) / (1.0 - 2.0 * MAX_LAG as f64 * bias).max(0.3);
    let confirmed = ((next / spread + bias) / CONFIRMED).clamp(0.0, 1.0);
    1.0 + (long - 1.0).max(0.0) * confirmed
}
