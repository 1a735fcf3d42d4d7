//! Password hashing, and the limits on attempts.

pub(crate) mod hashing;
pub(super) mod tries;
