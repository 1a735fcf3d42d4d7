//! Work on passwords, and the bounds on tries at one.

pub(crate) mod hashing;
pub(super) mod tries;
