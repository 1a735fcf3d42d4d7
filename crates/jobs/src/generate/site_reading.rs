//! The result of reading a site.
//!
//! Contains the facts of the usable pages, and the other pages, each with its reason. Of a page with `noindex`, only
//! the address is kept.

use askline_domain::{
    pages::{
        facts::{PageFacts, PageReading},
        robots_tag::PageRobots,
    },
    rules::proposed::{LeftOutPages, LeftOutReason},
};
use reqwest::header::HeaderMap;
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
    /// Whether a page said `noindex`.
    pub(super) met_noindex: bool,
}

impl SiteReading {
    /// Adds a page as far as it may be used; returns the links that may be followed.
    pub(super) async fn take(&mut self, page: Page) -> Vec<Url> {
        let url = page.url.clone();
        let asked = robots_of(&page.headers);
        if asked.noindex {
            return self.pass_over_noindex(url);
        }
        let PageReading { facts, links, robots } = reading_of(page).await;
        let robots = robots.and(asked);
        if robots.noindex {
            return self.pass_over_noindex(url);
        }
        match facts.is_empty() {
            true => self.left_out.add(LeftOutReason::NothingToSay, url),
            false => self.pages.push(facts),
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
fn robots_of(headers: &HeaderMap) -> PageRobots {
    let values = headers.get_all(ROBOTS_HEADER).iter();
    values.fold(PageRobots::default(), |asked, value| {
        asked.and(PageRobots::of_header(&String::from_utf8_lossy(value.as_bytes())))
    })
}

/// Reads a page on a thread that does not answer requests, since a large one takes a while.
async fn reading_of(page: Page) -> PageReading {
    let Page { url, body, .. } = page;
    let empty = PageReading::of(&url, "");
    tokio::task::spawn_blocking(move || PageReading::of(&url, &body)).await.unwrap_or(empty)
}
