//! Events and their counters: what every event store decides the same way, and the stores.

pub(crate) mod model;
pub mod postgres;
pub mod sqlite;
