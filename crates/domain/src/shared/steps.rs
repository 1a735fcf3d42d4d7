//! Counts the cost of heavy work, in steps of about a nanosecond.
//!
//! The prompt policy, globs, parsers, hashing and packing count steps; each takes about a nanosecond on a current
//! machine. A count depends only on the input and not on the machine, so tests can limit it.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Adds steps to the count of the current thread.
pub fn count(steps: usize) {
    STEPS.with(|counted| counted.set(counted.get().wrapping_add(steps as u64)));
}

/// Returns the steps of this thread so far. Only the difference of two values is meaningful.
pub fn so_far() -> u64 {
    STEPS.with(Cell::get)
}

/// Runs `work` and returns its steps on this thread, and its result.
pub fn during<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = so_far();
    let done = work();
    (so_far().wrapping_sub(before), done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_belongs_to_the_thread_that_did_it() {
        let (steps, others) = during(|| {
            count(3);
            std::thread::spawn(|| during(|| count(40)).0).join().expect("it ends")
        });
        assert_eq!((steps, others), (3, 40));
    }
}
