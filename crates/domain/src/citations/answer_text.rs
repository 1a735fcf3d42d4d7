//! Reads the prose of an answer, as a person sees it, and its links. All engines answer in Markdown.
//!
//! Prose is the text that is meant to be read. It does not include the target of a link, a full address, a picture, a
//! tag, or the text of a link that only repeats its address, since engines mark their sources with such links. In an
//! address without a scheme, the host is prose and the rest is not.

mod addresses;
mod html;
pub mod markers;

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use url::Url;

pub use self::addresses::FILLER;
use self::{
    addresses::{Part, full_addresses, has_scheme, length},
    html::{Piece, pieces},
};
use crate::pages::hosts::normal_host;

/// The maximum number of links that are read from one text. Answers have a few dozen.
const MAX_LINKS: usize = 2_000;

/// The prose and the links of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerText {
    /// The prose, with each part at its byte position in the source; the rest is blank, or [`FILLER`] within a word.
    pub prose: String,
    /// The links, in their order.
    pub links: Vec<AnswerLink>,
    /// Links, inline code and fenced code, in which a number in brackets does not mark a source.
    pub apart: Vec<Range<usize>>,
}

/// A link in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerLink {
    /// The byte of the text at which the link begins.
    pub place: usize,
    /// The link's target.
    pub url: String,
}

impl AnswerText {
    /// Reads a text.
    pub fn of(text: &str) -> Self {
        let mut reader = Reader {
            text,
            prose: vec![b' '; text.len()],
            links: Vec::new(),
            apart: Vec::new(),
            open: None,
            pictures: 0,
        };
        for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
            reader.take(event, range);
        }
        reader.take_addresses();
        reader.leave_out_paths();
        let Reader { prose, mut links, mut apart, .. } = reader;
        apart.sort_by_key(|range| range.start);
        links.sort_by_key(|link| link.place);
        links.truncate(MAX_LINKS);
        // Only whole characters were copied into `prose`, so it is valid UTF-8.
        Self { prose: String::from_utf8(prose).unwrap_or_default(), links, apart }
    }
}

struct Reader<'a> {
    text: &'a str,
    prose: Vec<u8>,
    links: Vec<AnswerLink>,
    apart: Vec<Range<usize>>,
    /// The target of the link that is being read, and the ranges of its text.
    open: Option<(String, Vec<Range<usize>>)>,
    /// The number of nested pictures that are being read.
    pictures: usize,
}

impl Reader<'_> {
    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(Tag::Image { .. }) => self.pictures += 1,
            Event::End(TagEnd::Image) => self.pictures = self.pictures.saturating_sub(1),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => self.apart.push(range),
            Event::Start(Tag::Link { dest_url, .. }) => self.open_link(&dest_url, range),
            Event::End(TagEnd::Link) => self.close(),
            Event::Start(Tag::HtmlBlock) => self.take_html(range),
            Event::InlineHtml(_) => self.take_html(range),
            Event::Text(_) | Event::Code(_) if self.pictures == 0 => {
                match event {
                    Event::Text(said) => self.say(&said, range.clone()),
                    _ => {
                        self.say(self.text.get(range.clone()).unwrap_or_default(), range.clone());
                        self.apart.push(range.clone());
                    }
                }
                if let Some((_, texts)) = &mut self.open {
                    texts.push(range);
                }
            }
            _ => {}
        }
    }

    fn open_link(&mut self, target: &str, range: Range<usize>) {
        let target = if target.starts_with("//") { format!("https:{target}") } else { target.to_owned() };
        if is_of_the_web(&target) {
            self.apart.push(range.clone());
            self.links.push(AnswerLink { place: range.start, url: target.clone() });
        }
        self.open = Some((target, Vec::new()));
    }

    /// Reads HTML: the targets of its links, and the text between its tags.
    fn take_html(&mut self, range: Range<usize>) {
        let Some(html) = self.text.get(range.clone()) else { return };
        let moved = |part: Range<usize>| range.start + part.start..range.start + part.end;
        for piece in pieces(html) {
            match piece {
                Piece::LinkStart(tag, target) => self.open_link(&target, moved(tag)),
                Piece::LinkEnd => self.close(),
                Piece::Text(part) => {
                    let part = moved(part);
                    self.say(self.text.get(part.clone()).unwrap_or_default(), part.clone());
                    if let Some((_, texts)) = &mut self.open {
                        texts.push(part);
                    }
                }
            }
        }
    }

    /// Writes a part of the text at its position in the source. If a character is longer in the source, fillers follow
    /// it.
    fn say(&mut self, said: &str, range: Range<usize>) {
        let is_escaped = range.start.checked_sub(1).is_some_and(|before| self.text.as_bytes()[before] == b'\\');
        if is_escaped && let Some(before) = self.prose.get_mut(range.start - 1) {
            *before = FILLER as u8;
        }
        // A text that is longer than its source does not fit, so the source is used.
        let said = if said.len() <= range.len() { said } else { self.text.get(range.clone()).unwrap_or_default() };
        if let Some(to) = self.prose.get_mut(range) {
            let (to, rest) = to.split_at_mut(said.len());
            to.copy_from_slice(said.as_bytes());
            rest.fill(FILLER as u8);
        }
    }

    /// Ends a link. Its text is not prose if it only repeats the target.
    fn close(&mut self) {
        let Some((target, texts)) = self.open.take() else { return };
        let said: String = texts.iter().filter_map(|range| self.text.get(range.clone())).collect();
        let host = Url::parse(&target).ok().and_then(|url| url.host_str().map(|host| normal_host(host).into_owned()));
        let said_host = said.trim().split(['/', '?', '#']).next().unwrap_or_default();
        let repeats = host.is_some_and(|host| *normal_host(said_host) == *host);
        if is_of_the_web(&target) {
            self.apart.extend(texts.iter().cloned());
        }
        if repeats || has_scheme(said.trim()) {
            texts.into_iter().for_each(|range| self.blank(range));
        }
    }

    /// Adds full addresses in the prose to the links, and removes them from the prose.
    fn take_addresses(&mut self) {
        let prose = String::from_utf8_lossy(&self.prose).into_owned();
        for range in full_addresses(&prose) {
            let url = prose[range.clone()].replace(FILLER, "");
            if self.links.len() < MAX_LINKS && is_of_the_web(&url) {
                self.links.push(AnswerLink { place: range.start, url });
            }
            self.blank(range);
        }
    }

    /// Blanks the path in `rival.example/acme`: a path is not a name.
    fn leave_out_paths(&mut self) {
        let prose = String::from_utf8_lossy(&self.prose).into_owned();
        let mut from = 0;
        while let Some(slash) = prose[from..].find('/') {
            let slash = from + slash;
            let is_of_host = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
            let host = prose[from..slash].rsplit(|c| !is_of_host(c)).next().unwrap_or_default();
            from = slash + 1;
            let Some((_, end)) = host.rsplit_once('.') else { continue };
            if end.chars().count() >= 2 && end.chars().all(char::is_alphabetic) {
                from = slash + length(&prose[slash..], Part::Path).max(1);
                self.blank(slash..from);
            }
        }
    }

    fn blank(&mut self, range: Range<usize>) {
        if let Some(bytes) = self.prose.get_mut(range) {
            bytes.fill(b' ');
        }
    }
}

fn is_of_the_web(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, prose: &str, links: &[&str]) {
        let read = AnswerText::of(text);
        let words: Vec<&str> = read.prose.split_whitespace().collect();
        assert_eq!(words.join(" "), prose, "{text}");
        let urls: Vec<&str> = read.links.iter().map(|link| link.url.as_str()).collect();
        assert_eq!(urls, links, "{text}");
    }

    #[test]
    fn the_target_of_a_link_is_no_prose_and_its_text_is() {
        check("See [Acme Tools](https://rival.example/acme).", "See Acme Tools .", &["https://rival.example/acme"]);
        check(
            "**Acme** [a](<https://a.example/b c>) ![Acme](https://a.example/p.png)",
            "Acme a",
            &["https://a.example/b c"],
        );
        check("Read [g] now.\n\n[g]: https://a.example/g", "Read g now.", &["https://a.example/g"]);
        check("[x](mailto:a@b.example) [y](/z)", "x y", &[]);
        check("[x](//a.example/y)", "x", &["https://a.example/y"]);
    }

    #[test]
    fn a_link_in_html_is_a_link_and_its_text_is_prose() {
        check(
            "See <a href=\"https://a.example/?a=1&amp;b=2\">Acme</a>.",
            "See Acme .",
            &["https://a.example/?a=1&b=2"],
        );
        check(
            "<p>See <A HREF='HTTPS://a.example/b'>Acme</A> <b>Tools</b></p>",
            "See Acme Tools",
            &["HTTPS://a.example/b"],
        );
        check("Light <a href=\"https://a.example/x\">a.example</a>", "Light", &["https://a.example/x"]);
        check("<div>\nhttps://a.example/b。次 <!-- Acme --></div>", "。次", &["https://a.example/b"]);
    }

    #[test]
    fn a_chip_that_repeats_its_host_is_a_mark() {
        let chip = "Light. ([www.a.example](https://a.example/x?utm_source=openai))";
        check(chip, "Light. ( )", &["https://a.example/x?utm_source=openai"]);
        check("[[1]](https://a.example/b_(c))", "[1]", &["https://a.example/b_(c)"]);
        check("[a.example/acme](https://www.a.example/acme?x=1)", "", &["https://www.a.example/acme?x=1"]);
    }

    #[test]
    fn a_name_in_the_path_or_query_after_a_host_is_not_a_mention() {
        check(
            "Try rival.example/acme-tools, and/or b.example/?by=acme. 1.5/2 acme",
            "Try rival.example , and/or b.example . 1.5/2 acme",
            &[],
        );
        check("(rival.example/acme) x/acme", "(rival.example ) x/acme", &[]);
    }

    #[test]
    fn what_is_written_with_more_characters_reads_as_it_is_shown() {
        let shown = |text: &str| AnswerText::of(text).prose.replace(FILLER, "");
        assert_eq!(shown("Hobelbank &amp; Söhne, AT&amp;T, my\\_tool"), "Hobelbank & Söhne, AT&T, my_tool");
        check("https://a.example/?a=1&amp;b=2", "", &["https://a.example/?a=1&b=2"]);
    }

    #[test]
    fn marks_in_code_and_links_are_distinguished_from_marks_in_prose() {
        let text = "a `b[1]` [2](https://a.example) [3]\n\n```\nc[4]\n```\n";
        let apart = AnswerText::of(text).apart;
        let is_apart = |mark: &str| apart.iter().any(|range| range.contains(&text.find(mark).expect("it is there")));
        assert_eq!(["[1]", "[2]", "[3]", "[4]"].map(is_apart), [true, true, false, true]);
    }

    #[test]
    fn an_address_in_full_is_a_link() {
        check(
            "At https://a.example/b_(c), or (https://b.example/).",
            "At , or ( ).",
            &["https://a.example/b_(c)", "https://b.example/"],
        );
        check("<https://a.example/> https://", "", &["https://a.example/"]);
        check("https://a.example/b.[1] https://ä.example", ".[1]", &["https://a.example/b", "https://ä.example"]);
    }

    #[test]
    fn every_word_keeps_its_position_in_the_text() {
        let text = "ü [ä](https://x.example) **Acme** Tools";
        let read = AnswerText::of(text);
        assert_eq!((read.prose.len(), read.prose.find("Acme")), (text.len(), text.find("Acme")));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[\\[\\]()<>!`*_#é【】 \\nahttps:/.x]{0,80}", other in "\\PC{0,80}") {
            for text in [text, other] {
                let read = AnswerText::of(&text);
                prop_assert_eq!(read.prose.len(), text.len());
                prop_assert!(read.links.iter().all(|link| text.is_char_boundary(link.place)));
            }
        }
    }
}
