//! The servers on one database, and each server's share of a limit.

mod node;
mod outdated;
mod share;
pub(super) mod share_rate_limiter;

pub(crate) use node::GONE_AFTER;
pub use node::{BEAT_EVERY, Node, RunningNodes};
pub use share::Share;
pub use share_rate_limiter::ShareRateLimiter;
