//! Logs of a site's web servers: their sources, and the lines that these send.

mod ingest;
mod lines;
mod sources;

pub use ingest::{LogLines, ingest_logs};
pub use lines::{LogLineView, list_log_lines};
pub use sources::{
    CreatedLogSource, LogSourcePath, LogSourceView, create_log_source, delete_log_source, list_log_sources,
    rotate_log_source, update_log_source,
};
