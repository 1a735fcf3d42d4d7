//! How a change is made: atomic, exclusive, once, and announced to every cache.

pub(super) mod change;
mod idempotency;
pub(super) mod last_changes;
pub(super) mod preconditions;
pub(super) mod row_order;
pub(super) mod scope;
