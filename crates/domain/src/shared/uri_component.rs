//! Percent-encoding as `encodeURIComponent` does it (ECMA-262, section 19.2.6.4).
//!
//! The server and the widget encode addresses identically, byte for byte.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The characters that are encoded.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// Returns `text`, encoded for a query: a space becomes `%20`, never a plus sign.
pub fn encode_uri_component(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn it_encodes_what_encode_uri_component_encodes() {
        assert_eq!(encode_uri_component("Az09-_.!~*'()"), "Az09-_.!~*'()");
        assert_eq!(encode_uri_component("a b+c&d=e/f?g#h%"), "a%20b%2Bc%26d%3De%2Ff%3Fg%23h%25");
        assert_eq!(encode_uri_component("ü€😀\n"), "%C3%BC%E2%82%AC%F0%9F%98%80%0A");
        assert_eq!(encode_uri_component("{{prompt}}"), "%7B%7Bprompt%7D%7D");
    }

    proptest! {
        #[test]
        fn what_is_encoded_reads_back_and_holds_no_syntax(text in ".{0,200}") {
            let encoded = encode_uri_component(&text);
            prop_assert!(encoded.bytes().all(|b| b.is_ascii_alphanumeric() || b"%-_.!~*'()".contains(&b)));
            let query = format!("q={encoded}");
            let (_, value) = url::form_urlencoded::parse(query.as_bytes()).next().expect("one pair");
            prop_assert_eq!(value.as_ref(), text);
        }
    }
}
