//! Texts within a line: escapes, and the request line of HTTP.

use std::borrow::Cow;

use memchr::{memchr, memrchr};

use crate::logs::line::Parts;

/// A field as text. Resolves what Apache and nginx write for quotes, backslashes and control characters: `\"`, `\\`, `\n`,
/// `\xHH`. Bytes that are not UTF-8 become `U+FFFD`.
pub fn unescaped(raw: &[u8]) -> Cow<'_, str> {
    if memchr(b'\\', raw).is_none() {
        return String::from_utf8_lossy(raw);
    }
    Cow::Owned(String::from_utf8_lossy(&unescaped_bytes(raw)).into_owned())
}

/// The bytes that a field with escapes means.
pub fn unescaped_bytes(raw: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr(b'\\', rest) {
        bytes.extend_from_slice(&rest[..at]);
        let (byte, length) = escape(&rest[at..]);
        bytes.push(byte);
        rest = &rest[at + length..];
    }
    bytes.extend_from_slice(rest);
    bytes
}

/// The byte that an escape means, and the length of the escape. A backslash that begins no known escape means itself.
fn escape(text: &[u8]) -> (u8, usize) {
    match text {
        [_, b'x', high, low, ..] => byte_of_hex(*high, *low).map_or((b'\\', 1), |byte| (byte, 4)),
        [_, b'n', ..] => (b'\n', 2),
        [_, b't', ..] => (b'\t', 2),
        [_, b'r', ..] => (b'\r', 2),
        [_, b'b', ..] => (8, 2),
        [_, b'v', ..] => (11, 2),
        [_, byte @ (b'"' | b'\\'), ..] => (*byte, 2),
        _ => (b'\\', 1),
    }
}

/// The byte of two hexadecimal digits.
pub fn byte_of_hex(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

/// The position of the quote that ends a quoted field, after escaped ones.
pub fn end_of_quoted(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let quote = from + memchr(b'"', &text[from..])?;
        let backslashes = text[..quote].iter().rev().take_while(|byte| **byte == b'\\').count();
        if backslashes % 2 == 0 {
            return Some(quote);
        }
        from = quote + 1;
    }
}

/// Stores method and target of a request line such as `GET /path HTTP/1.1`. Both are empty if it is no HTTP: a server logs
/// whatever arrives at its port.
pub fn set_request<'a>(parts: &mut Parts<'a>, request: Cow<'a, str>) {
    let (method, target) = match request {
        Cow::Borrowed(request) => {
            let (method, target) = split_request(request);
            (Cow::Borrowed(method), Cow::Borrowed(target))
        }
        Cow::Owned(request) => {
            let (method, target) = split_request(&request);
            (Cow::Owned(method.to_owned()), Cow::Owned(target.to_owned()))
        }
    };
    parts.method = Some(method);
    set_target(parts, target);
}

/// Stores a target. One that names a host, as proxies get it, is a host and a path.
pub fn set_target<'a>(parts: &mut Parts<'a>, target: Cow<'a, str>) {
    let of_host = target.strip_prefix("http://").or_else(|| target.strip_prefix("https://"));
    let Some(rest) = of_host else {
        parts.target = Some(target);
        return;
    };
    let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    parts.host.get_or_insert_with(|| Cow::Owned(host.to_owned()));
    parts.target = Some(Cow::Owned(path));
}

fn split_request(request: &str) -> (&str, &str) {
    let bytes = request.as_bytes();
    let Some(space) = memchr(b' ', bytes) else { return ("", "") };
    let (method, rest) = (&request[..space], &request[space + 1..]);
    if method.is_empty() || !method.bytes().all(|byte| byte.is_ascii_uppercase() || b"-_".contains(&byte)) {
        return ("", "");
    }
    // A target with spaces is wrong, and some servers log it.
    match memrchr(b' ', rest.as_bytes()) {
        Some(last) if rest[last + 1..].starts_with("HTTP/") => (method, &rest[..last]),
        _ => (method, rest),
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prop_assert_eq, proptest};

    use super::*;

    #[test]
    fn escapes_of_both_servers_are_resolved_and_unknown_ones_are_kept() {
        for (raw, expected) in [
            (r#"a\"b"#, r#"a"b"#),
            (r"a\x22b\\", r#"a"b\"#),
            (r"\xD0\x96", "Ж"),
            (r"\xff", "\u{FFFD}"),
            (r"tab\tend\n", "tab\tend\n"),
            (r"\q \x2 \xzz", r"\q \x2 \xzz"),
            ("end\\", "end\\"),
        ] {
            assert_eq!(unescaped(raw.as_bytes()), expected, "{raw}");
        }
        assert!(matches!(unescaped(b"plain"), Cow::Borrowed("plain")));
    }

    #[test]
    fn method_and_target_are_found_in_every_request_line_and_in_nothing_else() {
        for (line, expected) in [
            ("GET /a?b=c HTTP/1.1", ("GET", "/a?b=c", None)),
            ("GET /a b HTTP/2.0", ("GET", "/a b", None)),
            ("GET /old", ("GET", "/old", None)),
            ("OPTIONS * HTTP/1.1", ("OPTIONS", "*", None)),
            ("CONNECT example.com:443 HTTP/1.1", ("CONNECT", "example.com:443", None)),
            ("GET http://example.com/a?b HTTP/1.1", ("GET", "/a?b", Some("example.com"))),
            ("GET https://example.com?b HTTP/1.1", ("GET", "/?b", Some("example.com"))),
            ("-", ("", "", None)),
            ("", ("", "", None)),
            ("\u{16}\u{3}\u{1}\u{2} x", ("", "", None)),
            ("get /a HTTP/1.1", ("", "", None)),
        ] {
            for owned in [false, true] {
                let mut parts = Parts::default();
                set_request(&mut parts, if owned { Cow::Owned(line.to_owned()) } else { Cow::Borrowed(line) });
                let found = (parts.method.as_deref(), parts.target.as_deref(), parts.host.as_deref());
                assert_eq!(found, (Some(expected.0), Some(expected.1), expected.2), "{line}");
            }
        }
    }

    proptest! {
        #[test]
        fn what_nginx_escapes_is_read_as_it_was_sent(text: String) {
            let escaped: String = text.bytes().map(|byte| match byte {
                b' '..=b'~' if byte != b'"' && byte != b'\\' => char::from(byte).to_string(),
                _ => format!("\\x{byte:02X}"),
            }).collect();
            let line = format!("{escaped}\" more \"");
            let end = end_of_quoted(line.as_bytes()).expect("a quote");
            prop_assert_eq!(unescaped(&line.as_bytes()[..end]), text);
        }
    }
}
