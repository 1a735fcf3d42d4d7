//! Sitemaps: the pages that a site lists.
//!
//! Also selects a few pages that represent the site.
//!
//! Source: <https://www.sitemaps.org/protocol.html>. Compressed files (`.gz`) are not read. This module fetches
//! nothing.

use std::collections::{BTreeMap, BTreeSet};

use quick_xml::{Reader, escape::resolve_predefined_entity, events::Event};
use url::Url;

use crate::shared::steps;

/// The number of bytes of a sitemap that are read.
pub const MAX_SITEMAP_BYTES: usize = 5 * 1024 * 1024;
/// Steps per byte of a sitemap.
const STEPS_TO_READ_A_BYTE: usize = 10;
/// The maximum number of addresses of a sitemap that are kept.
pub const MAX_ADDRESSES: usize = 5_000;
/// The maximum number of bytes of an address.
pub const MAX_ADDRESS_BYTES: usize = 2_048;
/// File name endings of addresses that are not pages.
const OTHER_FILES: [&str; 21] = [
    ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".ico", ".css", ".js", ".json", ".xml", ".pdf", ".zip",
    ".gz", ".mp3", ".mp4", ".webm", ".woff2", ".rss", ".atom",
];

/// The content of a sitemap file.
#[derive(Debug, Clone, PartialEq)]
pub enum Sitemap {
    /// Pages of the site.
    Pages(Vec<Url>),
    /// Further sitemaps of the site.
    Index(Vec<Url>),
}

impl Sitemap {
    /// Parses the file from `base`; omits addresses of other sites. Parsing stops at the first XML error.
    pub fn parse(text: &str, base: &Url) -> Self {
        let text = &text[..text.floor_char_boundary(MAX_SITEMAP_BYTES)];
        steps::count(STEPS_TO_READ_A_BYTE * text.len());
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        // Addresses with an unescaped `&` are common.
        config.allow_dangling_amp = true;
        let mut is_index = false;
        let mut address: Option<Address> = None;
        let mut found = Vec::new();
        while found.len() < MAX_ADDRESSES {
            match reader.read_event() {
                Err(_) | Ok(Event::Eof) => break,
                Ok(Event::Start(tag)) if tag.local_name().into_inner() == "sitemapindex" => is_index = true,
                // `image:loc` and similar elements are not pages.
                Ok(Event::Start(tag)) if ["loc", "sm:loc"].contains(&tag.name().into_inner()) => {
                    address = Some(Address::default())
                }
                Ok(Event::End(tag)) if tag.local_name().into_inner() == "loc" => {
                    found.extend(address.take().and_then(|address| address.of_site(base)));
                }
                Ok(event) => {
                    if let Some(address) = address.as_mut() {
                        address.add(&event);
                    }
                }
            }
        }
        if is_index { Sitemap::Index(found) } else { Sitemap::Pages(found) }
    }
}

/// The address in a `loc` element, as far as it has been read.
#[derive(Default)]
struct Address {
    text: String,
    is_too_long: bool,
}

impl Address {
    fn add(&mut self, event: &Event<'_>) {
        match event {
            Event::Text(text) => self.push(text),
            Event::CData(text) => self.push(text),
            Event::GeneralRef(entity) => match entity.resolve_char_ref() {
                Ok(Some(character)) => self.push(character.encode_utf8(&mut [0; 4])),
                _ => self.push(resolve_predefined_entity(entity).unwrap_or_default()),
            },
            _ => {}
        }
    }

    fn push(&mut self, text: &str) {
        self.is_too_long |= self.text.len() + text.len() > MAX_ADDRESS_BYTES;
        if !self.is_too_long {
            self.text.push_str(text);
        }
    }

    fn of_site(self, base: &Url) -> Option<Url> {
        let url = base.join(self.text.trim()).ok().filter(|_| !self.is_too_long)?;
        is_same_site(&url, base).then_some(url)
    }
}

/// Whether two addresses have the same host and port, ignoring `www.` and the choice between `http` and `https`. `one`
/// belongs to no site if it has a user name or a password.
pub fn is_same_site(one: &Url, other: &Url) -> bool {
    let host = |url: &Url| url.host_str().map(|host| host.strip_prefix("www.").unwrap_or(host).to_ascii_lowercase());
    matches!(one.scheme(), "http" | "https")
        && one.username().is_empty()
        && one.password().is_none()
        && (host(one), one.port()) == (host(other), other.port())
}

/// Selects at most `most` of `pages`, spread over the site: one page at a time from each section (the first segment of
/// the path), the largest section first, and evenly within a section. Omits the home page and files that are not pages.
/// The result is deterministic.
pub fn spread(pages: &[Url], most: usize) -> Vec<Url> {
    let mut parts: BTreeMap<String, Vec<Url>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for page in pages {
        if !is_further_page(page) {
            continue;
        }
        let path = page.path();
        let mut page = page.clone();
        page.set_fragment(None);
        let mut segments = path.trim_matches('/').split('/');
        let first = segments.next().unwrap_or("").to_owned();
        // Pages directly below the root form their own section: what the site says about itself.
        let part = if segments.next().is_some() { first } else { String::new() };
        if seen.insert(page.as_str().to_owned()) {
            parts.entry(part).or_default().push(page);
        }
    }
    let mut parts: Vec<Vec<Url>> = parts.into_values().collect();
    parts.sort_by_key(|pages| std::cmp::Reverse(pages.len()));
    let turns = most.div_ceil(parts.len().max(1));
    let mut queues: Vec<_> = parts.into_iter().map(|pages| evenly(pages, turns.max(2)).into_iter()).collect();
    let mut chosen = Vec::new();
    while chosen.len() < most {
        let before = chosen.len();
        for queue in &mut queues {
            chosen.extend(queue.next().filter(|_| chosen.len() < most));
        }
        if chosen.len() == before {
            break;
        }
    }
    chosen
}

/// Whether an address may be a page other than the home page, according to its path and query.
pub fn is_further_page(url: &Url) -> bool {
    let path = url.path();
    let is_file = OTHER_FILES.iter().any(|ending| path.to_ascii_lowercase().ends_with(ending));
    !is_file && (path != "/" || url.query().is_some())
}

/// Returns the pages in another order: `count` evenly spread ones first, then the others.
fn evenly(pages: Vec<Url>, count: usize) -> Vec<Url> {
    let length = pages.len();
    if length <= count {
        return pages;
    }
    let picked: Vec<usize> = (0..count).map(|nth| nth * length / count).collect();
    let others = (0..length).filter(|at| !picked.contains(at));
    picked.iter().copied().chain(others).map(|at| pages[at].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn base() -> Url {
        "https://example.com/sitemap.xml".parse().expect("an address")
    }

    fn paths(urls: &[Url]) -> Vec<String> {
        urls.iter().map(|url| url[url::Position::BeforePath..].to_owned()).collect()
    }

    #[test]
    fn pages_and_further_sitemaps_are_distinguished_and_other_sites_left_out() {
        let text = "<?xml version='1.0'?><urlset xmlns='x'><url><loc> https://example.com/a?x=1&amp;y=2 </loc>\
            <image:image><image:loc>https://example.com/i.png</image:loc></image:image></url>\
            <url><loc>https://www.example.com/b</loc></url><url><loc><![CDATA[https://example.com/c]]></loc></url>\
            <url><loc>https://evil.example/</loc></url><url><loc>javascript:alert(1)</loc></url></urlset>";
        let Sitemap::Pages(pages) = Sitemap::parse(text, &base()) else { panic!("pages") };
        assert_eq!(paths(&pages), ["/a?x=1&y=2", "/b", "/c"]);
        let index = "<sitemapindex><sitemap><loc>https://example.com/s1.xml</loc></sitemap></sitemapindex>";
        assert!(matches!(Sitemap::parse(index, &base()), Sitemap::Index(found) if paths(&found) == ["/s1.xml"]));
        assert_eq!(Sitemap::parse("<html>Not found</html>", &base()), Sitemap::Pages(vec![]));
    }

    #[test]
    fn another_port_a_password_or_an_endless_address_is_of_no_site() {
        let long = format!("https://example.com/{}", "a".repeat(MAX_ADDRESS_BYTES));
        for address in ["https://example.com:8443/a", "https://:pw@example.com/a", "https://u@example.com/a", &long] {
            let text = format!("<urlset><url><loc>{address}</loc></url></urlset>");
            assert_eq!(Sitemap::parse(&text, &base()), Sitemap::Pages(vec![]), "{address}");
        }
        let plain = "<urlset><url><loc>http://example.com:80/a</loc></url></urlset>";
        assert!(matches!(Sitemap::parse(plain, &base()), Sitemap::Pages(found) if found.len() == 1));
    }

    #[test]
    fn the_choice_reaches_every_part_of_a_site() {
        let mut pages: Vec<Url> = (0..200).map(|n| base().join(&format!("/blog/{n}")).expect("an address")).collect();
        pages.extend((0..3).map(|n| base().join(&format!("/docs/{n}")).expect("an address")));
        pages.extend(["/", "/about", "/logo.png", "/about#team"].map(|path| base().join(path).expect("an address")));
        let chosen = paths(&spread(&pages, 5));
        assert_eq!(chosen, ["/blog/0", "/docs/0", "/about", "/blog/100", "/docs/1"]);
        assert_eq!(spread(&pages, 8).len(), 8);
        assert_eq!(spread(&[], 8), Vec::<Url>::new());
    }

    proptest! {
        #[test]
        fn no_file_makes_the_reader_panic(text: String) {
            let _ = Sitemap::parse(&text, &base());
        }

        #[test]
        fn as_many_pages_are_chosen_as_there_are_up_to_the_bound(count in 0usize..60, most in 0usize..12) {
            let pages: Vec<Url> =
                (0..count).map(|n| base().join(&format!("/{}/{n}", n % 4)).expect("an address")).collect();
            let chosen = spread(&pages, most);
            prop_assert_eq!(chosen.len(), count.min(most));
            let mut distinct = chosen.clone();
            distinct.sort();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), chosen.len());
        }
    }
}
