//! What `robots.txt` forbids, beside what was read.

use std::collections::BTreeMap;

use askline_domain::{analytics::OTHER_PAGE, logs::purpose::ReadPurpose, pages::robots_txt::RobotsFile};

use crate::ports::logs::crawler_reads::PageCrawler;

/// How often a path is compared with a rule at most. A file with more is not compared.
const MAX_COMPARISONS: usize = 3_000_000;

/// Reads by crawler and purpose.
pub(super) type ReadsOf<'r> = BTreeMap<(&'r str, ReadPurpose), u64>;

/// The reads of pages that the file forbids to their crawler; `None` if the file has too many rules to say it.
pub(super) fn of<'r>(file: &RobotsFile, pages: &'r [PageCrawler]) -> Option<ReadsOf<'r>> {
    let mut pages_of: BTreeMap<&str, Vec<&PageCrawler>> = BTreeMap::new();
    for page in pages.iter().filter(|page| page.page != OTHER_PAGE) {
        pages_of.entry(&page.crawler).or_default().push(page);
    }
    let (mut disallowed, mut compared) = (ReadsOf::new(), 0_usize);
    for (crawler, pages) in pages_of {
        let rules = file.rules_for(crawler);
        compared = compared.saturating_add(rules.rules().saturating_mul(pages.len()));
        if compared > MAX_COMPARISONS {
            return None;
        }
        for page in pages.into_iter().filter(|page| !rules.allows(&page.page)) {
            *disallowed.entry((crawler, page.purpose)).or_default() += page.answered + page.unanswered;
        }
    }
    Some(disallowed)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    fn page(path: &str, crawler: &str, answered: u64) -> PageCrawler {
        PageCrawler {
            page: path.into(),
            crawler: crawler.into(),
            purpose: ReadPurpose::Training,
            answered,
            unanswered: 1,
            last_at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn reads_of_forbidden_pages_count_for_the_crawler_that_the_rule_is_for() {
        let pages = [page("/a", "GPTBot", 3), page("/b", "GPTBot", 5), page("/a", "ClaudeBot", 7)];
        let file = RobotsFile::parse("User-agent: GPTBot\nDisallow: /a");
        let expected = ReadsOf::from([(("GPTBot", ReadPurpose::Training), 4)]);
        assert_eq!(of(&file, &pages), Some(expected));
        assert_eq!(of(&RobotsFile::default(), &pages), Some(ReadsOf::new()));
    }

    #[test]
    fn a_file_with_too_many_rules_is_not_compared() {
        let file = RobotsFile::parse(&format!("User-agent: *\n{}", "Disallow: /x\n".repeat(30_000)));
        let pages: Vec<PageCrawler> = (0..200).map(|number| page(&format!("/{number}"), "GPTBot", 1)).collect();
        assert_eq!(of(&file, &pages), None);
        assert!(of(&file, &pages[..10]).is_some());
    }
}
