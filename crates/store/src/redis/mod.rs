//! Redis: sliding minutes that all nodes share, and nothing else.

mod connect_error;
mod probe;
mod rate_limiter;

pub use connect_error::ConnectError;
pub use rate_limiter::{RedisOptions, RedisRateLimiter};
