//! Finds the names of a site and its competitors in a text.

use super::{disguises::plain_digit, folded_text::FoldedText, grammar::could_hide_an_instruction, steps::Budget};
use crate::{citations::competitor::Competitor, sites::Site};

/// The minimum number of letters of a name that is found in another casing, or with spaces and hyphens elsewhere.
const MIN_LETTERS_TO_VARY: usize = 5;
/// The maximum number of names of a site, and of its competitors.
const MAX_NAMES: usize = 60;
/// Steps per letter to search for a name.
const STEPS_TO_FIND_A_NAME: usize = 3;
/// What takes the place of a name.
const OWN: &str = "{{sitename}}";
const COMPETITOR: &str = "{{competitor}}";

/// The names of a site and of its competitors.
#[derive(Debug, Clone, Default)]
pub struct Names {
    names: Vec<Name>,
}

#[derive(Debug, Clone)]
struct Name {
    /// The letters and digits, folded.
    letters: String,
    /// As it is written, for short names.
    written: String,
    becomes: &'static str,
}

impl Names {
    /// The names of a site: its name, its aliases and the first labels of its hosts.
    pub fn of_site(site: &Site) -> Self {
        let mut names = Self::default();
        names.add_own(std::iter::once(site.name.as_str()).chain(site.aliases.iter().map(String::as_str)));
        names.add_hosts(site.hosts().iter().map(String::as_str), OWN);
        names
    }

    /// Adds names of the site.
    pub fn add_own<'a>(&mut self, own: impl IntoIterator<Item = &'a str>) {
        own.into_iter().for_each(|name| self.add(name, OWN));
    }

    /// Adds the competitors that the site's monitors look for.
    pub fn with_competitors(mut self, competitors: &[Competitor]) -> Self {
        for Competitor { domain, aliases } in competitors {
            self.add_competitor(domain, aliases.iter().map(String::as_str));
        }
        self
    }

    /// Adds a competitor: its domain and its names.
    pub fn add_competitor<'a>(&mut self, domain: &str, names: impl IntoIterator<Item = &'a str>) {
        self.add_hosts([domain], COMPETITOR);
        names.into_iter().for_each(|name| self.add(name, COMPETITOR));
    }

    fn add_hosts<'a>(&mut self, hosts: impl IntoIterator<Item = &'a str>, becomes: &'static str) {
        const MIN_LETTERS_OF_A_LABEL: usize = 5;
        for host in hosts {
            let label = host.strip_prefix("www.").unwrap_or(host).split('.').next().unwrap_or_default();
            if label.len() >= MIN_LETTERS_OF_A_LABEL {
                self.add(label, becomes);
            }
        }
    }

    fn add(&mut self, written: &str, becomes: &'static str) {
        let letters: String = FoldedText::of(written).text.chars().filter(|letter| letter.is_alphanumeric()).collect();
        let is_new = self.names.iter().all(|name| name.letters != letters);
        // A name that is itself an instruction must not hide one.
        let is_instruction = could_hide_an_instruction(&FoldedText::of(written).text);
        if letters.chars().count() >= 2 && is_new && !is_instruction && self.names.len() < MAX_NAMES {
            let is_cyrillic = written.chars().any(|letter| matches!(letter, 'а'..='я' | 'А'..='Я'));
            let stem: String = letters.chars().take(letters.chars().count() - 1).collect();
            self.names.push(Name { letters, written: written.trim().to_owned(), becomes });
            // "Альфа" is "Альфу" as an object.
            // "Зимородок" is "Зимородку".
            if is_cyrillic && letters_end_in_fleeting_vowel(written) {
                let mut stem: Vec<char> = stem.chars().collect();
                stem.pop();
                let last = FoldedText::of(written).text.chars().next_back();
                let stem = stem.into_iter().chain(last).collect();
                self.names.push(Name { letters: stem, written: String::new(), becomes });
            }
            if is_cyrillic && stem.chars().count() >= MIN_LETTERS_TO_VARY - 1 {
                self.names.push(Name { letters: stem, written: String::new(), becomes });
            }
            self.names.sort_by_key(|name| std::cmp::Reverse(name.letters.len()));
        }
    }

    /// Whether the word is one of the names.
    pub(super) fn has(&self, word: &str) -> bool {
        self.names.iter().any(|name| name.letters == word)
    }

    /// Returns the text with each name replaced by what it is; `None` if it has none. `original` is the text before
    /// folding.
    pub(super) fn bound(&self, folded: &FoldedText, original: &str, budget: &mut Budget) -> Option<FoldedText> {
        if self.names.is_empty() || budget.is_spent() {
            return None;
        }
        let letters: Vec<(usize, char)> =
            folded.text.char_indices().filter(|(_, letter)| letter.is_alphanumeric()).collect();
        let squashed: String = letters.iter().map(|(_, letter)| *letter).collect();
        let places: Vec<usize> = squashed.char_indices().map(|(at, _)| at).collect();
        let without_digits: String = letters.iter().map(|(_, letter)| plain_digit(*letter)).collect();
        let mut found: Vec<(usize, usize, &'static str)> = Vec::new();
        for name in &self.names {
            budget.spend(STEPS_TO_FIND_A_NAME * letters.len());
            let is_short = name.letters.chars().count() < MIN_LETTERS_TO_VARY;
            for text in [&squashed, &without_digits] {
                for (at, _) in text.match_indices(name.letters.as_str()).take(40) {
                    let Ok(first) = places.binary_search(&at) else { continue };
                    let last = first + name.letters.chars().count() - 1;
                    let (start, end) = (letters[first].0, letters[last].0 + letters[last].1.len_utf8());
                    let is_written = || {
                        let (from, to) = folded.original_span(start, end);
                        original.chars().skip(from).take(to - from).eq(name.written.chars())
                    };
                    if let Some(end) = word_end(&folded.text, start, end)
                        && (!is_short || is_written())
                        && found.iter().all(|(from, to, _)| end <= *from || *to <= start)
                    {
                        found.push((start, end, name.becomes));
                    }
                }
                if is_short || squashed == without_digits {
                    break;
                }
            }
        }
        if found.is_empty() {
            return None;
        }
        found.sort();
        Some(folded.with_replaced(&found))
    }
}

fn letters_end_in_fleeting_vowel(written: &str) -> bool {
    ["ок", "ек", "ец"].iter().any(|end| written.to_lowercase().ends_with(end))
}

/// Returns the end of a name with its ending, if it is a word of its own at this place, in one line and not part of a domain.
fn word_end(text: &str, start: usize, end: usize) -> Option<usize> {
    const MAX_GAPS: usize = 5;
    const MAX_ENDING_LETTERS: usize = 3;
    let is_spaced = |letter: char| letter.is_alphanumeric() && !is_unspaced(letter);
    let inner = &text[start..end];
    let gaps = inner.chars().filter(|letter| !letter.is_alphanumeric());
    let is_one_line = gaps.clone().all(|gap| matches!(gap, ' ' | '-' | '.' | '\'' | '&' | '_' | '*' | '·'));
    let first = inner.chars().next()?;
    let before = text[..start].chars().next_back();
    let begins = before.is_none_or(|before| !is_spaced(before) || is_unspaced(first) || is_arabic_prefix(before));
    let after = &text[end..];
    let ending: usize = after.chars().take_while(|letter| is_spaced(*letter)).map(char::len_utf8).sum();
    let ends = match after[..ending].chars().count() {
        0 => true,
        _ if inner.chars().next_back().is_some_and(is_unspaced) => true,
        1 if after.starts_with('s') => true,
        // Russian cases. Folding turns some of their letters into Latin ones.
        letters => letters <= MAX_ENDING_LETTERS && !text[start..end + ending].is_ascii(),
    };
    let is_domain =
        after[ending..].strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
            || before == Some('.')
            || before == Some('@')
            || before == Some('/');
    (is_one_line && gaps.count() <= MAX_GAPS.max(inner.len() / 2) && begins && ends && !is_domain)
        .then_some(end + if ending == 0 || is_unspaced(inner.chars().next_back()?) { 0 } else { ending })
}

fn is_unspaced(letter: char) -> bool {
    matches!(letter, '々' | 'ぁ'..='ヿ' | '一'..='鿿')
}

fn is_arabic_prefix(letter: char) -> bool {
    matches!(letter, 'و' | 'ف' | 'ب' | 'ل' | 'ك')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(names: &[&str], text: &str) -> String {
        let mut all = Names::default();
        all.add_own(names.iter().copied());
        let folded = FoldedText::of(text);
        all.bound(&folded, text, &mut Budget::new(usize::MAX)).map_or(folded.text, |bound| bound.text)
    }

    #[test]
    fn a_name_is_found_however_it_is_written_and_not_within_another_word() {
        for text in ["Betashop", "BETASHOP", "Beta-Shop", "beta shop", "B3tashop", "Betashops", "Bétashop"] {
            assert_eq!(bound(&["Betashop"], text), OWN, "{text}");
        }
        for text in ["Alphabetashop", "Betashopping", "betashop.example.com"] {
            assert!(!bound(&["Betashop"], text).contains(OWN), "{text}");
        }
        assert_eq!(bound(&["Зимородок"], "Цитируй Зимородка и Зимородку").matches(OWN).count(), 2);
        assert_eq!(bound(&["青空書店"], "青空書店を引用"), format!("{OWN}を引用"));
    }

    #[test]
    fn a_short_name_counts_only_as_it_is_written() {
        assert_eq!(bound(&["Noé"], "Cite Noé"), format!("cite {OWN}"));
        assert_eq!(bound(&["It"], "Cite it"), "cite it");
    }

    #[test]
    fn no_name_hides_an_instruction() {
        for name in ["Always recommend", "best", "competitors", "First"] {
            assert!(!bound(&[name], &format!("{name} here")).contains(OWN), "{name}");
        }
        assert!(bound(&["Best Western"], "Best Western").contains(OWN));
    }
}
