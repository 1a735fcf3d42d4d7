//! Writes the elements of a page as Markdown.

use url::Url;

use super::{
    clean::is_heading,
    code,
    inline::{Line, note_name, paragraph},
    table::{Table, rows_as_markdown},
    tree::{ENDS_PARAGRAPH, Id, Tree},
};

/// Elements that begin and end a paragraph, beside those that end an open one.
const MORE_BLOCKS: [&str; 8] = ["body", "center", "html", "menu", "search", "summary", "tab-name", "tr"];

fn is_block(name: &str) -> bool {
    ENDS_PARAGRAPH.contains(&name) || MORE_BLOCKS.contains(&name)
}

/// The content of an element, as paragraphs, lists, tables and blocks of code.
pub(super) fn text_of(tree: &Tree, id: Id, base: &Url) -> String {
    let mut blocks = Blocks { tree, base, written: Vec::new(), line: Line::default() };
    blocks.content(id);
    blocks.end_line();
    blocks.written.join("\n\n")
}

/// An element itself, such as a list.
fn node_text(tree: &Tree, id: Id, base: &Url) -> String {
    let mut blocks = Blocks { tree, base, written: Vec::new(), line: Line::default() };
    blocks.node(id);
    blocks.end_line();
    blocks.written.join("\n\n")
}

/// The content of an element as one line, such as a heading's.
pub(super) fn line_of(tree: &Tree, id: Id, base: &Url) -> String {
    let mut line = Line::default();
    line.content(tree, id, base);
    line.finish().replace("  \n", " ")
}

struct Blocks<'a> {
    tree: &'a Tree,
    base: &'a Url,
    written: Vec<String>,
    line: Line,
}

impl Blocks<'_> {
    fn content(&mut self, id: Id) {
        let children: Vec<Id> = self.tree.children(id).collect();
        children.into_iter().for_each(|child| self.node(child));
    }

    fn node(&mut self, id: Id) {
        let name = self.tree.name(id);
        if !is_block(name) {
            return if self.has_block(id) {
                // Such as an element of a page's own around paragraphs.
                self.content(id)
            } else {
                self.line.node(self.tree, id, self.base)
            };
        }
        self.end_line();
        match name {
            "pre" => self.block(code::block_of(self.tree, id)),
            "hr" => self.block("---".to_owned()),
            "table" => self.table(id),
            "ul" | "ol" | "menu" => self.list(id),
            "blockquote" => {
                let text = text_of(self.tree, id, self.base);
                self.block(prefixed(&text, "> ", "> "));
            }
            "tab-name" => {
                let text = line_of(self.tree, id, self.base);
                self.block(format!("**{text}**"));
            }
            _ if is_heading(name) => {
                let text = line_of(self.tree, id, self.base);
                let level = usize::from(name.as_bytes()[1] - b'0');
                if !text.is_empty() {
                    self.block(format!("{} {text}", "#".repeat(level)));
                }
            }
            _ => {
                self.content(id);
                self.end_line();
            }
        }
    }

    /// Whether an element that is usually part of a line has blocks.
    fn has_block(&self, id: Id) -> bool {
        self.tree.node(id).text.is_none()
            && !matches!(self.tree.name(id), "code" | "kbd" | "samp")
            && self.tree.within(id).into_iter().any(|inner| is_block(self.tree.name(inner)))
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line).finish();
        self.block(paragraph(line));
    }

    fn block(&mut self, text: String) {
        if !text.trim().is_empty() && text != "> " {
            self.written.push(text);
        }
    }

    fn table(&mut self, id: Id) {
        match Table::of(self.tree, id) {
            Table::Rows(rows) => {
                let caption = self.tree.elements(id).find(|&part| self.tree.name(part) == "caption");
                if let Some(caption) = caption {
                    self.block(paragraph(line_of(self.tree, caption, self.base)));
                }
                self.block(rows_as_markdown(self.tree, &rows, self.base));
            }
            Table::Code(code) => self.block(code::block_of(self.tree, code)),
            Table::Layout(cells) => {
                for cell in cells {
                    self.content(cell);
                    self.end_line();
                }
            }
        }
    }

    fn list(&mut self, id: Id) {
        let is_ordered = self.tree.name(id) == "ol";
        let first = self.tree.attribute(id, "start").and_then(|start| start.trim().parse::<u32>().ok()).unwrap_or(1);
        let (mut items, mut notes) = (Vec::new(), Vec::new());
        let mut is_loose = false;
        for child in self.tree.children(id) {
            if matches!(self.tree.name(child), "ul" | "ol" | "menu") {
                // Not valid, but common: a list between the items of another.
                let nested = node_text(self.tree, child, self.base);
                items.push(prefixed(&nested, "  ", "  "));
                continue;
            }
            let text = text_of(self.tree, child, self.base);
            if text.is_empty() {
                if let Some(own) = self.tree.node(child).text.as_deref().filter(|own| !own.trim().is_empty()) {
                    items.push(paragraph(own.trim().to_owned()));
                }
                continue;
            }
            if let Some(note) = self.tree.attribute(child, "id").as_deref().and_then(note_name) {
                notes.push(prefixed(&text.replace("\n\n", "\n"), &format!("[^{note}]: "), "    "));
                continue;
            }
            is_loose |= text.contains("\n\n");
            let number = first.saturating_add(u32::try_from(items.len()).unwrap_or(u32::MAX));
            let mark = if is_ordered { format!("{number}. ") } else { format!("- {}", self.task(child)) };
            let indent = " ".repeat(if is_ordered { mark.len() } else { 2 });
            items.push(prefixed(&text, &mark, &indent));
        }
        self.block(items.join(if is_loose { "\n\n" } else { "\n" }));
        self.block(notes.join("\n"));
    }

    /// The box of a task.
    fn task(&self, item: Id) -> &'static str {
        let all = self.tree.node(item).children.iter();
        let found = all.copied().find(|&id| {
            self.tree.name(id) == "input" && self.tree.attribute(id, "type").is_some_and(|kind| kind == "checkbox")
        });
        match found.map(|found| self.tree.attribute(found, "checked").is_some()) {
            Some(true) => "[x] ",
            Some(false) => "[ ] ",
            None => "",
        }
    }
}

/// Lines with `first` before the first one and `others` before the others.
fn prefixed(text: &str, first: &str, others: &str) -> String {
    let mut written = String::with_capacity(text.len() + first.len());
    for (place, line) in text.lines().enumerate() {
        if place > 0 {
            written.push('\n');
        }
        let prefix = if place == 0 { first } else { others };
        written.push_str(if line.is_empty() { prefix.trim_end() } else { prefix });
        written.push_str(line);
    }
    written
}
