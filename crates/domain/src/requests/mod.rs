//! Limits and repetition of requests, whatever they are about.

pub mod idempotency;
pub mod quota;
pub mod sliding_minute;
