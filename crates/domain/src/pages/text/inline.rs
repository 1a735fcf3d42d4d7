//! A line of Markdown: text with emphasis, links and code.

use url::{Position, Url};

use super::{
    clean::is_invisible,
    tree::{Id, Tree},
};

/// The longest address that a link keeps.
const MAX_ADDRESS_BYTES: usize = 1_000;

/// A line that is being written.
#[derive(Debug, Default)]
pub(super) struct Line(String);

impl Line {
    /// The line, without space at its ends.
    pub(super) fn finish(self) -> String {
        self.0.trim().to_owned()
    }

    /// Adds text as it is in the page.
    pub(super) fn text(&mut self, text: &str) {
        let mut word = String::new();
        for sign in text.chars().filter(|&sign| !is_invisible(sign)) {
            if sign.is_whitespace() && sign != '\u{a0}' {
                self.markup(&escaped(&word));
                word.clear();
                self.space();
            } else {
                word.push(sign);
            }
        }
        self.markup(&escaped(&word));
    }

    /// Adds a space, unless there is one.
    pub(super) fn space(&mut self) {
        if !self.0.is_empty() && !self.0.ends_with([' ', '\n']) {
            self.0.push(' ');
        }
    }

    /// Adds Markdown.
    pub(super) fn markup(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Adds the content of an element, as part of the line.
    pub(super) fn content(&mut self, tree: &Tree, id: Id, base: &Url) {
        for child in tree.children(id) {
            self.node(tree, child, base);
        }
    }

    /// Adds an element or a text.
    pub(super) fn node(&mut self, tree: &Tree, id: Id, base: &Url) {
        if let Some(text) = tree.node(id).text.as_deref() {
            return self.text(text);
        }
        match tree.name(id) {
            "br" => self.line_break(),
            "em" | "i" => self.marked("*", tree, id, base),
            "strong" | "b" => self.marked("**", tree, id, base),
            "del" | "s" | "strike" => self.marked("~~", tree, id, base),
            "code" | "kbd" | "samp" | "tt" => self.code(&tree.text_of(id)),
            "img" => self.image(tree, id, base),
            "sup" if note_of(tree, id).is_some() => {
                let name = note_of(tree, id).unwrap_or_default();
                self.markup(&format!("[^{name}]"));
            }
            "a" => self.link(tree, id, base),
            _ => self.content(tree, id, base),
        }
    }

    /// Adds code within a line.
    pub(super) fn code(&mut self, code: &str) {
        let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
        if code.is_empty() {
            return;
        }
        let longest = code.split(|sign| sign != '`').map(str::len).max().unwrap_or(0);
        let ticks = "`".repeat(longest + 1);
        let space = if longest > 0 { " " } else { "" };
        self.markup(&format!("{ticks}{space}{code}{space}{ticks}"));
    }

    fn line_break(&mut self) {
        let kept = self.0.trim_end().len();
        self.0.truncate(kept);
        if kept > 0 {
            self.markup("  \n");
        }
    }

    fn marked(&mut self, mark: &str, tree: &Tree, id: Id, base: &Url) {
        let text = self.inner(tree, id, base);
        if text.is_empty() {
            return;
        }
        // Emphasis in emphasis of the same kind does not exist in Markdown.
        if text.starts_with(mark) && text.ends_with(mark) {
            self.markup(&text)
        } else {
            self.markup(&format!("{mark}{text}{mark}"))
        }
        if tree.text_of(id).ends_with(char::is_whitespace) {
            self.space();
        }
    }

    /// The content of an element as a line of its own; space before it belongs to this line.
    fn inner(&mut self, tree: &Tree, id: Id, base: &Url) -> String {
        let mut line = Self::default();
        line.content(tree, id, base);
        let text = line.finish();
        if tree.text_of(id).starts_with(char::is_whitespace) {
            self.space();
        }
        text
    }

    fn link(&mut self, tree: &Tree, id: Id, base: &Url) {
        let text = self.inner(tree, id, base);
        let address = tree.attribute(id, "href").filter(|href| !href.starts_with('#'));
        let address = address.and_then(|href| base.join(href.trim()).ok());
        let address = address.filter(|url| matches!(url.scheme(), "http" | "https" | "mailto" | "tel"));
        match address.map(|url| written(&url)).filter(|address| address.len() <= MAX_ADDRESS_BYTES) {
            Some(address) if !text.is_empty() => self.markup(&format!("[{}]({address})", text.replace("  \n", " "))),
            _ => self.markup(&text),
        }
        if tree.text_of(id).ends_with(char::is_whitespace) {
            self.space();
        }
    }

    /// An image without alternative text is decoration. Queries of images often differ on each day.
    fn image(&mut self, tree: &Tree, id: Id, base: &Url) {
        let text =
            tree.attribute(id, "alt").map(|alt| escaped(alt.split_whitespace().collect::<Vec<_>>().join(" ").as_str()));
        let Some(text) = text.filter(|text| !text.is_empty()) else { return };
        let url = tree.attribute(id, "src").and_then(|src| base.join(src.trim()).ok());
        let address = url.filter(|url| url.has_host()).map(|url| written_up_to(&url, Position::AfterPath));
        let address = address.filter(|address| address.len() <= MAX_ADDRESS_BYTES).unwrap_or_default();
        self.markup(&format!("![{text}]({address})"));
    }
}

fn written(url: &Url) -> String {
    written_up_to(url, Position::AfterFragment)
}

fn written_up_to(url: &Url, end: Position) -> String {
    url[..end].replace('(', "%28").replace(')', "%29")
}

/// The name of the footnote to which a reference leads.
pub(super) fn note_of(tree: &Tree, id: Id) -> Option<String> {
    let links = tree.within(id).into_iter().filter(|&inner| tree.name(inner) == "a");
    let own = tree.attribute(id, "href").into_iter();
    let targets = own.chain(links.filter_map(|link| tree.attribute(link, "href")));
    targets.filter_map(|href| href.split_once('#').and_then(|(_, target)| note_name(target))).next()
}

/// The name of a footnote in the id of its text.
pub(super) fn note_name(id: &str) -> Option<String> {
    let name = id.strip_prefix("user-content-").unwrap_or(id).strip_prefix("fn")?;
    let name = name.trim_start_matches(['-', ':']);
    (!name.is_empty()
        && name.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_'))
        && !name.starts_with("ref"))
    .then(|| name.to_owned())
}

/// Text in which no sign is read as Markdown.
pub(super) fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    let mut before = ' ';
    while let Some(sign) = signs.next() {
        let next = signs.peek().copied().unwrap_or(' ');
        let is_special = match sign {
            '\\' | '*' | '`' | '[' | ']' => true,
            // Within a word it means nothing.
            '_' => !(before.is_alphanumeric() && next.is_alphanumeric()),
            '<' => next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'),
            '~' => next == '~' || before == '~',
            _ => false,
        };
        if is_special {
            written.push('\\');
        }
        written.push(sign);
        before = sign;
    }
    written
}

/// A paragraph that does not begin like a heading, a list or a quotation.
pub(super) fn paragraph(line: String) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line[digits..];
    let is_numbered = digits > 0 && (rest.starts_with(". ") || rest.starts_with(") "));
    if is_numbered {
        return format!("{}\\{rest}", &line[..digits]);
    }
    let hashes = line.len() - line.trim_start_matches('#').len();
    let is_heading = (1..=6).contains(&hashes) && line[hashes..].starts_with(' ');
    let is_list = line.starts_with("- ") || line.starts_with("+ ");
    let is_rule = line.len() >= 3 && (line.bytes().all(|b| b == b'-') || line.bytes().all(|b| b == b'='));
    if is_heading || is_list || is_rule || line.starts_with('>') || line.starts_with('|') {
        format!("\\{line}")
    } else {
        line
    }
}
