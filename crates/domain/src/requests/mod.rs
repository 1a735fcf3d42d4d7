//! Limits and idempotency of requests, independent of their subject.

pub mod idempotency;
pub mod quota;
pub mod sliding_minute;
