//! The audit log: its chain, and queries.

pub(super) mod chain;
mod log;
