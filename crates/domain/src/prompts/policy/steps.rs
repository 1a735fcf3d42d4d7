//! The cost limit of examining a text, in steps of about a nanosecond.

use crate::shared::steps;

/// Steps per byte to split a match into its parts, to read its sentence, or to search for words that make it harmless.
pub(super) const STEPS_TO_JUDGE_A_BYTE: usize = 30;

/// The remaining steps. Spent steps are also counted in [`crate::shared::steps`].
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
