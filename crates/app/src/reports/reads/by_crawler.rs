//! Reads by crawler: evidence, answers, and whether the server refuses it.

use std::collections::{BTreeMap, BTreeSet};

use askline_domain::{
    events::crawler::operator_of,
    logs::{address_lists::AddressLists, classify::StatusClass, evidence::Evidence, purpose::ReadPurpose},
    shared::{calendar::Day, rfc3339::Moment},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::disallowed::ReadsOf;
use crate::{
    ports::logs::crawler_reads::{CrawlerDay, PageCrawler},
    present_fields::every_field_present,
};

/// From how many requests on a crawler can count as refused.
const MIN_REFUSED: u64 = 20;

/// The reads of a crawler for one purpose. What is refuted is in `refuted` alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CrawlerReads {
    /// The crawler's name.
    pub crawler: String,
    /// Who runs it; null if that is not known.
    pub maker: Option<String>,
    /// What it reads for.
    pub purpose: ReadPurpose,
    /// The reads that are verified or claimed.
    pub reads: u64,
    /// Reads from an address in the list that the maker publishes.
    pub verified: u64,
    /// Reads that cannot be checked.
    pub claimed: u64,
    /// Requests that gave the crawler's name from an address that is not in its maker's list.
    pub refuted: u64,
    /// Reads that got the page (2xx and 304).
    pub answered: u64,
    /// Reads that were sent elsewhere (other 3xx).
    pub redirected: u64,
    /// Reads that the server refused (401, 403, 429, 451).
    pub refused: u64,
    /// Reads of pages that do not exist (404, 410).
    pub not_found: u64,
    /// Reads that failed (5xx).
    pub failed: u64,
    /// The number of pages that it got at least once.
    pub pages: u64,
    /// When it last read, or last asked for a page with its name; null if everything is refuted.
    pub last_at: Option<Moment>,
    /// The first of the latest days on which nine of ten of at least 20 reads were refused or failed; null if the server lets the
    /// crawler read.
    #[schemars(extend("format" = "date"))]
    pub refused_since: Option<String>,
    /// If the server refuses the crawler: the networks in its maker's lists, which the server has to allow. Empty otherwise, and
    /// without a list.
    pub networks: Vec<String>,
    /// Reads of pages that the site's `robots.txt` forbids to the crawler; null if the file was not read yet, or has too many
    /// rules. Answers and evidence are not told apart, but refuted requests are not included.
    pub disallowed: Option<u64>,
}

/// What the reads are set beside.
#[derive(Default)]
pub(super) struct Beside<'r> {
    /// The pages that were read.
    pub(super) pages: &'r [PageCrawler],
    /// The lists of addresses in use.
    pub(super) lists: Option<&'r AddressLists>,
    /// What `robots.txt` forbids.
    pub(super) disallowed: Option<ReadsOf<'r>>,
}

/// The crawlers, most reads first.
pub(super) fn of(rows: &[CrawlerDay], beside: &Beside<'_>) -> Vec<CrawlerReads> {
    let mut got: BTreeMap<(&str, ReadPurpose), BTreeSet<&str>> = BTreeMap::new();
    for page in beside.pages.iter().filter(|page| page.answered > 0) {
        got.entry((&page.crawler, page.purpose)).or_default().insert(&page.page);
    }
    let mut groups: BTreeMap<(&str, ReadPurpose), Vec<&CrawlerDay>> = BTreeMap::new();
    for row in rows {
        groups.entry((&row.crawler, row.purpose)).or_default().push(row);
    }
    let group = |(key, rows): ((&str, ReadPurpose), Vec<&CrawlerDay>)| {
        let reads = of_crawler(key, &rows);
        let lists = beside.lists.filter(|_| reads.refused_since.is_some());
        let networks = lists.map(|lists| lists.networks(key.0)).unwrap_or_default();
        CrawlerReads {
            pages: got.get(&key).map_or(0, |pages| pages.len() as u64),
            networks: networks.iter().map(ToString::to_string).collect(),
            disallowed: beside.disallowed.as_ref().map(|reads| reads.get(&key).copied().unwrap_or(0)),
            ..reads
        }
    };
    let mut crawlers: Vec<CrawlerReads> = groups.into_iter().map(group).collect();
    crawlers.sort_by(|one, other| other.reads.cmp(&one.reads).then(other.refuted.cmp(&one.refuted)));
    crawlers
}

fn of_crawler((crawler, purpose): (&str, ReadPurpose), rows: &[&CrawlerDay]) -> CrawlerReads {
    let sum = |wanted: &dyn Fn(&CrawlerDay) -> bool| -> u64 {
        rows.iter().filter(|row| wanted(row)).map(|row| row.reads).sum()
    };
    let is_real = |row: &CrawlerDay| row.evidence != Evidence::Refuted;
    let answered_with = |status| sum(&|row| is_real(row) && row.status == status);
    CrawlerReads {
        crawler: crawler.to_owned(),
        maker: operator_of(crawler).map(str::to_owned),
        purpose,
        reads: sum(&is_real),
        verified: sum(&|row| row.evidence == Evidence::Verified),
        claimed: sum(&|row| row.evidence == Evidence::Claimed),
        refuted: sum(&|row| row.evidence == Evidence::Refuted),
        answered: answered_with(StatusClass::Answered),
        redirected: answered_with(StatusClass::Redirected),
        refused: answered_with(StatusClass::Refused),
        not_found: answered_with(StatusClass::NotFound),
        failed: answered_with(StatusClass::Failed),
        pages: 0,
        last_at: rows.iter().filter(|row| is_real(row)).map(|row| row.last_at).max().map(Moment),
        refused_since: refused_since(rows).map(|day| day.date().to_string()),
        networks: Vec::new(),
        disallowed: None,
    }
}

/// The first of the latest days with reads on which at least nine of ten were refused or failed, if these days have enough reads.
/// Where some reads are verified, only those decide: a server may refuse who only claims to be a crawler.
fn refused_since(rows: &[&CrawlerDay]) -> Option<Day> {
    let mut of_day: BTreeMap<Day, (u64, u64)> = BTreeMap::new();
    let has_verified = rows.iter().any(|row| row.evidence == Evidence::Verified);
    let decides = |row: &&&CrawlerDay| match row.evidence {
        Evidence::Verified => true,
        Evidence::Claimed => !has_verified,
        Evidence::Refuted => false,
    };
    for row in rows.iter().filter(decides) {
        let (all, refused) = of_day.entry(row.day).or_default();
        *all += row.reads;
        if matches!(row.status, StatusClass::Refused | StatusClass::Failed) {
            *refused += row.reads;
        }
    }
    let latest = of_day.iter().rev().take_while(|(_, (all, refused))| refused * 10 >= all * 9);
    let (first, reads) = latest.fold((None, 0), |(_, sum), (day, (all, _))| (Some(*day), sum + all));
    first.filter(|_| reads >= MIN_REFUSED)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    fn row(day: i32, evidence: Evidence, status: StatusClass, reads: u64) -> CrawlerDay {
        let last_at = Timestamp::from_second(i64::from(day) * 86_400).expect("a time");
        CrawlerDay {
            day: Day(day),
            crawler: "OAI-SearchBot".into(),
            purpose: ReadPurpose::Search,
            evidence,
            status,
            reads,
            last_at,
        }
    }

    #[test]
    fn a_refuted_read_is_counted_as_refuted_and_as_nothing_else() {
        let rows = [
            row(1, Evidence::Verified, StatusClass::Answered, 5),
            row(1, Evidence::Claimed, StatusClass::NotFound, 2),
            row(2, Evidence::Refuted, StatusClass::Refused, 90),
        ];
        let crawlers = of(&rows, &Beside::default());
        let [one] = &crawlers[..] else { panic!("{crawlers:?}") };
        assert_eq!((one.reads, one.verified, one.claimed, one.refuted), (7, 5, 2, 90));
        assert_eq!((one.answered, one.not_found, one.refused, &one.refused_since), (5, 2, 0, &None));
        assert_eq!(one.maker.as_deref(), Some("OpenAI"));
        assert_eq!(one.last_at, Some(Moment(rows[0].last_at)));
    }

    #[test]
    fn a_crawler_is_refused_since_the_first_of_the_latest_days_with_enough_refusals() {
        let since = |rows: &[CrawlerDay]| of(rows, &Beside::default())[0].refused_since.clone();
        let (answered, refused) = (StatusClass::Answered, StatusClass::Refused);
        let day = |day, status, reads| row(day, Evidence::Verified, status, reads);
        let rows = [day(1, answered, 50), day(2, refused, 9), day(2, answered, 1), day(4, refused, 10)];
        assert_eq!(since(&rows).as_deref(), Some("1970-01-03"));
        assert_eq!(since(&rows[..3]), None, "too few");
        assert_eq!(since(&[day(2, refused, 30), day(3, answered, 1)]), None, "it reads again");
        assert_eq!(since(&[day(2, refused, 80), day(2, answered, 20)]), None, "less than nine of ten");
    }
}
