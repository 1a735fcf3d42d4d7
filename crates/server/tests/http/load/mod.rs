//! The cost of requests, and which other requests they delay.

pub(crate) mod answering_threads;
mod full_instance;
pub(crate) mod neighbours;
