//! The result of reading a site.
//!
//! Contains the facts of the usable pages, and the other pages, each with its reason. Of a page with `noindex`, only
//! the address is kept.

use askline_domain::{
    generation::facts::{PageFacts, PageReading},
    pages::robots_tag::PageRobots,
    rules::proposed::{LeftOutPages, LeftOutReason},
};
use reqwest::header::{HeaderMap, LINK};
use url::Url;

use crate::outgoing::Page;

const ROBOTS_HEADER: &str = "x-robots-tag";

/// The result of reading a site.
#[derive(Debug, Default)]
pub struct SiteReading {
    /// The facts of the usable pages, the home page first.
    pub pages: Vec<PageFacts>,
    /// The pages that were not read, may not be used, or have no facts.
    pub left_out: LeftOutPages,
    /// The usable pages with a canonical link: the address that was read, and the link's.
    pub canonical: Vec<(Url, Url)>,
    /// Whether a page said `noindex`.
    pub(super) met_noindex: bool,
}

impl SiteReading {
    /// Adds a page as far as it may be used; returns the links that may be followed.
    pub(super) async fn take(&mut self, page: Page) -> Vec<Url> {
        let url = page.url.clone();
        let asked = robots_of(&page.headers);
        let linked = canonical_of(&page.headers, &url);
        if asked.noindex {
            return self.pass_over_noindex(url);
        }
        let PageReading { facts, links, canonical, robots } = reading_of(page).await;
        let robots = robots.and(asked);
        if robots.noindex {
            return self.pass_over_noindex(url);
        }
        self.canonical.extend(canonical.or(linked).map(|canonical| (url.clone(), canonical)));
        if facts.is_empty() {
            self.left_out.add(LeftOutReason::NothingToSay, url)
        } else {
            self.pages.push(facts)
        }
        if robots.nofollow { Vec::new() } else { links }
    }

    fn pass_over_noindex(&mut self, url: Url) -> Vec<Url> {
        self.met_noindex = true;
        self.left_out.add(LeftOutReason::Noindex, url);
        Vec::new()
    }
}

/// What the headers say to robots; a header may occur several times.
pub(crate) fn robots_of(headers: &HeaderMap) -> PageRobots {
    let values = headers.get_all(ROBOTS_HEADER).iter();
    values.fold(PageRobots::default(), |asked, value| {
        asked.and(PageRobots::of_header(&String::from_utf8_lossy(value.as_bytes())))
    })
}

/// The address of a `Link` header with `rel="canonical"`, which pages without HTML of their own have: RFC 8288, section 3.
fn canonical_of(headers: &HeaderMap, page: &Url) -> Option<Url> {
    let links = headers.get_all(LINK).iter().filter_map(|value| value.to_str().ok());
    links.flat_map(|value| value.split(',')).find_map(|link| {
        let (target, parameters) = link.trim().strip_prefix('<')?.split_once('>')?;
        let is_canonical = |parameter: &str| {
            let (name, value) = parameter.split_once('=').unwrap_or_default();
            let mut relations = value.trim().trim_matches('"').split_ascii_whitespace();
            name.trim().eq_ignore_ascii_case("rel") && relations.any(|one| one.eq_ignore_ascii_case("canonical"))
        };
        parameters.split(';').any(is_canonical).then(|| page.join(target.trim()).ok()).flatten()
    })
}

/// Reads a page on a thread that does not answer requests, since a large one takes a while.
async fn reading_of(page: Page) -> PageReading {
    let Page { url, body, .. } = page;
    let empty = PageReading::of(&url, "");
    tokio::task::spawn_blocking(move || PageReading::of(&url, &body)).await.unwrap_or(empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_names_the_canonical_address() {
        let page: Url = "https://example.com/x".parse().expect("an address");
        for (value, expected) in [
            (r#"</x/>; rel="canonical""#, Some("https://example.com/x/")),
            (
                r#"</style.css>; rel=preload; as=style, <https://example.com/y>; rel="shortlink Canonical""#,
                Some("https://example.com/y"),
            ),
            (r#"</x/>; title="canonical""#, None),
            ("</x/", None),
        ] {
            let headers = HeaderMap::from_iter([(LINK, value.parse().expect("a header"))]);
            assert_eq!(canonical_of(&headers, &page).as_ref().map(Url::as_str), expected, "{value}");
        }
    }
}
