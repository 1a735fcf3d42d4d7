//! Logs of sites' web servers: sources, counters, and what is read for them elsewhere.

pub mod crawler_lists;
pub mod crawler_reads;
pub mod log_sources;
pub mod robots_files;
