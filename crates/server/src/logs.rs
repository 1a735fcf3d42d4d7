//! Writes logs to stderr, as text or JSON. They never contain a secret or the address of a reader.

use std::io::IsTerminal as _;

use tracing_subscriber::{EnvFilter, Layer as _, Registry, layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::{
    config::{LogFormat, LogSettings},
    traces::{self, Traces},
};

/// The library of the Model Context Protocol logs every message in three lines, with its arguments, and the PostgreSQL driver
/// logs every table that already exists. An operator's settings for them take precedence.
const QUIET: &str = "rmcp=warn,sqlx::postgres::notice=warn";

/// Starts logging, and recording spans if there are traces. A second call in one process changes nothing.
pub fn start(settings: &LogSettings, traces: Option<&Traces>) {
    let filter = EnvFilter::new(format!("{QUIET},{},{}=off", settings.level, traces::TARGET));
    let format = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let log = match settings.format {
        LogFormat::Text => format.with_ansi(std::io::stderr().is_terminal()).with_target(false).boxed(),
        LogFormat::Json => format.json().flatten_event(true).with_current_span(true).with_span_list(false).boxed(),
    };
    let log = log.with_filter(filter);
    // Tests start several servers in one process; the first one's logger serves all of them.
    let _ = Registry::default().with(traces.map(Traces::layer)).with(log).try_init();
}
