//! Sliding minutes: of one process, and of all servers together by Redis.

mod counting;
mod memory;
pub mod redis;
mod share;
mod share_rate_limiter;

pub use counting::Counting;
pub use memory::{CALLERS_MOST, HOURLY_CALLERS_MOST, MemoryRateLimiter};
pub use share::Share;
pub use share_rate_limiter::ShareRateLimiter;
