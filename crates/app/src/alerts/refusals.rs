//! Which AI crawlers a site's server refuses on a finished day, by its logs.
//!
//! The page "Crawlers" decides in the same way what is refused.

use askline_domain::{
    alerts::state::RefusedCrawler,
    logs::{classify::StatusClass, evidence::Evidence, purpose::ReadPurpose},
    shared::{
        calendar::{Day, Window, date_of},
        ids::SiteId,
    },
    webhooks::message::alert_data::Refusal,
};

use crate::{
    ports::{StoreResult, all::Ports, logs::crawler_reads::CrawlerDay},
    reports::reads::{CrawlerReads, refused_crawlers},
};

/// The days that are read: a crawler that was not answered on any of them is not told about.
const DAYS: i32 = 35;

/// The crawlers of a day.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Refusals {
    /// Those that are refused.
    pub(super) refused: Vec<RefusedCrawler>,
    /// The keys of crawlers that are answered.
    pub(super) answered: Vec<String>,
    /// What is known of each refused one, by its key.
    pub(super) about: Vec<(String, Refusal)>,
}

/// Reads them.
pub(super) async fn read(ports: &Ports, site: SiteId, day: Day) -> StoreResult<Refusals> {
    let rows = ports.crawler_reads.crawler_days(site, Window::last_days(DAYS, day)).await?;
    Ok(of(&rows, day))
}

fn key(crawler: &str, purpose: ReadPurpose) -> String {
    format!("{crawler} {purpose}")
}

fn of(rows: &[CrawlerDay], day: Day) -> Refusals {
    let mut found = Refusals::default();
    let real = |row: &&CrawlerDay| row.purpose.is_for_answers() && row.evidence != Evidence::Refuted;
    for crawler in refused_crawlers(rows) {
        let Some(since) = crawler.refused_since.as_deref().and_then(date_of) else { continue };
        let own = |row: &&CrawlerDay| real(row) && row.crawler == crawler.crawler && row.purpose == crawler.purpose;
        if !rows.iter().filter(own).any(|row| row.day == day) {
            continue;
        }
        let answered_before = |row: &CrawlerDay| row.day < since && row.status == StatusClass::Answered;
        let key = key(&crawler.crawler, crawler.purpose);
        found
            .refused
            .push(RefusedCrawler { key: key.clone(), was_answered: rows.iter().filter(own).any(answered_before) });
        found.about.push((key, refusal(&crawler, since, rows.iter().filter(own))));
    }
    let answered = rows.iter().filter(real).filter(|row| row.day == day && row.status == StatusClass::Answered);
    found.answered = answered.map(|row| key(&row.crawler, row.purpose)).collect();
    found.answered.retain(|key| found.refused.iter().all(|refused| refused.key != *key));
    found.answered.dedup();
    found
}

/// What is told about a refused crawler, of whose rows those since the refusal began count.
fn refusal<'r>(crawler: &CrawlerReads, since: Day, rows: impl Iterator<Item = &'r CrawlerDay>) -> Refusal {
    let (mut requests, mut refused) = (0, 0);
    for row in rows.filter(|row| row.day >= since) {
        requests += row.reads;
        if matches!(row.status, StatusClass::Refused | StatusClass::Failed) {
            refused += row.reads;
        }
    }
    Refusal {
        crawler: crawler.crawler.clone(),
        maker: crawler.maker.clone(),
        purpose: crawler.purpose,
        since,
        requests,
        refused,
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    /// A day of a month in 2024.
    fn on(day: i32) -> Day {
        Day(19_723 + day)
    }

    fn row(day: i32, crawler: &str, purpose: ReadPurpose, status: StatusClass, reads: u64) -> CrawlerDay {
        let (day, evidence) = (on(day), Evidence::Verified);
        CrawlerDay { day, crawler: crawler.into(), purpose, evidence, status, reads, last_at: Timestamp::UNIX_EPOCH }
    }

    #[test]
    fn newly_refused_search_crawler_is_reported_with_its_figures() {
        use StatusClass::{Answered, Refused};
        let search = |day, status, reads| row(day, "OAI-SearchBot", ReadPurpose::Search, status, reads);
        let rows = [search(1, Answered, 50), search(2, Refused, 10), search(3, Answered, 1), search(3, Refused, 19)];
        let found = of(&rows, on(3));
        assert_eq!(found.refused, [RefusedCrawler { key: "OAI-SearchBot search".into(), was_answered: true }]);
        let [(_, refusal)] = &found.about[..] else { panic!("{found:?}") };
        assert_eq!((refusal.since, refusal.requests, refusal.refused), (on(2), 30, 29));
        assert_eq!(refusal.maker.as_deref(), Some("OpenAI"));
        assert_eq!(found.answered, [] as [String; 0]);
        assert_eq!(of(&rows, on(4)), Refusals::default(), "it sent no request on that day");
        assert!(!of(&rows[1..2], on(2)).refused.iter().any(|one| one.was_answered));
    }

    #[test]
    fn refused_training_crawlers_and_refuted_requests_are_not_reported() {
        let training = row(2, "GPTBot", ReadPurpose::Training, StatusClass::Refused, 90);
        let before = row(1, "GPTBot", ReadPurpose::Training, StatusClass::Answered, 90);
        assert_eq!(of(&[before, training], on(2)), Refusals::default());
        let answered = row(1, "OAI-SearchBot", ReadPurpose::Search, StatusClass::Answered, 90);
        let refused = row(2, "OAI-SearchBot", ReadPurpose::Search, StatusClass::Refused, 90);
        let refuted = CrawlerDay { evidence: Evidence::Refuted, ..refused };
        assert_eq!(of(&[answered, refuted], on(2)), Refusals::default());
    }

    #[test]
    fn a_crawler_that_gets_pages_is_answered() {
        let rows = [row(2, "OAI-SearchBot", ReadPurpose::Search, StatusClass::Answered, 3)];
        assert_eq!(of(&rows, on(2)).answered, ["OAI-SearchBot search"]);
    }
}
