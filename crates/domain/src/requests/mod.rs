//! Limits, idempotency and addresses of requests, independent of their subject.

pub mod idempotency;
pub mod log;
pub mod public_address;
pub mod quota;
pub mod sliding_minute;
