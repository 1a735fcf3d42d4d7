//! What a look through a text may cost, in steps of about a nanosecond.

use crate::steps;

/// Steps for a byte where the parts of a match are told apart, its sentence is read, or what makes it harmless is looked for.
pub(super) const STEPS_TO_JUDGE_A_BYTE: usize = 30;

/// The steps that are left. What is spent is counted for the work at hand as well.
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) fn new(steps: usize) -> Self {
        Self { left: steps }
    }

    pub(super) fn spend(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(steps);
        steps::count(steps);
    }

    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }
}
