//! Servers that share their stores: each tells the others that it runs, and all go by one time.

pub mod common_clock;
pub mod company;
pub mod time_limits;
