//! Sliding minutes: of one process, and of all servers together by Redis.

mod counting;
mod memory;
pub mod nodes;
pub mod redis;

pub use counting::Counting;
pub use memory::{MAX_CALLERS, MAX_HOURLY_CALLERS, MemoryRateLimiter};
