//! The cost of requests, and whom they delay.

pub(crate) mod answering_threads;
pub(crate) mod neighbours;
