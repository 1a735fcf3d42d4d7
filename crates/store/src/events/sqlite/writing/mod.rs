//! The work of the writer's thread: events, their counters, removals.

pub(super) mod batch;
pub(super) mod canonical;
pub(super) mod hours;
pub(super) mod in_file;
pub(super) mod memory;
pub(super) mod merged_pages;
pub(super) mod queue;
pub(super) mod removal;
pub(super) mod stale_pages;
mod sums;
pub(super) mod writer;
mod writer_thread;
