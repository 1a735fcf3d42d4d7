//! Servers that share their stores: they announce themselves and use one common time.

pub mod common_clock;
pub mod server_group;
pub mod time_limits;
