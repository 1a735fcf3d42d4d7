//! Finds the words on every page of a site that name a subject.
//!
//! Boilerplate, the site's name and navigation are left out. The topic of a single page is left out too, since these
//! words are used on every page.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::titles::title_parts;
use crate::{generation::facts::PageFacts, pages::language_guess::names_no_subject};

/// The maximum number of topics of a site.
const MAX_TOPICS: usize = 3;
/// The maximum length of a topic, in characters.
const MAX_TOPIC_CHARACTERS: usize = 40;
/// The minimum length of a word that names something, in characters. It is lower in some
/// languages and scripts, and for acronyms.
const MIN_WORD_CHARACTERS: usize = 4;
const MIN_IDEOGRAPHS: usize = 2;
/// Two words are one topic if this many first characters are the same.
const STEM_CHARACTERS: usize = 5;
/// The weight of a spelling in running text relative to one in a heading.
const RUNNING_TEXT: usize = 100;
/// Words that join two nouns into one name: `botas de montaña`, `pain au levain`.
const JOINING: [&str; 11] = ["de", "du", "des", "da", "do", "del", "d", "of", "au", "aux", "à"];
/// The Arabic article, and its form after `and`.
const ARABIC_ARTICLE: &str = "ال";
const ARABIC_AND_ARTICLE: &str = "وال";

/// A word in a text.
struct Word<'a> {
    text: &'a str,
    lower: String,
    /// Whether only a space separates it from the previous word.
    follows: bool,
    /// Whether it begins a sentence or a heading.
    begins: bool,
}

#[derive(Default)]
struct Candidate {
    pages: BTreeSet<usize>,
    /// The pages with a title or heading that contains it.
    named: BTreeSet<usize>,
    times: usize,
    words: usize,
    /// Its spellings, and the weight of each.
    forms: BTreeMap<String, usize>,
    first: usize,
}

impl Candidate {
    /// Whether it is about every page: all pages have it, and there are at least two, since one page does not show the
    /// subjects of others. Titles or headings of two pages must contain it where nothing else distinguishes nouns from
    /// verbs; elsewhere, those of one page.
    fn is_everywhere(&self, pages: usize, language: &str) -> bool {
        let named_least = if self.words > 1 || matches!(language, "de" | "ja") { 1 } else { 2 };
        pages >= 2 && self.pages.len() == pages && self.named.len() >= named_least
    }
}

/// A text of a page, and whether it is a title or a heading, where names appear and where capitals mean less.
struct Text<'a> {
    text: &'a str,
    is_name: bool,
}

/// The topics of the pages: names of several words first, then the most frequent.
pub(super) fn topics(pages: &[&PageFacts], site_name: &str, language: &str) -> Vec<String> {
    let mut candidates: BTreeMap<String, Candidate> = BTreeMap::new();
    let of_name: BTreeSet<String> = words_of(site_name).into_iter().map(|word| word.lower).collect();
    let recurring = recurring_parts(pages);
    let mut first = 0;
    for (at, page) in pages.iter().enumerate() {
        for Text { text, is_name } in texts_of(page, &recurring, site_name) {
            for (key, form, words, begins) in phrases(text, language, &of_name) {
                first += 1;
                let candidate = candidates.entry(key).or_default();
                candidate.first = if candidate.times == 0 { first } else { candidate.first };
                candidate.pages.insert(at);
                candidate.times += 1;
                candidate.words = words;
                if is_name {
                    candidate.named.insert(at);
                }
                // A form in the middle of a sentence shows the word's normal spelling.
                *candidate.forms.entry(form).or_default() += if begins || is_name { 1 } else { RUNNING_TEXT };
            }
        }
    }
    let mut found: Vec<(String, Candidate)> =
        candidates.into_iter().filter(|(_, candidate)| candidate.is_everywhere(pages.len(), language)).collect();
    found.sort_by_key(|(_, c)| {
        (Reverse(c.words), Reverse(c.pages.len() * 2 + c.named.len()), Reverse(c.times), c.first)
    });
    let mut chosen: Vec<(String, String)> = Vec::new();
    for (key, candidate) in found {
        let is_said = chosen.iter().any(|(other, _)| says_the_same(other, &key));
        if chosen.len() < MAX_TOPICS && !is_said {
            chosen.push((key, written(candidate.forms, language)));
        }
    }
    chosen.into_iter().map(|(_, form)| form).collect()
}

/// The texts of a page that may name its subject. Headings with questions are left out: they say more about their
/// reader.
fn texts_of<'a>(page: &'a PageFacts, recurring: &BTreeSet<&str>, site_name: &str) -> Vec<Text<'a>> {
    let title = title_parts(&page.title).into_iter().filter(|part| !recurring.contains(*part) && *part != site_name);
    let headings = page.headings.iter().map(String::as_str).filter(|heading| !heading.ends_with(['?', '？', '؟']));
    let names = title.chain(headings).map(|text| Text { text, is_name: true });
    names.chain([&*page.description, &*page.excerpt].map(|text| Text { text, is_name: false })).collect()
}

/// Whether two topics have a word in common, in any form. For two topics such as `jus de pomme`, only the first words
/// are compared.
fn says_the_same(one: &str, other: &str) -> bool {
    let is_joined = |text: &str| text.split(' ').any(|word| JOINING.contains(&word));
    let counted = if is_joined(one) && is_joined(other) { 1 } else { usize::MAX };
    let words =
        |text: &str| text.split(' ').filter(|word| !JOINING.contains(word)).take(counted).map(stem).collect::<Vec<_>>();
    let others = words(other);
    words(one).iter().any(|word| others.iter().any(|o| o.starts_with(word.as_str()) || word.starts_with(o.as_str())))
}

/// The parts of titles that appear on several pages, such as the site's name or a motto.
fn recurring_parts<'a>(pages: &[&'a PageFacts]) -> BTreeSet<&'a str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for part in pages.iter().flat_map(|page| title_parts(&page.title)) {
        *counts.entry(part).or_default() += 1;
    }
    counts.into_iter().filter(|(_, count)| *count >= 2).map(|(part, _)| part).collect()
}

/// The phrases of a text that may name a subject: key, spelling, number of words (at most 2), and whether the phrase
/// begins a sentence.
fn phrases(text: &str, language: &str, of_name: &BTreeSet<String>) -> Vec<(String, String, usize, bool)> {
    let mut words = words_of(text);
    if language == "ar" {
        words.iter_mut().for_each(without_and);
    }
    let is_subject = |word: &Word<'_>| {
        let length = word.text.chars().count();
        let least = match language {
            _ if is_ideographic(word.text) => MIN_IDEOGRAPHS,
            "fr" | "es" | "pt" => MIN_WORD_CHARACTERS - 1,
            _ => MIN_WORD_CHARACTERS,
        };
        let is_acronym = (2..=5).contains(&length) && word.text.chars().all(|c| c.is_uppercase());
        (length >= least || is_acronym)
            && !names_no_subject(&word.lower, language)
            && !of_name.contains(&word.lower)
            && !word.text.chars().any(|c| c.is_ascii_digit())
            // German nouns are capitalized.
            && (language != "de" || word.text.starts_with(char::is_uppercase))
    };
    let mut found = Vec::new();
    let mut push = |several: &[&Word<'_>], begins: bool| {
        let form = several.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        if form.chars().count() <= MAX_TOPIC_CHARACTERS {
            let key = several.iter().map(|word| key_of(&word.lower, language)).collect::<Vec<_>>().join(" ");
            found.push((key, form, several.len().min(2), begins));
        }
    };
    // `Lodge 2` is a name, not a kind of thing.
    let is_numbered = |at: usize| {
        words.get(at + 1).is_some_and(|next| next.follows && next.text.starts_with(|c: char| c.is_ascii_digit()))
    };
    for (at, word) in words.iter().enumerate().filter(|(at, word)| is_subject(word) && !is_numbered(*at)) {
        push(&[word], word.begins);
        let next = words.get(at + 1).filter(|next| next.follows);
        if let Some(next) = next.filter(|next| matches!(language, "en") && is_subject(next)) {
            push(&[word, next], word.begins);
        }
        // An Arabic noun and a definite noun after it are one name: `حبوب القهوة`.
        let is_definite = |word: &Word<'_>| word.text.starts_with(ARABIC_ARTICLE);
        let is_joined = |next: &Word<'_>| !is_definite(word) && is_definite(next) && is_subject(next);
        if let Some(next) = next.filter(|next| language == "ar" && is_joined(next)) {
            push(&[word, next], word.begins);
        }
        let joined =
            next.filter(|next| JOINING.contains(&next.lower.as_str()) && matches!(language, "fr" | "es" | "pt"));
        if let (Some(joining), Some(last)) = (joined, words.get(at + 2).filter(|w| w.follows && is_subject(w))) {
            push(&[word, joining, last], word.begins);
        }
    }
    found
}

/// Removes the Arabic `and` before an article: it is written as a part of the word after it.
fn without_and(word: &mut Word<'_>) {
    if word.text.starts_with(ARABIC_AND_ARTICLE) {
        word.text = &word.text['و'.len_utf8()..];
        word.lower = word.text.to_owned();
        word.follows = false;
    }
}

fn words_of(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut begins = true;
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        begins |= rest[..start].contains(['.', '!', '?', ':', '“', '„', '"', '|']);
        let from = &rest[start..];
        let class = class_of(from.chars().next().unwrap_or(' '));
        let is_inside = |c: char| {
            if class == Script::Spaced {
                (c.is_alphanumeric() && class_of(c) == class) || c == '-'
            } else {
                class_of(c) == class
            }
        };
        let end =
            from.find(|c: char| !is_inside(c)).unwrap_or(from.len()).max(from.chars().next().map_or(1, char::len_utf8));
        let word = from[..end].trim_end_matches('-');
        words.push(Word { text: word, lower: word.to_lowercase(), follows: rest[..start] == *" ", begins });
        begins = false;
        rest = &from[end..];
    }
    words
}

#[derive(PartialEq, Clone, Copy)]
enum Script {
    Spaced,
    Katakana,
    Han,
    Hiragana,
}

fn class_of(character: char) -> Script {
    match character {
        '\u{30A0}'..='\u{30FF}' => Script::Katakana,
        '\u{3400}'..='\u{9FFF}' | '々' => Script::Han,
        '\u{3040}'..='\u{309F}' => Script::Hiragana,
        _ => Script::Spaced,
    }
}

fn is_ideographic(word: &str) -> bool {
    word.chars().all(|c| matches!(class_of(c), Script::Katakana | Script::Han))
}

fn stem(word: &str) -> String {
    word.chars().take(STEM_CHARACTERS).collect()
}

/// A key that is the same for singular and plural in English.
fn key_of(word: &str, language: &str) -> String {
    let is_plural =
        language == "en" && word.len() > MIN_WORD_CHARACTERS && word.ends_with('s') && !word.ends_with("ss");
    if is_plural { word[..word.len() - 1].to_owned() } else { word.to_owned() }
}

/// The spelling of a topic: that in the middle of sentences, or else lower case, except in German.
fn written(forms: BTreeMap<String, usize>, language: &str) -> String {
    // Of two equally frequent spellings, the longer one is used, since texts use the plural.
    let most = forms.into_iter().max_by_key(|(form, count)| (*count / RUNNING_TEXT, form.len(), *count));
    let Some((form, count)) = most else { return String::new() };
    let small = |word: &str| {
        let has_inner_capital = word.chars().skip(1).any(char::is_uppercase);
        if has_inner_capital { word.to_owned() } else { word.to_lowercase() }
    };
    if language == "de" || count >= RUNNING_TEXT {
        return form;
    }
    form.split(' ').map(small).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::facts::PageReading;
    use url::Url;

    fn page(html: &str) -> PageFacts {
        PageReading::of(&Url::parse("https://example.com/").expect("an address"), html).facts
    }

    fn check(language: &str, name: &str, pages: &[&str], expected: &[&str]) {
        let pages: Vec<PageFacts> = pages.iter().map(|html| page(html)).collect();
        let pages: Vec<&PageFacts> = pages.iter().collect();
        assert_eq!(topics(&pages, name, language), expected, "{pages:#?}");
    }

    #[test]
    fn what_every_page_names_is_a_topic_and_furniture_is_not() {
        check(
            "en",
            "Acme",
            &[
                "<title>Home | Acme</title><h1>Hiking boots and tents</h1><p>We make hiking boots for long tours.",
                "<title>Hiking Boots | Acme</title><h1>Hiking Boots</h1><h2>Contact</h2>",
                "<title>Laces | Acme</title><h1>Laces for hiking boots</h1><h2>Contact</h2>",
            ],
            &["hiking boots"],
        );
        check(
            "es",
            "Acme",
            &["<h1>Botas de montaña</h1><p>Las botas de montaña duran.", "<h1>Botas de montaña para mujer</h1>"],
            &["botas de montaña"],
        );
        check("ja", "", &["<h1>登山靴の選び方</h1>", "<h1>登山靴とテント</h1>"], &["登山靴"]);
        check(
            "fr",
            "Le Verger",
            &[
                "<title>Accueil | Le Verger</title><h1>Bienvenue au verger</h1><p>Nous vendons des pommes de terre.",
                "<title>Pommes de terre | Le Verger</title><h1>Nos pommes de terre</h1><h2>Services</h2>",
            ],
            &["pommes de terre"],
        );
        check(
            "en",
            "Acme",
            &[
                "<title>Getting Started</title><h1>Getting started with rate limits</h1><p>Lodge 2.",
                "<title>Getting started: rate limits</title><h2>Release notes</h2>",
                "<title>Lodge 4</title><h1>Rate limits</h1><h2>Release notes</h2>",
            ],
            &["rate limits"],
        );
        check(
            "ar",
            "بيت",
            &["<h1>حبوب القهوة والمطاحن</h1><p>نبيع حبوب القهوة.", "<h1>حبوب القهوة من اليمن</h1>"],
            &["حبوب القهوة"],
        );
        check("de", "Verein", &["<h1>Alte Obstsorten pflegen</h1>", "<h1>Obstsorten bestimmen</h1>"], &["Obstsorten"]);
    }

    #[test]
    fn what_one_page_alone_is_about_is_no_topic_however_often_it_says_so() {
        let boots = "<title>Hiking Boots | Acme</title><h1>Hiking boots</h1><p>Hiking boots, and again hiking boots.";
        check("en", "Acme", &[boots], &[]);
        check("en", "Acme", &[boots, boots, "<title>Tents | Acme</title><h1>Tents</h1>"], &[]);
        check("en", "Acme", &["<title>Contact | Acme</title>", "<title>Privacy | Acme</title>"], &[]);
    }
}
