//! What requests cost, and whom they hold up.

pub(crate) mod answering_threads;
pub(crate) mod neighbours;
