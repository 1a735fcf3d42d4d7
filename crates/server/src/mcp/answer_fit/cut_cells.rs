//! Notes which cells of an answer were cut, column by column.

use std::collections::BTreeMap;

use serde_json::Value;

/// The end of a text that was cut.
pub(super) const END: char = '\u{2026}';
/// The maximum number of columns that are named, and of lists of a column whose lengths are given.
const MAX_COLUMNS: usize = 12;
const MAX_LENGTHS: usize = 5;

/// The cells that were cut, by the names of table and column.
#[derive(Debug, Default)]
pub(super) struct CutCells(BTreeMap<String, Cuts>);

#[derive(Debug, Default)]
struct Cuts {
    texts: usize,
    left_out: usize,
    /// How many items of a list are shown, and how many there are.
    lists: Vec<(usize, usize)>,
}

impl CutCells {
    /// Notes the cells in which a row differs from the whole one.
    pub(super) fn compare(&mut self, table: &str, columns: &[&str], whole: &Value, shown: &Value) {
        let cells = |row: &Value| row.as_array().cloned().unwrap_or_default();
        for ((column, whole), shown) in columns.iter().zip(cells(whole)).zip(cells(shown)) {
            if whole == shown {
                continue;
            }
            let name = column.split('[').next().unwrap_or(column);
            let cuts = self.0.entry(format!("{table}.{name}")).or_default();
            match (&whole, &shown) {
                (Value::Array(whole), Value::Array(shown)) if shown.len() < whole.len() => {
                    cuts.lists.push((shown.len(), whole.len()));
                }
                (_, Value::Null) => cuts.left_out += 1,
                _ => cuts.texts += 1,
            }
        }
    }

    /// A sentence for each column, and one for the columns beyond those that are named.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.0.iter().take(MAX_COLUMNS).map(|(name, cuts)| cuts.note(name)).collect();
        if let Some(more) = self.0.len().checked_sub(MAX_COLUMNS).filter(|more| *more > 0) {
            notes.push(format!("Cells of {more} more columns are cut."));
        }
        notes
    }
}

impl Cuts {
    fn note(&self, name: &str) -> String {
        let mut parts = Vec::new();
        if self.texts > 0 {
            parts.push(format!("{} with texts that are cut, {END} at their end", cells(self.texts)));
        }
        if !self.lists.is_empty() {
            let lengths = self.lists.iter().take(MAX_LENGTHS).map(|(shown, all)| format!("{shown} of {all}"));
            let mut lengths: Vec<String> = lengths.collect();
            if self.lists.len() > MAX_LENGTHS {
                lengths.push("and so on".into());
            }
            let text =
                format!("{} with the first items of a list only ({})", cells(self.lists.len()), lengths.join(", "));
            parts.push(text);
        }
        if self.left_out > 0 {
            parts.push(format!("{} left out, since their contents are too long", cells(self.left_out)));
        }
        format!("{name}: {}.", parts.join("; "))
    }
}

fn cells(count: usize) -> String {
    if count == 1 { "1 cell".into() } else { format!("{count} cells") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_kind_of_cut_is_named_with_its_column() {
        let mut cuts = CutCells::default();
        let whole = json!(["a long text", [1, 2, 3, 4], { "a": 1 }, 7]);
        cuts.compare(
            "items",
            &["text", "changes[engine,rate]", "open", "views"],
            &whole,
            &json!(["a\u{2026}", [1, 2], null, 7]),
        );
        let expected = [
            "items.changes: 1 cell with the first items of a list only (2 of 4).",
            "items.open: 1 cell left out, since their contents are too long.",
            "items.text: 1 cell with texts that are cut, \u{2026} at their end.",
        ];
        assert_eq!(cuts.notes(), expected);
    }

    #[test]
    fn notes_of_many_columns_stay_short() {
        let mut cuts = CutCells::default();
        for column in 0..100 {
            let name = format!("column{column}");
            for _ in 0..100 {
                cuts.compare("items", &[&name], &json!([[1, 2, 3]]), &json!([[1]]));
            }
        }
        let notes = cuts.notes();
        assert!(notes.len() == MAX_COLUMNS + 1 && notes.concat().len() < 1_500, "{notes:?}");
    }
}
