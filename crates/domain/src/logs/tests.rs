//! Tests of whole logs. The same requests are there in every format, and user agents with addresses whose meaning is known.

mod bad_input;
mod every_format;
mod labelled;

use jiff::Timestamp;

use super::{
    formats::{FormatName, LogFormat, LogReader},
    line::{Entry, LogLine, Unreadable},
};

fn now() -> Timestamp {
    "2026-11-29T12:00:00Z".parse().expect("a time")
}

/// The format with this name; `apache` is followed by its `LogFormat` line.
fn format(name: &str) -> LogFormat {
    match name.split_once(' ') {
        Some(("apache", line)) => LogFormat::apache(line).expect("a LogFormat line"),
        _ => LogFormat::named(name.parse::<FormatName>().expect("a format")).expect("a format without a line"),
    }
}

/// What a line is; the texts of a request are copied.
#[derive(Debug, PartialEq)]
enum Found {
    Request(Box<LogLine<'static>>),
    NoRequest,
    Unreadable(Unreadable),
}

impl From<Entry<'_>> for Found {
    fn from(entry: Entry<'_>) -> Self {
        match entry {
            Entry::NoRequest => Self::NoRequest,
            Entry::Unreadable(problem) => Self::Unreadable(problem),
            Entry::Request(line) => Self::Request(Box::new(LogLine {
                at: line.at,
                host: line.host.map(|host| host.into_owned().into()),
                method: line.method.into_owned().into(),
                target: line.target.into_owned().into(),
                status: line.status,
                user_agent: line.user_agent.into_owned().into(),
                referrer: line.referrer.into_owned().into(),
                address: line.address,
                bytes: line.bytes,
            })),
        }
    }
}

/// What the lines are in a format.
fn read(format: LogFormat, text: &[u8]) -> Vec<Found> {
    let mut reader = LogReader::new(format, now());
    let mut found = Vec::new();
    for line in text.split(|byte| *byte == b'\n') {
        reader.read(line, &mut |entry| found.push(entry.into()));
    }
    found
}
