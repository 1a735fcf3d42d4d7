//! Computes how certain the figures about citations are, and which changes are clear.

mod clopper_pearson;
pub(crate) mod dependence;
pub mod difference;
pub mod interval;
pub mod levels;
pub mod samples;
#[cfg(test)]
pub(crate) mod simulated;
pub(crate) mod student;
