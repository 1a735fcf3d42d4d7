//! Decodes a page's bytes in the encoding that its header or its beginning names. Old pages use many encodings; an
//! unknown one is read as UTF-8, with a replacement character for invalid bytes.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use reqwest::header::{CONTENT_TYPE, HeaderMap};

/// The number of bytes at the beginning of a page that may name its encoding, as in the HTML standard.
const BEGINNING_BYTES: usize = 1_024;

/// Decodes a body.
pub(super) fn text_of(body: &[u8], headers: &HeaderMap) -> String {
    let of_header = headers.get(CONTENT_TYPE).and_then(|value| named_in(value.to_str().ok()?));
    let of_page = || {
        let named = named_in(&String::from_utf8_lossy(&body[..body.len().min(BEGINNING_BYTES)]))?;
        // A page in which this name can be read is not UTF-16: HTML standard, "prescan a byte stream", step of the
        // name.
        Some(if named == UTF_16LE || named == UTF_16BE { UTF_8 } else { named })
    };
    // A byte order mark overrides both.
    let (text, _, _) = of_header.or_else(of_page).unwrap_or(UTF_8).decode(body);
    text.into_owned()
}

/// The first known encoding after a `charset=`.
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
