//! What is looked for in the answers of engines.

pub mod aliases;
pub mod competitor;
pub mod interval;
pub mod samples;
