//! Tests that each module begins with a comment whose first sentence is short.

use crate::{
    left::{Counts, Left, part_of},
    tree::{files, none},
};

/// The maximum number of words in a first sentence.
const MAX_WORDS: usize = 15;

const ENDINGS: &[&str] = &[".rs", ".ts", ".tsx", ".mjs", ".js"];

const LEFT: Left = Left {
    name: "first_lines.txt",
    head: "Modules whose first sentence has more than 15 words, by crate or folder: `crate | modules`. Numbers only go down.",
};

#[test]
fn the_first_line_of_a_module_has_at_most_fifteen_words() {
    let long = long_sentences(modules());
    let advice = "say in at most 15 words what the file does, and put the rest into the following sentences";
    LEFT.check_none_is_higher(advice, &counts(&long), |key| {
        let of_key = long.iter().filter(|(path, _)| part_of(path) == key);
        of_key.map(|(path, sentence)| format!("{path}: {sentence}")).collect()
    });
    LEFT.check_none_is_lower(&counts(&long));
}

#[test]
fn every_script_opens_with_what_it_is() {
    let silent = modules().into_iter().filter(|(_, text)| first_sentence(text).is_empty());
    none("no comment at the top", &silent.map(|(path, _)| path).collect::<Vec<_>>());
}

#[test]
#[ignore = "writes left/first_lines.txt"]
fn write_how_many_long_first_lines_are_left() {
    LEFT.write(&counts(&long_sentences(modules())));
}

#[test]
fn the_sixteenth_word_of_a_first_sentence_is_found_in_every_form_of_comment() {
    let words = |count: usize| vec!["word"; count].join(" ");
    for (before, after) in [("//! ", ""), ("// ", ""), ("/** ", " */"), ("/**\n * ", "\n */")] {
        let text = |sentence: &str| format!("{before}{sentence}{after}\n\nuse a;\n");
        let found = |sentence: &str| long_sentences(vec![("a/x".to_owned(), text(sentence))]).len();
        assert_eq!(found(&words(15)), 0);
        assert_eq!(found(&words(16)), 1);
        assert_eq!(found(&format!("{}. {}", words(15), words(9))), 0);
    }
    assert_eq!(first_sentence("#!/usr/bin/env node\n// Prints a.b\n// and c. Then d.\n"), "Prints a.b and c.");
    assert_eq!(first_sentence("/**\n * In a block\n *\n * with more.\n */\n"), "In a block");
    assert_eq!(first_sentence("import a from \"a\";\n// Not at the top.\n"), "");
}

/// The sources that people write, with their texts.
fn modules() -> Vec<(String, String)> {
    let sources = files(ENDINGS).into_iter();
    sources.filter(|(path, _)| !path.split('/').any(|part| part == "generated")).collect()
}

/// The files whose first sentence is too long, with that sentence.
fn long_sentences(modules: Vec<(String, String)>) -> Vec<(String, String)> {
    let sentences = modules.into_iter().map(|(path, text)| (path, first_sentence(&text)));
    sentences.filter(|(_, sentence)| sentence.split_whitespace().count() > MAX_WORDS).collect()
}

fn counts(long: &[(String, String)]) -> Counts {
    let mut counts = Counts::new();
    for (path, _) in long {
        *counts.entry(part_of(path)).or_default() += 1;
    }
    counts
}

/// The comment at the top of a file up to the end of its first sentence or to an empty line; empty without a comment.
fn first_sentence(text: &str) -> String {
    let lines = text.lines().skip_while(|line| line.starts_with("#!") || line.is_empty());
    let comment = lines.map_while(|line| {
        let line = line.trim().trim_end_matches("*/");
        ["//!", "//", "/**", "*"].iter().find_map(|mark| line.strip_prefix(mark)).map(str::trim)
    });
    let mut words = Vec::new();
    for line in comment.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()) {
        for word in line.split_whitespace() {
            words.push(word);
            if word.ends_with(['.', '?', '!']) {
                return words.join(" ");
            }
        }
    }
    words.join(" ")
}
