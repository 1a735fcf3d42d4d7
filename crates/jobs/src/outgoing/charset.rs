//! A page's bytes as text, in the encoding that its header or its own beginning names. Old pages are in many; what is
//! none of them is read as UTF-8, with a sign in the place of what is no text.

use encoding_rs::{Encoding, UTF_8};
use reqwest::header::{CONTENT_TYPE, HeaderMap};

/// Where a page may name its encoding; the HTML standard looks as far.
const BEGINNING_BYTES: usize = 1_024;

/// The text of a body.
pub(super) fn text_of(body: &[u8], headers: &HeaderMap) -> String {
    let of_header = headers.get(CONTENT_TYPE).and_then(|value| named_in(value.to_str().ok()?));
    let of_page = || named_in(&String::from_utf8_lossy(&body[..body.len().min(BEGINNING_BYTES)]));
    // A mark at the very beginning outweighs both.
    let (text, _, _) = of_header.or_else(of_page).unwrap_or(UTF_8).decode(body);
    text.into_owned()
}

/// The encoding after `charset=`.
fn named_in(text: &str) -> Option<&'static Encoding> {
    let lower = text.to_ascii_lowercase();
    let (_, after) = lower.split_once("charset=")?;
    let name = after.trim_start_matches(['"', '\'']);
    let end =
        name.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'))).unwrap_or(name.len());
    Encoding::for_label(&name.as_bytes()[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &[u8], header: &str, expected: &str) {
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, header.parse().expect("a header"))]);
        assert_eq!(text_of(body, &headers), expected);
    }

    #[test]
    fn the_header_decides_then_the_page_then_utf_8() {
        check("Käse".as_bytes(), "text/html", "Käse");
        check(b"K\xe4se", "text/html; charset=\"ISO-8859-1\"", "Käse");
        check(b"<meta charset=windows-1252>K\xe4se", "text/html", "<meta charset=windows-1252>Käse");
        check(b"\x93\xfa\x96{", "text/html;charset=Shift_JIS", "日本");
        check(b"K\xe4se", "text/html; charset=nonsense", "K\u{FFFD}se");
        check(b"\xef\xbb\xbfa", "text/html; charset=latin1", "a");
    }
}
