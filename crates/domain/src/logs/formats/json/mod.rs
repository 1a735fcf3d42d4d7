//! Lines that are JSON objects, or arrays of them. A table of names says where each format has what.

mod names;
mod scalar;

use std::{borrow::Cow, fmt};

use memchr::{memchr, memmem};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::logs::{
    formats::text,
    line::{Entry, LogLine, Parts, Unreadable, read_address, read_status},
};
pub use names::{CADDY, CLOUDFLARE, FASTLY, NETLIFY, NGINX, Names, TRAEFIK, VERCEL};
use names::{FIELDS, Field};
use scalar::{Scalar, ScalarSeed};

/// Reads a line: an object, or an array of objects, each of which is an entry.
pub fn read(line: &[u8], names: &Names, each: &mut dyn FnMut(Entry<'_>)) {
    let line = line.trim_ascii();
    let text = String::from_utf8_lossy(line);
    if !text.starts_with('[') {
        let read = read_text(&text, names);
        let is_escaped = || memmem::find(line, b"\\x").is_some();
        if matches!(read, Entry::Unreadable(Unreadable::NotJson)) && is_escaped() {
            return each(read_text(&String::from_utf8_lossy(&without_nginx_escapes(line)), names));
        }
        return each(read);
    }
    let mut reader = serde_json::Deserializer::from_str(&text);
    let read = reader.deserialize_seq(Elements { names, each }).and_then(|()| reader.end());
    if read.is_err() {
        each(Entry::Unreadable(Unreadable::NotJson));
    }
}

/// The line with `\xHH` resolved, which nginx writes and JSON does not have, unless the format in nginx's settings says
/// `escape=json`.
fn without_nginx_escapes(line: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = memchr(b'\\', rest) {
        bytes.extend_from_slice(&rest[..at]);
        let escaped = rest.get(at..at + 4).filter(|escape| escape[1] == b'x').map(text::unescaped_bytes);
        match escaped.as_deref() {
            Some([byte @ (b'"' | b'\\')]) => bytes.extend_from_slice(&[b'\\', *byte]),
            Some([byte @ 0..=31]) => bytes.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            Some([byte]) => bytes.push(*byte),
            _ => bytes.extend_from_slice(rest.get(at..at + 2).unwrap_or(&rest[at..])),
        }
        let length = if matches!(escaped.as_deref(), Some([_])) { 4 } else { 2 };
        rest = rest.get(at + length..).unwrap_or_default();
    }
    bytes.extend_from_slice(rest);
    bytes
}

fn read_text<'a>(text: &'a str, names: &Names) -> Entry<'a> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let mut found = Found::default();
    let object = Object { names, path: &mut String::new(), found: &mut found };
    match object.deserialize(&mut reader).and_then(|()| reader.end()) {
        Ok(()) => found.entry(names),
        Err(_) => Entry::Unreadable(Unreadable::NotJson),
    }
}

/// The values that were found in an object, each with the rank of its name.
#[derive(Default)]
struct Found<'a> {
    values: [Option<(usize, Scalar<'a>)>; FIELDS],
    is_request: bool,
}

impl<'a> Found<'a> {
    fn keep(&mut self, rank: usize, field: Field, value: Scalar<'a>) {
        let slot = &mut self.values[field as usize];
        if !matches!(value, Scalar::Nothing) && slot.as_ref().is_none_or(|(other, _)| rank < *other) {
            *slot = Some((rank, value));
        }
    }

    fn take(&mut self, field: Field) -> Option<Scalar<'a>> {
        self.values[field as usize].take().map(|(_, value)| value)
    }

    fn text(&mut self, field: Field) -> Option<Cow<'a, str>> {
        self.take(field).map(Scalar::into_text)
    }

    fn entry(mut self, names: &Names) -> Entry<'a> {
        let is_passed_on = self.text(Field::IsFirst).is_some_and(|is_first| is_first == "false");
        if names.needed.is_some() && !self.is_request || is_passed_on {
            return Entry::NoRequest;
        }
        self.line().map_or_else(Entry::Unreadable, Entry::Request)
    }

    fn line(mut self) -> Result<LogLine<'a>, Unreadable> {
        let mut parts = Parts { method: self.text(Field::Method), host: self.text(Field::Host), ..Parts::default() };
        if let Some(time) = self.take(Field::Time) {
            parts.at = Some(time.moment().ok_or(Unreadable::Invalid("time"))?);
        }
        let rank = |field: Field| self.values[field as usize].as_ref().map(|(rank, _)| *rank);
        // nginx's $uri comes after its $request, since it lacks the query.
        let is_target_better = rank(Field::Target) < rank(Field::Request) || rank(Field::Request).is_none();
        if let Some(request) = self.text(Field::Request) {
            let method = parts.method.take();
            text::set_request(&mut parts, request);
            parts.method = method.or(parts.method);
        }
        if let Some(target) = self.text(Field::Target)
            && is_target_better
        {
            text::set_target(&mut parts, target);
        }
        if let (Some(query), Some(target)) = (self.text(Field::Query), &mut parts.target)
            && !query.is_empty()
            && query != "-"
            && !target.contains('?')
        {
            let target = target.to_mut();
            target.push('?');
            target.push_str(&query);
        }
        let status = self.text(Field::Status).ok_or(Unreadable::Missing("status"))?;
        parts.status = read_status(&status)?;
        parts.address = self.text(Field::Address).and_then(|address| read_address(&address));
        parts.user_agent = self.text(Field::UserAgent);
        parts.referrer = self.text(Field::Referrer);
        parts.bytes = self.text(Field::Bytes).and_then(|bytes| bytes.parse().ok());
        parts.finish()
    }
}

/// Reads an array of objects.
struct Elements<'n, 'e> {
    names: &'n Names,
    each: &'e mut dyn FnMut(Entry<'_>),
}

impl<'de> Visitor<'de> for Elements<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<(), A::Error> {
        loop {
            let mut found = Found::default();
            let object = Object { names: self.names, path: &mut String::new(), found: &mut found };
            match array.next_element_seed(object)? {
                Some(()) => (self.each)(found.entry(self.names)),
                None => return Ok(()),
            }
        }
    }
}

/// Reads an object, and within it the objects that the names lead through.
struct Object<'n, 'f, 'a> {
    names: &'n Names,
    /// The path to this object with a dot at its end; empty for the outermost one.
    path: &'f mut String,
    found: &'f mut Found<'a>,
}

impl<'de: 'a, 'a> DeserializeSeed<'de> for Object<'_, '_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.path.is_empty() { deserializer.deserialize_map(self) } else { deserializer.deserialize_any(self) }
    }
}

impl<'de: 'a, 'a> Visitor<'de> for Object<'_, '_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { names, path, found } = self;
        let base = path.len();
        while map.next_key_seed(Key(path))?.is_some() {
            let named = names.names.iter().position(|(name, _)| name.eq_ignore_ascii_case(path));
            let leads_on = |(name, _): &(&str, Field)| {
                name.len() > path.len()
                    && name.as_bytes()[path.len()] == b'.'
                    && name.get(..path.len()).is_some_and(|start| start.eq_ignore_ascii_case(path))
            };
            found.is_request |= names.needed == Some(&**path);
            if let Some(rank) = named {
                found.keep(rank, names.names[rank].1, map.next_value_seed(ScalarSeed)?);
            } else if names.names.iter().any(leads_on) {
                path.push('.');
                map.next_value_seed(Object { names, path: &mut *path, found: &mut *found })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
            path.truncate(base);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<(), A::Error> {
        while array.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

/// Reads a key behind a path.
struct Key<'p>(&'p mut String);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<(), E> {
        self.0.push_str(key);
        Ok(())
    }
}
