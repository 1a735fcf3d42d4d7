//! An invitation, to the holder of its token: shown, accepted.

pub(super) mod accept;
pub(super) mod show;
