//! A small tree of a page's elements, built in linear time.
//!
//! Depth and number of elements are limited, and removing or unwrapping an element changes only a mark on it. So no page makes the
//! tree costly, however it is nested, and functions that walk it may call themselves.

use std::collections::HashMap;

use crate::pages::markup::{Tag, Token, Tokens};

/// The maximum number of elements; the widget's copy has the same limit.
pub(super) const MAX_ELEMENTS: usize = 60_000;
/// The maximum depth. Deeper elements are dropped, and their text belongs to the last one that was kept.
const MAX_DEPTH: usize = 200;
/// Elements without content.
const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];
/// Elements that end an open paragraph.
pub(super) const ENDS_PARAGRAPH: [&str; 31] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "details",
    "div",
    "dl",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "ul",
    "dt",
    "dd",
    "li",
];

/// An element's or text's number in its tree.
pub(super) type Id = usize;

/// The whole document, which has no name.
pub(super) const ROOT: Id = 0;

/// An element or a text.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The element's name; empty for texts, the document, and elements of which only the content counts.
    pub(super) name: String,
    /// The text, if this is one.
    pub(super) text: Option<String>,
    /// Its children, those that were removed included.
    pub(super) children: Vec<Id>,
    /// The element around it.
    pub(super) parent: Option<Id>,
    tag: Option<Tag>,
    is_removed: bool,
}

/// How many characters of an element are not space.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Letters {
    /// All of them.
    pub(super) all: usize,
    /// Those in links.
    pub(super) in_links: usize,
}

impl Letters {
    /// Whether most of the text is in links: navigation, and no content.
    pub(super) fn is_navigation(self) -> bool {
        self.in_links * 2 > self.all
    }
}

/// The elements and texts of a page.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Whether the end of a very large page is missing.
    pub(super) is_cut: bool,
}

impl Tree {
    /// Reads a page.
    pub(super) fn of(html: &str) -> Self {
        let mut builder =
            Builder { tree: Self { nodes: vec![Node::default()], is_cut: false }, open: vec![ROOT], paragraphs: 0 };
        for token in Tokens::of(html) {
            if builder.tree.nodes.len() > MAX_ELEMENTS * 2 {
                builder.tree.is_cut = true;
                break;
            }
            match token {
                Token::Open(tag) => builder.open(tag),
                Token::Close(name) => builder.close(&name),
                Token::Text(text) => builder.text(text),
            }
        }
        builder.tree
    }

    /// An element or a text.
    pub(super) fn node(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    /// Its name.
    pub(super) fn name(&self, id: Id) -> &str {
        &self.nodes[id].name
    }

    /// The value of an attribute.
    pub(super) fn attribute(&self, id: Id, name: &str) -> Option<String> {
        self.nodes[id].tag.as_ref().and_then(|tag| tag.attribute(name))
    }

    /// Whether one of its classes is among `classes`.
    pub(super) fn has_class(&self, id: Id, classes: &[&str]) -> bool {
        self.attribute(id, "class").is_some_and(|all| all.split_ascii_whitespace().any(|one| classes.contains(&one)))
    }

    /// Whether it has the role.
    pub(super) fn has_role(&self, id: Id, role: &str) -> bool {
        self.attribute(id, "role").is_some_and(|roles| roles.split_ascii_whitespace().any(|one| one == role))
    }

    /// The children that were not removed.
    pub(super) fn children(&self, id: Id) -> impl DoubleEndedIterator<Item = Id> + '_ {
        self.nodes[id].children.iter().copied().filter(|&child| !self.nodes[child].is_removed)
    }

    /// The children that are elements.
    pub(super) fn elements(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        self.children(id).filter(|&child| self.nodes[child].text.is_none())
    }

    /// Everything in an element, in the order of the page, without what was removed.
    pub(super) fn within(&self, id: Id) -> Vec<Id> {
        let (mut found, mut left) = (Vec::new(), self.children(id).rev().collect::<Vec<_>>());
        while let Some(next) = left.pop() {
            found.push(next);
            left.extend(self.children(next).rev());
        }
        found
    }

    /// The elements around it, from the inside out.
    pub(super) fn around(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.nodes[id].parent, |&id| self.nodes[id].parent)
    }

    /// The text in it.
    pub(super) fn text_of(&self, id: Id) -> String {
        let own = self.nodes[id].text.clone().unwrap_or_default();
        self.within(id).into_iter().filter_map(|id| self.nodes[id].text.as_deref()).fold(own, |all, text| all + text)
    }

    /// The number of characters in it that are not space.
    pub(super) fn letters(&self, id: Id) -> usize {
        let of_text = |id: Id| self.nodes[id].text.as_deref().map_or(0, count_letters);
        of_text(id) + self.within(id).into_iter().map(of_text).sum::<usize>()
    }

    /// The letters of each element, by its number.
    pub(super) fn all_letters(&self) -> Vec<Letters> {
        let mut counted = vec![Letters::default(); self.nodes.len()];
        for id in self.within(ROOT).into_iter().rev() {
            if let Some(text) = self.nodes[id].text.as_deref() {
                counted[id].all = count_letters(text);
            }
            if self.name(id) == "a" {
                counted[id].in_links = counted[id].all;
            }
            let Letters { all, in_links } = counted[id];
            let around = &mut counted[self.nodes[id].parent.unwrap_or(ROOT)];
            around.all += all;
            around.in_links += in_links;
        }
        counted
    }

    /// Elements by their `id`, the first of each.
    pub(super) fn by_id(&self) -> HashMap<String, Id> {
        let mut found = HashMap::new();
        for id in self.within(ROOT) {
            if let Some(name) = self.attribute(id, "id").filter(|name| !name.is_empty()) {
                found.entry(name).or_insert(id);
            }
        }
        found
    }

    /// Removes an element or a text with all that is in it.
    pub(super) fn remove(&mut self, id: Id) {
        self.nodes[id].is_removed = true;
    }

    /// Leaves only the content of an element.
    pub(super) fn unwrap(&mut self, id: Id) {
        self.rename(id, "");
    }

    /// Makes an element one of another name.
    pub(super) fn rename(&mut self, id: Id, name: &str) {
        name.clone_into(&mut self.nodes[id].name);
    }

    /// Puts an element with a text before the content of another.
    pub(super) fn prepend(&mut self, around: Id, name: &str, text: String) {
        let made = self.add(around, Node { name: name.to_owned(), ..Node::default() });
        self.add(made, Node { text: Some(text), ..Node::default() });
        // It was added as the last child.
        self.nodes[around].children.rotate_right(1);
    }

    /// Puts an element around the content of another.
    pub(super) fn wrap_content(&mut self, around: Id, name: &str) {
        let children = std::mem::take(&mut self.nodes[around].children);
        let made = self.add(around, Node { name: name.to_owned(), ..Node::default() });
        children.iter().for_each(|&child| self.nodes[child].parent = Some(made));
        self.nodes[made].children = children;
    }

    fn add(&mut self, parent: Id, node: Node) -> Id {
        let id = self.nodes.len();
        self.nodes.push(Node { parent: Some(parent), ..node });
        self.nodes[parent].children.push(id);
        id
    }
}

/// The number of characters of a text that are not space.
fn count_letters(text: &str) -> usize {
    text.chars().filter(|letter| !letter.is_whitespace()).count()
}

struct Builder {
    tree: Tree,
    open: Vec<Id>,
    /// The number of open paragraphs, so that most elements need not look for one.
    paragraphs: usize,
}

impl Builder {
    fn open(&mut self, tag: Tag) {
        self.close_implied(&tag.name);
        if self.open.len() >= MAX_DEPTH {
            return;
        }
        let name = tag.name.clone();
        let is_closed = VOID.contains(&name.as_str()) || (tag.closes_itself && self.is_in_picture());
        let id = self.tree.add(self.innermost(), Node { name, tag: Some(tag), ..Node::default() });
        if !is_closed {
            self.paragraphs += usize::from(self.tree.name(id) == "p");
            self.open.push(id);
        }
    }

    fn close(&mut self, name: &str) {
        let found = self.open.iter().rposition(|&id| self.tree.name(id) == name);
        if let Some(place) = found.filter(|&place| place > 0) {
            self.close_from(place);
        }
    }

    fn text(&mut self, text: String) {
        self.tree.add(self.innermost(), Node { text: Some(text), ..Node::default() });
    }

    fn innermost(&self) -> Id {
        self.open.last().copied().unwrap_or(ROOT)
    }

    fn is_in_picture(&self) -> bool {
        self.open.iter().any(|&id| matches!(self.tree.name(id), "svg" | "math"))
    }

    /// Ends the elements that end where an element of this name begins, as in HTML.
    fn close_implied(&mut self, name: &str) {
        if self.paragraphs > 0 && ENDS_PARAGRAPH.contains(&name) {
            self.close_within(&["p"], &["td", "th", "button", "li", "dd", "blockquote", "table", "details"]);
        }
        match name {
            "li" => self.close_within(&["li"], &["ul", "ol", "menu", "table"]),
            "dt" | "dd" => self.close_within(&["dt", "dd"], &["dl", "table"]),
            "option" => self.close_within(&["option"], &["select", "datalist"]),
            "td" | "th" => self.close_within(&["td", "th"], &["table", "tr"]),
            "tr" => self.close_within(&["tr"], &["table"]),
            "thead" | "tbody" | "tfoot" => self.close_within(&["thead", "tbody", "tfoot"], &["table"]),
            _ => {}
        }
    }

    /// Ends the innermost open element of one of these names, unless one of `limits` is open within it.
    fn close_within(&mut self, names: &[&str], limits: &[&str]) {
        let known = |id: &Id| names.contains(&self.tree.name(*id)) || limits.contains(&self.tree.name(*id));
        let Some(place) = self.open.iter().rposition(known) else { return };
        if names.contains(&self.tree.name(self.open[place])) {
            self.close_from(place);
        }
    }

    fn close_from(&mut self, place: usize) {
        for id in self.open.drain(place..) {
            self.paragraphs -= usize::from(self.tree.name(id) == "p");
        }
    }
}
