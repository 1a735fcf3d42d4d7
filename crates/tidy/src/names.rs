//! Tests that names in code do not have forbidden endings.
//!
//! The list is `words/names.txt`: `_MOST = MAX_…` is the end of a constant's name, and what to write instead.

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

/// The constants in a line that have a listed ending, with what to write instead.
fn found<'a>(line: &'a str, endings: &'a [(String, String)]) -> impl Iterator<Item = (&'a str, &'a str)> {
    let names = line.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    names.flat_map(move |name| {
        let ending = endings.iter().find(|(ending, _)| name.len() > ending.len() && name.ends_with(ending.as_str()));
        ending.map(|(_, instead)| (name, instead.as_str()))
    })
}
