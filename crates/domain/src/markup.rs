//! HTML and XML cut into tags and texts, in one pass and in time that grows with the text alone, whatever it holds.
//!
//! No tree is built: pages are anybody's, and a tree of nested and unclosed elements can cost the square of a page's
//! length. What is not well formed is passed over, never an error.

use std::borrow::Cow;

/// Bytes of an entity's name.
const ENTITY_BYTES_MOST: usize = 10;
/// Elements whose content is text alone.
const TEXT_ELEMENTS: [&str; 6] = ["script", "style", "title", "textarea", "iframe", "xmp"];

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
            let end = rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '=' | '/')).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end.max(rest.chars().next().map_or(1, char::len_utf8)));
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
    let Some(value) = text.trim_start().strip_prefix('=') else { return ("", text) };
    let value = value.trim_start();
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
            self.rest
                .as_bytes()
                .get(at + 2..at + 2 + name.len())
                .is_some_and(|n| n.eq_ignore_ascii_case(name.as_bytes()))
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
        let end = end_of_tag(self.rest, name_end)?;
        let whole = self.take(end + 1);
        let name = &whole[start..name_end];
        if is_closing {
            return Some(Token::Close(name));
        }
        let attributes = &whole[name_end..end];
        if TEXT_ELEMENTS.iter().any(|element| name.eq_ignore_ascii_case(element)) && !attributes.ends_with('/') {
            self.inside = Some(name);
        }
        Some(Token::Open(Tag { name, attributes }))
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

/// Where the `>` is that ends a tag: not one within quotes.
fn end_of_tag(text: &str, from: usize) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// `text` with its entities resolved. An unknown one stays as it is written.
pub fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(ENTITY_BYTES_MOST + 1).position(|byte| byte == b';');
        match end.and_then(|end| Some((character_of(&rest[..end])?, end))) {
            Some((character, end)) => {
                plain.push(character);
                rest = &rest[end + 1..];
            }
            None => plain.push('&'),
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

fn character_of(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|character| *character != '\0');
    }
    if let Some(place) = LATIN_LETTERS.split(' ').position(|known| known == name) {
        return char::from_u32(0xC0 + u32::try_from(place).ok()?);
    }
    OTHER_ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, character)| *character)
}

/// U+00C0 to U+00FF, in order.
const LATIN_LETTERS: &str = "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute \
     Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig \
     agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde \
     ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const OTHER_ENTITIES: &[(&str, char)] = &[
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("lsaquo", '‹'),
    ("rsaquo", '›'),
    ("hellip", '…'),
    ("middot", '·'),
    ("bull", '•'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("euro", '€'),
    ("pound", '£'),
    ("iexcl", '¡'),
    ("iquest", '¿'),
    ("oelig", 'œ'),
    ("OElig", 'Œ'),
    ("deg", '°'),
    ("shy", '\u{AD}'),
];

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

    #[test]
    fn entities_are_resolved_and_unknown_ones_left() {
        assert_eq!(decoded("&#252;&#xFC;&uuml;&euro;&nope;&;& &#0;"), "üüü€&nope;&;& &#0;");
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
