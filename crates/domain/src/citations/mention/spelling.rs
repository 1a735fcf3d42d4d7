//! Compares the letters of a name with those of a text.

use super::folding::Letter;

/// The numbers of letters of a word, at most 127, that a name may take up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offsets(u128);

impl Offsets {
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn contains(self, offset: usize) -> bool {
        offset < 128 && self.0 >> offset & 1 == 1
    }
}

impl Iterator for Offsets {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let lowest = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

/// Where `name` may end in `word`, if `word` begins with it. Compares each letter with each possible place once.
pub(super) fn offsets_after(name: &[Letter], word: &[Letter]) -> Offsets {
    // The places that are possible before each of the next letters of the name.
    let (mut now, mut next) = (1_u128, 0_u128);
    for (index, letter) in name.iter().enumerate() {
        let mut after_next = 0_u128;
        for place in Offsets(now) {
            let Some(written) = word.get(place).filter(|written| written.base == letter.base) else { continue };
            next |= bit(place + 1);
            let follows = |second: Option<char>, letter: Option<&Letter>| {
                second.is_some() && letter.is_some_and(|letter| Some(letter.base) == second && letter.second.is_none())
            };
            if written.second.is_none() && follows(letter.second, word.get(place + 1)) {
                next |= bit(place + 2);
            }
            if letter.second.is_none() && follows(written.second, name.get(index + 1)) {
                after_next |= bit(place + 1);
            }
        }
        (now, next) = (next, after_next);
        if now == 0 && next == 0 {
            break;
        }
    }
    Offsets(now)
}

fn bit(place: usize) -> u128 {
    if place < 128 { 1 << place } else { 0 }
}

/// Whether two spellings are of the same word.
pub(super) fn is_same(name: &[Letter], word: &[Letter]) -> bool {
    offsets_after(name, word).contains(word.len())
}

#[cfg(test)]
mod tests {
    use super::{super::folding::letters_of, *};

    #[test]
    fn an_umlaut_equals_its_other_spellings_in_both_directions() {
        for (one, other) in
            [("Müller", "Mueller"), ("Müller", "Muller"), ("Björk", "Bjoerk"), ("Ångström", "Aangstrom")]
        {
            assert!(is_same(&letters_of(one), &letters_of(other)), "{one} {other}");
            assert!(is_same(&letters_of(other), &letters_of(one)), "{other} {one}");
        }
        for (one, other) in
            [("Mueller", "Muller"), ("Muller", "Muler"), ("Acme", "Acm"), ("Acm", "Acme"), ("Boe", "Bo")]
        {
            assert!(!is_same(&letters_of(one), &letters_of(other)), "{one} {other}");
        }
    }

    #[test]
    fn all_ends_of_a_name_in_a_word_are_known() {
        let ends = |name: &str, word: &str| offsets_after(&letters_of(name), &letters_of(word)).collect::<Vec<_>>();
        assert_eq!(ends("Bö", "boeing"), [2, 3]);
        assert_eq!(ends("Acme", "acmes"), [4]);
        assert!(ends("Acme", "ac").is_empty());
    }
}
