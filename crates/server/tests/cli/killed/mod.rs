//! `kill -9` in the middle of work: nothing that was acknowledged is lost, and nothing happens twice.

pub(crate) mod deliveries;
pub(crate) mod events;
pub(crate) mod generations;
pub(crate) mod monitors;
pub(crate) mod removals;
pub(crate) mod repeats;
