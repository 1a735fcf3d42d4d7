//! Blocks of code: their lines, which some pages make only by elements, and their language.

use super::tree::{Id, Tree};

/// Numbers beside the lines of code, and what is drawn over it.
const NO_CODE: [&str; 13] = [
    "lineno",
    "linenos",
    "linenodiv",
    "gutter",
    "line-numbers",
    "line-numbers-wrapper",
    "line-numbers-rows",
    "hljs-ln-numbers",
    "rouge-gutter",
    "ec-gutter",
    "ln",
    "copy",
    "sr-only",
];
/// Classes of elements that are a line of code.
const LINES: [&str; 5] = ["line", "token-line", "ec-line", "code-line", "view-line"];
/// How many elements around a block may name its language.
const MAX_UP: usize = 4;
/// The maximum length of a language's name.
const MAX_LANGUAGE_BYTES: usize = 30;

/// Whether the element only numbers the lines of code.
pub(super) fn is_line_numbers(tree: &Tree, id: Id) -> bool {
    tree.has_class(id, &NO_CODE)
}

/// A block of code with its fence.
pub(super) fn block_of(tree: &Tree, id: Id) -> String {
    let mut code = Code::default();
    code.content(tree, id);
    let text = code.text.trim_end_matches('\n');
    let ticks = text.lines().map(|line| line.len() - line.trim_start_matches('`').len()).max().unwrap_or(0);
    let fence = "`".repeat(ticks.max(2) + 1);
    // A `pre` begins with a line break that is not part of its text.
    let text = text.strip_prefix('\n').unwrap_or(text);
    format!("{fence}{}\n{text}\n{fence}", language_of(tree, id))
}

#[derive(Default)]
struct Code {
    text: String,
    /// Whether the next text is on a line of its own.
    is_line_due: bool,
}

impl Code {
    fn content(&mut self, tree: &Tree, id: Id) {
        for child in tree.children(id) {
            if let Some(text) = tree.node(child).text.as_deref() {
                self.add(text);
                continue;
            }
            let name = tree.name(child);
            if name == "br" {
                self.text.push('\n');
                self.is_line_due = false;
                continue;
            }
            if name == "button" || is_line_numbers(tree, child) {
                continue;
            }
            let is_line = matches!(name, "div" | "p" | "li" | "tr") || tree.has_class(child, &LINES);
            let before = self.text.len();
            if is_line && before > 0 && !self.text.ends_with('\n') {
                self.is_line_due = true;
            }
            self.content(tree, child);
            if is_line && (self.text.len() > before || name != "div") && !self.text.ends_with('\n') {
                self.is_line_due = true;
            }
        }
    }

    fn add(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.is_line_due && !text.starts_with(['\n', '\r']) && !self.text.is_empty() {
            self.text.push('\n');
        }
        self.is_line_due = false;
        self.text.push_str(&text.replace("\r\n", "\n"));
    }
}

/// The language of a block, in any of the forms that pages use.
fn language_of(tree: &Tree, id: Id) -> String {
    let inner = tree.within(id).into_iter().filter(|&inner| tree.name(inner) == "code");
    let around = tree.around(id).take(MAX_UP);
    std::iter::once(id).chain(inner).chain(around).find_map(|node| named_by(tree, node)).unwrap_or_default()
}

fn named_by(tree: &Tree, id: Id) -> Option<String> {
    let data = ["data-lang", "data-language"].into_iter().find_map(|name| tree.attribute(id, name));
    let class = tree.attribute(id, "class").unwrap_or_default();
    let prefixes = ["language-", "lang-", "highlight-source-", "highlight-"];
    let mut of_class = class
        .split_ascii_whitespace()
        .filter_map(|one| prefixes.iter().find_map(|prefix| one.strip_prefix(prefix)).map(str::to_owned));
    let is_language = |name: &String| {
        !name.is_empty()
            && name.len() <= MAX_LANGUAGE_BYTES
            && !matches!(name.as_str(), "text" | "default" | "none" | "plaintext")
            && name.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '+' | '#' | '-' | '_'))
    };
    data.filter(is_language).or_else(|| of_class.find(is_language))
}
