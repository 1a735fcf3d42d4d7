//! Marks in an answer's text that stand for sources: `[1]`, `[1, 2]` and `[[1]](https://…)`. Places are in characters.

use super::sources::URL_BYTES_MOST;

/// Characters between the brackets of a mark.
const MARK_CHARACTERS_MOST: usize = 24;

/// The numbers in `[1]`, `[1][2]` and `[1, 2]`, each with its place.
pub fn numbers(text: &str) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    for (at, (byte, c)) in text.char_indices().enumerate() {
        if c != '[' {
            continue;
        }
        let inner: String = text[byte + 1..].chars().take(MARK_CHARACTERS_MOST).take_while(|c| *c != ']').collect();
        let closed = text[byte + 1 + inner.len()..].starts_with(']');
        let parts: Option<Vec<u64>> = inner.split(',').map(|part| part.trim().parse().ok()).collect();
        if let Some(parts) = parts.filter(|_| closed) {
            found.extend(parts.into_iter().map(|number| (at as u64, number)));
        }
    }
    found
}

/// The addresses in `[[1]](https://…)`, each with its place.
pub fn links(text: &str) -> Vec<(u64, &str)> {
    let mut found = Vec::new();
    for (at, (byte, _)) in text.char_indices().enumerate() {
        let Some(rest) = text[byte..].strip_prefix("[[") else { continue };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Some(rest) = rest[digits..].strip_prefix("]](").filter(|_| digits > 0) else { continue };
        if let Some(length) = address_length(rest) {
            found.push((at as u64, &rest[..length]));
        }
    }
    found
}

/// Bytes up to the bracket that closes the link. An address may hold brackets of its own, in pairs.
fn address_length(text: &str) -> Option<usize> {
    let mut open = 0_u32;
    for (byte, c) in text.char_indices().take_while(|(byte, _)| *byte <= URL_BYTES_MOST) {
        match c {
            ')' if open == 0 => return Some(byte),
            ')' => open -= 1,
            '(' => open += 1,
            // Neither is part of an address, and the next mark begins with a bracket.
            '[' => return None,
            c if c.is_whitespace() => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_at_their_characters() {
        assert_eq!(numbers("Häuser [1][2], [3, 4] and [x], [], [1"), [(7, 1), (10, 2), (15, 3), (15, 4)]);
        assert_eq!(numbers("[99999999999999999999999] [-1] [1.5]"), []);
    }

    #[test]
    fn linked_marks_are_found_with_brackets_inside_their_address() {
        let text =
            "é[[1]](https://a.example/b_(c)) and [[2]](https://d.example) [[x]](https://e.example) [[3]](https://";
        assert_eq!(links(text), [(1, "https://a.example/b_(c)"), (36, "https://d.example")]);
    }
}
