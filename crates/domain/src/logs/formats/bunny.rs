//! Lines of bunny.net's raw logs: twelve fields with `|` between them.

use std::{borrow::Cow, net::IpAddr};

use crate::logs::{
    formats::{moment, text},
    line::{LogLine, Parts, Unreadable, read_address, read_status},
};

/// The fields of a line, as its guide to logging lists them: cache, status, time, bytes, zone, address, referrer, URL, location, user agent, id, country.
const FIELDS: usize = 12;

/// Reads a line, without what syslog writes before it. It names no method.
pub fn read(line: &[u8]) -> Result<LogLine<'_>, Unreadable> {
    let fields: Vec<&[u8]> = line.split(|byte| *byte == b'|').take(FIELDS + 1).collect();
    // A sign of that kind within a field is written as it is, so nothing says which field has it.
    let fields: [&[u8]; FIELDS] = fields.try_into().map_err(|fields: Vec<_>| match fields.len() {
        ..FIELDS => Unreadable::Missing("next field"),
        _ => Unreadable::TooManyFields,
    })?;
    let [cache, status, time, bytes, _, address, referrer, url, _, user_agent, _, _] =
        fields.map(String::from_utf8_lossy);
    if cache.is_empty() || cache.contains(' ') {
        return Err(Unreadable::Invalid("state of the cache"));
    }
    let at = time.parse().ok().and_then(moment::of_number).ok_or(Unreadable::Invalid("time"))?;
    let mut parts = Parts {
        at: Some(at),
        status: read_status(&status)?,
        bytes: Some(bytes.parse().map_err(|_| Unreadable::Invalid("number of bytes"))?),
        address: read_address(&address).filter(|address| !is_shortened(*address)),
        referrer: Some(referrer),
        user_agent: Some(user_agent),
        ..Parts::default()
    };
    text::set_target(&mut parts, url);
    if !parts.target.as_ref().is_some_and(|target: &Cow<'_, str>| target.starts_with('/')) {
        return Err(Unreadable::Invalid("path"));
    }
    parts.finish()
}

/// Whether the end of the address was removed, which is how bunny.net logs unless its owner changes it. Such an address is in
/// no list, and would refute crawlers that are real.
fn is_shortened(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.octets()[3] == 0,
        IpAddr::V6(address) => address.octets()[8..].iter().all(|byte| *byte == 0),
    }
}
