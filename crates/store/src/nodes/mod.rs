//! What the nodes of one service agree on, for any kind of store that they share.

mod agreement;
mod share;
mod share_rate_limiter;
mod untold;

pub use agreement::{Agreement, Counting, GONE_AFTER, Standing};
pub use share::Share;
pub use share_rate_limiter::ShareRateLimiter;
