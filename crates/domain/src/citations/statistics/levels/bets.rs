//! Bets on the sign of differences, and the wealth that they have earned.
//!
//! If nothing changed, a difference `d` is as likely to be `+d` as `−d`, so neither kind of bet is favorable:
//!
//! * The fraction `λ` of the wealth, which becomes `1 + λ·d` of it. Differences of single cells are large, and these bets fit them.
//! * `exp(λ·d − λ²·d²/2)`, whose mean is `cosh(λ·d)·exp(−λ²·d²/2) ≤ 1`. The mean over many cells moves little and wavers little;
//!   larger `λ` fit it.
//!
//! Sources: G. Shafer, "Testing by betting", Journal of the Royal Statistical Society A 184 (2021), 407–431; V. H. de la Peña,
//! "A general class of exponential inequalities for martingales and ratios", Annals of Probability 27 (1999), 537–564, for the
//! second kind.

/// The fractions of the wealth that are bet on a rise; the same fractions are bet on a fall.
const FRACTIONS: [f64; 4] = [0.2, 0.4, 0.6, 0.85];
/// The `λ` of self-normalized bets.
const SELF_NORMALIZED: [f64; 4] = [1.5, 2.5, 4.5, 8.0];

/// The largest bet on a difference.
pub(super) const LARGEST_BET: f64 = SELF_NORMALIZED[SELF_NORMALIZED.len() - 1];

/// The bets on one day as the first after a change, and what they have earned.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bets {
    /// The wealth of each fraction, bet on a rise and on a fall.
    fractions: [[f64; 2]; FRACTIONS.len()],
    sum: f64,
    squares: f64,
    count: f64,
    /// The most cells in any difference so far.
    most_cells: usize,
}

impl Bets {
    pub fn new() -> Self {
        Self { fractions: [[1.0; 2]; FRACTIONS.len()], sum: 0.0, squares: 0.0, count: 0.0, most_cells: 0 }
    }

    /// Adds the sum of the differences of this many cells.
    ///
    /// It is divided by the largest number of cells so far, and not by this number: a day on which few cells ran counts less.
    pub fn add(&mut self, sum: f64, cells: usize) {
        if cells == 0 {
            return;
        }
        self.most_cells = self.most_cells.max(cells);
        self.count += 1.0;
        let difference = sum / self.most_cells as f64;
        if difference != 0.0 {
            for (wealth, fraction) in self.fractions.iter_mut().zip(FRACTIONS) {
                wealth[0] *= 1.0 + fraction * difference;
                wealth[1] *= 1.0 - fraction * difference;
            }
            self.sum += difference;
            self.squares += difference * difference;
        }
    }

    /// The logarithm of the mean wealth of all bets in this direction.
    pub fn log_wealth(&self, is_rise: bool) -> f64 {
        let sum = if is_rise { self.sum } else { -self.sum };
        let fractions: f64 = self.fractions.iter().map(|wealth| wealth[usize::from(!is_rise)]).sum();
        let normalized: f64 =
            SELF_NORMALIZED.iter().map(|bet| (bet * sum - bet * bet * self.squares / 2.0).exp()).sum();
        ((fractions + normalized) / (FRACTIONS.len() + SELF_NORMALIZED.len()) as f64).ln()
    }

    /// A bound of [`Self::log_wealth`] that is quick to compute.
    pub fn max_log_wealth(&self, is_rise: bool) -> f64 {
        let sum = if is_rise { self.sum } else { -self.sum };
        let normalized = if sum > 0.0 { sum * sum / (2.0 * self.squares) } else { 0.0 };
        self.fractions.iter().map(|wealth| wealth[usize::from(!is_rise)]).fold(0.0, f64::max).ln().max(normalized)
    }

    /// The number of differences.
    pub fn count(&self) -> f64 {
        self.count
    }

    /// The variance of the differences.
    pub fn variance(&self) -> f64 {
        let mean = self.sum / self.count.max(1.0);
        (self.squares - self.count * mean * mean).max(0.0) / (self.count - 1.0).max(1.0)
    }
}
