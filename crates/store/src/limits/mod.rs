//! Sliding windows for rate limits: in one process, or shared by all servers through Redis.

mod counting;
mod memory;
pub mod nodes;
pub mod redis;

pub use counting::Counting;
pub use memory::{MAX_CALLERS, MAX_HOURLY_CALLERS, MemoryRateLimiter};
