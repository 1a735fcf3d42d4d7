//! Tests that limits in schema attributes are named constants.
//!
//! The document states a limit, and a check enforces it. Both use the same constant, so they cannot differ.

use crate::tree::{files, none};

/// The numbers above one in the schema attributes of a source, each with its line. Numbers in texts do not count.
fn numbers(source: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in source.match_indices("#[schemars(") {
        let line = source[..at].lines().count().max(1);
        let (mut depth, mut in_text, mut escaped, mut word) = (0_u32, false, false, String::new());
        for character in source[at + 1..].chars() {
            if in_text {
                in_text = character != '"' || escaped;
                escaped = character == '\\' && !escaped;
                continue;
            }
            if character.is_ascii_alphanumeric() || character == '_' {
                word.push(character);
                continue;
            }
            if number(&word).is_some_and(|number| number > 1) {
                found.push((line, word.clone()));
            }
            word.clear();
            match character {
                '"' => in_text = true,
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    found
}

/// The value of a Rust integer, with or without `_` and a type.
fn number(word: &str) -> Option<u64> {
    if !word.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let digits: String = word.chars().take_while(|one| one.is_ascii_digit() || *one == '_').collect();
    digits.replace('_', "").parse().ok()
}

#[test]
fn no_limit_of_a_schema_is_a_number() {
    let found: Vec<String> = files(&[".rs"])
        .into_iter()
        .filter(|(path, _)| path.contains("/src/") && !path.starts_with("crates/tidy/"))
        .flat_map(|(path, text)| {
            numbers(&text).into_iter().map(move |(line, number)| format!("{path}:{line}: {number} has no name"))
        })
        .collect();
    none("use the constant that the check compares with", &found);
}

#[test]
fn a_number_in_a_schema_is_found_on_any_of_its_lines_and_not_in_its_texts() {
    let source = "struct A {\n    #[schemars(length(min = 1, max = 40))]\n    a: String,\n    #[schemars(\n        range(max = 86_400_u32),\n        regex(pattern = \"^[a-z]{1,30}\\\"9\"),\n        extend(\"maxProperties\" = 20)\n    )]\n    b: u32,\n    #[schemars(length(max = MAX_2D))]\n    c: [u8; 16],\n}";
    let found: Vec<String> = numbers(source).into_iter().map(|(_, number)| number).collect();
    assert_eq!(found, ["40", "86_400_u32", "20"]);
    assert_eq!(numbers("#[schemars(with = \"[u8; 16]\")] struct B([u8; 16]);"), []);
}
