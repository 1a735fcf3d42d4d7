//! Stores events and raises their counters, in transactions that may run concurrently.

mod append;
mod canonical;
pub(super) mod commit_queues;
pub(super) mod committing;
pub(super) mod counters;
pub(crate) mod ids;
pub(super) mod last_transactions;
pub(super) mod page_raises;
pub(super) mod page_tables;
pub(super) mod raising;
mod transactions;
pub(super) mod working_set;
