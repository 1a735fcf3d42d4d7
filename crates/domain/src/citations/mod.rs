//! What is searched for in the answers of engines, and how certain the resulting figures are.

pub mod aliases;
pub mod answer_text;
pub mod competitor;
pub(crate) mod dependence;
pub mod difference;
pub mod interval;
pub mod region;
pub mod run_change;
pub mod samples;
#[cfg(test)]
pub(crate) mod simulated;
pub mod watch;
