//! The text of a file: UTF-8, or UTF-16 as spreadsheets save "Unicode text".

use std::borrow::Cow;

use askline_domain::shared::violation::Violation;

use super::file_lines::LineCounter;
use crate::pipeline::handling::{ApiError, Code};

const MARK: char = '\u{FEFF}';

/// The text without its byte order mark. Bytes that begin with the mark of UTF-16 are UTF-16. The error names the line with the
/// first bytes that are no text.
pub(super) fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, ApiError> {
    match bytes {
        [0xFF, 0xFE, units @ ..] => utf16(units, u16::from_le_bytes).map(Cow::Owned),
        [0xFE, 0xFF, units @ ..] => utf16(units, u16::from_be_bytes).map(Cow::Owned),
        _ => {
            let text = std::str::from_utf8(bytes).map_err(|error| {
                let before = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                broken(before, "UTF-8")
            })?;
            Ok(Cow::Borrowed(text.strip_prefix(MARK).unwrap_or(text)))
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, ApiError> {
    let (pairs, rest) = bytes.as_chunks();
    let mut text = String::with_capacity(pairs.len());
    for character in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        let Ok(character) = character else { return Err(broken(&text, "UTF-16")) };
        text.push(character);
    }
    if rest.is_empty() { Ok(text) } else { Err(broken(&text, "UTF-16")) }
}

/// The error for a file whose bytes are no text after `before`.
fn broken(before: &str, encoding: &str) -> ApiError {
    let line = LineCounter::new(before).line_at(before.len());
    let message = format!("The body is not {encoding} from line {line} on. Save the file in the encoding UTF-8.");
    let details = vec![Violation { line: Some(line), ..Violation::new("", "INVALID_ENCODING", &*message) }];
    ApiError { details, ..ApiError::new(Code::BadRequest, message) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn with_mark(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        format!("{MARK}{text}").encode_utf16().flat_map(bytes).collect()
    }

    proptest! {
        #[test]
        fn a_text_is_the_same_in_each_encoding(text in "[ -~é€𝄞\r\n]{0,40}") {
            let files = [
                text.clone().into_bytes(),
                format!("{MARK}{text}").into_bytes(),
                with_mark(&text, u16::to_le_bytes),
                with_mark(&text, u16::to_be_bytes),
            ];
            for file in files {
                prop_assert_eq!(&*text_of(&file).expect("text"), text.as_str());
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_by_their_line() {
        let mut cut = with_mark("a\nb", u16::to_le_bytes);
        cut.pop();
        let half_of_a_pair = [with_mark("a\nb\n", u16::to_be_bytes), vec![0xD8, 0x00]].concat();
        for (file, line) in [(b"a\n\xff".to_vec(), 2), (cut, 2), (half_of_a_pair, 3)] {
            let error = text_of(&file).expect_err("it is no text");
            assert_eq!(error.details[0].line, Some(line), "{file:?}");
        }
    }
}
