//! Ports that one process implements in its own memory. Nothing here survives a restart.

mod rate_limiter;

pub use rate_limiter::{CALLERS_MOST, HOURLY_CALLERS_MOST, MemoryRateLimiter};
