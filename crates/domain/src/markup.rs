//! HTML and XML cut into tags and texts, in one pass and in time that grows with the text alone, whatever it holds.
//!
//! No tree is built: pages are anybody's, and a tree of nested and unclosed elements can cost the square of a page's
//! length. What is not well formed is passed over, never an error.

mod entities;

use std::borrow::Cow;

pub use entities::decoded;

/// Elements whose content is text alone.
const TEXT_ELEMENTS: [&str; 6] = ["script", "style", "title", "textarea", "iframe", "xmp"];
/// Those of them that pictures within a page have too, where `/>` ends an element. Elsewhere it means nothing.
const IN_PICTURES: [&str; 2] = ["style", "title"];

/// A piece of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token<'a> {
    /// `<name …>`
    Open(Tag<'a>),
    /// `</name>`
    Close(&'a str),
    /// What stands between tags, entities resolved but for scripts and styles.
    Text(Cow<'a, str>),
}

/// An opening tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag<'a> {
    /// Its name as it is written.
    pub name: &'a str,
    /// Whether it is written with `/>`. That ends an element of XML or of a picture (`svg`), and none of HTML.
    pub closes_itself: bool,
    attributes: &'a str,
}

impl<'a> Tag<'a> {
    /// Whether it is this element's, in whichever casing.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value of an attribute, entities resolved; empty for one without a value.
    pub fn attribute(&self, wanted: &str) -> Option<String> {
        let mut rest = self.attributes;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
            if rest.is_empty() {
                return None;
            }
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '=' | '/');
            let (name, after) = rest.split_at(rest[first..].find(ends).map_or(rest.len(), |end| first + end));
            let (value, after) = value_of(after);
            if name.eq_ignore_ascii_case(wanted) {
                return Some(decoded(value).into_owned());
            }
            rest = after;
        }
    }
}

/// The value that stands at the beginning of `text`, if one does, and what comes after.
fn value_of(text: &str) -> (&str, &str) {
    let Some(value) = text.trim_ascii_start().strip_prefix('=') else { return ("", text) };
    let value = value.trim_ascii_start();
    for quote in ['"', '\''] {
        if let Some(inside) = value.strip_prefix(quote) {
            return inside.split_once(quote).unwrap_or((inside, ""));
        }
    }
    value.split_at(value.find(|c: char| c.is_ascii_whitespace()).unwrap_or(value.len()))
}

/// The pieces of a document.
pub struct Tokens<'a> {
    rest: &'a str,
    /// The element whose text comes next.
    inside: Option<&'a str>,
}

impl<'a> Tokens<'a> {
    /// The pieces of `text`.
    pub fn of(text: &'a str) -> Self {
        Self { rest: text, inside: None }
    }

    fn take(&mut self, end: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Passes over what ends with `end`; all of the rest when nothing ends it.
    fn skip_past(&mut self, end: &str) {
        let at = self.rest.find(end).map_or(self.rest.len(), |at| at + end.len());
        self.take(at);
    }

    /// The text of an element that holds nothing else.
    fn whole_text(&mut self, name: &str) -> Token<'a> {
        let ends = self.rest.match_indices("</").map(|(at, _)| at);
        let end = ends.into_iter().find(|at| {
            let after = &self.rest.as_bytes()[at + 2..];
            after.get(..name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name.as_bytes()))
                && after.get(name.len()).is_none_or(|next| next.is_ascii_whitespace() || matches!(next, b'>' | b'/'))
        });
        let text = self.take(end.unwrap_or(self.rest.len()));
        let is_code = ["script", "style"].iter().any(|code| name.eq_ignore_ascii_case(code));
        Token::Text(if is_code { Cow::Borrowed(text) } else { decoded(text) })
    }

    /// The tag at the beginning of the rest; `None` where the document ends within it.
    fn tag(&mut self) -> Option<Token<'a>> {
        let is_closing = self.rest.starts_with("</");
        let start = 1 + usize::from(is_closing);
        let name_end =
            start + self.rest[start..].find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).unwrap_or(0);
        let TagEnd { at: end, closes_itself } = end_of_tag(self.rest, name_end)?;
        let whole = self.take(end + 1);
        let name = &whole[start..name_end];
        if is_closing {
            return Some(Token::Close(name));
        }
        let is_one_of = |names: &[&str]| names.iter().any(|element| name.eq_ignore_ascii_case(element));
        if is_one_of(&TEXT_ELEMENTS) && !(closes_itself && is_one_of(&IN_PICTURES)) {
            self.inside = Some(name);
        }
        Some(Token::Open(Tag { name, closes_itself, attributes: &whole[name_end..end] }))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if let Some(name) = self.inside.take() {
            return Some(self.whole_text(name));
        }
        loop {
            if self.rest.is_empty() {
                return None;
            }
            if !starts_markup(self.rest) {
                let first = self.rest.chars().next().map_or(1, char::len_utf8);
                let next = self.rest[first..].match_indices('<').map(|(at, _)| at + first);
                let end = next.into_iter().find(|at| starts_markup(&self.rest[*at..])).unwrap_or(self.rest.len());
                return Some(Token::Text(decoded(self.take(end))));
            }
            if let Some(data) = self.rest.strip_prefix("<![CDATA[") {
                let end = data.find("]]>").unwrap_or(data.len());
                self.rest = &data[end..];
                self.skip_past("]]>");
                return Some(Token::Text(Cow::Borrowed(&data[..end])));
            }
            if self.rest.starts_with("<!--") {
                self.skip_past("-->");
            } else if self.rest.starts_with("<!") || self.rest.starts_with("<?") {
                self.skip_past(">");
            } else {
                match self.tag() {
                    Some(token) => return Some(token),
                    None => self.rest = "",
                }
            }
        }
    }
}

/// Whether a tag, a comment or the like begins here, and no lone `<`.
fn starts_markup(text: &str) -> bool {
    match text.as_bytes() {
        [b'<', b'/', name, ..] | [b'<', name, ..] if name.is_ascii_alphabetic() => true,
        [b'<', b'!' | b'?', ..] => true,
        _ => false,
    }
}

/// Where a tag ends.
struct TagEnd {
    /// The place of its `>`.
    at: usize,
    closes_itself: bool,
}

/// Where one is within a tag.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Between,
    Name,
    AfterName,
    BeforeValue,
    Value,
    Quoted(u8),
}

/// Where a tag ends: at the first `>` outside quotes. A quotation mark opens a value right after `=` alone; the stray ones
/// of `<a title=don't>` and `<a href="x"">` quote nothing. Source: the HTML standard, "Before attribute name state" and
/// those after it.
fn end_of_tag(text: &str, from: usize) -> Option<TagEnd> {
    let mut place = Place::Between;
    let mut closes_itself = false;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        let is_space = byte.is_ascii_whitespace();
        place = match (place, byte) {
            (Place::Quoted(quote), _) if byte == quote => Place::Between,
            (Place::Quoted(_), _) => place,
            (_, b'>') => return Some(TagEnd { at, closes_itself }),
            (Place::BeforeValue, b'"' | b'\'') => Place::Quoted(byte),
            (Place::BeforeValue | Place::AfterName, _) if is_space => place,
            (Place::BeforeValue, _) => Place::Value,
            (Place::Value, _) => {
                if is_space {
                    Place::Between
                } else {
                    place
                }
            }
            (Place::Name | Place::AfterName, b'=') => Place::BeforeValue,
            (Place::Name, _) if is_space => Place::AfterName,
            (Place::Between, _) if is_space => place,
            (_, b'/') => Place::Between,
            _ => Place::Name,
        };
        closes_itself = byte == b'/' && place == Place::Between;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str) -> String {
        let piece = |token: Token<'_>| match token {
            Token::Open(tag) => format!("<{}>", tag.name),
            Token::Close(name) => format!("</{name}>"),
            Token::Text(text) => format!("[{text}]"),
        };
        Tokens::of(text).map(piece).collect()
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(shown(text), expected, "{text}");
    }

    #[test]
    fn tags_and_texts_are_told_apart() {
        check("<p class='a>b'>A &amp; B</p>", "<p>[A & B]</p>");
        check("1 < 2 <b>x", "[1 < 2 ]<b>[x]");
        check("<!doctype html><!-- <p> --><br/>", "<br>");
        check("<script>if (a < b) '</p>'</script>x", "<script>[if (a < b) '</p>']</script>[x]");
        check("<TITLE>A &eacute; <b></Title>", "<TITLE>[A é <b>]</Title>");
        check("<loc><![CDATA[a&b]]></loc>", "<loc>[a&b]</loc>");
        check("a<p title=\"never closed", "[a]");
        check("<script>never closed", "<script>[never closed]");
        check("<script>'</scripted>'</script >x", "<script>['</scripted>']</script>[x]");
    }

    #[test]
    fn a_stray_quotation_mark_swallows_nothing() {
        check("<a title=don't>x</a>", "<a>[x]</a>");
        check("<a href=\"x\"\" class=\"y\">x</a><b title='>'>", "<a>[x]</a><b>");
        check("<a 'x>x</a>", "<a>[x]</a>");
        check("<a x = '>' y>z", "<a>[z]");
        check("<a x=/'>z", "<a>[z]");
    }

    #[test]
    fn only_what_is_no_html_closes_itself() {
        check("<script src=/a/></p></script>", "<script>[</p>]</script>");
        check("<script src=a /></p></script>", "<script>[</p>]</script>");
        check("<svg><title/><style/></svg><p>x", "<svg><title><style></svg><p>[x]");
        let closes_itself = |text: &str| match Tokens::of(text).next() {
            Some(Token::Open(tag)) => tag.closes_itself,
            other => panic!("{other:?}"),
        };
        assert!(closes_itself("<svg/>") && closes_itself("<svg a='b'/>") && closes_itself("<svg a />"));
        assert!(!closes_itself("<svg>") && !closes_itself("<svg a=b/>") && !closes_itself("<svg / a>"));
    }

    #[test]
    fn attributes_are_read_in_every_way_they_are_written() {
        let Some(Token::Open(tag)) = Tokens::of("<meta NAME=description content='a &quot;b&quot;' x y = z/>").next()
        else {
            panic!("a tag")
        };
        for (name, value) in [("name", Some("description")), ("content", Some("a \"b\"")), ("x", Some("")), ("q", None)]
        {
            assert_eq!(tag.attribute(name).as_deref(), value, "{name}");
        }
    }

    proptest! {
        #[test]
        fn no_document_makes_the_reader_panic_or_run_for_ever(text in "(<|>|/|!--|-->|\"|'|=|a|title|script|&|#|;|é| ){0,60}") {
            let _ = shown(&text);
            for token in Tokens::of(&text) {
                if let Token::Open(tag) = token {
                    let _ = tag.attribute("q");
                }
            }
        }
    }
}
