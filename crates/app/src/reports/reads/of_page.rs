//! The reads of one page, as rows by crawler.

use std::collections::BTreeMap;

use askline_domain::logs::{classify::StatusClass, evidence::Evidence};

use crate::ports::logs::crawler_reads::{CrawlerDay, PageCrawler};

/// What each crawler read of the page, without refuted reads.
pub(super) fn by_crawler(page: &str, rows: &[CrawlerDay]) -> Vec<PageCrawler> {
    let mut crawlers: BTreeMap<_, PageCrawler> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.evidence != Evidence::Refuted) {
        let crawler = crawlers.entry((&row.crawler, row.purpose)).or_insert_with(|| PageCrawler {
            page: page.to_owned(),
            crawler: row.crawler.clone(),
            purpose: row.purpose,
            answered: 0,
            unanswered: 0,
            last_at: row.last_at,
        });
        let is_answered = row.status == StatusClass::Answered;
        *if is_answered { &mut crawler.answered } else { &mut crawler.unanswered } += row.reads;
        crawler.last_at = crawler.last_at.max(row.last_at);
    }
    crawlers.into_values().collect()
}

#[cfg(test)]
mod tests {
    use askline_domain::{logs::purpose::ReadPurpose, shared::calendar::Day};
    use jiff::Timestamp;

    use super::*;

    #[test]
    fn days_and_statuses_are_summed_up_and_refuted_reads_are_left_out() {
        let at = |second| Timestamp::from_second(second).expect("a time");
        let row = |crawler: &str, evidence, status, (reads, second)| CrawlerDay {
            day: Day(20_000),
            crawler: crawler.into(),
            purpose: ReadPurpose::User,
            evidence,
            status,
            reads,
            last_at: at(second),
        };
        let rows = [
            row("ChatGPT-User", Evidence::Verified, StatusClass::Answered, (3, 10)),
            row("ChatGPT-User", Evidence::Claimed, StatusClass::Answered, (4, 30)),
            row("ChatGPT-User", Evidence::Verified, StatusClass::Refused, (5, 20)),
            row("ChatGPT-User", Evidence::Refuted, StatusClass::Answered, (100, 90)),
            row("Claude-User", Evidence::Refuted, StatusClass::Answered, (100, 90)),
        ];
        let found = by_crawler("/a", &rows);
        let [one] = &found[..] else { panic!("{found:?}") };
        assert_eq!((&*one.page, &*one.crawler, one.purpose), ("/a", "ChatGPT-User", ReadPurpose::User));
        assert_eq!((one.answered, one.unanswered, one.last_at), (7, 5, at(30)));
    }
}
