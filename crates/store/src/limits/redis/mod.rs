//! Redis: windows of rate limits that all servers share, and nothing else.

mod connect_error;
mod presence;
mod rate_limiter;
mod shared_windows;

pub use connect_error::ConnectError;
pub use rate_limiter::RedisRateLimiter;
pub use shared_windows::RedisOptions;
