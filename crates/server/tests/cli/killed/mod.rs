//! `kill -9` during work: nothing acknowledged is lost, and nothing counts twice.

pub(crate) mod deliveries;
pub(crate) mod events;
pub(crate) mod generations;
pub(crate) mod log_lines;
pub(crate) mod merges;
pub(crate) mod monitors;
pub(crate) mod removals;
pub(crate) mod repeats;
mod reports;
