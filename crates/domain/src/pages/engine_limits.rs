//! Directives on a page that keep engines from citing it.
//!
//! They count for all robots, and for those that answers are made from. In `robots` elements and the header `X-Robots-Tag`, of which Google describes the forms:
//! <https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag>. `max-snippet:0` is `nosnippet`.

use crate::pages::{
    markup::{Token, Tokens},
    robots_tag::directives_of_header,
};

/// Robots whose index or visit answers of engines are made from, in lower case.
const ENGINES: [&str; 12] = [
    "googlebot",
    "bingbot",
    "oai-searchbot",
    "chatgpt-user",
    "perplexitybot",
    "perplexity-user",
    "claude-searchbot",
    "claude-user",
    "applebot",
    "duckassistbot",
    "mistralai-user",
    "amzn-searchbot",
];

/// What a page's directives forbid to engines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// The page may not be in an index.
    pub noindex: bool,
    /// No text of the page may be shown.
    pub nosnippet: bool,
}

impl EngineLimits {
    /// Both together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { noindex: self.noindex || other.noindex, nosnippet: self.nosnippet || other.nosnippet }
    }

    /// Those of a page.
    pub fn of_page(html: &str) -> Self {
        let mut limits = Self::default();
        for token in Tokens::of(html) {
            if let Token::Open(tag) = token
                && tag.name == "meta"
                && let (Some(name), Some(content)) = (tag.attribute("name"), tag.attribute("content"))
            {
                limits = limits.and(Self::of_meta(&name, &content));
            }
        }
        limits
    }

    fn of_meta(name: &str, content: &str) -> Self {
        let name = name.trim().to_ascii_lowercase();
        let is_for_engines = name == "robots" || ENGINES.contains(&name.as_str());
        if is_for_engines { Self::of_directives(content) } else { Self::default() }
    }

    /// Those of a header `X-Robots-Tag`: `noindex`, `googlebot: noindex`, `otherbot: none, nofollow`.
    pub fn of_header(value: &str) -> Self {
        let mut limits = Self::default();
        let is_engine = |name: &str| ENGINES.contains(&name);
        directives_of_header(value, is_engine, |directives| limits = limits.and(Self::of_directives(directives)));
        limits
    }

    fn of_directives(text: &str) -> Self {
        let mut limits = Self::default();
        for word in text.to_ascii_lowercase().split(|c: char| c == ',' || c.is_whitespace()) {
            match word {
                "noindex" | "none" => limits.noindex = true,
                "nosnippet" | "max-snippet:0" => limits.nosnippet = true,
                _ => {}
            }
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOTHING: EngineLimits = EngineLimits { noindex: false, nosnippet: false };
    const NOINDEX: EngineLimits = EngineLimits { noindex: true, nosnippet: false };
    const NOSNIPPET: EngineLimits = EngineLimits { noindex: false, nosnippet: true };

    #[test]
    fn a_header_applies_if_it_is_for_all_crawlers_or_for_an_engine() {
        for (value, expected) in [
            ("noindex", NOINDEX),
            ("None", NOINDEX),
            ("nosnippet, noindex", NOINDEX.and(NOSNIPPET)),
            ("max-snippet:0", NOSNIPPET),
            ("max-snippet:-1", NOTHING),
            ("max-snippet:20, nosnippet", NOSNIPPET),
            ("googlebot: noindex", NOINDEX),
            ("OAI-SearchBot: nosnippet", NOSNIPPET),
            ("otherbot: noindex", NOTHING),
            ("otherbot: noindex, bingbot: nosnippet", NOSNIPPET),
            ("*: noindex", NOINDEX),
            ("unavailable_after: 25 Jun 2030 15:00:00 PST, noindex", NOINDEX),
            ("index, follow, max-image-preview:large, nofollow", NOTHING),
            ("", NOTHING),
        ] {
            assert_eq!(EngineLimits::of_header(value), expected, "{value}");
        }
    }

    #[test]
    fn an_element_counts_by_its_name_wherever_it_is_in_the_page() {
        for (html, expected) in [
            ("<meta name=robots content=noindex>", NOINDEX),
            ("<META NAME='GoogleBot' CONTENT='NOSNIPPET, nofollow'>", NOSNIPPET),
            ("<meta name=robots content='max-snippet:0'>", NOSNIPPET),
            ("<meta name=robots content=noindex><p><meta name=bingbot content=nosnippet>", NOINDEX.and(NOSNIPPET)),
            ("<meta name=otherbot content=noindex>", NOTHING),
            ("<meta name=description content=noindex>", NOTHING),
            ("<!-- <meta name=robots content=noindex> -->", NOTHING),
            ("<p>noindex", NOTHING),
        ] {
            assert_eq!(EngineLimits::of_page(html), expected, "{html}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text: String) {
            let _ = EngineLimits::of_page(&text).and(EngineLimits::of_header(&text));
        }
    }
}
