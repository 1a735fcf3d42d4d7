//! How a change is made: atomically, exclusively, once, and announced to all caches.

pub(super) mod change;
mod idempotency;
pub(super) mod last_changes;
mod port;
pub(super) mod preconditions;
pub(super) mod row_order;
pub(super) mod scope;
pub(super) mod watching;
