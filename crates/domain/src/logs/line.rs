//! One request of an access log, in whatever format it was written.

use std::{borrow::Cow, fmt, net::IpAddr};

use jiff::Timestamp;

/// A request. Texts are those of the log, with the escapes of its format resolved; a byte that is not UTF-8 is `U+FFFD`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine<'a> {
    /// When the request was answered.
    pub at: Timestamp,
    /// The host of the site, without a port, if the format has it.
    pub host: Option<Cow<'a, str>>,
    /// The method, such as `GET`; empty if the request was no HTTP, or if the format has none.
    pub method: Cow<'a, str>,
    /// The path with its query as it was sent; empty if the request was no HTTP.
    pub target: Cow<'a, str>,
    /// The status of the answer, from 100 to 999; `None` if the server sent none.
    pub status: Option<u16>,
    /// The user agent; empty if none was sent, or if the format has none.
    pub user_agent: Cow<'a, str>,
    /// The referrer; empty if none was sent, or if the format has none.
    pub referrer: Cow<'a, str>,
    /// The address of the client; `None` if the log has a host name instead, or nothing.
    pub address: Option<IpAddr>,
    /// The bytes of the answer, if the format has them.
    pub bytes: Option<u64>,
}

impl LogLine<'_> {
    /// The path without its query and fragment.
    pub fn path(&self) -> &str {
        self.target.split(['?', '#']).next().unwrap_or_default()
    }

    /// The query, without its `?`; empty if the target has no query.
    pub fn query(&self) -> &str {
        let target = self.target.split('#').next().unwrap_or_default();
        target.split_once('?').map_or("", |(_, query)| query)
    }
}

/// What a line of a log is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry<'a> {
    /// A request.
    Request(LogLine<'a>),
    /// A comment, a heading or a message of the server: no request, and not an error.
    NoRequest,
    /// Not a line of this format.
    Unreadable(Unreadable),
}

/// Why a line cannot be read. The texts contain no part of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unreadable {
    /// Longer than the limit, in bytes.
    TooLong(usize),
    /// Contains control characters, as binary files do.
    Binary,
    /// Not valid JSON.
    NotJson,
    /// Does not have this part where the format has it.
    Missing(&'static str),
    /// This part has a value that it cannot have.
    Invalid(&'static str),
    /// Something follows where the format ends.
    TooManyFields,
    /// Other columns than the heading names.
    OtherColumns,
    /// Comes before the heading that names the columns.
    NoHeading,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(limit) => write!(f, "the line is longer than {limit} bytes"),
            Self::Binary => f.write_str("the line contains control characters: this is not a text file"),
            Self::NotJson => f.write_str("the line is not JSON"),
            Self::Missing(part) => write!(f, "the {part} is missing"),
            Self::Invalid(part) => write!(f, "the {part} cannot be read"),
            Self::TooManyFields => f.write_str("the line has more fields than the format"),
            Self::OtherColumns => f.write_str("the line has another number of columns than its #Fields line"),
            Self::NoHeading => f.write_str("no #Fields line comes before it"),
        }
    }
}

/// What a format found in a line, before it is known whether that is enough.
#[derive(Debug, Default)]
pub(crate) struct Parts<'a> {
    pub at: Option<Timestamp>,
    pub host: Option<Cow<'a, str>>,
    pub method: Option<Cow<'a, str>>,
    pub target: Option<Cow<'a, str>>,
    pub status: Option<u16>,
    pub user_agent: Option<Cow<'a, str>>,
    pub referrer: Option<Cow<'a, str>>,
    pub address: Option<IpAddr>,
    pub bytes: Option<u64>,
}

impl<'a> Parts<'a> {
    /// The request, if time and request are there.
    pub(crate) fn finish(self) -> Result<LogLine<'a>, Unreadable> {
        let given = |text: Option<Cow<'a, str>>| text.filter(|text| text != "-").unwrap_or_default();
        let at = self.at.ok_or(Unreadable::Missing("time"))?;
        let target = self.target.ok_or(Unreadable::Missing("request"))?;
        Ok(LogLine {
            at,
            host: self.host.filter(|host| !host.is_empty() && host != "-").map(without_port),
            method: given(self.method),
            target: given(Some(target)),
            status: self.status,
            user_agent: given(self.user_agent),
            referrer: given(self.referrer),
            address: self.address.map(|address| address.to_canonical()),
            bytes: self.bytes,
        })
    }
}

/// A host without its port: `example.com:443`, `[2001:db8::1]:443`.
fn without_port(host: Cow<'_, str>) -> Cow<'_, str> {
    let length = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => {
            // Colons within an address without brackets begin no port.
            if name.contains(':') && !name.ends_with(']') { host.len() } else { name.len() }
        }
        _ => host.len(),
    };
    match host {
        Cow::Borrowed(host) => Cow::Borrowed(&host[..length]),
        Cow::Owned(mut host) => {
            host.truncate(length);
            Cow::Owned(host)
        }
    }
}

/// The status in a log: three digits. `Ok(None)` if the server sent none, which formats write in different ways.
pub(crate) fn read_status(text: &str) -> Result<Option<u16>, Unreadable> {
    match text {
        "-" | "" | "0" | "000" | "-1" => Ok(None),
        _ => match text.parse() {
            Ok(status @ 100..=999) if text.len() == 3 => Ok(Some(status)),
            _ => Err(Unreadable::Invalid("status")),
        },
    }
}

/// The address in a log, with or without brackets, port and zone; `None` for a host name.
pub(crate) fn read_address(text: &str) -> Option<IpAddr> {
    if let Ok(address) = text.parse() {
        return Some(address);
    }
    if let Some(inner) = text.strip_prefix('[') {
        return inner.split(']').next()?.split('%').next()?.parse().ok();
    }
    let (host, rest) = text.rsplit_once(':').or_else(|| text.split_once('%'))?;
    rest.bytes().all(|byte| byte.is_ascii_alphanumeric()).then(|| host.split('%').next()?.parse().ok())?
}
