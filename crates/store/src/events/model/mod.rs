//! What all event stores decide in the same way.
//!
//! This covers how events are counted, which names are known or beyond a limit, and how answers are built. It contains
//! no SQL: it reads a store's tables through [`NameTables`], and the store writes the results.

pub(crate) mod counts;
pub(crate) mod day_bounds;
pub(crate) mod event_columns;
pub(crate) mod gathering;
pub(crate) mod hours;
pub(crate) mod known_labels;
pub(crate) mod memory_of_ids;
pub(crate) mod minutes;
pub(crate) mod name_cache;
pub(crate) mod name_tables;
pub(crate) mod recount;
pub(crate) mod revisions;
pub(crate) mod sender_bounds;
pub(crate) mod stored;
pub(crate) mod sums;
