//! The version that a widget reports. Anyone can send any text, so it is stored only if it is a version.

/// The maximum number of bytes of a version.
pub const MAX_WIDGET_VERSION_BYTES: usize = 20;

/// Whether `text` looks like a version of <https://semver.org>: three numbers, optionally with a suffix.
pub fn is_widget_version(text: &str) -> bool {
    if text.len() > MAX_WIDGET_VERSION_BYTES {
        return false;
    }
    let end = text.find(['-', '+']).unwrap_or(text.len());
    let (numbers, rest) = text.split_at(end);
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    numbers.split('.').filter(|part| is_number(part)).count() == 3
        && numbers.split('.').count() == 3
        && rest.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'+'))
        && rest.len() != 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_looks_like_a_version_is_one() {
        for text in ["1.0.0", "0.1.0", "10.20.300", "1.0.0-rc.1", "1.0.0+abc", "1.2.3-a+b"] {
            assert!(is_widget_version(text), "{text}");
        }
        for text in [
            "",
            "1",
            "1.0",
            "1.0.0.0",
            "1..0",
            "a.b.c",
            "1.0.0-",
            "1.0.0 ",
            " 1.0.0",
            "1.0.0<script>",
            "1.0.0\u{202e}",
            "1.0.0\n",
            "=1+1",
            "1.0.0-aaaaaaaaaaaaaaaa",
        ] {
            assert!(!is_widget_version(text), "{text}");
        }
    }
}
