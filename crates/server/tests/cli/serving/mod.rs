//! The running server, tested from outside.

pub(crate) mod connections;
pub(crate) mod memory;
mod missing_views;
mod outages;
pub(crate) mod surroundings;
pub(crate) mod traces;
pub(crate) mod unavailable;
pub(crate) mod widget_location;
