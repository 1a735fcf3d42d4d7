//! Counts the bytes that a look through a text takes, for the test that holds it to the text's length. Elsewhere it is nothing.

#[cfg(test)]
thread_local! {
    static LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Notes that so many bytes were looked at.
#[cfg(not(test))]
pub(super) const fn looked_at(_bytes: usize) {}

/// Notes that so many bytes were looked at.
#[cfg(test)]
pub(super) fn looked_at(bytes: usize) {
    LOOKED_AT.with(|count| count.set(count.get() + bytes));
}

/// The bytes that `work` looks at.
#[cfg(test)]
pub(super) fn bytes_looked_at(work: impl FnOnce()) -> usize {
    LOOKED_AT.with(|count| count.set(0));
    work();
    LOOKED_AT.with(std::cell::Cell::get)
}
