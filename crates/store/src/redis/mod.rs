//! Redis: sliding minutes that all nodes share, and nothing else.

mod connect_error;
mod rate_limiter;
mod share;

pub use connect_error::ConnectError;
pub use rate_limiter::{RedisOptions, RedisRateLimiter};
pub use share::Share;
