//! Events and their counters: what all event stores do in the same way, and the stores.

pub(crate) mod model;
pub mod postgres;
pub mod sqlite;
