//! API keys.

pub(crate) mod chains;
pub(crate) mod life;
pub(crate) mod updates;
