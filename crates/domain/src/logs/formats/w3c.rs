//! Lines in columns that a `#Fields:` line names: CloudFront, and the W3C format of IIS.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::logs::{
    formats::moment,
    line::{LogLine, Parts, Unreadable, read_address, read_status},
};

/// How a server writes its columns.
#[derive(Debug)]
pub struct Columns {
    separator: char,
    /// The columns of a file without a heading; empty if the heading is needed.
    usual: &'static [&'static str],
    /// How spaces and other signs are written in headers.
    header: fn(&str) -> Cow<'_, str>,
}

/// CloudFront. A part of a log that has lost its heading has the columns that its logs begin with.
pub static CLOUDFRONT: Columns = Columns {
    separator: '\t',
    usual: &[
        "date",
        "time",
        "x-edge-location",
        "sc-bytes",
        "c-ip",
        "cs-method",
        "cs(Host)",
        "cs-uri-stem",
        "sc-status",
        "cs(Referer)",
        "cs(User-Agent)",
        "cs-uri-query",
        "cs(Cookie)",
        "x-edge-result-type",
        "x-edge-request-id",
        "x-host-header",
    ],
    header: decode_twice,
};

/// IIS, which writes `+` for a space.
pub static IIS: Columns = Columns { separator: ' ', usual: &[], header: plus_is_space };

/// The columns of the last heading.
#[derive(Debug, Default)]
pub struct W3c {
    names: Option<Vec<String>>,
}

/// The names of columns, each with what it is for; the first name that a line has wins.
const HOSTS: [&str; 3] = ["x-host-header", "cs-host", "cs(Host)"];
const ADDRESSES: [&str; 1] = ["c-ip"];
const METHODS: [&str; 1] = ["cs-method"];
const PATHS: [&str; 1] = ["cs-uri-stem"];
const QUERIES: [&str; 1] = ["cs-uri-query"];
const STATUSES: [&str; 1] = ["sc-status"];
const USER_AGENTS: [&str; 1] = ["cs(User-Agent)"];
const REFERRERS: [&str; 1] = ["cs(Referer)"];
const BYTES: [&str; 1] = ["sc-bytes"];

impl W3c {
    /// Reads a line; `None` for a heading or a comment.
    pub fn read<'a>(&mut self, line: &'a [u8], columns: &Columns) -> Result<Option<LogLine<'a>>, Unreadable> {
        let Ok(line) = std::str::from_utf8(line) else { return Err(Unreadable::Binary) };
        if line.bytes().any(|byte| byte.is_ascii_control() && byte != b'\t') {
            return Err(Unreadable::Binary);
        }
        if let Some(comment) = line.strip_prefix('#') {
            if let Some(names) = comment.strip_prefix("Fields:") {
                self.names = Some(names.split_whitespace().map(str::to_owned).collect());
            }
            return Ok(None);
        }
        let values: Vec<&str> = line.split(columns.separator).collect();
        let names: &dyn Fn(&str) -> Option<usize> = match &self.names {
            Some(names) if names.len() != values.len() => return Err(Unreadable::OtherColumns),
            Some(names) => &|wanted| names.iter().position(|name| name.eq_ignore_ascii_case(wanted)),
            None if columns.usual.is_empty() => return Err(Unreadable::NoHeading),
            None if values.len() < columns.usual.len() => return Err(Unreadable::OtherColumns),
            None => &|wanted| columns.usual.iter().position(|name| *name == wanted),
        };
        let value = |wanted: &[&str]| {
            let given = |name: &&str| names(name).map(|at| values[at]).filter(|value| *value != "-");
            wanted.iter().find_map(given)
        };
        parts_of(&value, columns)?.finish().map(Some)
    }
}

fn parts_of<'a>(value: &dyn Fn(&[&str]) -> Option<&'a str>, columns: &Columns) -> Result<Parts<'a>, Unreadable> {
    let (date, time) = value(&["date"]).zip(value(&["time"])).ok_or(Unreadable::Missing("time"))?;
    let at = moment::of_columns(date, time).ok_or(Unreadable::Invalid("time"))?;
    let path = value(&PATHS).ok_or(Unreadable::Missing("request"))?;
    let target = match value(&QUERIES) {
        Some(query) => Cow::Owned(format!("{path}?{query}")),
        None => Cow::Borrowed(path),
    };
    Ok(Parts {
        at: Some(at),
        host: value(&HOSTS).map(Cow::Borrowed),
        method: value(&METHODS).map(Cow::Borrowed),
        target: Some(target),
        status: read_status(value(&STATUSES).ok_or(Unreadable::Missing("status"))?)?,
        user_agent: value(&USER_AGENTS).map(columns.header),
        referrer: value(&REFERRERS).map(columns.header),
        address: value(&ADDRESSES).and_then(read_address),
        bytes: value(&BYTES).and_then(|bytes| bytes.parse().ok()),
    })
}

/// CloudFront encodes what is encoded already: `%2520` is a space.
fn decode_twice(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let once = percent_decode_str(text).decode_utf8_lossy();
    Cow::Owned(percent_decode_str(&once).decode_utf8_lossy().into_owned())
}

fn plus_is_space(text: &str) -> Cow<'_, str> {
    if text.contains('+') { Cow::Owned(text.replace('+', " ")) } else { Cow::Borrowed(text) }
}
