//! Tests that texts and comments do not contain certain words and phrases.
//!
//! The lists are `words/english.txt`, `words/german.txt` and, for names of tests, `words/test_names.txt`. `left/words.txt`
//! counts the remaining ones.

use std::fs;

use crate::{
    left::{Counts, Left},
    test_names::test_names,
    tree::{files, root},
};

/// A word, or the beginning of one, and its replacement.
struct Word {
    word: String,
    is_beginning: bool,
    instead: String,
}

/// An occurrence of a word. `key` is the kind of text and the word; `told` is the line that a failure prints.
struct Place {
    key: String,
    told: String,
}

const LEFT: Left = Left {
    name: "words.txt",
    head: "How many listed words are left, by kind of text: `kind | word | number`. Numbers only go down.",
};

#[test]
fn no_text_has_more_words_that_are_not_to_be_used_than_are_left() {
    let places = places();
    LEFT.check_none_is_higher("write other words", &counts(&places), |key| {
        places.iter().filter(|place| place.key == key).map(|place| place.told.clone()).collect()
    });
}

#[test]
fn the_numbers_of_words_that_are_left_only_go_down() {
    LEFT.check_none_is_lower(&counts(&places()));
}

#[test]
#[ignore = "writes left/words.txt"]
fn write_how_many_words_are_left() {
    LEFT.write(&counts(&places()));
}

#[test]
fn a_word_that_is_not_to_be_used_is_found_with_its_line_and_what_to_write() {
    let english = list("english.txt");
    let found = |line: &str| -> Vec<String> { found(line, &english).map(|word| word.word.clone()).collect() };
    assert_eq!(found("It is written anew."), ["anew"]);
    assert_eq!(found("Whoever reads this, whoever writes it"), ["whoever", "whoever"]);
    assert_eq!(found("a renewal, manewer, anewly"), Vec::<String>::new());
    assert_eq!(found("two colours"), ["colour"]);
    assert_eq!(found("discoloured"), Vec::<String>::new());
    let told = told("docs/x.md", 7, english.iter().find(|word| word.word == "anew").expect("it is in the list"));
    assert_eq!(told, "docs/x.md:7: \"anew\": write \"again\"");
}

#[test]
fn code_and_addresses_in_documents_are_no_text() {
    assert_eq!(
        prose("see `scripts/licences.mjs` and [this](colours.md) now", &mut false).trim(),
        "see   and [this]  now"
    );
    let mut is_code = false;
    assert_eq!(prose("```sh", &mut is_code), "");
    assert_eq!(prose("echo anew", &mut is_code), "");
    assert_eq!(prose("```", &mut is_code), "");
    assert_eq!(prose("text", &mut is_code), "text");
}

#[test]
fn comments_are_distinguished_from_code() {
    for (path, line, expected) in [
        ("a.rs", "    //! Says why.", Some("! Says why.")),
        ("a.rs", "let a = 1; // One.", Some("One.")),
        ("a.rs", "let anew = \"https://example.com\";", None),
        ("a.ts", " * In a block.", Some(" In a block.")),
        ("a.sql", "-- A table.", Some(" A table.")),
        ("a.sh", "# A step.", Some(" A step.")),
        ("a.rs", "#[test]", None),
    ] {
        assert_eq!(comment(path, line), expected, "{line}");
    }
}

fn list(name: &str) -> Vec<Word> {
    pairs(name)
        .into_iter()
        .map(|(word, instead)| {
            let is_beginning = word.ends_with('*');
            Word { word: word.trim_end_matches('*').to_owned(), is_beginning, instead }
        })
        .collect()
}

/// The lines of a list in `words`: what must not be used, and what to write instead.
pub fn pairs(name: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("crates/tidy/words").join(name)).expect("a list of words");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (word, instead) = line.split_once(" = ").unwrap_or_else(|| panic!("{name}: no ` = ` in {line}"));
            (word.to_owned(), instead.to_owned())
        })
        .collect()
}

fn counts(places: &[Place]) -> Counts {
    let mut counts = Counts::new();
    for place in places {
        *counts.entry(place.key.clone()).or_default() += 1;
    }
    counts
}

/// Every occurrence of the listed words in the catalogs, the documents, the comments and the names of tests.
fn places() -> Vec<Place> {
    let (english, german, of_names) = (list("english.txt"), list("german.txt"), list("test_names.txt"));
    let mut places = Vec::new();
    let mut look = |kind: &str, path: &str, number: usize, text: &str, words: &[Word]| {
        places.extend(
            found(text, words)
                .map(|word| Place { key: format!("{kind} | {}", word.word), told: told(path, number + 1, word) }),
        );
    };
    for (path, text) in files(&[".po"]) {
        let words = if path.ends_with("de.po") { &german } else { &english };
        for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with("msgstr ")) {
            look("catalogs", &path, number, line, words);
        }
    }
    for (path, text) in files(&[".md"]).into_iter().filter(|(path, _)| is_document(path)) {
        let mut is_code = false;
        for (number, line) in text.lines().enumerate() {
            look("documents", &path, number, &prose(line, &mut is_code), &english);
        }
    }
    for (path, text) in files(&[".rs", ".ts", ".tsx", ".mjs", ".sh", ".sql", ".toml"]) {
        // Only compilers read generated and built files, and crates/tidy contains the words themselves. A released migration
        // must not change, not even in a comment, because databases store its checksum.
        let is_unread = path.contains("/generated/") || path.contains("/migrations/");
        if is_unread || path.starts_with("widget/lib/") || path.starts_with("crates/tidy/") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            if let Some(comment) = comment(&path, line) {
                look("comments", &path, number, comment, &english);
            }
        }
        for (number, name) in test_names(&path, &text) {
            for words in [&english, &of_names] {
                look("names of tests", &path, number, &name, words);
            }
        }
    }
    places
}

/// Whether a file is a document for people who use or build Askline.
fn is_document(path: &str) -> bool {
    path.starts_with("docs/")
        || path.starts_with("crates/api/src/openapi/prose/")
        || path.ends_with("README.md")
        || ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md"].contains(&path)
}

fn told(path: &str, number: usize, word: &Word) -> String {
    format!("{path}:{number}: \"{}\": write \"{}\"", word.word, word.instead)
}

/// The listed words in a line, once for each occurrence.
fn found<'w>(line: &str, words: &'w [Word]) -> impl Iterator<Item = &'w Word> {
    let line = line.to_lowercase();
    words.iter().flat_map(move |word| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let times = line.match_indices(&word.word).filter(|(at, _)| {
            let rest = &line[at + word.word.len()..];
            !line[..*at].ends_with(is_part) && (word.is_beginning || !rest.starts_with(is_part))
        });
        std::iter::repeat_n(word, times.count())
    })
}

/// A line of a document without its code and the targets of its links.
fn prose(line: &str, is_code: &mut bool) -> String {
    if line.trim_start().starts_with("```") {
        *is_code = !*is_code;
        return String::new();
    }
    if *is_code {
        return String::new();
    }
    let text: Vec<&str> = line.split('`').step_by(2).collect();
    let mut text = text.join(" ");
    while let Some(start) = text.find("](") {
        let Some(length) = text[start..].find(')') else { break };
        text.replace_range(start + 1..=start + length, " ");
    }
    text
}

/// The comment of a line of code, if it has one.
fn comment<'l>(path: &str, line: &'l str) -> Option<&'l str> {
    let start = line.trim_start();
    if path.ends_with(".sql") {
        return start.strip_prefix("--");
    }
    if path.ends_with(".sh") || path.ends_with(".toml") {
        return start.strip_prefix('#');
    }
    let whole = start.strip_prefix("//").or_else(|| start.strip_prefix('*')).or_else(|| start.strip_prefix("/*"));
    whole.or_else(|| line.split_once(" // ").map(|(_, comment)| comment))
}
