//! The audit log: its chain, and its reading.

pub(super) mod chain;
mod log;
