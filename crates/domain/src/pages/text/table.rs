//! Tables: a line for each row. A table that only arranges the page is taken apart.

use url::Url;

use super::{
    clean::{is_heading, is_main},
    code::is_line_numbers,
    inline::Line,
    tree::{Id, Tree},
};

/// What a table is.
pub(super) enum Table {
    /// Rows of cells.
    Rows(Vec<Vec<Id>>),
    /// A block of code with the numbers of its lines beside it.
    Code(Id),
    /// An arrangement of the page: its cells have blocks.
    Layout(Vec<Id>),
}

impl Table {
    /// Decides what a table is.
    pub(super) fn of(tree: &Tree, id: Id) -> Self {
        let inner = tree.within(id);
        let of_name = |name: &str| inner.iter().copied().filter(|&id| tree.name(id) == name).collect::<Vec<_>>();
        let blocks = of_name("pre");
        let is_numbered = || inner.iter().any(|&id| is_line_numbers(tree, id));
        if let Some(&code) = blocks.last().filter(|_| blocks.len() <= 2 && is_numbered()) {
            return Self::Code(code);
        }
        let has_blocks = inner
            .iter()
            .any(|&id| matches!(tree.name(id), "table" | "article") || is_main(tree, id) || is_heading(tree.name(id)));
        let has_paragraphs = || {
            inner
                .iter()
                .any(|&id| tree.elements(id).filter(|&child| tree.name(child) == "p").count() > 1 && is_cell(tree, id))
        };
        let rows = rows_of(tree, id);
        if has_blocks || (of_name("th").is_empty() && has_paragraphs()) {
            return Self::Layout(rows.into_iter().flatten().collect());
        }
        Self::Rows(rows)
    }
}

/// The rows of a table as Markdown.
pub(super) fn rows_as_markdown(tree: &Tree, rows: &[Vec<Id>], base: &Url) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let has_heading = rows.first().is_some_and(|cells| cells.iter().any(|&cell| tree.name(cell) == "th"));
    let mut lines = Vec::new();
    if !has_heading && columns > 0 {
        // Markdown has no table without a heading.
        lines.extend([format!("|{}", "  |".repeat(columns)), format!("|{}", " --- |".repeat(columns))]);
    }
    for cells in rows.iter().filter(|cells| !cells.is_empty()) {
        let texts: Vec<String> = cells.iter().map(|&cell| cell_text(tree, cell, base)).collect();
        let missing = std::iter::repeat_n(String::new(), columns - texts.len());
        let row = texts.into_iter().chain(missing).collect::<Vec<_>>().join(" | ");
        lines.push(format!("| {row} |"));
        if lines.len() == 1 {
            lines.push(format!("|{}", " --- |".repeat(columns)));
        }
    }
    lines.join("\n")
}

fn is_cell(tree: &Tree, id: Id) -> bool {
    matches!(tree.name(id), "td" | "th")
}

fn rows_of(tree: &Tree, table: Id) -> Vec<Vec<Id>> {
    let mut rows = Vec::new();
    for part in tree.elements(table) {
        match tree.name(part) {
            "tr" => rows.push(cells_of(tree, part)),
            "thead" | "tbody" | "tfoot" | "" => {
                rows.extend(tree.elements(part).filter(|&row| tree.name(row) == "tr").map(|row| cells_of(tree, row)));
            }
            _ => {}
        }
    }
    rows
}

fn cells_of(tree: &Tree, row: Id) -> Vec<Id> {
    tree.elements(row).filter(|&cell| is_cell(tree, cell)).collect()
}

fn cell_text(tree: &Tree, cell: Id, base: &Url) -> String {
    let mut line = Line::default();
    in_cell(tree, cell, base, &mut line);
    line.finish().replace("  \n", " ").replace('|', "\\|")
}

/// Markdown has one line for each row, so blocks in a cell are parts of it.
fn in_cell(tree: &Tree, id: Id, base: &Url, line: &mut Line) {
    let mut had_item = false;
    for child in tree.children(id) {
        match tree.name(child) {
            "pre" => line.code(&tree.text_of(child)),
            "br" => line.space(),
            "li" => {
                if std::mem::replace(&mut had_item, true) {
                    line.markup("; ");
                }
                in_cell(tree, child, base, line);
            }
            "p" | "div" | "ul" | "ol" | "blockquote" | "dl" | "dd" | "dt" | "section" | "details" | "summary" | "" => {
                match &tree.node(child).text {
                    Some(text) => line.text(text),
                    None => {
                        line.space();
                        in_cell(tree, child, base, line);
                        line.space();
                    }
                }
            }
            _ => line.node(tree, child, base),
        }
    }
}
