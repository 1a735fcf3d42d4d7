//! Tests that names in code do not have forbidden endings.
//!
//! The lists are `words/names.txt` for constants (`_MOST = MAX_…` is the end of a name, and what to write instead) and
//! `words/types.txt` for types.

use crate::{
    tree::{files, none},
    words::pairs,
};

#[test]
fn no_constant_ends_with_a_word_that_is_not_to_be_used() {
    let endings = pairs("names.txt");
    let mut wrong = Vec::new();
    for (path, text) in files(&[".rs", ".ts", ".tsx", ".mjs", ".js"]) {
        if path.contains("/generated/") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            wrong.extend(
                found(line, &endings).map(|(name, instead)| format!("{path}:{}: {name}: write {instead}", number + 1)),
            );
        }
    }
    none("names that are not to be used", &wrong);
}

#[test]
fn a_constant_with_a_listed_ending_is_found_and_a_type_or_a_text_in_lower_case_is_not() {
    let endings = vec![("_MOST".to_owned(), "MAX_…".to_owned())];
    let found = |line: &str| -> Vec<String> { found(line, &endings).map(|(name, _)| name.to_owned()).collect() };
    let name = ["ROWS", "_MOST"].concat();
    assert_eq!(found(&format!("const {name}: usize = 3;")), [name.as_str()]);
    assert_eq!(found(&format!("limit({name}, {name})")), [name.as_str(), name.as_str()]);
    assert_eq!(found("let at_most = MOSTLY + rows_most + MAX_ROWS;"), Vec::<String>::new());
}

#[test]
fn no_type_ends_with_a_word_that_is_not_to_be_used() {
    let endings = pairs("types.txt");
    let mut wrong = Vec::new();
    for (path, text) in files(&[".rs", ".ts", ".tsx", ".mjs"]) {
        // This file has names to be found.
        if path.contains("/generated/") || path.ends_with("tidy/src/names.rs") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            if let Some((name, instead)) = declared(line).and_then(|name| unwanted(name, &endings)) {
                wrong.push(format!("{path}:{}: {name}: write {instead}", number + 1));
            }
        }
    }
    none("names that are not to be used", &wrong);
}

#[test]
fn a_declared_type_with_a_listed_ending_is_found_and_its_uses_are_not() {
    let endings = vec![("*Place".to_owned(), "…Position".to_owned()), ("Said".to_owned(), "…Content".to_owned())];
    let found = |line: &str| declared(line).and_then(|name| unwanted(name, &endings)).map(|(name, _)| name.to_owned());
    for (line, expected) in [
        ("pub(crate) struct RowPlace<T> {", Some("RowPlace")),
        ("    enum Said {", Some("Said")),
        ("export interface WhatSaid extends Text {", Some("WhatSaid")),
        ("type Place = (usize, usize);", None),
        ("let place = RowPlace::default();", None),
        ("struct Placed;", None),
    ] {
        assert_eq!(found(line).as_deref(), expected, "{line}");
    }
}

/// The name of the type that a line declares.
fn declared(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    words.find(|word| ["struct", "enum", "trait", "type", "interface", "class"].contains(word))?;
    let name = words.next()?;
    Some(name.split(|sign: char| !sign.is_ascii_alphanumeric()).next().unwrap_or_default())
}

/// The name, if it has a listed ending, and what to write instead. A name that is only an ending with `*` is allowed.
fn unwanted<'a>(name: &'a str, endings: &'a [(String, String)]) -> Option<(&'a str, &'a str)> {
    let ending = endings.iter().find(|(ending, _)| match ending.strip_prefix('*') {
        Some(ending) => name.ends_with(ending) && name.len() > ending.len(),
        None => name.ends_with(ending.as_str()),
    });
    ending.map(|(_, instead)| (name, instead.as_str()))
}

/// The constants in a line that have a listed ending, with what to write instead.
fn found<'a>(line: &'a str, endings: &'a [(String, String)]) -> impl Iterator<Item = (&'a str, &'a str)> {
    let names = line.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    names.flat_map(move |name| {
        let ending = endings.iter().find(|(ending, _)| name.len() > ending.len() && name.ends_with(ending.as_str()));
        ending.map(|(_, instead)| (name, instead.as_str()))
    })
}
