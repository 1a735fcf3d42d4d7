//! A page's rules for robots, in a `robots` element or an `X-Robots-Tag` header.
//!
//! They say whether the page may be used, and whether its links may be followed. Forms:
//! <https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag>. Rules for all robots and for
//! `askline` apply; rules for other robots do not.

/// The name by which sites may address Askline's crawler, in lower case; the same as in `robots.txt`.
const OUR_NAME: &str = "askline";
/// Directives with a value after a colon. Without this list, they would look like the name of a robot.
const WITH_VALUE: [&str; 4] = ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"];

/// The rules of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PageRobots {
    /// Whether no part of the page may be used.
    pub noindex: bool,
    /// Whether its links may not be followed.
    pub nofollow: bool,
}

impl PageRobots {
    /// Reads an `X-Robots-Tag` header: `noindex`, `askline: noindex`, `otherbot: none, nofollow`.
    pub fn of_header(value: &str) -> Self {
        let mut asked = Self::default();
        let is_ours = |name: &str| name == OUR_NAME;
        directives_of_header(value, is_ours, |directives| asked = asked.and(Self::of_directives(directives)));
        asked
    }

    /// Reads a `meta` element with this name; returns no rules if the name is neither `robots`, that of Askline nor
    /// `x-robots-tag`.
    pub fn of_meta(name: &str, content: &str) -> Self {
        match name.trim().to_ascii_lowercase().as_str() {
            "robots" | OUR_NAME => Self::of_directives(content),
            "x-robots-tag" => Self::of_header(content),
            _ => Self::default(),
        }
    }

    /// Combines two sets of rules: each rule applies if either set has it.
    pub const fn and(self, other: Self) -> Self {
        Self { noindex: self.noindex || other.noindex, nofollow: self.nofollow || other.nofollow }
    }

    fn of_directives(text: &str) -> Self {
        let mut asked = Self::default();
        for word in text.split(|c: char| c == ',' || c.is_whitespace()) {
            match word.to_ascii_lowercase().as_str() {
                "noindex" => asked.noindex = true,
                "nofollow" => asked.nofollow = true,
                "none" => asked = Self { noindex: true, nofollow: true },
                _ => {}
            }
        }
        asked
    }
}

/// Calls `each` with the directives of an `X-Robots-Tag` header that are for every robot or for one with this name, in lower case.
pub(super) fn directives_of_header(value: &str, is_meant: impl Fn(&str) -> bool, mut each: impl FnMut(&str)) {
    let mut applies = true;
    for part in value.split(',') {
        let mut directives = part.trim();
        if let Some((name, rest)) = directives.split_once(':') {
            let name = name.trim().to_ascii_lowercase();
            if !WITH_VALUE.contains(&name.as_str()) {
                // A robot's name applies until the next name.
                applies = name == "*" || is_meant(&name);
                directives = rest;
            }
        }
        if applies {
            each(directives);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOTHING: PageRobots = PageRobots { noindex: false, nofollow: false };
    const NOINDEX: PageRobots = PageRobots { noindex: true, nofollow: false };
    const NOFOLLOW: PageRobots = PageRobots { noindex: false, nofollow: true };
    const NONE: PageRobots = PageRobots { noindex: true, nofollow: true };

    #[test]
    fn a_header_applies_if_it_is_for_all_crawlers_or_for_askline() {
        for (value, expected) in [
            ("noindex", NOINDEX),
            ("NoIndex, NoFollow", NONE),
            ("none", NONE),
            ("askline: noindex", NOINDEX),
            ("*: noindex", NOINDEX),
            ("googlebot: noindex", NOTHING),
            ("googlebot: noindex, nofollow", NOTHING),
            ("googlebot: noindex, askline: nofollow", NOFOLLOW),
            ("noindex, googlebot: nofollow", NOINDEX),
            ("max-snippet:20, noindex", NOINDEX),
            ("unavailable_after: 25 Jun 2030 15:00:00 PST, noindex", NOINDEX),
            ("index, follow, max-image-preview:large", NOTHING),
            ("", NOTHING),
        ] {
            assert_eq!(PageRobots::of_header(value), expected, "{value}");
        }
    }

    #[test]
    fn an_element_counts_by_its_name() {
        for (name, content, expected) in [
            ("robots", "noindex", NOINDEX),
            ("ROBOTS", "NOINDEX,FOLLOW", NOINDEX),
            ("robots", "noindex nofollow", NONE),
            ("askline", "none", NONE),
            ("googlebot", "noindex", NOTHING),
            ("description", "noindex", NOTHING),
            ("x-robots-tag", "askline: noindex", NOINDEX),
        ] {
            assert_eq!(PageRobots::of_meta(name, content), expected, "{name} {content}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(name: String, text: String) {
            let _ = PageRobots::of_meta(&name, &text).and(PageRobots::of_header(&text));
        }
    }
}
