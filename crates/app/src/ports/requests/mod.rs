//! What requests share: their limits, their log, and the records of idempotent ones.

pub mod idempotency;
pub mod log;
pub mod rate_limiter;
