//! What the nodes of one service agree upon, whatever stores they share.

mod agreement;
mod share;
mod share_rate_limiter;
mod untold;

pub use agreement::{Agreement, Counting, GONE_AFTER, Standing};
pub use share::Share;
pub use share_rate_limiter::ShareRateLimiter;
