//! The cost of requests, and which other requests they delay.

pub(crate) mod answering_threads;
pub(crate) mod neighbours;
