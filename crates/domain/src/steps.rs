//! Counts what heavy work costs, in steps of about a nanosecond on a machine of today: the prompt policy, globs, parsers, hashing,
//! packing. A count depends on the input alone and not on the machine, so a test can hold work to it.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Notes that this thread did so many steps.
pub fn count(steps: usize) {
    STEPS.with(|counted| counted.set(counted.get().wrapping_add(steps as u64)));
}

/// The steps that this thread has counted so far. Only the difference of two looks tells something.
pub fn so_far() -> u64 {
    STEPS.with(Cell::get)
}

/// The steps that this thread does in `work`, and what came of it.
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
