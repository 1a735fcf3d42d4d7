//! Makes one spelling of all spellings of a path that servers answer alike.

use crate::shared::glob::path_parts::{cut_sessions, is_index_file};

/// Which spellings stay as they are.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Kept {
    /// `/x/` is not `/x`.
    pub(super) trailing_slash: bool,
    /// `/x/index.html` is not `/x/`.
    pub(super) index_file: bool,
}

/// Returns the path in its one spelling. It begins with `/`, is ASCII, and has only characters of a URL's path.
///
/// Escapes of unreserved characters and of `!$&'()*+,;:@` are undone, others are in capitals, and everything else that is no
/// character of a path is escaped, a `%` without an escape included (RFC 3986, section 6.2.2). Dot segments, runs of slashes
/// and session ids are removed.
pub(super) fn one_spelling(path: &str, kept: Kept) -> String {
    let mut spelled = String::with_capacity(path.len() + 1);
    let mut is_below_dots = false;
    for segment in path.strip_prefix(['/', '\\']).unwrap_or(path).split(['/', '\\']) {
        let start = spelled.len();
        spelled.push('/');
        push_segment(&mut spelled, segment);
        cut_sessions(&mut spelled, start + 1);
        is_below_dots = match &spelled[start + 1..] {
            "." => {
                spelled.truncate(start);
                true
            }
            ".." => {
                spelled.truncate(start);
                spelled.truncate(spelled.rfind('/').unwrap_or(0));
                true
            }
            _ => false,
        };
    }
    if is_below_dots || spelled.is_empty() {
        spelled.push('/');
    }
    if spelled.contains("//") {
        spelled = without_runs(&spelled);
    }
    loop {
        let length = spelled.len();
        if !kept.index_file && spelled.rsplit('/').next().is_some_and(is_index_file) {
            spelled.truncate(spelled.rfind('/').map_or(0, |slash| slash + 1));
        }
        if !kept.trailing_slash && spelled.len() > 1 && spelled.ends_with('/') {
            spelled.pop();
        }
        // `/x/index.html/` has both.
        if spelled.len() == length {
            return spelled;
        }
    }
}

fn push_segment(spelled: &mut String, segment: &str) {
    let mut rest = segment.as_bytes();
    while let Some(&byte) = rest.first() {
        let escaped = (byte == b'%').then(|| escaped_byte(rest)).flatten();
        rest = &rest[if escaped.is_some() { 3 } else { 1 }..];
        match escaped {
            Some(byte) if !is_plain(byte) => push_escape(spelled, byte),
            None if !is_plain(byte) && byte != b'=' => push_escape(spelled, byte),
            byte_of_escape => spelled.push(char::from(byte_of_escape.unwrap_or(byte))),
        }
    }
}

/// Whether a byte means the same with and without an escape.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'-' | b'.'
                | b'_'
                | b'~'
                | b'!'
                | b'$'
                | b'&'
                | b'\''
                | b'('
                | b')'
                | b'*'
                | b'+'
                | b','
                | b';'
                | b':'
                | b'@'
        )
}

fn escaped_byte(escape: &[u8]) -> Option<u8> {
    let digit = |at: usize| escape.get(at).and_then(|digit| char::from(*digit).to_digit(16));
    u8::try_from(digit(1)? * 16 + digit(2)?).ok()
}

fn push_escape(spelled: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    spelled.push('%');
    spelled.push(char::from(DIGITS[usize::from(byte >> 4)]));
    spelled.push(char::from(DIGITS[usize::from(byte & 15)]));
}

fn without_runs(path: &str) -> String {
    let mut single = String::with_capacity(path.len());
    for character in path.chars() {
        if character != '/' || !single.ends_with('/') {
            single.push(character);
        }
    }
    single
}
