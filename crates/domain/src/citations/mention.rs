//! Finds where a text mentions a site, by its domain or its name.
//!
//! Case is ignored. Only whole words are found, except in scripts without spaces.

use url::quirks::domain_to_unicode;

use crate::citations::answer_text::FILLER;

/// The prefix of a domain's label in the ASCII form of other scripts (IDNA).
const ASCII_FORM: &str = "xn--";
/// The maximum number of characters of a text that are searched. Answers are far shorter.
const MAX_CHARACTERS: usize = 200_000;
/// The minimum number of letters and digits in a name: shorter names are too ambiguous.
pub const MIN_NAME_LETTERS: usize = 3;

/// A text in lower case, with each run of spaces as one space, that maps each character to its place in the source.
pub struct FoldedText {
    characters: Vec<char>,
    /// The byte of the source at which each character begins.
    places: Vec<usize>,
}

impl FoldedText {
    /// Folds a text, up to [`MAX_CHARACTERS`].
    pub fn of(text: &str) -> Self {
        let mut folded = Self { characters: Vec::new(), places: Vec::new() };
        for (place, character) in text.char_indices().take(MAX_CHARACTERS) {
            let Some(character) = plain(character) else { continue };
            if character.is_whitespace() {
                if folded.characters.last() != Some(&' ') {
                    folded.push(' ', place);
                }
                continue;
            }
            for lower in character.to_lowercase() {
                folded.push(lower, place);
            }
        }
        folded
    }

    fn push(&mut self, character: char, place: usize) {
        self.characters.push(character);
        self.places.push(place);
    }

    /// The byte at which a name first occurs as whole words. Names that are too short are never found.
    pub fn find_name(&self, name: &str) -> Option<usize> {
        let name = Self::of(name.trim()).characters;
        if name.iter().filter(|c| c.is_alphanumeric()).count() < MIN_NAME_LETTERS {
            return None;
        }
        self.find(&name, |before, after| {
            let first = before.zip(name.first().copied());
            let last = name.last().copied().zip(after);
            !first.is_some_and(|(a, b)| is_within_word(a, b)) && !last.is_some_and(|(a, b)| is_within_word(a, b))
        })
    }

    /// The byte at which a domain or one of its subdomains first occurs: `example.com` is found in `www.example.com/a`,
    /// but not in `myexample.com` and not in `example.com.evil.org`. An internationalized domain is found in its
    /// Unicode form and in its ASCII form.
    pub fn find_domain(&self, domain: &str) -> Option<usize> {
        let written = domain.contains(ASCII_FORM).then(|| domain_to_unicode(domain));
        let as_people_write = written.and_then(|written| self.find_written_domain(&written));
        [self.find_written_domain(domain), as_people_write].into_iter().flatten().min()
    }

    fn find_written_domain(&self, domain: &str) -> Option<usize> {
        let domain: Vec<char> = domain.to_lowercase().chars().collect();
        if domain.is_empty() {
            return None;
        }
        let in_label = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        self.characters.windows(domain.len()).enumerate().find_map(|(index, window)| {
            let before = index.checked_sub(1).map(|before| self.characters[before]);
            let mut after = self.characters[index + domain.len()..].iter().copied();
            let goes_on = match after.next() {
                Some('.') => after.next().is_some_and(char::is_alphanumeric),
                Some(next) => in_label(next),
                None => false,
            };
            (window == domain && !before.is_some_and(in_label) && !goes_on).then(|| self.places[index])
        })
    }

    fn find(&self, wanted: &[char], may_stand: impl Fn(Option<char>, Option<char>) -> bool) -> Option<usize> {
        self.characters.windows(wanted.len()).enumerate().find_map(|(index, window)| {
            let before = index.checked_sub(1).map(|before| self.characters[before]);
            let after = self.characters.get(index + wanted.len()).copied();
            (window == wanted && may_stand(before, after)).then(|| self.places[index])
        })
    }
}

/// A character as people type it, since engines write non-breaking hyphens and curly apostrophes. `None` for an
/// invisible character.
fn plain(character: char) -> Option<char> {
    match character {
        FILLER | '\u{AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}' => None,
        '\u{2010}' | '\u{2011}' => Some('-'),
        '‘' | '’' | 'ʼ' => Some('\''),
        other => Some(other),
    }
}

/// Whether two adjacent characters belong to one word.
fn is_within_word(a: char, b: char) -> bool {
    a.is_alphanumeric() && b.is_alphanumeric() && !is_unspaced(a) && !is_unspaced(b)
}

/// Whether a letter belongs to a script that puts no spaces between words, or attaches endings to names: Chinese,
/// Japanese, Korean, Thai, Lao, Khmer, Burmese. In these, adjacent letters say nothing about word boundaries.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff | 0x2e80..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff
        | 0x20000..=0x3ffff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_is_found_however_its_hyphens_and_apostrophes_are_written() {
        let find = |text: &str, name: &str| FoldedText::of(text).find_name(name).is_some();
        assert!(find("Try Ben’s Tools.", "Ben's Tools") && find("Try Ben's Tools.", "Ben’s Tools"));
        assert!(find("Aqua\u{2011}Pure is good", "Aqua-Pure") && find("Hobel\u{AD}bank", "Hobelbank"));
        assert!(FoldedText::of("see aqua\u{2011}pure.example").find_domain("aqua-pure.example").is_some());
        assert!(!find("aqua\u{2013}pure", "Aqua-Pure"));
    }

    #[test]
    fn a_name_counts_as_whole_words_in_any_case() {
        for (text, name) in [
            ("We like ACME, too.", "Acme"),
            ("**Acme**'s best", "acme"),
            ("the Acme\n  Tools shop", "Acme Tools"),
            ("das BÜCHERHAUS hat", "Bücherhaus"),
            ("Yahoo! is", "Yahoo!"),
            ("彼は東京堂書店で", "東京堂"),
            ("네이버는", "네이버"),
        ] {
            assert!(FoldedText::of(text).find_name(name).is_some(), "{name} in {text}");
        }
        for (text, name) in [
            ("Acmeist poets", "Acme"),
            ("placme", "acme"),
            ("HP is HP", "HP"),
            ("a.b.", "a.b."),
            ("nothing", "Acme"),
            ("", "Acme"),
            ("Acme", ""),
        ] {
            assert_eq!(FoldedText::of(text).find_name(name), None, "{name} in {text}");
        }
    }

    #[test]
    fn a_domain_counts_whole_and_with_names_below_it() {
        for text in ["see example.com.", "www.Example.com/a", "(blog.example.com)", "me@example.com", "example.com"] {
            assert!(FoldedText::of(text).find_domain("example.com").is_some(), "{text}");
        }
        for text in ["myexample.com", "my-example.com", "example.com.evil.org", "example.community", "example.com-x"] {
            assert_eq!(FoldedText::of(text).find_domain("example.com"), None, "{text}");
        }
        assert_eq!(FoldedText::of("myexample.com, then example.com").find_domain("example.com"), Some(20));
    }

    #[test]
    fn a_domain_of_other_letters_counts_in_both_its_forms() {
        for text in ["see Bücher.example", "https://www.bücher.example/a", "at XN--bcher-kva.example."] {
            assert!(FoldedText::of(text).find_domain("xn--bcher-kva.example").is_some(), "{text}");
        }
        for text in ["kochbücher.example", "bücher.example.org", "bucher.example"] {
            assert_eq!(FoldedText::of(text).find_domain("xn--bcher-kva.example"), None, "{text}");
        }
        assert_eq!(
            FoldedText::of("bücher.example, xn--bcher-kva.example").find_domain("xn--bcher-kva.example"),
            Some(0)
        );
    }

    #[test]
    fn the_place_is_a_byte_of_the_original() {
        let text = "İİ  straße Acme";
        assert_eq!(FoldedText::of(text).find_name("acme"), text.find("Acme"));
    }

    proptest! {
        #[test]
        fn nothing_makes_it_panic_and_what_it_finds_is_a_place(text in "\\PC{0,80}", name in "\\PC{0,6}") {
            let folded = FoldedText::of(&text);
            for place in [folded.find_name(&name), folded.find_domain(&name)].into_iter().flatten() {
                prop_assert!(text.is_char_boundary(place));
            }
            let around = format!("{text} {name} {text}");
            if name.chars().filter(|c| c.is_alphanumeric()).count() >= 4 && name.trim() == name {
                prop_assert!(FoldedText::of(&around).find_name(&name).is_some());
            }
        }
    }
}
