//! Tests rules for every route.

pub(crate) mod authorization;
pub(crate) mod contract_table;
pub(crate) mod cursors;
pub(crate) mod entity_tags;
pub(crate) mod envelope;
pub(crate) mod forwarded_addresses;
pub(crate) mod idempotency;
pub(crate) mod listed_values;
pub(crate) mod order_of_checks;
pub(crate) mod parameters;
pub(crate) mod patches;
pub(crate) mod repeated_posts;
pub(crate) mod unreadable;
