//! Text in a cell of a CSV that a spreadsheet may open: shown, never run. What was made harmless can be restored.

/// Characters at which a spreadsheet begins a formula, or looks for one behind them
/// (<https://owasp.org/www-community/attacks/CSV_Injection>; the last four are the wide forms).
const BEGINS_FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// The text with an apostrophe before it where a spreadsheet would run it as a formula, and where [`restored`] would
/// take an apostrophe of its own away.
pub(crate) fn harmless(text: &str) -> String {
    if text.trim_start_matches('\'').starts_with(BEGINS_FORMULA) { format!("'{text}") } else { text.to_owned() }
}

/// The text that [`harmless`] was given. A cell that a person wrote stays as it is unless it looks like one of those.
pub(crate) fn restored(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(BEGINS_FORMULA) => rest,
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_a_spreadsheet_would_run_gets_an_apostrophe() {
        for text in ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "\n=1", "＝1", "=", "'=1", "''-1"] {
            assert_eq!(harmless(text), format!("'{text}"));
        }
        for text in ["", "a", "1-1", "'", "''", "'Tis the page", "a=1", " =1"] {
            assert_eq!(harmless(text), text);
            assert_eq!(restored(text), text);
        }
    }

    proptest! {
        #[test]
        fn what_was_made_harmless_is_restored_exactly(text in "['=+@\\-\ta＝ ]{0,6}") {
            let cell = harmless(&text);
            prop_assert_eq!(restored(&cell), text);
            prop_assert!(!cell.starts_with(BEGINS_FORMULA));
        }
    }
}
