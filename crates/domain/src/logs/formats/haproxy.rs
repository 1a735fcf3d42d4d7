//! Lines of HAProxy: `option httplog`, with the request headers that its settings capture.
//!
//! A line does not name the headers that it has, so they are read in one order: `User-Agent`, `Referer`, `Host`. HAProxy writes
//! `#XX` for bytes that would end a field (its manual, 8.2.3 and 8.8).

use std::borrow::Cow;

use jiff::{SignedDuration, Timestamp};
use memchr::memchr;

use crate::logs::{
    formats::{moment, text},
    line::{LogLine, Parts, Unreadable, read_address, read_status},
};

/// The words between the time and the captured headers.
const WORDS: usize = 10;

/// Reads a line, without what syslog writes before it.
pub fn read(line: &[u8]) -> Result<LogLine<'_>, Unreadable> {
    let mut parts = Parts::default();
    let (client, rest) = split(line, b" [").ok_or(Unreadable::Missing("address"))?;
    parts.address = address(client)?;
    let (time, rest) = split(rest, b"] ").ok_or(Unreadable::Missing("time"))?;
    parts.at = Some(moment_of(time).ok_or(Unreadable::Invalid("time"))?);
    let mut rest = words(rest, &mut parts)?;
    if let Some(captured) = rest.strip_prefix(b"{") {
        let (headers, more) = split(captured, b"} ").ok_or(Unreadable::Missing("request"))?;
        set_headers(&mut parts, headers);
        rest = more;
    }
    if let Some(of_response) = rest.strip_prefix(b"{") {
        rest = split(of_response, b"} ").ok_or(Unreadable::Missing("request"))?.1;
    }
    let request = rest.strip_prefix(b"\"").ok_or(Unreadable::Missing("request"))?;
    // A line that is too long for its log loses its end.
    let end = memchr(b'"', request).ok_or(Unreadable::Missing("request"))?;
    text::set_request(&mut parts, decoded(&request[..end]));
    match request.get(end + 1) {
        // What `option httpslog` adds about the connection.
        None | Some(b' ') => parts.finish(),
        Some(_) => Err(Unreadable::TooManyFields),
    }
}

/// The address of the client, before its port. Without brackets, the port would be part of an IPv6 address.
fn address(client: &[u8]) -> Result<Option<std::net::IpAddr>, Unreadable> {
    let invalid = Unreadable::Invalid("address");
    let client = std::str::from_utf8(client).map_err(|_| invalid)?;
    let (address, port) = client.rsplit_once(':').ok_or(invalid)?;
    let address = (address != "unix").then(|| read_address(address).ok_or(invalid)).transpose()?;
    if port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(invalid);
    }
    Ok(address)
}

/// `29/Nov/2026:10:08:33.123`, or with a zone and without a fraction.
fn moment_of(text: &[u8]) -> Option<Timestamp> {
    let Some(point) = memchr(b'.', text) else { return moment::read_common(text) };
    let milliseconds: i64 = std::str::from_utf8(&text[point + 1..]).ok()?.parse().ok()?;
    moment::read_common(&text[..point])?.checked_add(SignedDuration::from_millis(milliseconds)).ok()
}

/// Reads what is between the time and the headers: frontend, server, times, status, bytes, cookies, the state at the end,
/// connections and queues. Returns the rest.
fn words<'a>(line: &'a [u8], parts: &mut Parts<'a>) -> Result<&'a [u8], Unreadable> {
    let mut words = line.splitn(WORDS + 1, |byte| *byte == b' ');
    let mut next = |name| words.next().ok_or(Unreadable::Missing(name));
    let slashes = |word: &[u8]| word.iter().filter(|byte| **byte == b'/').count();
    let (_, server, times) = (next("frontend")?, next("server")?, next("times")?);
    if slashes(server) == 0 || slashes(times) < 4 {
        return Err(Unreadable::Invalid("server"));
    }
    let status = std::str::from_utf8(next("status")?).map_err(|_| Unreadable::Invalid("status"))?;
    parts.status = read_status(status)?;
    // The bytes are those of headers, too, so they are not those of the page.
    let bytes = next("number of bytes")?;
    if !bytes.iter().all(|byte| byte.is_ascii_digit() || *byte == b'+') {
        return Err(Unreadable::Invalid("number of bytes"));
    }
    let (_, _, _) = (next("next field")?, next("next field")?, next("next field")?);
    let (connections, queues) = (next("next field")?, next("next field")?);
    if slashes(connections) != 4 || slashes(queues) != 1 {
        return Err(Unreadable::Invalid("next field"));
    }
    next("request")
}

fn set_headers<'a>(parts: &mut Parts<'a>, headers: &'a [u8]) {
    let mut headers = headers.split(|byte| *byte == b'|').map(decoded);
    parts.user_agent = headers.next();
    parts.referrer = headers.next();
    parts.host = headers.next();
}

fn split<'a>(text: &'a [u8], at: &[u8; 2]) -> Option<(&'a [u8], &'a [u8])> {
    let end = memchr::memmem::find(text, at)?;
    Some((&text[..end], &text[end + at.len()..]))
}

/// The text that a field with `#XX` means.
fn decoded(raw: &[u8]) -> Cow<'_, str> {
    if memchr(b'#', raw).is_none() {
        return String::from_utf8_lossy(raw);
    }
    let (mut bytes, mut rest) = (Vec::with_capacity(raw.len()), raw);
    while let Some(at) = memchr(b'#', rest) {
        bytes.extend_from_slice(&rest[..at]);
        let digits = rest.get(at + 1..at + 3).and_then(|digits| text::byte_of_hex(digits[0], digits[1]));
        bytes.push(digits.unwrap_or(b'#'));
        rest = &rest[at + if digits.is_some() { 3 } else { 1 }..];
    }
    bytes.extend_from_slice(rest);
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}
