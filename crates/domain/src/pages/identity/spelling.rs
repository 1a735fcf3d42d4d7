//! How a page's address is spelled.
//!
//! Links need the spelling that is in use: a server may know a page by one of its spellings alone.

use url::Url;

use super::{MAX_IDENTITY_BYTES, PageIdentifier, PagePath, address_parts};
use crate::{
    pages::other_page::OTHER_PAGE,
    pages::{settings::PageSettings, sitemap::is_same_site},
    shared::glob::path_parts::without_sessions,
};

/// A page, and how its address is spelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpelledPage {
    /// The page.
    pub page: PagePath,
    /// The spelling, such as `/Guide/` of the page `/Guide`; `None` if it is the page's identity, or cannot be used in a link.
    pub spelling: Option<String>,
}

/// A page that the service itself read, and how its canonical link spells its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanonicalPage {
    /// The page.
    pub page: PagePath,
    /// The spelling, which may be the page's identity.
    pub spelling: String,
}

impl PageIdentifier {
    /// The page that was read at `read`, if its canonical link is another spelling of the same page or the same one. A canonical link
    /// to another page or another site says nothing about the spelling.
    pub fn canonical_page(&self, read: &Url, canonical: &Url) -> Option<CanonicalPage> {
        let SpelledPage { page, spelling } = self.spelled_url(canonical);
        let is_same = is_same_site(canonical, read) && self.of_url(read) == page;
        is_same.then(|| CanonicalPage { spelling: spelling.unwrap_or_else(|| page.to_string()), page })
    }

    /// The page of an address, and its spelling.
    ///
    /// A spelling has the path as it was written, without session ids, and of query and fragment only what the page's identity has.
    pub fn spelled_url(&self, url: &Url) -> SpelledPage {
        let page = self.of_url(url);
        let spelling = self.spelling(url.path(), &page);
        SpelledPage { page, spelling }
    }

    /// The page of a stored path or spelling, and its spelling.
    pub fn spelled_text(&self, text: &str) -> SpelledPage {
        let page = self.of_text(text);
        let (path, ..) = address_parts(text);
        let spelling = if text == OTHER_PAGE { None } else { self.spelling(path, &page) };
        SpelledPage { page, spelling }
    }

    fn spelling(&self, path: &str, page: &PagePath) -> Option<String> {
        // Links may not lead to another host, as `//host` does where only a path is expected.
        let is_path = path.starts_with('/') && !path.starts_with("//") && path.bytes().all(is_of_path);
        if !is_path || path == page.path() {
            return None;
        }
        let mut spelling = without_sessions(path).into_owned();
        spelling.push_str(&page[page.path().len()..]);
        let is_usable = spelling.len() <= MAX_IDENTITY_BYTES && !spelling.starts_with("//") && spelling != **page;
        (is_usable && self.of_text(&spelling) == *page).then_some(spelling)
    }
}

/// Whether a browser sends this byte of a path as it is.
const fn is_of_path(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(byte, b'"' | b'#' | b'<' | b'>' | b'?' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
}

/// The addresses of a site's stored pages, as they are shown and linked.
#[derive(Debug, Clone)]
pub struct PageAddresses {
    domain: String,
    identifier: PageIdentifier,
}

impl PageAddresses {
    /// The addresses of the pages of a site with this domain, by its current settings.
    pub fn new(domain: &str, settings: &PageSettings) -> Self {
        Self { domain: domain.to_owned(), identifier: PageIdentifier::new(settings) }
    }

    /// The path that is shown for a page: its stored spelling if that still means the page, otherwise its identity.
    pub fn shown(&self, page: String, spelling: Option<String>) -> String {
        let spelled = spelling.map(|spelling| self.identifier.spelled_text(&spelling));
        spelled.filter(|spelled| *spelled.page == *page).and_then(|spelled| spelled.spelling).unwrap_or(page)
    }

    /// The absolute address of a shown path; `None` for what is no page: a folder, and the row of other pages.
    pub fn url(&self, shown: &str) -> Option<String> {
        (shown.starts_with('/') && !shown.ends_with("/**")).then(|| format!("https://{}{shown}", self.domain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::address::parse_page;

    fn identifier(settings: &str) -> PageIdentifier {
        PageIdentifier::new(&serde_json::from_str(settings).expect("settings"))
    }

    /// The page and the spelling of an address on `https://example.com`.
    fn spelled(settings: &str, address: &str) -> (String, Option<String>) {
        let url = parse_page(&format!("https://example.com{address}")).expect("an address");
        let SpelledPage { page, spelling } = identifier(settings).spelled_url(&url);
        (page.into_string(), spelling)
    }

    #[test]
    fn a_spelling_keeps_the_path_as_written_and_nothing_that_is_not_of_the_page() {
        let settings = r#"{ "queryParameters": [{ "name": "p" }], "hashRoutes": true }"#;
        for (address, page, spelling) in [
            ("/Guide/", "/Guide", Some("/Guide/")),
            ("/Guide", "/Guide", None),
            ("/", "/", None),
            ("/index.html", "/", Some("/index.html")),
            ("/it%27s", "/it's", Some("/it%27s")),
            ("/%7Euser/?utm_source=x#top", "/~user", Some("/%7Euser/")),
            ("/a//b", "/a/b", Some("/a//b")),
            ("/x/?token=secret&p=4&q=1", "/x?p=4", Some("/x/?p=4")),
            ("/index.php?p=4", "/?p=4", Some("/index.php?p=4")),
            ("/app/#/prices?tab=1", "/app#/prices", Some("/app/#/prices")),
            ("/x/;jsessionid=0A1B2C", "/x", Some("/x/")),
            ("/x;jsessionid=0A1B2C", "/x", None),
            ("/x;jsessionid=0A1B2C/", "/x", Some("/x/")),
            ("/(S(lit3py55t21z5v55vlm25s55))/x/", "/x", None),
        ] {
            let expected = (page.to_owned(), spelling.map(str::to_owned));
            assert_eq!(spelled(settings, address), expected, "{address}");
        }
    }

    #[test]
    fn a_spelling_never_leads_to_another_host_and_has_a_limit() {
        assert_eq!(spelled("{}", "//evil.example/x"), ("/evil.example/x".into(), None));
        assert_eq!(identifier("{}").spelled_text(r"/\evil.example").spelling, None);
        assert_eq!(identifier("{}").spelled_text("https://evil.example/x/").spelling, None);
        let long = format!("/{}/", "x".repeat(MAX_IDENTITY_BYTES));
        assert_eq!(spelled("{}", &long).1, None);
        let within = format!("/{}/", "x".repeat(MAX_IDENTITY_BYTES - 2));
        assert_eq!(spelled("{}", &within).1, Some(within));
    }

    #[test]
    fn a_canonical_link_spells_only_the_page_that_was_read() {
        let identifier = identifier(r#"{ "queryParameters": [{ "name": "p" }] }"#);
        for (read, canonical, spelling) in [
            ("https://example.com/x", "https://example.com/x/", Some("/x/")),
            ("https://example.com/x/", "https://www.example.com/x", Some("/x")),
            ("https://example.com/?p=4", "https://example.com/index.php?p=4&utm_source=a", Some("/index.php?p=4")),
            ("https://example.com/x", "https://example.com/y/", None),
            ("https://example.com/?p=4", "https://example.com/?p=5", None),
            ("https://example.com/x", "https://other.example/x/", None),
        ] {
            let [read, canonical] = [read, canonical].map(|text| text.parse().expect("an address"));
            let found = identifier.canonical_page(&read, &canonical);
            assert_eq!(found.as_ref().map(|page| page.spelling.as_str()), spelling, "{canonical}");
        }
    }

    #[test]
    fn a_stored_spelling_is_shown_only_while_it_means_the_page() {
        let addresses = |settings| PageAddresses { domain: "example.com".into(), identifier: identifier(settings) };
        let shown = |settings, spelling: &str| addresses(settings).shown("/x".into(), Some(spelling.into()));
        assert_eq!(shown("{}", "/x/"), "/x/");
        assert_eq!(shown(r#"{ "distinct": ["trailing_slash"] }"#, "/x/"), "/x");
        assert_eq!(shown("{}", "/y/"), "/x");
        assert_eq!(shown("{}", "/x/?p=4"), "/x/", "the parameter belongs to the page no longer");
        assert_eq!(addresses("{}").shown("/x".into(), None), "/x");
        assert_eq!(addresses("{}").url("/x/"), Some("https://example.com/x/".into()));
        assert_eq!(addresses("{}").url("/x/**"), None);
        assert_eq!(addresses("{}").url(OTHER_PAGE), None);
    }

    proptest::proptest! {
        #[test]
        fn a_spelling_means_its_page_and_is_its_own_spelling(address in "(/|//|x|%7E|%2f|~|;|index\\.html|\\?p=1|#/r|\\.\\.|é|%|&|=){1,12}") {
            let settings = r#"{ "queryParameters": [{ "name": "p" }], "hashRoutes": true }"#;
            let Some(url) = parse_page(&format!("https://example.com/{address}")) else { return Ok(()) };
            let identifier = identifier(settings);
            let SpelledPage { page, spelling } = identifier.spelled_url(&url);
            if let Some(spelling) = spelling {
                let again = identifier.spelled_text(&spelling);
                proptest::prop_assert_eq!(again, SpelledPage { page, spelling: Some(spelling.clone()) });
                proptest::prop_assert!(parse_page(&["https://example.com", &spelling].concat()).is_some());
            }
        }
    }
}
