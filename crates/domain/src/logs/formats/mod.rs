//! The formats of access logs, and the reader of each. What is not a line of the format is never guessed at.

mod apache;
mod bunny;
mod envelope;
mod guess;
mod haproxy;
mod json;
mod layout;
mod moment;
mod text;
mod w3c;

use std::fmt;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::logs::line::{Entry, LogLine, Unreadable};
pub use apache::{InvalidLogFormat, MAX_LOG_FORMAT_BYTES};
pub use guess::{MAX_GUESS_LINES, guess_format};
use layout::Layout;
use w3c::{Columns, W3c};

/// The formats that have a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "LogFormat")]
pub enum FormatName {
    /// The Common Log Format. It has no user agent, so no crawler can be recognized in it.
    Common,
    /// What nginx writes unless told otherwise, and Apache as `combined`.
    Combined,
    /// The same after `host:port`, which Debian's Apache writes as `vhost_combined`.
    CombinedVhost,
    /// One JSON object per line, with the names of nginx's variables or common other names.
    NginxJson,
    /// Caddy's own JSON.
    Caddy,
    /// What a `LogFormat` line of Apache describes.
    Apache,
    /// Traefik's JSON.
    Traefik,
    /// Amazon CloudFront's standard logs.
    Cloudfront,
    /// The W3C Extended Log File Format, as IIS writes it.
    IisW3c,
    /// Vercel's log drains: JSON arrays or NDJSON.
    Vercel,
    /// Cloudflare's Logpush of `http_requests`: one JSON object per line.
    Cloudflare,
    /// HAProxy's `option httplog`, with `User-Agent`, `Referer` and `Host` captured in this order.
    Haproxy,
    /// Fastly's log streaming with its usual JSON.
    Fastly,
    /// The raw logs of bunny.net.
    Bunny,
    /// Netlify's log drains of traffic: JSON arrays or NDJSON.
    Netlify,
}

words! {
    FormatName, "a log format":
    Common = "common",
    Combined = "combined",
    CombinedVhost = "combined-vhost",
    NginxJson = "nginx-json",
    Caddy = "caddy",
    Apache = "apache",
    Traefik = "traefik",
    Cloudfront = "cloudfront",
    IisW3c = "iis-w3c",
    Vercel = "vercel",
    Cloudflare = "cloudflare",
    Haproxy = "haproxy",
    Fastly = "fastly",
    Bunny = "bunny",
    Netlify = "netlify",
}

/// A format that lines can be read in.
#[derive(Debug, Clone)]
pub struct LogFormat {
    name: FormatName,
    rules: Rules,
}

#[derive(Debug, Clone)]
enum Rules {
    Layout(Layout),
    Json(&'static json::Names),
    W3c(&'static Columns),
    /// A format with a reader of its own.
    Line(fn(&[u8]) -> Result<LogLine<'_>, Unreadable>),
}

impl LogFormat {
    /// The format with this name; `None` for [`FormatName::Apache`], which needs its `LogFormat` line.
    pub fn named(name: FormatName) -> Option<Self> {
        let rules = match name {
            FormatName::Common => Rules::Layout(apache::common()),
            FormatName::Combined => Rules::Layout(apache::combined()),
            FormatName::CombinedVhost => Rules::Layout(apache::combined_vhost()),
            FormatName::NginxJson => Rules::Json(&json::NGINX),
            FormatName::Caddy => Rules::Json(&json::CADDY),
            FormatName::Traefik => Rules::Json(&json::TRAEFIK),
            FormatName::Vercel => Rules::Json(&json::VERCEL),
            FormatName::Cloudflare => Rules::Json(&json::CLOUDFLARE),
            FormatName::Fastly => Rules::Json(&json::FASTLY),
            FormatName::Netlify => Rules::Json(&json::NETLIFY),
            FormatName::Haproxy => Rules::Line(haproxy::read),
            FormatName::Bunny => Rules::Line(bunny::read),
            FormatName::Cloudfront => Rules::W3c(&w3c::CLOUDFRONT),
            FormatName::IisW3c => Rules::W3c(&w3c::IIS),
            FormatName::Apache => return None,
        };
        Some(Self { name, rules })
    }

    /// The format that a `LogFormat` line of Apache describes: the whole line, or what is between its quotes.
    ///
    /// # Errors
    ///
    /// If it is no such line, is longer than [`MAX_LOG_FORMAT_BYTES`], or lacks time, request or user agent.
    pub fn apache(line: &str) -> Result<Self, InvalidLogFormat> {
        apache::compile(line).map(|layout| Self { name: FormatName::Apache, rules: Rules::Layout(layout) })
    }

    /// Its name.
    pub fn name(&self) -> FormatName {
        self.name
    }

    /// Whether its lines contain user agents, by which crawlers are recognized.
    pub fn has_user_agent(&self) -> bool {
        self.name != FormatName::Common
    }
}

impl fmt::Display for LogFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

/// Reads the lines of one log, in order: some formats begin with a heading.
#[derive(Debug)]
pub struct LogReader {
    format: LogFormat,
    /// For dates without a year.
    now: Timestamp,
    w3c: W3c,
}

impl LogReader {
    /// A reader. A date without a year is the last such date before `now`.
    pub fn new(format: LogFormat, now: Timestamp) -> Self {
        Self { format, now, w3c: W3c::default() }
    }

    /// The format.
    pub fn format(&self) -> &LogFormat {
        &self.format
    }

    /// Passes on what the line is: one entry, or as many as a JSON array has elements. An empty line is nothing.
    pub fn read(&mut self, line: &[u8], each: &mut dyn FnMut(Entry<'_>)) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match &self.format.rules {
            Rules::Layout(layout) => each(entry(envelope::read_within(line, |line| layout.read(line, self.now)))),
            Rules::Line(read) => each(entry(envelope::read_within(line, read))),
            Rules::Json(names) => json::read(line, names, each),
            Rules::W3c(columns) => match self.w3c.read(line, columns) {
                Ok(None) => each(Entry::NoRequest),
                Ok(Some(line)) => each(Entry::Request(line)),
                Err(problem) => each(Entry::Unreadable(problem)),
            },
        }
    }
}

fn entry(read: Result<LogLine<'_>, Unreadable>) -> Entry<'_> {
    read.map_or_else(Entry::Unreadable, Entry::Request)
}
