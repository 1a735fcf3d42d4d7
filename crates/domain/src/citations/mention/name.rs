//! Finds a name at a word of a text.

use super::{
    endings::{Position, is_inflected},
    folding::Letter,
    language::Language,
    ordinary::{is_and, is_german_article, is_ordinary, is_ordinary_in_compound},
    spelling::{is_same, offsets_after},
    words::{Gap, Word, Words},
};
use crate::citations::script::Script;

/// The minimum number of letters and digits in a name: shorter names are too ambiguous. A Chinese character and a Korean
/// syllable count as two.
const MIN_NAME_LETTERS: usize = 3;
/// The maximum number of words of a name that may be written as one, and of words that may be one word of a name.
const MAX_JOINED: usize = 4;
/// The minimum number of letters of each part of a word that is written as several.
const MIN_PART_LETTERS: usize = 3;
/// The maximum number of attempts to match a name at one word. It is far above what names need.
const MAX_ATTEMPTS: usize = 400;
/// Chinese and Japanese characters that stand between words. A name of two characters is only found beside them.
const BETWEEN_WORDS: &str = "的是在和与也有了还都就被把从向对等及或上下则将会可能提推为以让给而且其此这那由于因如比跟到去来用买看说做叫称名网店社様公式见另请问找选荐逛喜欢爱试较即只没不很更最并同该各每";
/// Characters that make another name of the name before them: streets, places, families.
const MAKES_OTHER_NAME: &str = "街路镇县区市村山河湖寺桥站驿派族学症花座队家人";

/// A part of a name: a word, or a character of a script without spaces.
#[derive(Debug, Clone)]
struct Part {
    letters: Vec<Letter>,
    script: Script,
    gap: Gap,
}

/// A name to look for.
#[derive(Debug, Clone)]
pub(super) struct Name {
    parts: Vec<Part>,
    /// Whether one of its words is an ordinary one, so that only capitals show that it is a name.
    is_ordinary: bool,
    /// Whether its words together may be an ordinary compound.
    is_compound: bool,
    /// Whether it consists of two Chinese characters, which also occur together within longer words.
    is_two_characters: bool,
}

impl Name {
    /// Reads a name; `None` if it is too short to be looked for.
    pub fn of(name: &str) -> Option<Self> {
        let words = Words::of(name.trim());
        let mut parts: Vec<Part> = Vec::new();
        let last = words.words.len().saturating_sub(1);
        let mut after_and = false;
        for (index, word) in words.words.iter().enumerate() {
            let letters = words.letters(word);
            let is_between =
                index > 0 && index < last && word.gap == Gap::Space && words.words[index + 1].gap == Gap::Space;
            if is_between && is_and(letters) {
                after_and = true;
                continue;
            }
            let gap = if std::mem::take(&mut after_and) { Gap::And } else { word.gap };
            parts.push(Part { letters: letters.to_vec(), script: word.script, gap });
        }
        let weight = |part: &Part| if matches!(part.script, Script::Han | Script::Hangul) { 2 } else { 1 };
        let weight: usize = parts.iter().map(|part| weight(part) * part.letters.len()).sum();
        let is_ordinary = parts.iter().any(|part| is_ordinary(&part.letters));
        let is_compound = parts.iter().all(|part| is_ordinary_in_compound(&part.letters));
        let is_two_characters = parts.len() == 2 && parts.iter().all(|part| part.script == Script::Han);
        (weight >= MIN_NAME_LETTERS).then_some(Self { parts, is_ordinary, is_compound, is_two_characters })
    }

    /// Which word of the name is made of the `count` parts from `index`.
    fn position(&self, index: usize, count: usize) -> Position {
        match (index, index + count == self.parts.len()) {
            (_, false) => Position::Earlier,
            (0, true) => Position::Only,
            (_, true) => Position::Last,
        }
    }

    /// The number of its letters.
    pub fn letters(&self) -> usize {
        self.parts.iter().map(|part| part.letters.len()).sum()
    }

    /// The letter with which it begins.
    pub fn first_letter(&self) -> Option<char> {
        self.parts.first().and_then(|part| part.letters.first()).map(|letter| letter.base)
    }
}

/// Looks for names in one text.
pub(super) struct Search<'a> {
    pub text: &'a Words,
    /// For each word, whether it belongs to a host, in which no name is looked for.
    pub hidden: &'a [bool],
    /// The languages whose endings names may have.
    pub languages: &'a [Language],
    /// How often parts of names were compared with words of the text.
    pub attempts: usize,
    limit: usize,
}

impl<'a> Search<'a> {
    /// Looks for names in a text.
    pub fn new(text: &'a Words, hidden: &'a [bool], languages: &'a [Language]) -> Self {
        Self { text, hidden, languages, attempts: 0, limit: 0 }
    }

    /// The word after a name that begins at the word `at`. `first` are the letters of that word, without a prefix.
    pub fn end_of(&mut self, name: &Name, at: usize, first: &[Letter]) -> Option<usize> {
        if !self.may_begin(name, at) {
            return None;
        }
        self.limit = self.attempts + MAX_ATTEMPTS;
        self.matches(name, 0, at, Some(first))
    }

    /// Matches the parts of a name from `part` with the words from `at`.
    fn matches(&mut self, name: &Name, part: usize, at: usize, first: Option<&[Letter]>) -> Option<usize> {
        let options = [(1, 1), (2, 1), (3, 1), (MAX_JOINED, 1), (1, 2), (1, 3)];
        for (parts, words) in options {
            if part + parts > name.parts.len() || at + words > self.text.words.len() || self.attempts >= self.limit {
                continue;
            }
            self.attempts += 1;
            if self.hidden[at..at + words].contains(&true) {
                continue;
            }
            let is_match = match (parts, words) {
                (1, 1) => self.is_word(name, part, at, first),
                (_, 1) => self.is_joined(name, part, parts, at, first),
                _ => self.is_split(name, part, at, words, first),
            };
            if !is_match {
                continue;
            }
            let (next_part, next_word) = (part + parts, at + words);
            let end = if next_part == name.parts.len() {
                self.may_end(name, next_word).then_some(next_word)
            } else {
                let next = self.after_gap(name, next_part, next_word);
                next.and_then(|next| self.matches(name, next_part, next, None))
            };
            if end.is_some() {
                return end;
            }
        }
        None
    }

    /// Whether one part of a name is one word of the text, as it is or with an ending.
    fn is_word(&self, name: &Name, index: usize, at: usize, first: Option<&[Letter]>) -> bool {
        let (part, word) = (&name.parts[index], &self.text.words[at]);
        let letters = first.unwrap_or_else(|| self.text.letters(word));
        if part.script != word.script && part.script != Script::Digits && word.script != Script::Digits {
            return false;
        }
        if is_same(&part.letters, letters) {
            let needs_capital = part.letters[0].is_capital && (name.is_ordinary || self.is_lower_ordinary(part.script));
            // An article may have lost its capital in the sentence: `l’Atelier`.
            let is_article = part.letters.len() < MIN_NAME_LETTERS;
            return !needs_capital || is_article || self.is_written_as_name(word) && !self.is_ordinary_here(name, at);
        }
        let position = name.position(index, 1);
        // In `Зелёный сад`, only the first word has a capital.
        let is_lower_in_name = index > 0 && !part.letters[0].is_capital;
        (is_lower_in_name || self.is_written_as_name(word))
            && is_inflected(&part.letters, letters, part.script, self.languages, position)
    }

    /// Whether a name without its capital is another word in the languages of the text. In English texts, and if the language is
    /// not known, names are also written in small letters.
    fn is_lower_ordinary(&self, script: Script) -> bool {
        let is_latin = script == Script::Latin;
        matches!(script, Script::Cyrillic | Script::Greek) || is_latin && !self.languages.contains(&Language::English)
    }

    /// Whether a name of one ordinary word is that word, in spite of its capital: after an article in German, and at the
    /// beginning of a sentence that goes on.
    fn is_ordinary_here(&self, name: &Name, at: usize) -> bool {
        if name.parts.len() > 1 || !name.is_ordinary {
            return false;
        }
        let word_at = |at: Option<usize>| at.and_then(|at| self.text.words.get(at));
        let word = &self.text.words[at];
        if self.languages.contains(&Language::German) {
            let (before, earlier) = (word_at(at.checked_sub(1)), word_at(at.checked_sub(2)));
            let is_after = |one: Option<&Word>| one.is_some_and(|one| is_german_article(self.text.letters(one)));
            let is_adjective = before.is_some_and(|before| before.gap == Gap::Space && !self.text.has_capital(before));
            return word.gap == Gap::Space && (is_after(before) || is_adjective && is_after(earlier));
        }
        let begins_sentence = at == 0 || matches!(word.gap, Gap::DotAndSpace | Gap::Mark('!' | '?' | '.'));
        begins_sentence && word_at(Some(at + 1)).is_some_and(|next| next.gap == Gap::Space)
    }

    /// Whether several parts of a name are one word of the text: `AquaPure` for `Aqua Pure`.
    fn is_joined(&self, name: &Name, index: usize, count: usize, at: usize, first: Option<&[Letter]>) -> bool {
        let (parts, word) = (&name.parts[index..index + count], &self.text.words[at]);
        let letters = first.unwrap_or_else(|| self.text.letters(word));
        let may_join = |part: &Part| matches!(part.gap, Gap::Space | Gap::Hyphen | Gap::Apostrophe | Gap::DotAndSpace);
        if !parts[1..].iter().all(may_join) || offsets_after(&parts[0].letters, letters).is_empty() {
            return false;
        }
        let script = parts[0].script;
        let joined: Vec<Letter> = parts.iter().flat_map(|part| part.letters.iter().copied()).collect();
        let position = name.position(index, count);
        let is_same = is_same(&joined, letters)
            || self.is_written_as_name(word) && is_inflected(&joined, letters, script, self.languages, position);
        is_same && self.text.has_capital(word) && (!name.is_compound || has_seam(parts, letters))
    }

    /// Whether one part of a name is several words of the text: `Aqua-Pure` for `Aquapure`.
    fn is_split(&self, name: &Name, index: usize, at: usize, count: usize, first: Option<&[Letter]>) -> bool {
        let (part, words) = (&name.parts[index], &self.text.words[at..at + count]);
        if part.script.is_unspaced() || part.letters.len() < 2 * MIN_PART_LETTERS && part.script != Script::Hangul {
            return false;
        }
        let mut joined: Vec<Letter> = first.unwrap_or_else(|| self.text.letters(&words[0])).to_vec();
        if offsets_after(&joined, &part.letters).is_empty() && offsets_after(&part.letters, &joined).is_empty() {
            return false;
        }
        let is_long = |word: &Word| part.script == Script::Hangul || word.letters.len() >= MIN_PART_LETTERS;
        let follows = |word: &Word| match word.gap {
            Gap::Hyphen => true,
            Gap::Space => self.text.has_capital(word),
            _ => false,
        };
        if !words[1..].iter().all(follows) || !words.iter().all(is_long) || !self.text.has_capital(&words[0]) {
            return false;
        }
        // In Korean, no capital shows that two ordinary words are a name.
        let (one, other) = part.letters.split_at(joined.len().min(part.letters.len()));
        if part.script == Script::Hangul && is_ordinary(one) && is_ordinary(other) {
            return false;
        }
        words[1..].iter().for_each(|word| joined.extend(self.text.letters(word)));
        let position = name.position(index, 1);
        is_same(&part.letters, &joined) || is_inflected(&part.letters, &joined, part.script, self.languages, position)
    }

    /// Whether a word has a capital, if its script has capitals. A word with an ending is a name only then.
    fn is_written_as_name(&self, word: &Word) -> bool {
        self.text.has_capital(word) || self.text.letters(word).iter().any(|letter| letter.is_capital)
    }

    /// The word at which the part `index` may begin, after what separates it from the part before it.
    fn after_gap(&self, name: &Name, index: usize, at: usize) -> Option<usize> {
        let word = self.text.words.get(at)?;
        let (wanted, found) = (name.parts[index].gap, word.gap);
        let scripts_differ = name.parts[index - 1].script != name.parts[index].script;
        let is_abbreviated = name.parts[index - 1].letters.len() <= MIN_NAME_LETTERS;
        let fits = match wanted {
            Gap::None => found == Gap::None || scripts_differ && matches!(found, Gap::Space | Gap::Hyphen),
            Gap::Space | Gap::Hyphen | Gap::DotAndSpace => match found {
                Gap::Space | Gap::Hyphen => true,
                Gap::None => scripts_differ || word.script.is_unspaced(),
                Gap::DotAndSpace | Gap::Dot => {
                    wanted == Gap::DotAndSpace || is_abbreviated && found == Gap::DotAndSpace
                }
                _ => false,
            },
            Gap::And => {
                let next = self.text.words.get(at + 1);
                let is_spaced = matches!(found, Gap::Space | Gap::None) && next.is_some_and(|next| next.gap == found);
                if is_spaced && is_and(self.text.letters(word)) {
                    return Some(at + 1);
                }
                found == Gap::And
            }
            Gap::Mark(_) => found == wanted || found == Gap::Space,
            other => found == other,
        };
        fits.then_some(at)
    }

    /// Whether a name may begin at a word: it is no end of a longer word.
    fn may_begin(&self, name: &Name, at: usize) -> bool {
        let word = &self.text.words[at];
        let Some(before) = at.checked_sub(1).map(|before| &self.text.words[before]) else { return true };
        match word.gap {
            Gap::Underscore => false,
            Gap::Dot => self.text.has_capital(word),
            Gap::None if before.script == Script::Prefixing => true,
            Gap::None => self.may_adjoin(name, before, word, before),
            _ => true,
        }
    }

    /// Whether a name may end before the word `next`: it is no beginning of a longer word.
    fn may_end(&self, name: &Name, next: usize) -> bool {
        let Some(after) = self.text.words.get(next) else { return true };
        let last = &self.text.words[next - 1];
        match after.gap {
            Gap::Underscore => false,
            Gap::Dot => self.text.has_capital(after) || after.script == Script::Digits,
            Gap::None if last.script == Script::Hangul => after.script == Script::Hangul,
            Gap::None if last.script == Script::Latin && after.script == Script::Cyrillic => after.letters.len() <= 3,
            Gap::None => self.may_adjoin(name, last, after, after) && !self.makes_other_name(name, after),
            _ => true,
        }
    }

    /// Whether two adjacent words, one of which belongs to the name, need no space between them.
    fn may_adjoin(&self, name: &Name, one: &Word, other: &Word, outside: &Word) -> bool {
        let is_between =
            || self.text.letters(outside).first().is_some_and(|letter| BETWEEN_WORDS.contains(letter.base));
        match (one.script, other.script) {
            (Script::Katakana, Script::Katakana) => false,
            (Script::Han, Script::Han) if name.is_two_characters => is_between(),
            (one, other) => one.attaches_words() || other.attaches_words(),
        }
    }

    fn makes_other_name(&self, name: &Name, after: &Word) -> bool {
        let is_han = name.parts.last().is_some_and(|part| part.script == Script::Han) && after.script == Script::Han;
        is_han && self.text.letters(after).first().is_some_and(|letter| MAKES_OTHER_NAME.contains(letter.base))
    }
}

/// Whether a capital or a digit shows where the parts of a joined name meet.
fn has_seam(parts: &[Part], letters: &[Letter]) -> bool {
    let ends = offsets_after(&parts[0].letters, letters);
    let is_seam = |letter: &Letter| letter.is_capital || letter.base.is_numeric();
    let is_all_capitals = letters.iter().all(is_seam);
    !is_all_capitals && ends.into_iter().any(|end| letters.get(end).is_some_and(is_seam))
}
