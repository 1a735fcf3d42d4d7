//! The pages that an answer is based on, in order and without duplicates.

use std::collections::HashSet;

use askline_domain::engines::answer::EngineSource;
use url::Url;

/// The maximum number of sources of one answer that are read. Engines return ten to two hundred; their owners are
/// determined before fewer are stored.
const MAX_SOURCES: usize = 2_000;
/// The maximum length of a URL in bytes; a longer one is not a page that people link.
pub const MAX_URL_BYTES: usize = 4_096;
/// The maximum number of characters of a title that are stored.
const MAX_TITLE_CHARACTERS: usize = 300;

/// A link at a place in an answer's text.
#[derive(Debug, Clone)]
pub struct Link<'a> {
    /// The place in characters from the beginning of the text. Links without a place come last.
    pub at: u64,
    /// The URL.
    pub url: &'a str,
    /// The engine's title for it.
    pub title: Option<&'a str>,
}

/// Collects sources.
#[derive(Debug, Default)]
pub struct Sources {
    seen: HashSet<(String, bool)>,
    list: Vec<EngineSource>,
}

impl Sources {
    /// Adds a page, unless it is already included. Anything that is not a web address is ignored.
    pub fn add(&mut self, url: &str, title: Option<&str>) {
        self.add_as(url, title, true);
    }

    /// Adds a page, or the home page of a host whose exact page is unknown, unless it is already included.
    pub fn add_as(&mut self, url: &str, title: Option<&str>, page_known: bool) {
        let url = url.trim();
        if self.list.len() >= MAX_SOURCES || url.len() > MAX_URL_BYTES {
            return;
        }
        let Some(identity) = identity_of(url) else { return };
        if self.seen.insert((identity, page_known)) {
            let title = title.map(|title| title.trim().chars().take(MAX_TITLE_CHARACTERS).collect::<String>());
            let title = title.filter(|title| !title.is_empty());
            self.list.push(EngineSource { url: url.to_owned(), title, page_known });
        }
    }

    /// Whether there are no sources.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The sources in their order.
    pub fn into_list(self) -> Vec<EngineSource> {
        self.list
    }
}

/// What all addresses of the same page share: everything except the fragment and the parameters by which engines count
/// visits.
fn identity_of(url: &str) -> Option<String> {
    let mut url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())?;
    url.set_fragment(None);
    let pairs: Vec<(String, String)> =
        url.query_pairs().filter(|(name, _)| !name.starts_with("utm_")).map(|(n, v)| (n.into(), v.into())).collect();
    url.set_query(None);
    if !pairs.is_empty() {
        url.query_pairs_mut().extend_pairs(pairs);
    }
    Some(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_counts_once_whatever_engines_add_to_its_address() {
        let mut sources = Sources::default();
        for url in [
            "https://example.org/a?utm_source=openai",
            "https://EXAMPLE.org:443/a",
            "https://example.org/a?utm_source=chatgpt.com&utm_medium=x#:~:text=hello",
            "https://example.org/a?page=2&utm_source=openai",
            "https://www.example.org/a",
            "javascript:alert(1)",
            "/relative",
            "",
        ] {
            sources.add(url, Some(" "));
        }
        let urls: Vec<String> = sources.into_list().into_iter().map(|source| source.url).collect();
        assert_eq!(
            urls,
            [
                "https://example.org/a?utm_source=openai",
                "https://example.org/a?page=2&utm_source=openai",
                "https://www.example.org/a"
            ]
        );
    }

    #[test]
    fn the_number_of_sources_is_bounded() {
        let mut sources = Sources::default();
        (0..3_000).for_each(|n| sources.add(&format!("https://example.org/{n}"), None));
        assert_eq!(sources.into_list().len(), MAX_SOURCES);
    }
}
