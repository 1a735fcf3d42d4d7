//! Finds the line of a file on which an item begins.

/// Counts the lines of a text up to offsets that never decrease, so that a whole file is read once.
pub(super) struct LineCounter<'a> {
    text: &'a str,
    offset: usize,
    line: u32,
}

impl<'a> LineCounter<'a> {
    /// Begins at the first line, which is 1.
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, offset: 0, line: 1 }
    }

    /// The line of a byte. `\n`, `\r\n` and `\r` alone end a line.
    pub(super) fn line_at(&mut self, offset: usize) -> u32 {
        let bytes = self.text.as_bytes();
        let end = offset.min(bytes.len());
        while self.offset < end {
            let is_end = match bytes[self.offset] {
                b'\n' => true,
                b'\r' => bytes.get(self.offset + 1) != Some(&b'\n'),
                _ => false,
            };
            self.line += u32::from(is_end);
            self.offset += 1;
        }
        self.line
    }

    /// The line of a part of the text, such as an item that a parser borrowed from it.
    pub(super) fn line_of(&mut self, part: &str) -> u32 {
        self.line_at(part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_line_ending_counts_once() {
        let text = "a\nb\r\nc\rd\n\ne";
        let mut counter = LineCounter::new(text);
        let lines =
            ["a", "b", "c", "d", "e"].map(|letter| counter.line_of(&text[text.find(letter).expect("a letter")..]));
        assert_eq!(lines, [1, 2, 3, 4, 6]);
    }

    proptest! {
        #[test]
        fn the_line_is_one_more_than_the_line_ends_before(text in "(a|é|\n|\r\n|\r){0,30}", offset in 0_usize..40) {
            let before = text.get(..offset.min(text.len())).unwrap_or(&text);
            let ends = before.replace("\r\n", "\n").matches(['\n', '\r']).count();
            // In the middle of `\r\n`, the line has not ended yet.
            let is_within = before.ends_with('\r') && text[before.len()..].starts_with('\n');
            let expected = ends + 1 - usize::from(is_within);
            prop_assert_eq!(LineCounter::new(&text).line_at(before.len()), u32::try_from(expected).expect("few lines"));
        }
    }
}
