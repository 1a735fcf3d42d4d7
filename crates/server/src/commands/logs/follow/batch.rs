//! Cuts what was appended to a log into batches of whole lines.

/// The maximum size of a batch in bytes, before it is packed.
pub const MAX_BATCH_BYTES: usize = 4 * 1_024 * 1_024;
/// The maximum length of a heading that is repeated.
const MAX_HEADING_BYTES: usize = 16 * 1_024;

/// The latest `#Fields:` line of a log. Lines of such a log mean nothing without it, so each batch begins with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heading(Vec<u8>);

impl Heading {
    /// A heading that was stored as text.
    pub fn of(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }

    /// Notes a line, which may be the next heading.
    pub fn note(&mut self, line: &[u8]) {
        if line.starts_with(b"#Fields:") && line.len() <= MAX_HEADING_BYTES {
            self.0 = line.to_vec();
            self.0.push(b'\n');
        }
    }

    /// Notes every line of a text.
    pub fn note_all(&mut self, text: &[u8]) {
        if text.contains(&b'#') {
            text.split(|byte| *byte == b'\n').for_each(|line| self.note(line.strip_suffix(b"\r").unwrap_or(line)));
        }
    }

    /// The heading with its line end; empty without one.
    pub fn text(&self) -> &[u8] {
        &self.0
    }
}

/// How many of these bytes are a batch: whole lines; or everything, if the log gets no more lines (`is_ended`) or one line fills
/// the whole batch.
pub fn batch_length(bytes: &[u8], is_ended: bool) -> usize {
    match bytes.iter().rposition(|byte| *byte == b'\n') {
        Some(end) => end + 1,
        None if is_ended || bytes.len() >= MAX_BATCH_BYTES => bytes.len(),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_ends_with_a_line_unless_nothing_follows() {
        for (bytes, is_ended, length) in
            [(&b"a\nb\nc"[..], false, 4), (b"a\nb\nc", true, 4), (b"abc", false, 0), (b"abc", true, 3), (b"", true, 0)]
        {
            assert_eq!(batch_length(bytes, is_ended), length, "{bytes:?} {is_ended}");
        }
        assert_eq!(batch_length(&vec![b'x'; MAX_BATCH_BYTES], false), MAX_BATCH_BYTES);
    }

    #[test]
    fn the_latest_heading_is_repeated() {
        let mut heading = Heading::default();
        heading.note_all(b"#Version: 1.0\n#Fields: a b\r\n1 2\n");
        assert_eq!(heading.text(), b"#Fields: a b\n");
        heading.note_all(b"1 2\n#Fields: c\n");
        assert_eq!(Heading::of("#Fields: c\n"), heading);
    }
}
