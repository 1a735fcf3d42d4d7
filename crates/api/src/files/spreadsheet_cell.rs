//! Protects text in CSV cells, so that a spreadsheet shows it and never runs it. Protected text can be restored.
//!
//! A spreadsheet that expects a separator other than the comma ends cells where the file does not. So each place after
//! a separator may begin a cell, and is protected like the beginning of the text
//! (<https://owasp.org/www-community/attacks/CSV_Injection>).

use std::borrow::Cow;

/// Characters that begin a formula, or that spreadsheets skip before one, including wide and small forms.
const BEGINS_FORMULA: [char; 15] =
    ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
/// Separators of cells other than the comma. The CSV writer quotes cells with commas.
const SEPARATORS: [char; 5] = [';', '|', '\t', '\r', '\n'];
/// The prefix that makes a spreadsheet read the rest of a cell as text.
const GUARD: char = '\'';

/// The text with an apostrophe wherever a spreadsheet may begin a cell and would run it as a formula, and where
/// [`restored`] would remove an apostrophe of the text itself.
pub(crate) fn harmless(text: &str) -> String {
    let mut guarded = String::with_capacity(text.len() + 1);
    let mut begins_cell = true;
    for (character, would_run) in with_risk(text) {
        if begins_cell && would_run {
            guarded.push(GUARD);
        }
        guarded.push(character);
        begins_cell = SEPARATORS.contains(&character);
    }
    guarded
}

/// Restores the text that [`harmless`] protected. A cell that a person wrote stays as it is unless it looks like a protected one.
pub(crate) fn restored(cell: &str) -> Cow<'_, str> {
    if !cell.contains(GUARD) {
        return Cow::Borrowed(cell);
    }
    let mut text = String::with_capacity(cell.len());
    let mut begins_cell = true;
    let mut characters = with_risk(cell).peekable();
    while let Some((character, _)) = characters.next() {
        let is_guard = begins_cell && character == GUARD && characters.peek().is_some_and(|(_, would_run)| *would_run);
        begins_cell = !is_guard && SEPARATORS.contains(&character);
        if !is_guard {
            text.push(character);
        }
    }
    Cow::Owned(text)
}

/// Each character, and whether a cell that began with it would be run: it begins a formula, or is skipped on the way
/// to one.
fn with_risk(text: &str) -> impl Iterator<Item = (char, bool)> {
    // From the end, so that each character is examined once.
    let mut would_run = false;
    let mut backwards: Vec<(char, bool)> = text
        .chars()
        .rev()
        .map(|character| {
            would_run = BEGINS_FORMULA.contains(&character) || (would_run && is_passed_over(character));
            (character, would_run)
        })
        .collect();
    backwards.reverse();
    backwards.into_iter()
}

/// Whether a spreadsheet may drop the character from the beginning of a cell: apostrophes, quotation marks, white space,
/// characters without width, and separators.
fn is_passed_over(character: char) -> bool {
    matches!(character, GUARD | '"' | ',' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
        || character.is_whitespace()
        || SEPARATORS.contains(&character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_a_spreadsheet_would_run_gets_an_apostrophe() {
        for text in
            ["=1+1", "+1", "-1", "@A1", "\t=1", "＝1", "﹦1", "=", "'=1", "''-1", " =1", "\u{a0}=1", "\u{feff}=1"]
        {
            assert!(harmless(text).starts_with(GUARD), "{text:?}");
        }
        assert_eq!(harmless("=1"), "'=1");
        assert_eq!(harmless(" \"=1"), "' \"=1");
        for text in ["", "a", "1-1", "'", "''", "'Tis the page", "a=1", "a - b", "; a", "a;b", "Is it - or not; 5 + 5?"]
        {
            assert_eq!(harmless(text), text);
            assert_eq!(restored(text), text);
        }
    }

    #[test]
    fn what_another_separator_would_make_a_cell_is_guarded_as_well() {
        assert_eq!(harmless(";=1+1"), "';'=1+1");
        assert_eq!(harmless("a;=1"), "a;'=1");
        assert_eq!(harmless("a|+1;b"), "a|'+1;b");
        assert_eq!(harmless("a\t@A1"), "a\t'@A1");
        assert_eq!(harmless("a; -1\n= 2"), "a;' -1\n'= 2");
        assert_eq!(harmless(",=1"), "',=1");
    }

    /// Every cell that any choice of separator would find.
    fn cells(text: &str) -> impl Iterator<Item = &str> {
        SEPARATORS.iter().flat_map(|separator| text.split(*separator)).chain(text.split(SEPARATORS))
    }

    proptest! {
        #[test]
        fn what_was_made_harmless_is_restored_exactly(text in "['\"=+@\\-\t\n;,|a＝ ]{0,9}") {
            let cell = harmless(&text);
            prop_assert_eq!(restored(&cell), text);
            for cell in cells(&cell) {
                let signs = cell.trim_start_matches(|c: char| is_passed_over(c) && c != GUARD);
                prop_assert!(!signs.starts_with(&BEGINS_FORMULA[..4]) && !signs.starts_with('＝'), "{:?}", cell);
            }
        }

        #[test]
        fn a_text_without_signs_stays_as_it_is(text in "[a-z'\"; ,.|]{0,20}") {
            prop_assert_eq!(harmless(&text), text.as_str());
            prop_assert_eq!(restored(&text), text.as_str());
        }
    }
}
