//! The event stores, and what all of them do in the same way.

pub(crate) mod crawler_rows;
pub(crate) mod model;
pub mod postgres;
pub mod sqlite;
