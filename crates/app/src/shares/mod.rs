//! What callers share, and the share of each while others wait.
//!
//! Every shared resource has a row in [`registry`], which `/metrics` shows.

pub mod fair_slots;
pub mod holder;
pub mod registry;
