//! A page's identity as people read it: `/блог/первый` instead of escapes.

use std::borrow::Cow;

use crate::shared::hidden_characters::is_invisible;

/// Returns an identity or path with its escapes decoded, as people read it. What would change its meaning when it is typed, or
/// cannot be seen, stays escaped: `/`, `?`, `#`, `%`, `&`, `\`, spaces, control and invisible characters, and bytes that are not UTF-8.
/// The result, typed as a filter, finds the same page.
pub fn readable(path: &str) -> Cow<'_, str> {
    if !path.contains('%') {
        return Cow::Borrowed(path);
    }
    let mut shown = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(start) = rest.find('%') {
        shown.push_str(&rest[..start]);
        rest = &rest[start..];
        let length = rest.as_bytes().chunks(3).take_while(|escape| is_escape(escape)).count() * 3;
        if length == 0 {
            shown.push('%');
            rest = &rest[1..];
            continue;
        }
        let (run, after) = rest.split_at(length);
        push_decoded(&mut shown, run);
        rest = after;
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

fn is_escape(escape: &[u8]) -> bool {
    matches!(escape, [b'%', digits @ ..] if digits.len() == 2 && digits.iter().all(u8::is_ascii_hexdigit))
}

/// Adds a run of escapes: each character that may be shown is decoded, every other byte stays escaped.
fn push_decoded(shown: &mut String, run: &str) {
    let bytes: Vec<u8> = percent_encoding::percent_decode_str(run).collect();
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            let length = character.len_utf8();
            if is_shown(character) {
                shown.push(character);
            } else {
                shown.push_str(&run[at * 3..(at + length) * 3]);
            }
            at += length;
        }
        shown.push_str(&run[at * 3..(at + chunk.invalid().len()) * 3]);
        at += chunk.invalid().len();
    }
}

fn is_shown(character: char) -> bool {
    let changes_meaning = matches!(character, '/' | '?' | '#' | '%' | '&' | '=' | '+' | '\\' | '*');
    !changes_meaning && !character.is_whitespace() && !character.is_control() && !is_invisible(character)
}
