//! Lines whose fields follow each other between fixed texts, compiled once into steps.

use std::borrow::Cow;

use jiff::Timestamp;
use memchr::{memchr, memmem::Finder};

use crate::{
    logs::{
        formats::{moment, text},
        line::{LogLine, Parts, Unreadable, read_address, read_status},
    },
    requests::public_address::is_public,
};

/// What a field is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// The address of the connection: of the client, or of a proxy.
    Address,
    /// Addresses that proxies pass on, the nearest proxy's last.
    ForwardedFor,
    Host,
    /// The port of the server, in digits.
    Port,
    Time(TimeForm),
    /// The fraction of a second, apart from its seconds.
    Fraction,
    /// Method, target and version.
    Request,
    Method,
    /// The path, with or without its query.
    Path,
    /// The query with its `?`, apart from its path.
    Query,
    Status,
    Bytes,
    Referrer,
    UserAgent,
    /// Anything else.
    Ignored,
}

/// How a time is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimeForm {
    /// `29/Nov/2026:10:08:33 +0000`
    Common,
    /// A number of seconds, milliseconds or microseconds.
    Number,
    /// As `strftime` writes it.
    Pattern(String),
}

/// A part of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    Text(String),
    Field(Field),
}

/// What may follow the last field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoreFields {
    /// More fields, which are ignored: people extend the usual formats at their end.
    Allowed,
    Refused,
}

/// A compiled format.
#[derive(Debug, Clone)]
pub struct Layout {
    before: Vec<u8>,
    steps: Vec<Step>,
    more_fields: MoreFields,
}

#[derive(Debug, Clone)]
struct Step {
    field: Field,
    /// The text after the field; empty at the end of the line.
    after: Vec<u8>,
    finder: Finder<'static>,
    /// Whether quotes enclose the field, within which a backslash escapes a quote.
    is_quoted: bool,
}

/// Two fields follow each other without a text between them, so nothing says where the first one ends.
#[derive(Debug, PartialEq, Eq)]
pub struct Adjacent;

impl Layout {
    /// Compiles the tokens of a format.
    pub fn new(tokens: Vec<Token>, more_fields: MoreFields) -> Result<Self, Adjacent> {
        let (mut before, mut steps) = (Vec::new(), Vec::<Step>::new());
        for token in tokens {
            match token {
                Token::Text(text) => {
                    let target = steps.last_mut().map_or(&mut before, |step| &mut step.after);
                    target.extend_from_slice(text.as_bytes());
                }
                Token::Field(field) => {
                    if steps.last().is_some_and(|step| step.after.is_empty()) {
                        return Err(Adjacent);
                    }
                    let text = steps.last().map_or(&before, |step| &step.after);
                    let is_quoted = text.last() == Some(&b'"');
                    steps.push(Step { field, after: Vec::new(), finder: Finder::new(b"").into_owned(), is_quoted });
                }
            }
        }
        for step in &mut steps {
            step.is_quoted &= step.after.first() == Some(&b'"');
            step.finder = Finder::new(&step.after).into_owned();
        }
        Ok(Self { before, steps, more_fields })
    }

    /// Whether the format has one of these fields.
    pub fn has(&self, is_wanted: impl Fn(&Field) -> bool) -> bool {
        self.steps.iter().any(|step| is_wanted(&step.field))
    }

    /// Reads a line, without what syslog and containers write before it.
    pub fn read<'a>(&self, line: &'a [u8], now: Timestamp) -> Result<LogLine<'a>, Unreadable> {
        let mut parts = Parts::default();
        let mut forwarded = None;
        let mut query: Option<Cow<'a, str>> = None;
        let mut rest = line.strip_prefix(&*self.before).ok_or(Unreadable::Missing("beginning of the format"))?;
        for (at, step) in self.steps.iter().enumerate() {
            let name = step.field.name();
            let end = step.end_in(rest, self.more_fields).ok_or(Unreadable::Missing(name))?;
            let (raw, more) = rest.split_at(end);
            rest = more.strip_prefix(&*step.after).ok_or_else(|| {
                if step.after.starts_with(more) {
                    // The line ends here.
                    Unreadable::Missing(self.steps.get(at + 1).unwrap_or(step).field.name())
                } else {
                    Unreadable::Invalid(name)
                }
            })?;
            match &step.field {
                Field::Ignored | Field::Fraction => {}
                Field::Query => query = Some(text::unescaped(raw)),
                Field::ForwardedFor => forwarded = nearest_public(&text::unescaped(raw)),
                field => field.store(raw, &mut parts, now)?,
            }
        }
        if !rest.is_empty() && (self.more_fields == MoreFields::Refused || rest[0] != b' ') {
            return Err(Unreadable::TooManyFields);
        }
        if let (Some(query), Some(target)) = (query, &mut parts.target)
            && query.starts_with('?')
        {
            target.to_mut().push_str(&query);
        }
        // A connection from a private network is a proxy's, and only a proxy's list is believed. Without the address of the
        // connection, the list may be the client's own.
        if parts.address.is_some_and(|address| !is_public(address)) {
            parts.address = forwarded.or(parts.address);
        }
        parts.finish()
    }
}

impl Step {
    /// Where the field ends in the rest of the line.
    fn end_in(&self, rest: &[u8], more_fields: MoreFields) -> Option<usize> {
        if self.is_quoted {
            return text::end_of_quoted(rest);
        }
        if self.after.is_empty() {
            let is_one_word = matches!(self.field, Field::Status | Field::Bytes | Field::Address | Field::Port);
            let ends_at_space = is_one_word || more_fields == MoreFields::Allowed;
            let space = if ends_at_space { memchr(b' ', rest) } else { None };
            return Some(space.unwrap_or(rest.len()));
        }
        if self.field == Field::ForwardedFor {
            // The addresses of a list without quotes are separated by a comma and a space.
            return self.finder.find_iter(rest).find(|end| !rest[..*end].ends_with(b","));
        }
        // An IPv6 address in brackets contains the colon that may come after it.
        let from = match (&self.field, rest.first()) {
            (Field::Host | Field::Address, Some(b'[')) => memchr(b']', rest)?,
            _ => 0,
        };
        self.finder.find(&rest[from..]).map(|end| from + end)
    }
}

impl Field {
    /// Its name in messages.
    fn name(&self) -> &'static str {
        match self {
            Self::Address | Self::ForwardedFor => "address",
            Self::Host | Self::Port => "host",
            Self::Time(_) | Self::Fraction => "time",
            Self::Request => "request",
            Self::Method => "method",
            Self::Path | Self::Query => "path",
            Self::Status => "status",
            Self::Bytes => "number of bytes",
            Self::Referrer => "referrer",
            Self::UserAgent => "user agent",
            Self::Ignored => "next field",
        }
    }

    fn store<'a>(&self, raw: &'a [u8], parts: &mut Parts<'a>, now: Timestamp) -> Result<(), Unreadable> {
        let value = match self {
            Self::Address | Self::Host | Self::Port | Self::Status | Self::Bytes | Self::Time(_) => {
                Cow::Borrowed(std::str::from_utf8(raw).map_err(|_| Unreadable::Invalid(self.name()))?)
            }
            _ => text::unescaped(raw),
        };
        let invalid = Unreadable::Invalid(self.name());
        match self {
            Self::Address => {
                parts.address = read_address(&value);
                if parts.address.is_none() && !is_host_name(&value) {
                    return Err(invalid);
                }
            }
            // nginx leaves the host empty if no request arrived.
            Self::Host if value.contains(char::is_whitespace) => return Err(invalid),
            Self::Host => parts.host = Some(value),
            Self::Port if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) => return Err(invalid),
            Self::Time(form) => {
                parts.at = match form {
                    TimeForm::Common => moment::read_common(raw),
                    TimeForm::Number => value.parse().ok().and_then(moment::of_number),
                    TimeForm::Pattern(pattern) => moment::read_pattern(pattern, &value, now),
                };
                parts.at.ok_or(invalid)?;
            }
            Self::Request => text::set_request(parts, value),
            Self::Method => parts.method = Some(value),
            Self::Path => text::set_target(parts, value),
            Self::Status => parts.status = read_status(&value)?,
            Self::Bytes if &*value == "-" => {}
            Self::Bytes => parts.bytes = Some(value.parse().map_err(|_| invalid)?),
            Self::Referrer => parts.referrer = Some(value),
            Self::UserAgent => parts.user_agent = Some(value),
            Self::Port | Self::Query | Self::ForwardedFor | Self::Fraction | Self::Ignored => {}
        }
        Ok(())
    }
}

/// Whether a text can be the name that Apache logs instead of an address (`HostnameLookups`), or a socket's.
fn is_host_name(text: &str) -> bool {
    let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    text == "unix:" || (text != "-" && !text.is_empty() && text.bytes().all(is_valid))
}

/// The last public address of a list: the one that the nearest proxy saw. Those before it are what a client says.
fn nearest_public(list: &str) -> Option<std::net::IpAddr> {
    list.rsplit(',').filter_map(|part| read_address(part.trim())).find(|address| is_public(*address))
}
