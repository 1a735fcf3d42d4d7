//! Chooses which pages of a site are read, each page once.

use std::collections::BTreeSet;

use askline_domain::pages::{
    address::source_address,
    identity::{PageIdentifier, PagePath},
    robots_txt::RobotsTxt,
    settings::PageSettings,
    sitemap::{is_further_page, is_same_site, spread},
};
use tokio::time::Instant;
use url::{Position, Url};

/// The maximum number of rounds in which readable pages are chosen. Each candidate may cost a check of each rule of
/// `robots.txt`, and both lists are untrusted and may be long.
const MAX_CHOOSING_TURNS: usize = 12;

/// A page, however its address is spelled: its path, and its query as far as it may lead to another page.
pub(super) type PageKey = (PagePath, Option<String>);

/// Decides which addresses of a site lead to the same page.
#[derive(Debug, Clone, Default)]
pub(super) struct PageKeys {
    identifier: PageIdentifier,
    has_parameters: bool,
}

impl PageKeys {
    /// By the settings of a site.
    pub(super) fn of(settings: &PageSettings) -> Self {
        Self { identifier: PageIdentifier::new(settings), has_parameters: !settings.query_parameters.is_empty() }
    }

    /// The page of an address. The server of a site never receives a fragment. Until the owner has said which parameters
    /// name a page, each query but for campaign and click ids may be another page: a site whose pages differ only by
    /// them would be read as its home page alone.
    pub(super) fn of_url(&self, url: &Url) -> PageKey {
        let mut sent = url.clone();
        sent.set_fragment(None);
        let source = source_address(&sent);
        let query = source.split_once('?').map(|(_, query)| query.to_owned()).filter(|_| !self.has_parameters);
        (self.identifier.of_url(&sent), query)
    }
}

/// What a choice depends on, of a site.
pub(super) struct Choice {
    /// Which addresses are one page.
    pub(super) keys: PageKeys,
    /// The site's rules for robots.
    pub(super) robots: RobotsTxt,
    /// The site's root.
    pub(super) home: Url,
    /// The pages that were read.
    pub(super) read: BTreeSet<PageKey>,
    /// When to end.
    pub(super) until: Instant,
}

impl Choice {
    /// Chooses at most `most` of the addresses that were found, spread over the site. Returns these and the other pages. A page that
    /// is found in several spellings is chosen by the first that robots may read, and is listed once among the others.
    pub(super) fn of(self, mut found: Vec<Url>, most: usize) -> (Vec<Url>, Vec<Url>) {
        found.iter_mut().for_each(|url| url.set_fragment(None));
        let may_read = |url: &Url| Instant::now() < self.until && may_read(&self.robots, url, &self.home);
        let mut known = self.read;
        let chosen = choice(found.clone(), most, &self.keys, &mut known, may_read);
        found.retain(|url| is_further_page(url) && known.insert(self.keys.of_url(url)));
        (chosen, found)
    }
}

/// Whether an address is on the site and open to robots. The rules apply to the address as it is requested.
pub(super) fn may_read(robots: &RobotsTxt, url: &Url, home: &Url) -> bool {
    is_same_site(url, home) && robots.allows(&url[Position::BeforePath..Position::AfterQuery])
}

/// At most `most` of `found` that may be read and are not `known`, spread over the site; they are known then.
fn choice(
    mut found: Vec<Url>,
    most: usize,
    keys: &PageKeys,
    known: &mut BTreeSet<PageKey>,
    may_read: impl Fn(&Url) -> bool,
) -> Vec<Url> {
    let mut chosen = Vec::new();
    for _ in 0..MAX_CHOOSING_TURNS {
        found.retain(|url| !known.contains(&keys.of_url(url)));
        let candidates = spread(&found, most - chosen.len());
        if candidates.is_empty() {
            break;
        }
        found.retain(|url| !candidates.contains(url));
        chosen.extend(candidates.into_iter().filter(|url| may_read(url) && known.insert(keys.of_url(url))));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, time::Duration};

    use super::*;

    fn url(text: &str) -> Url {
        text.parse().expect("an address")
    }

    fn paths(urls: &[Url]) -> Vec<&str> {
        urls.iter().map(|url| &url[Position::BeforePath..]).collect()
    }

    /// What is chosen of these paths, and what is left, by settings and rules for robots.
    fn chosen_of(listed: &[&str], settings: &str, robots: &str, most: usize) -> (Vec<String>, Vec<String>) {
        let home = url("https://example.com/");
        let keys = PageKeys::of(&serde_json::from_str(settings).expect("settings"));
        let read = BTreeSet::from([keys.of_url(&home)]);
        let until = Instant::now() + Duration::from_secs(60);
        let found = listed.iter().map(|path| home.join(path).expect("an address")).collect();
        let (chosen, others) = Choice { keys, robots: RobotsTxt::parse(robots), home, read, until }.of(found, most);
        let owned = |urls: &[Url]| paths(urls).into_iter().map(str::to_owned).collect();
        (owned(&chosen), owned(&others))
    }

    #[test]
    fn a_page_that_is_listed_in_several_spellings_is_read_once() {
        let parameter = r#"{ "queryParameters": [{ "name": "p" }] }"#;
        let distinct = r#"{ "distinct": ["trailing_slash", "index_files"] }"#;
        for (listed, settings, expected) in [
            (&["/x", "/x/", "/x/index.html", "//x", "/%78", "/x#top", "/x?utm_source=mail"][..], "{}", &["/x"][..]),
            (&["/~user", "/%7Euser", "/it's", "/it%27s"], "{}", &["/~user", "/it's"]),
            (&["/", "/index.html", "/?utm_source=mail", "/x"], "{}", &["/x"]),
            (&["/x", "/x/", "/x/index.html"], distinct, &["/x", "/x/index.html", "/x/"]),
            (&["/?p=4", "/?p=6", "/?p=4&x=1", "/?x=1", "/x?y=1", "/x?y=2"], parameter, &["/?p=4", "/?p=6", "/x?y=1"]),
            (&["/?p=4", "/?p=6", "/x?y=1", "/x?y=2"], "{}", &["/?p=4", "/?p=6", "/x?y=1", "/x?y=2"]),
        ] {
            let (mut chosen, others) = chosen_of(listed, settings, "", 20);
            let mut expected = expected.to_vec();
            chosen.sort();
            expected.sort_unstable();
            assert_eq!(chosen, expected, "{listed:?} {settings}");
            assert_eq!(others, Vec::<String>::new(), "{listed:?} {settings}");
        }
    }

    #[test]
    fn a_page_is_read_by_the_spelling_that_robots_may_read_and_left_out_once() {
        let robots = "User-agent: *\nDisallow: /x/\nDisallow: /y";
        let (chosen, others) = chosen_of(&["/x/", "/x", "/y", "/y/"], "{}", robots, 20);
        assert_eq!((chosen, others), (vec!["/x".to_owned()], vec!["/y".to_owned()]));
        let (chosen, others) = chosen_of(&["/x", "/x/", "/y", "/y/", "/z", "//z"], "{}", "", 1);
        assert_eq!((chosen.len(), others.len()), (1, 2));
    }

    #[test]
    fn the_rules_of_robots_txt_are_asked_about_few_pages_however_many_there_are() {
        const MAX_PAGES: usize = 8;
        let found: Vec<Url> = (0..15_000).map(|n| url(&format!("https://example.com/{}/{n}", n % 3))).collect();
        let asked = Cell::new(0);
        let chosen = |allows: fn(&Url) -> bool| {
            asked.set(0);
            choice(found.clone(), MAX_PAGES, &PageKeys::default(), &mut BTreeSet::new(), |url| {
                asked.set(asked.get() + 1);
                allows(url)
            })
        };
        assert!(chosen(|_| false).is_empty());
        assert_eq!(asked.get(), MAX_CHOOSING_TURNS * MAX_PAGES);
        let some = chosen(|url| !url.path().starts_with("/1/"));
        assert_eq!((some.len(), some.iter().collect::<BTreeSet<_>>().len()), (MAX_PAGES, MAX_PAGES));
        assert!(some.iter().any(|url| url.path().starts_with("/0/")), "{some:?}");
    }
}
