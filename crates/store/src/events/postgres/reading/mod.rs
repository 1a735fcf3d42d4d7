//! Reads from PostgreSQL.

pub(super) mod asks;
pub(super) mod counts;
mod in_order;
mod leased_reading;
pub(super) mod pages;
pub(super) mod stored_events;
