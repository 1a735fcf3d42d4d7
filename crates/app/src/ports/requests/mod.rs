//! What requests share: their limits, and the records of idempotent ones.

pub mod idempotency;
pub mod rate_limiter;
