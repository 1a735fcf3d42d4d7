//! What came of several attempts: one that fails stops no other.

use crate::ports::{StoreError, StoreResult};

/// What came of several attempts.
#[derive(Default)]
pub(crate) struct Tally {
    moved: u64,
    failure: Option<StoreError>,
}

impl Tally {
    /// Counts an attempt that moved something on, and keeps the first failure.
    pub(crate) fn note(&mut self, attempt: StoreResult<bool>) {
        match attempt {
            Ok(has_moved) => self.moved += u64::from(has_moved),
            Err(error) => self.failure = self.failure.take().or(Some(error)),
        }
    }

    /// How many moved on, or the first failure.
    pub(crate) fn end(self) -> StoreResult<u64> {
        self.failure.map_or(Ok(self.moved), Err)
    }
}
