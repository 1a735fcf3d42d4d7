//! What a sitemap or feed of a site lists, and why it is skipped.
//!
//! A file that was not read, or only in part, says nothing about the pages that it lists, so each one is named with its reason.

use askline_domain::{
    pages::sitemap::{MAX_ADDRESSES, Sitemap, is_same_site},
    rules::proposed::LeftOutReason,
};
use url::Url;

use crate::outgoing::{OutgoingError, Page};

/// What a site's sitemap lists.
#[derive(Debug, Default)]
pub(super) struct SitemapReading {
    /// Pages of the site.
    pub pages: Vec<Url>,
    /// Further sitemaps of the site.
    pub further: Vec<Url>,
    /// Why the file was not read, or not to its end; `None` if everything in it was read.
    pub skipped: Option<LeftOutReason>,
}

impl SitemapReading {
    fn skipped(reason: LeftOutReason) -> Self {
        Self { skipped: Some(reason), ..Self::default() }
    }

    /// Reads what was fetched for a sitemap of the site at `home`. A file that Askline only looked for, because the site names none,
    /// may be missing.
    pub(super) async fn of(fetched: Result<Page, OutgoingError>, home: &Url, is_guessed: bool) -> Self {
        let page = match fetched {
            Ok(page) => page,
            Err(error) => {
                tracing::debug!(%error, "A sitemap was skipped");
                return Self::skipped(LeftOutReason::SitemapFailed);
            }
        };
        let read = match page.status {
            200..300 => Self::of_page(page, home).await,
            400..500 if page.status != 429 && is_guessed => Self::default(),
            _ => Self::skipped(LeftOutReason::SitemapFailed),
        };
        // Some sites answer every address with a page of theirs.
        if is_guessed && read.skipped == Some(LeftOutReason::SitemapUnreadable) { Self::default() } else { read }
    }

    /// Reads a file from any location. Runs on a thread that does not answer requests, since a large one takes a while.
    async fn of_page(page: Page, home: &Url) -> Self {
        let base = if is_same_site(&page.url, home) { page.url } else { home.clone() };
        let reading = move || Self::of_text(&page.body, &base);
        let panicked = |_| Self::skipped(LeftOutReason::SitemapUnreadable);
        tokio::task::spawn_blocking(reading).await.unwrap_or_else(panicked)
    }

    fn of_text(text: &str, base: &Url) -> Self {
        let (pages, further) = match Sitemap::parse(text, base) {
            Sitemap::Pages(pages) => (pages, Vec::new()),
            Sitemap::Index(further) => (Vec::new(), further),
        };
        let count = pages.len() + further.len();
        let skipped = match first_element(text) {
            Some(root @ ("urlset" | "sitemapindex")) => {
                let has_end = last_end_tag(text) == Some(root) || text.trim_end().ends_with("/>");
                let is_whole = has_end && count < MAX_ADDRESSES;
                (!is_whole).then_some(LeftOutReason::SitemapReadInPart)
            }
            Some("rss" | "feed" | "RDF") => Some(LeftOutReason::FeedSkipped),
            _ if count > 0 => None,
            _ => Some(LeftOutReason::SitemapUnreadable),
        };
        Self { pages, further, skipped }
    }
}

/// The reason for which a sitemap is not even requested.
pub(super) fn why_not_requested(address: &Url, may_read: bool) -> Option<LeftOutReason> {
    // A compressed file would need separate limits for unpacking.
    if address.path().to_ascii_lowercase().ends_with(".gz") {
        return Some(LeftOutReason::SitemapCompressed);
    }
    (!may_read).then_some(LeftOutReason::SitemapForbidden)
}

/// The name of the first element, without its prefix; declarations and comments come before it.
fn first_element(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = &rest[rest.find('<')? + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = &comment[comment.find("-->")?..];
        } else if rest.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
            return Some(local_name(rest));
        }
    }
}

/// The name of the element with whose end the text ends, without its prefix; comments may follow.
fn last_end_tag(text: &str) -> Option<&str> {
    let at = text.rfind("</")? + 2;
    text[at..].contains('>').then(|| local_name(&text[at..]))
}

fn local_name(tag: &str) -> &str {
    let name = tag.split(|c: char| c.is_whitespace() || c == '>' || c == '/').next().unwrap_or_default();
    name.rsplit(':').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (usize, Option<LeftOutReason>) {
        let base = "https://example.com/sitemap.xml".parse().expect("an address");
        let SitemapReading { pages, further, skipped } = SitemapReading::of_text(text, &base);
        (pages.len() + further.len(), skipped)
    }

    #[test]
    fn a_file_that_was_not_read_to_its_end_is_skipped_with_its_reason() {
        let page = "<url><loc>https://example.com/a</loc></url>";
        let many = "<url><loc>https://example.com/a</loc></url>".repeat(MAX_ADDRESSES);
        for (text, count, skipped) in [
            (format!("<?xml version=\"1.0\"?><!-- <rss> --><urlset>{page}</urlset>\n<!-- made at noon -->"), 1, None),
            (format!("<s:urlset xmlns:s='x'>{page}</s:urlset >"), 1, None),
            ("<urlset xmlns='x' />".into(), 0, None),
            ("<urlset></urlset>".into(), 0, None),
            ("<sitemapindex><sitemap><loc>https://example.com/b.xml</loc></sitemap></sitemapindex>".into(), 1, None),
            (format!("<urlset>{page}<url><loc>https://exam"), 1, Some(LeftOutReason::SitemapReadInPart)),
            (format!("<urlset>{page}</urls"), 1, Some(LeftOutReason::SitemapReadInPart)),
            (format!("<urlset>{many}</urlset>"), MAX_ADDRESSES, Some(LeftOutReason::SitemapReadInPart)),
            // Only the addresses of other sites are left out on purpose.
            ("<urlset><url><loc>https://other.example/</loc></url></urlset>".into(), 0, None),
            (
                "<rss version='2.0'><channel><link>https://example.com/</link></channel></rss>".into(),
                0,
                Some(LeftOutReason::FeedSkipped),
            ),
            ("<feed xmlns='http://www.w3.org/2005/Atom'></feed>".into(), 0, Some(LeftOutReason::FeedSkipped)),
            ("<rdf:RDF></rdf:RDF>".into(), 0, Some(LeftOutReason::FeedSkipped)),
            ("<!doctype html><html><p>Not found</html>".into(), 0, Some(LeftOutReason::SitemapUnreadable)),
            ("https://example.com/a\nhttps://example.com/b\n".into(), 0, Some(LeftOutReason::SitemapUnreadable)),
            (String::new(), 0, Some(LeftOutReason::SitemapUnreadable)),
            ("<".into(), 0, Some(LeftOutReason::SitemapUnreadable)),
            ("<!-- no end".into(), 0, Some(LeftOutReason::SitemapUnreadable)),
        ] {
            assert_eq!(read(&text), (count, skipped), "{}", &text[..text.len().min(100)]);
        }
    }

    #[test]
    fn compressed_and_forbidden_sitemaps_are_not_requested() {
        for (address, may_read, reason) in [
            ("https://example.com/sitemap.xml", true, None),
            ("https://example.com/sitemap.xml", false, Some(LeftOutReason::SitemapForbidden)),
            ("https://example.com/sitemap.XML.GZ?v=1", true, Some(LeftOutReason::SitemapCompressed)),
        ] {
            assert_eq!(why_not_requested(&address.parse().expect("an address"), may_read), reason, "{address}");
        }
    }
}
