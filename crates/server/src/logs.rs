//! Logs: to stderr, as text or JSON. Never a secret, never an address of a reader.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

use crate::config::{LogFormat, LogSettings};

/// The library of the Model Context Protocol logs every message in three lines, arguments included, and PostgreSQL every table
/// that exists already. An operator's settings for them take precedence.
const QUIET: &str = "rmcp=warn,sqlx::postgres::notice=warn";

/// Starts logging. A second call in one process changes nothing.
pub fn start(settings: &LogSettings) {
    let filter = EnvFilter::new(format!("{QUIET},{}", settings.level));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Tests start several servers in one process; the first one's logger serves all of them.
    let _ = match settings.format {
        LogFormat::Text => builder.with_ansi(std::io::stderr().is_terminal()).with_target(false).try_init(),
        LogFormat::Json => builder.json().flatten_event(true).with_current_span(true).with_span_list(false).try_init(),
    };
}
