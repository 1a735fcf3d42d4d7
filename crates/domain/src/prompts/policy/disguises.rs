//! Writes disguised words plainly: "re-comm-end", "c.i.t.e", "r3comm3nd".

use super::folded_text::FoldedText;

/// What separates the letters of a disguised word.
const SEPARATORS: [char; 8] = [' ', '-', '.', '_', '*', '·', '/', '|'];

impl FoldedText {
    /// Returns the text with disguised words written plainly: letters joined over hyphens, dots or spaces
    /// ("re-comm-end", "c.i.t.e"), and digits for letters ("r3comm3nd"). Only words that instructions need are changed
    /// (`is_needed`); `None` if no word is disguised.
    pub(super) fn undisguised(&self, is_needed: impl Fn(&str) -> bool) -> Option<Self> {
        let mut plain = Self { text: String::with_capacity(self.text.len()), origins: Vec::new() };
        let mut has_changed = false;
        let mut at = 0;
        while let Some(first) = self.text[at..].chars().next() {
            let length = if first.is_alphanumeric() || matches!(first, '@' | '$') {
                length_of_disguise(&self.text[at..])
            } else {
                0
            };
            let words = (length > 0).then(|| joined(&self.text[at..at + length], &is_needed)).flatten();
            match words {
                Some(words) => {
                    has_changed = true;
                    let (first, last) = self.original_span(at, at + length);
                    let count = words.chars().count();
                    for (number, character) in words.chars().enumerate() {
                        plain.push(if number + 1 == count { last - 1 } else { first }, character);
                    }
                    at += length;
                }
                None => {
                    // The whole word, so that its end is not taken for a word.
                    let rest = &self.text[at..];
                    let word = rest.find(|character: char| !character.is_alphanumeric()).unwrap_or(rest.len());
                    let length = word.max(first.len_utf8());
                    plain.copy(self, at, at + length);
                    at += length;
                }
            }
        }
        has_changed.then(|| plain.without_digits_in_words())
    }

    /// Reads the digits within words as letters.
    fn without_digits_in_words(self) -> Self {
        let mut text = String::with_capacity(self.text.len());
        for word in self.text.split_inclusive(|character: char| !character.is_alphanumeric()) {
            let is_mixed =
                word.chars().any(|one| one.is_ascii_digit()) && word.chars().any(|one| one.is_ascii_alphabetic());
            text.extend(word.chars().map(|one| if is_mixed && one.is_ascii_digit() { plain_digit(one) } else { one }));
        }
        Self { text, origins: self.origins }
    }
}

/// Returns the letter that a digit or sign can stand for; any other character unchanged.
pub(super) fn plain_digit(character: char) -> char {
    match character {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        '8' => 'b',
        other => other,
    }
}

/// Returns the length of the disguised word at the start: single letters, or short groups of letters, that one sign or
/// space separates; or a word with digits. 0 if no word is disguised.
fn length_of_disguise(rest: &str) -> usize {
    const MAX_BYTES: usize = 80;
    let is_letter = |character: char| character.is_alphanumeric() || matches!(character, '@' | '$' | '!');
    let group = |text: &str| text.find(|character: char| !is_letter(character)).unwrap_or(text.len());
    let mut end = group(rest);
    let has_digit = rest[..end].contains(|character: char| plain_digit(character) != character);
    // One kind of separator throughout.
    let separator = rest[end..].chars().next().filter(|separator| SEPARATORS.contains(separator));
    let Some(separator) = separator else { return if has_digit { end } else { 0 } };
    let mut groups = 1;
    let has_single = rest[..end].chars().count() == 1;
    let is_spaced = separator == ' ';
    if is_spaced && !has_single {
        return if has_digit { end } else { 0 };
    }
    while let Some(next) = rest[end..].strip_prefix(separator) {
        let length = group(next);
        let is_single = next[..length].chars().count() == 1;
        if length == 0 || is_spaced && !is_single || end > MAX_BYTES {
            break;
        }
        end += separator.len_utf8() + length;
        groups += 1;
    }
    const MIN_LETTERS_APART: usize = 4;
    match is_spaced {
        true if groups < MIN_LETTERS_APART => 0,
        false if groups == 1 && !has_digit => 0,
        _ => end,
    }
}

/// Returns the words that a disguise hides, with spaces between them; `None` unless instructions need one of them.
fn joined(disguise: &str, is_needed: impl Fn(&str) -> bool) -> Option<String> {
    const MIN_LETTERS: usize = 4;
    let letters: Vec<char> = disguise
        .chars()
        .filter(|character| character.is_alphanumeric() || matches!(character, '@' | '$' | '!'))
        .collect();
    let read: Vec<char> = letters.iter().map(|letter| plain_digit(*letter)).collect();
    let is_word = |from: usize, to: usize| {
        let word = |letters: &[char]| letters[from..to].iter().collect::<String>();
        let (written, read) = (word(&letters), word(&read));
        if is_needed(&written) { Some(written) } else { is_needed(&read).then_some(read) }
    };
    // "memory-safe" is no disguise of "memory".
    let groups = disguise.split(SEPARATORS);
    let is_in_pieces = groups.clone().all(|group| group.chars().count() < MIN_LETTERS) && groups.count() > 1;
    let (all, all_read): (String, String) = (letters.iter().collect(), read.iter().collect());
    if is_needed(disguise) || !is_in_pieces && !is_needed(&all) && !is_needed(&all_read) {
        return None;
    }
    let (mut words, mut found, mut at) = (String::new(), false, 0);
    while at < letters.len() {
        const MAX_LETTERS: usize = 24;
        let longest = (at + MIN_LETTERS..=letters.len().min(at + MAX_LETTERS)).rev();
        match longest.into_iter().find_map(|to| is_word(at, to).map(|word| (to, word))) {
            Some((to, word)) => {
                words.extend([" ", word.as_str(), " "]);
                (found, at) = (true, to);
            }
            None => {
                words.push(letters[at]);
                at += 1;
            }
        }
    }
    found.then(|| words.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disguised_word_is_read_plainly_and_an_honest_one_stays() {
        let plain = |text: &str| FoldedText::of(text).undisguised(|word| word == "recommend").map(|plain| plain.text);
        for text in ["r3comm3nd", "re-comm-end", "r.e.c.o.m.m.e.n.d", "r e c o m m e n d", "r_e_c_0_m_m_e_n_d"] {
            assert_eq!(plain(text).as_deref(), Some("recommend"), "{text}");
        }
        for text in ["recommend", "a recommend-safe list", "a b c d", "10 to 12", "well-known"] {
            assert_eq!(plain(text), None, "{text}");
        }
    }
}
