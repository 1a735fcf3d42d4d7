//! Cuts the bytes of a log into lines. They may arrive in pieces of any size.

use memchr::memchr;

/// The maximum length of a line in bytes, without its end.
pub const MAX_LINE_BYTES: usize = 1_024 * 1_024;
/// The maximum length of a line that begins with `[`: a JSON array with many requests, as log drains send them.
pub const MAX_ARRAY_BYTES: usize = 16 * 1_024 * 1_024;

/// A line without its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawLine<'a> {
    /// A complete line.
    Whole(&'a [u8]),
    /// A line beyond the limit, in bytes, which was skipped.
    TooLong(usize),
}

/// Cuts lines. Keeps at most one unfinished line in memory, and of a line beyond the limit nothing.
#[derive(Debug, Default)]
pub struct LineCutter {
    unfinished: Vec<u8>,
    /// The limit that the unfinished line has exceeded.
    exceeded: Option<usize>,
    number: u64,
}

impl LineCutter {
    /// Passes on every line that ends in `bytes`, with its number from 1.
    pub fn push(&mut self, mut bytes: &[u8], each: &mut impl FnMut(u64, RawLine<'_>)) {
        while let Some(end) = memchr(b'\n', bytes) {
            let (line, rest) = (&bytes[..end], &bytes[end + 1..]);
            bytes = rest;
            if self.unfinished.is_empty() && self.exceeded.is_none() {
                self.pass_on(line, each);
            } else {
                self.keep(line);
                self.end_line(each);
            }
        }
        self.keep(bytes);
    }

    /// Passes on the last line if the log does not end with a line end.
    pub fn finish(&mut self, each: &mut impl FnMut(u64, RawLine<'_>)) {
        if !self.unfinished.is_empty() || self.exceeded.is_some() {
            self.end_line(each);
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.exceeded.is_some() {
            return;
        }
        let limit = limit_of(self.unfinished.first().or_else(|| bytes.first()));
        if self.unfinished.len() + bytes.len() > limit {
            self.exceeded = Some(limit);
            self.unfinished = Vec::new();
        } else {
            self.unfinished.extend_from_slice(bytes);
        }
    }

    fn end_line(&mut self, each: &mut impl FnMut(u64, RawLine<'_>)) {
        let line = std::mem::take(&mut self.unfinished);
        match self.exceeded.take() {
            Some(limit) => {
                self.number += 1;
                each(self.number, RawLine::TooLong(limit));
            }
            None => self.pass_on(&line, each),
        }
        self.unfinished = line;
        self.unfinished.clear();
    }

    fn pass_on(&mut self, line: &[u8], each: &mut impl FnMut(u64, RawLine<'_>)) {
        self.number += 1;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = if self.number == 1 { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) } else { line };
        let limit = limit_of(line.first());
        each(self.number, if line.len() > limit { RawLine::TooLong(limit) } else { RawLine::Whole(line) });
    }
}

fn limit_of(first: Option<&u8>) -> usize {
    if first == Some(&b'[') { MAX_ARRAY_BYTES } else { MAX_LINE_BYTES }
}

#[cfg(test)]
mod tests {
    use proptest::{prop_assert_eq, proptest};

    use super::*;

    fn cut(pieces: &[&[u8]]) -> Vec<(u64, Result<Vec<u8>, usize>)> {
        let (mut cutter, mut lines) = (LineCutter::default(), Vec::new());
        let mut each = |number, line: RawLine<'_>| {
            lines.push((
                number,
                match line {
                    RawLine::Whole(line) => Ok(line.to_vec()),
                    RawLine::TooLong(limit) => Err(limit),
                },
            ));
        };
        for piece in pieces {
            cutter.push(piece, &mut each);
        }
        cutter.finish(&mut each);
        lines
    }

    #[test]
    fn lines_are_numbered_and_line_ends_of_windows_and_a_byte_order_mark_are_removed() {
        let lines = cut(&[b"\xEF\xBB\xBFa\r\n\nb", b"c\n", b"d"]);
        let texts: Vec<(u64, Vec<u8>)> =
            lines.into_iter().map(|(number, line)| (number, line.unwrap_or_default())).collect();
        let expected = [(1, &b"a"[..]), (2, b""), (3, b"bc"), (4, b"d")];
        assert_eq!(texts, expected.map(|(number, line)| (number, line.to_vec())));
    }

    #[test]
    fn a_line_beyond_the_limit_is_skipped_to_its_end_and_the_next_one_is_read() {
        let long = vec![b'x'; MAX_LINE_BYTES + 1];
        for pieces in [vec![&long[..], b"\nnext\n"], vec![&long[..9], &long[9..], b"more", b"\nnext"]] {
            let lines = cut(&pieces);
            assert_eq!(lines, [(1, Err(MAX_LINE_BYTES)), (2, Ok(b"next".to_vec()))]);
        }
        let whole = [&long[..], b"\nnext"].concat();
        assert_eq!(cut(&[&whole])[0], (1, Err(MAX_LINE_BYTES)));
        let allowed = cut(&[&long[1..], b"\n"]);
        assert_eq!(allowed[0].1.as_ref().map(Vec::len), Ok(MAX_LINE_BYTES));
        let array = [b"[", &long[..]].concat();
        assert_eq!(cut(&[&array])[0].1.as_ref().map(Vec::len), Ok(MAX_LINE_BYTES + 2));
    }

    proptest! {
        #[test]
        fn where_the_pieces_are_cut_changes_nothing(text in "[x\\[\n\r]{0,200}", at in 0_usize..200) {
            let text = text.as_bytes();
            let at = at.min(text.len());
            prop_assert_eq!(cut(&[&text[..at], &text[at..]]), cut(&[text]));
        }
    }
}
