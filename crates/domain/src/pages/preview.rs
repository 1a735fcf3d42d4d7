//! What other settings for pages would merge and split, over what a site has stored.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use super::{identity::PageIdentifier, settings::PageSettings};
use crate::shared::violation::{Violation, Violations};

/// The maximum number of stored pages that a preview examines.
pub const MAX_PAGES_EXAMINED: u32 = 50_000;
/// The maximum number of cited addresses that a preview examines.
pub const MAX_ADDRESSES_EXAMINED: u32 = 10_000;
/// The maximum number of merges, and of splits, that a preview lists.
const MAX_LISTED: usize = 50;
/// The maximum number of pages that a preview lists of each.
const MAX_PAGES_LISTED: usize = 10;

/// Settings whose effect is asked for.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PagesPreviewInput {
    /// The settings, as in a change of the site. They are not stored.
    pub pages: PageSettings,
}

impl PagesPreviewInput {
    /// Checks the settings; returns every violation.
    pub fn check(self) -> Result<PageSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let pages = self.pages.check("pages", &mut violations);
        violations.finish(pages)
    }
}

/// What settings for pages would merge and split. Nothing is changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PagesPreview {
    /// The number of pages that were examined: those with events, and those that answers cite.
    pub page_count: usize,
    /// The number of pages that they would be.
    pub page_count_after: usize,
    /// Whether everything stored was examined; false if the site has more than 50,000 pages or 10,000 cited addresses.
    pub is_complete: bool,
    /// The number of pages that several of the current ones would become.
    pub merge_count: usize,
    /// Those pages, first those of most current pages; at most 50. What was counted for them cannot be separated again.
    pub merges: Vec<PageGroup>,
    /// The number of pages of which answers cite several addresses that would be pages of their own.
    pub split_count: usize,
    /// Those pages, first those that become most pages; at most 50. What is counted already stays with the page; new events and the
    /// citations of stored answers are counted for the pages that it becomes.
    pub splits: Vec<PageGroup>,
}

/// A page, and the pages that become it or that it becomes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageGroup {
    /// The page.
    pub page: String,
    /// The number of the other pages.
    pub page_count: usize,
    /// At most ten of them.
    pub pages: Vec<String>,
}

/// What a site has stored of its pages.
#[derive(Debug, Clone, Default)]
pub struct StoredPages {
    /// The paths of pages with events.
    pub paths: Vec<String>,
    /// The addresses of the site that answers cite.
    pub addresses: Vec<Url>,
    /// Whether these are all.
    pub is_complete: bool,
}

/// Compares the pages by two settings.
pub fn preview(stored: &StoredPages, now: &PageIdentifier, then: &PageIdentifier) -> PagesPreview {
    let (mut merges, mut splits): (Groups, Groups) = Default::default();
    let mut add = |before: &str, after: &str| {
        merges.entry(after.to_owned()).or_default().insert(before.to_owned());
        splits.entry(before.to_owned()).or_default().insert(after.to_owned());
    };
    for path in &stored.paths {
        let page = now.of_text(path);
        add(&page, &then.of_text(&page));
    }
    for address in &stored.addresses {
        let page = now.of_url(address);
        add(&page, &then.of_url(address));
    }
    let (page_count, page_count_after) = (splits.len(), merges.len());
    let (merge_count, merges) = listed(merges);
    let (split_count, splits) = listed(splits);
    let is_complete = stored.is_complete;
    PagesPreview { page_count, page_count_after, is_complete, merge_count, merges, split_count, splits }
}

type Groups = BTreeMap<String, BTreeSet<String>>;

/// The number of groups with several pages, and the largest of them.
fn listed(groups: Groups) -> (usize, Vec<PageGroup>) {
    let mut several: Vec<(String, BTreeSet<String>)> =
        groups.into_iter().filter(|(_, pages)| pages.len() > 1).collect();
    several.sort_by(|(page, pages), (other, others)| others.len().cmp(&pages.len()).then_with(|| page.cmp(other)));
    let count = several.len();
    let listed = several.into_iter().take(MAX_LISTED).map(|(page, pages)| PageGroup {
        page,
        page_count: pages.len(),
        pages: pages.into_iter().take(MAX_PAGES_LISTED).collect(),
    });
    (count, listed.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identifier(settings: &str) -> PageIdentifier {
        PageIdentifier::new(&serde_json::from_str(settings).expect("settings"))
    }

    fn stored(paths: &[&str], addresses: &[&str]) -> StoredPages {
        StoredPages {
            paths: paths.iter().map(|path| (*path).to_owned()).collect(),
            addresses: addresses.iter().map(|address| Url::parse(address).expect("an address")).collect(),
            is_complete: true,
        }
    }

    fn groups(groups: &[PageGroup]) -> Vec<(&str, Vec<&str>)> {
        groups.iter().map(|one| (one.page.as_str(), one.pages.iter().map(String::as_str).collect())).collect()
    }

    #[test]
    fn a_parameter_that_no_longer_counts_merges_its_pages() {
        let pages = stored(&["/", "/?p=4", "/?p=6", "/a"], &["https://example.com/?p=7&x=1"]);
        let found = preview(&pages, &identifier(r#"{"queryParameters":[{"name":"p"}]}"#), &identifier("{}"));
        assert_eq!((found.page_count, found.page_count_after, found.merge_count, found.split_count), (5, 2, 1, 0));
        assert_eq!(groups(&found.merges), [("/", vec!["/", "/?p=4", "/?p=6", "/?p=7"])]);
    }

    #[test]
    fn a_new_parameter_splits_the_pages_whose_addresses_answers_cite() {
        let pages = stored(&["/", "/a/"], &["https://example.com/?p=4", "https://example.com/a?p=1"]);
        let found =
            preview(&pages, &identifier("{}"), &identifier(r#"{"queryParameters":[{"name":"p","paths":["/"]}]}"#));
        assert_eq!((found.page_count, found.page_count_after, found.merge_count), (2, 3, 0));
        assert_eq!(groups(&found.splits), [("/", vec!["/", "/?p=4"])]);
    }

    #[test]
    fn spellings_that_are_one_page_already_are_no_merge_of_the_settings() {
        let pages = stored(&["/x", "/x/", "/%7Euser", "/~user", "/y", "/y/"], &[]);
        let same = preview(&pages, &identifier("{}"), &identifier("{}"));
        assert_eq!((same.page_count, same.page_count_after, same.merges, same.splits), (3, 3, vec![], vec![]));
        let distinct = identifier(r#"{"distinct":["trailing_slash"]}"#);
        let merging = preview(&pages, &distinct, &identifier("{}"));
        assert_eq!(groups(&merging.merges), [("/x", vec!["/x", "/x/"]), ("/y", vec!["/y", "/y/"])]);
    }

    #[test]
    fn lists_are_bounded_and_counts_are_not() {
        let paths: Vec<String> = (0..60).flat_map(|page| (0..12).map(move |p| format!("/{page}?p={p}"))).collect();
        let pages = StoredPages { paths, ..StoredPages::default() };
        let found = preview(&pages, &identifier(r#"{"queryParameters":[{"name":"p"}]}"#), &identifier("{}"));
        assert_eq!((found.merge_count, found.merges.len(), found.is_complete), (60, MAX_LISTED, false));
        assert_eq!((found.merges[0].page_count, found.merges[0].pages.len()), (12, MAX_PAGES_LISTED));
    }
}
