//! What every event store decides alike: what counts as what, what is known and what is beyond a bound, how answers are put
//! together. It knows no SQL; a store asks for what stands in its tables by [`Shelves`], and writes what comes out.

pub(crate) mod books;
pub(crate) mod counts;
pub(crate) mod day_bounds;
pub(crate) mod event_columns;
pub(crate) mod gathering;
pub(crate) mod hours;
pub(crate) mod known_labels;
pub(crate) mod memory_of_ids;
pub(crate) mod minutes;
pub(crate) mod recount;
pub(crate) mod revisions;
pub(crate) mod sender_bounds;
pub(crate) mod shelves;
pub(crate) mod sums;
