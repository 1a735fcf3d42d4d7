//! The main text of a page as Markdown, with the structure that its reader sees.
//!
//! Headings, lines of code, tables, notes and list items are kept; `testdata/page_copies` holds this and the widget's copy to the same
//! pages. Nothing is fetched, and every step is linear in the length of the page or has a limit.

mod clean;
mod code;
pub mod difference;
mod inline;
mod markdown;
mod table;
mod tabs;
#[cfg(test)]
mod tests;
mod tree;
pub mod version;
mod visible;

use url::Url;

use clean::{clean, is_main};
use tree::{Id, ROOT, Tree};

/// The maximum length of a text in bytes. A longer one is cut at the end of a paragraph.
pub const MAX_TEXT_BYTES: usize = 256 * 1024;
/// What the last line of a text that was cut says.
pub const CUT_NOTE: &str = "[The text ends here, because the page is very long.]";
/// Elements by which systems that mark no main part mark it nevertheless.
const MAIN_IDS: [&str; 3] = ["content", "main", "main-content"];
const MAIN_CLASSES: [&str; 4] = ["markdown-body", "entry-content", "post-content", "main-content"];
/// Such an element must have more than one in this many letters of the page.
const MAIN_PART: usize = 2;

/// The main text of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageText {
    /// The text as Markdown, at most [`MAX_TEXT_BYTES`] long.
    pub markdown: String,
    /// The number of its words.
    pub words: u32,
    /// Whether the end is missing, which the text itself says too.
    pub is_cut: bool,
}

impl PageText {
    /// Reads the page at `url`.
    pub fn of(url: &Url, html: &str) -> Self {
        let mut tree = Tree::of(html);
        let is_cut = tree.is_cut;
        let base = base_of(&tree, url);
        let title = element(&tree, "title").map(|title| tree.text_of(title)).unwrap_or_default();
        clean(&mut tree);
        let main = main_of(&tree);
        let heading = heading_of(&tree, main.unwrap_or(ROOT)).or_else(|| heading_of(&tree, ROOT));
        let own = heading.map(|heading| markdown::line_of(&tree, heading, &base)).unwrap_or_default();
        if let Some(heading) = heading {
            tree.remove(heading);
        }
        let content = main.unwrap_or_else(|| body_of(&mut tree));
        let title = if own.is_empty() { inline::escaped(title.trim()) } else { own };
        let text = markdown::text_of(&tree, content, &base);
        Self::within_limit(if title.is_empty() { text } else { format!("# {title}\n\n{text}") }, is_cut)
    }

    fn within_limit(text: String, is_cut: bool) -> Self {
        let mut markdown = text.trim_end().to_owned();
        let is_long = markdown.len() > MAX_TEXT_BYTES;
        if is_long {
            markdown = beginning(&markdown, MAX_TEXT_BYTES - CUT_NOTE.len() - "\n```````\n\n".len());
        }
        let words = count_words(&markdown);
        let is_cut = is_cut || is_long;
        if is_cut {
            markdown = format!("{}\n\n{CUT_NOTE}", markdown.trim_end());
        }
        Self { markdown, words, is_cut }
    }
}

/// The number of words of a Markdown text. Signs of Markdown and numbers of list items do not count.
pub fn count_words(markdown: &str) -> u32 {
    let is_word = |(place, word): (usize, &str)| {
        let is_number = place == 0 && word.strip_suffix('.').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
        !is_number && !word.starts_with("```") && word.chars().any(char::is_alphanumeric)
    };
    let of_line = |line: &str| line.split_whitespace().enumerate().filter(|&word| is_word(word)).count();
    u32::try_from(markdown.lines().map(of_line).sum::<usize>()).unwrap_or(u32::MAX)
}

/// The beginning of a long text, to the end of a paragraph and of a block of code.
fn beginning(text: &str, most: usize) -> String {
    let short = &text[..text.floor_char_boundary(most)];
    let whole = &short[..short.rfind("\n\n").filter(|&end| end > 0).unwrap_or(short.len())];
    let mut open: Option<&str> = None;
    for line in whole.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match open {
            None if ticks.len() >= 3 => open = Some(ticks),
            Some(fence) if line == fence => open = None,
            _ => {}
        }
    }
    open.map_or_else(|| whole.to_owned(), |fence| format!("{whole}\n{fence}"))
}

fn base_of(tree: &Tree, url: &Url) -> Url {
    let named = element(tree, "base").and_then(|base| tree.attribute(base, "href"));
    named.and_then(|href| url.join(href.trim()).ok()).unwrap_or_else(|| url.clone())
}

fn element(tree: &Tree, name: &str) -> Option<Id> {
    tree.within(ROOT).into_iter().find(|&id| tree.name(id) == name)
}

fn heading_of(tree: &Tree, id: Id) -> Option<Id> {
    tree.within(id).into_iter().find(|&id| tree.name(id) == "h1")
}

/// The element that the page marks as its main part.
fn main_of(tree: &Tree) -> Option<Id> {
    let all = tree.within(ROOT);
    let marked = all.iter().copied().find(|&id| is_main(tree, id));
    let marked = marked.or_else(|| all.iter().copied().find(|&id| tree.name(id) == "article"));
    marked.or_else(|| {
        let letters = tree.all_letters();
        let is_named = |&id: &Id| {
            tree.has_class(id, &MAIN_CLASSES)
                || tree.attribute(id, "id").is_some_and(|name| MAIN_IDS.contains(&name.as_str()))
        };
        all.into_iter()
            .filter(is_named)
            .take(MAIN_IDS.len())
            .find(|&id| letters[id].all * MAIN_PART > letters[ROOT].all)
    })
}

/// The whole page, without parts that are the same on all pages of a site.
fn body_of(tree: &mut Tree) -> Id {
    let letters = tree.all_letters();
    for id in tree.within(ROOT) {
        let is_frame = matches!(tree.name(id), "header" | "footer")
            || tree.has_role(id, "banner")
            || tree.has_role(id, "contentinfo");
        if is_frame && letters[id].is_navigation() {
            tree.remove(id);
        }
    }
    ROOT
}
