//! Splits HTML into tags and texts, in one pass and in linear time.
//!
//! No tree is built: pages are untrusted, and a tree of nested and unclosed elements can take time quadratic in the
//! length of the page. Malformed markup is skipped and never an error.

use html5gum::{DefaultEmitter, EndTag, HtmlString, Spanned, StartTag, State, StringReader, Tokenizer};

use crate::shared::steps;

/// Elements whose content is only text.
const TEXT_ELEMENTS: [&str; 6] = ["script", "style", "title", "textarea", "iframe", "xmp"];
/// Those of them that also occur in SVG, where `/>` closes an element. In HTML, `/>` has no effect.
const IN_PICTURES: [&str; 2] = ["style", "title"];

/// A piece of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// `<name …>`
    Open(Tag),
    /// `</name>`, with the name in lower case.
    Close(String),
    /// Text between tags, with entities resolved except in scripts, styles and other raw text.
    Text(String),
}

/// An opening tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The name in lower case.
    pub name: String,
    /// Whether the tag ends with `/>`, which closes an element of SVG, but not of HTML.
    pub closes_itself: bool,
    attributes: Vec<(HtmlString, HtmlString)>,
}

impl Tag {
    /// Returns the value of an attribute, with entities resolved; empty for an attribute without a value. Names are in
    /// lower case.
    pub fn attribute(&self, wanted: &str) -> Option<String> {
        let (_, value) = self.attributes.iter().find(|(name, _)| name.as_slice() == wanted.as_bytes())?;
        Some(String::from_utf8_lossy(value).into_owned())
    }
}

impl From<StartTag<()>> for Tag {
    fn from(tag: StartTag<()>) -> Self {
        Self {
            name: text(tag.name),
            closes_itself: tag.self_closing,
            attributes: tag.attributes.into_iter().map(|(name, value)| (name, value.value)).collect(),
        }
    }
}

/// The tokenizer's input is valid UTF-8, and so are its pieces.
fn text(bytes: HtmlString) -> String {
    String::from_utf8(bytes.into()).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Steps for each byte of a document.
const STEPS_TO_CUT_A_BYTE: usize = 10;

/// The pieces of a document.
pub struct Tokens<'a>(Tokenizer<StringReader<'a>, DefaultEmitter>);

impl<'a> Tokens<'a> {
    /// Creates the iterator over the pieces of `html`.
    pub fn of(html: &'a str) -> Self {
        steps::count(STEPS_TO_CUT_A_BYTE * html.len());
        Self(Tokenizer::new(html))
    }

    /// Tells the tokenizer if an element contains only text, since it builds no tree and cannot know it.
    fn expect_content_of(&mut self, tag: &Tag) {
        let name = tag.name.as_str();
        if TEXT_ELEMENTS.contains(&name) && !(tag.closes_itself && IN_PICTURES.contains(&name)) {
            self.0.set_state(match name {
                "script" => State::ScriptData,
                "title" | "textarea" => State::RcData,
                _ => State::RawText,
            });
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            let Ok(token) = self.0.next()?;
            match token {
                html5gum::Token::StartTag(tag) => {
                    let tag = Tag::from(tag);
                    self.expect_content_of(&tag);
                    return Some(Token::Open(tag));
                }
                html5gum::Token::EndTag(EndTag { name, .. }) => return Some(Token::Close(text(name))),
                html5gum::Token::String(Spanned { value, .. }) => return Some(Token::Text(text(value))),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str) -> String {
        let piece = |token: Token| match token {
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
    fn tags_and_texts_are_distinguished() {
        check("<p class='a>b'>A &amp; B</p>", "<p>[A & B]</p>");
        check("1 < 2 <b>x", "[1 < 2 ]<b>[x]");
        check("<!doctype html><!-- <p> --><br/>", "<br>");
        check("<script>if (a < b) '</p>'</script>x", "<script>[if (a < b) '</p>']</script>[x]");
        check("<TITLE>A &eacute; <b></Title>", "<title>[A é <b>]</title>");
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
