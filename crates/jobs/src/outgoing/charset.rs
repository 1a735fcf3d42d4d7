//! A page's bytes as text, in the encoding that its header or its own beginning names. Old pages are in many; what is
//! none of them is read as UTF-8, with a sign in the place of what is no text.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use reqwest::header::{CONTENT_TYPE, HeaderMap};

/// Where a page may name its encoding; the HTML standard looks as far.
const BEGINNING_BYTES: usize = 1_024;

/// The text of a body.
pub(super) fn text_of(body: &[u8], headers: &HeaderMap) -> String {
    let of_header = headers.get(CONTENT_TYPE).and_then(|value| named_in(value.to_str().ok()?));
    let of_page = || {
        let named = named_in(&String::from_utf8_lossy(&body[..body.len().min(BEGINNING_BYTES)]))?;
        // Who can read this name in the page reads no UTF-16: HTML standard, "prescan a byte stream", step of the name.
        Some(if named == UTF_16LE || named == UTF_16BE { UTF_8 } else { named })
    };
    // A mark at the very beginning outweighs both.
    let (text, _, _) = of_header.or_else(of_page).unwrap_or(UTF_8).decode(body);
    text.into_owned()
}

/// The first encoding that is known after a `charset=`.
fn named_in(text: &str) -> Option<&'static Encoding> {
    let lower = text.to_ascii_lowercase();
    lower.split("charset").skip(1).find_map(|after| {
        let name = after.trim_start().strip_prefix('=')?.trim_start().trim_start_matches(['"', '\'']);
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.');
        Encoding::for_label(name.split(|c| !is_of_name(c)).next()?.as_bytes())
    })
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
        let utf_16 = "<meta charset=utf-16>Käse";
        check(utf_16.as_bytes(), "text/html", utf_16);
        check(
            b"<!-- charset=x --><meta charset = 'latin1'>\xe4",
            "text/html",
            "<!-- charset=x --><meta charset = 'latin1'>ä",
        );
        check(b"\xef\xbb\xbfa", "text/html; charset=latin1", "a");
    }
}
