//! Counters of what crawlers read: counted once, exact, bounded, merged and removed.

use std::collections::BTreeMap;

use askline_app::ports::{
    analytics::AnalyticsStore as _,
    events::EventStore as _,
    logs::crawler_reads::{CrawlerReadStore, ReadBatch, Recorded, SourceState},
};
use askline_domain::{
    analytics::{OTHER_PAGE, filter::PageFilter},
    logs::{
        classify::{SampleLine, StatusClass},
        evidence::Evidence,
        newest::{MAX_NEWEST, ReadLine},
        purpose::ReadPurpose,
        reads::{CrawlerKey, MAX_PAGE_ROWS_PER_DAY, Reads},
    },
    pages::identity::PageIdentifier,
    shared::{
        calendar::Day,
        ids::{Id as _, LogSourceId, SiteId},
    },
};
use futures_util::future::join_all;

use crate::{
    backend::{Backend, on_every_backend},
    sample::*,
};

on_every_backend! {
    a_batch_counts_once_however_often_and_at_once_it_is_sent,
    the_rows_of_a_day_have_a_limit_and_no_read_is_lost,
    the_reads_of_listed_pages_and_folders_are_the_sums_of_their_pages,
    a_site_keeps_its_newest_lines_whatever_is_sent_and_they_end,
    pages_that_are_one_page_are_counted_as_one_and_removed_sites_and_old_days_leave_nothing,
}

fn source(number: u128) -> LogSourceId {
    LogSourceId::from_bits((5 << 100) + number)
}

fn key(day: Day, crawler: &'static str, evidence: Evidence, status: StatusClass) -> CrawlerKey {
    CrawlerKey { day, crawler, purpose: ReadPurpose::Search, evidence, status }
}

/// A batch of today with reads of these pages.
pub fn batch(site: SiteId, number: u128, pages: &[(&str, u64)]) -> ReadBatch {
    let key = key(TODAY, "OAI-SearchBot", Evidence::Verified, StatusClass::Answered);
    let reads = |count| Reads { count, last_at: at(TODAY, 600) };
    let digest: [u8; 32] = std::array::from_fn(|place| number.to_be_bytes()[place % 16]);
    let kept = pages.iter().map(|(_, count)| count).sum();
    ReadBatch {
        site,
        source: source(1),
        name: digest,
        content: digest,
        at: at(TODAY, 601),
        adds: SourceState {
            lines: kept + 10,
            kept,
            unreadable: 1,
            other_hosts: 2,
            out_of_range: 3,
            last_line_at: Some(at(TODAY, 600)),
            last_batch_at: Some(at(TODAY, 601)),
        },
        counts: pages.iter().map(|(path, count)| ((key, (*path).to_owned()), reads(*count))).collect(),
        lines: pages.iter().map(|(path, _)| line(path, 600)).collect(),
        answer: format!("{{\"number\":{number}}}"),
    }
}

/// A line of today.
fn line(path: &str, minute: i64) -> ReadLine {
    let line = SampleLine { at: at(TODAY, minute), method: "GET".into(), path: path.into(), status: Some(200) };
    let (purpose, evidence) = (ReadPurpose::Search, Evidence::Verified);
    ReadLine { line, crawler: "OAI-SearchBot".into(), purpose, evidence }
}

/// The paths of the newest lines, newest first.
async fn newest(store: &impl CrawlerReadStore, site: SiteId, since: i64, limit: u32) -> Vec<String> {
    let lines = store.newest_lines(site, at(TODAY, since), limit).await.unwrap();
    lines.into_iter().map(|one| one.line.path).collect()
}

/// The reads of all pages, and of each page.
async fn sums(store: &impl CrawlerReadStore, site: SiteId) -> (u64, BTreeMap<String, u64>) {
    let days = store.crawler_days(site, window(30)).await.unwrap();
    let pages = store.page_crawlers(site, window(30)).await.unwrap();
    let mut of_page = BTreeMap::new();
    for page in pages {
        *of_page.entry(page.page).or_default() += page.answered + page.unanswered;
    }
    (days.iter().map(|day| day.reads).sum(), of_page)
}

fn of_pages(pages: &[(&str, u64)]) -> BTreeMap<String, u64> {
    pages.iter().map(|(path, reads)| ((*path).to_owned(), *reads)).collect()
}

async fn a_batch_counts_once_however_often_and_at_once_it_is_sent<B: Backend>(backend: &B) {
    let store = backend.open().await;
    let first = batch(site(1), 1, &[("/a", 3), ("/b", 1)]);
    let sent = join_all((0..8).map(|_| store.record_reads(first.clone()))).await;
    let counted: Vec<Recorded> = sent.into_iter().map(Result::unwrap).collect();
    assert_eq!(counted.iter().filter(|recorded| **recorded == Recorded::Now).count(), 1, "{counted:?}");
    assert!(counted.iter().all(|one| matches!(one, Recorded::Now) || *one == Recorded::Before(first.answer.clone())));
    let other = ReadBatch { content: [7; 32], ..batch(site(1), 1, &[("/a", 100)]) };
    assert_eq!(store.record_reads(other.clone()).await.unwrap(), Recorded::OtherContent);
    assert_eq!(sums(&store, site(1)).await, (4, of_pages(&[("/a", 3), ("/b", 1)])));
    // The name belongs to its source, and the batch to its site.
    let of_other_source = ReadBatch { source: source(2), ..other };
    assert_eq!(store.record_reads(of_other_source).await.unwrap(), Recorded::Now);
    let (before, revision) = (store.revision(site(1)), store.revision(site(2)));
    store.record_reads(batch(site(1), 2, &[("/a", 2)])).await.unwrap();
    assert!(store.revision(site(1)) > before && store.revision(site(2)) == revision);
    assert_eq!(sums(&store, site(1)).await, (106, of_pages(&[("/a", 105), ("/b", 1)])));
    assert_eq!(sums(&store, site(2)).await, (0, BTreeMap::new()));
    drop(store);

    let store = backend.open().await;
    let states = store.source_states(site(1)).await.unwrap();
    let expected = SourceState { lines: 26, kept: 6, unreadable: 2, other_hosts: 4, out_of_range: 6, ..first.adds };
    assert_eq!(states[&source(1)], expected);
    assert_eq!(states[&source(2)].kept, 100);
    assert_eq!(store.record_reads(first.clone()).await.unwrap(), Recorded::Before(first.answer.clone()), "reopened");
    // Refuted reads are in no page.
    let refuted = key(TODAY, "GPTBot", Evidence::Refuted, StatusClass::Refused);
    let counts = [((refuted, "/a".to_owned()), Reads { count: 9, last_at: at(TODAY, 700) })].into();
    store.record_reads(ReadBatch { counts, ..batch(site(1), 3, &[]) }).await.unwrap();
    let days = store.crawler_days(site(1), window(30)).await.unwrap();
    assert_eq!(
        days.iter().map(|day| (&*day.crawler, day.reads)).collect::<Vec<_>>(),
        [("GPTBot", 9), ("OAI-SearchBot", 106)]
    );
    assert_eq!(
        (days[0].evidence, days[0].status, days[0].last_at),
        (Evidence::Refuted, StatusClass::Refused, at(TODAY, 700))
    );
    assert_eq!(sums(&store, site(1)).await.1, of_pages(&[("/a", 105), ("/b", 1)]));
    // The reads of one page are by day, refuted ones apart.
    let of_page = store.reads_of_page(site(1), "/a", window(30)).await.unwrap();
    let found: Vec<_> = of_page.iter().map(|row| (row.day, &*row.crawler, row.evidence, row.reads)).collect();
    assert_eq!(found, [(TODAY, "GPTBot", Evidence::Refuted, 9), (TODAY, "OAI-SearchBot", days[1].evidence, 105)]);
    assert_eq!(store.reads_of_page(site(1), "/none", window(30)).await.unwrap(), []);
    assert_eq!(store.reads_of_page(site(2), "/a", window(30)).await.unwrap(), []);
}

async fn the_rows_of_a_day_have_a_limit_and_no_read_is_lost<B: Backend>(backend: &B) {
    let store = backend.open().await;
    let limit = u64::from(MAX_PAGE_ROWS_PER_DAY);
    for part in 0..3_u32 {
        let paths: Vec<String> = (0..limit / 2).map(|n| format!("/{part}/{n}")).collect();
        let pages: Vec<(&str, u64)> = paths.iter().map(|path| (path.as_str(), 1)).collect();
        store.record_reads(batch(site(1), part.into(), &pages)).await.unwrap();
    }
    // A page that has its row keeps it.
    store.record_reads(batch(site(1), 9, &[("/0/7", 4), ("/late", 1)])).await.unwrap();
    let (all, pages) = sums(&store, site(1)).await;
    assert_eq!((all, pages.values().sum::<u64>()), (limit / 2 * 3 + 5, limit / 2 * 3 + 5));
    assert_eq!((pages.len() as u64, pages[OTHER_PAGE], pages["/0/7"]), (limit + 1, limit / 2 + 1, 5));
    assert_eq!(backend.rows("crawler_pages").await.unsigned_abs(), limit + 1);
    // Requests for pages that do not exist leave room for those that do.
    let missing = key(TODAY, "GPTBot", Evidence::Claimed, StatusClass::NotFound);
    let one = Reads { count: 1, last_at: at(TODAY, 700) };
    let counts = (0..limit).map(|n| ((missing, format!("/made-up/{n}")), one)).collect();
    store.record_reads(ReadBatch { counts, ..batch(site(2), 1, &[]) }).await.unwrap();
    store.record_reads(batch(site(2), 2, &[("/real", 2)])).await.unwrap();
    let (all, pages) = sums(&store, site(2)).await;
    assert_eq!((all, pages["/real"]), (limit + 2, 2));
}

async fn the_reads_of_listed_pages_and_folders_are_the_sums_of_their_pages<B: Backend>(backend: &B) {
    let store = backend.open().await;
    let pages = [
        ("/guides", 1),
        ("/guides/a", 2),
        ("/guides/b/c", 4),
        ("/guides0", 8),
        ("/guides.html", 16),
        ("/ä", 32),
        ("/ä/x", 64),
        (OTHER_PAGE, 128),
    ];
    store.record_reads(batch(site(1), 1, &pages)).await.unwrap();
    store.record_reads(batch(site(2), 2, &[("/guides/a", 1_000)])).await.unwrap();
    let reads = |count, second| Reads { count, last_at: at(TODAY, second) };
    let of = |day, purpose, evidence, status| CrawlerKey { purpose, ..key(day, "GPTBot", evidence, status) };
    let counts = [
        ((of(TODAY, ReadPurpose::Training, Evidence::Claimed, StatusClass::Answered), "/guides/a"), reads(3, 700)),
        ((of(TODAY, ReadPurpose::Training, Evidence::Claimed, StatusClass::Refused), "/guides"), reads(5, 800)),
        ((of(TODAY, ReadPurpose::Training, Evidence::Refuted, StatusClass::Answered), "/guides/a"), reads(9, 900)),
        ((of(Day(TODAY.0 - 40), ReadPurpose::User, Evidence::Claimed, StatusClass::Answered), "/ä"), reads(7, 1)),
    ];
    let counts = counts.into_iter().map(|((key, path), reads)| ((key, path.to_owned()), reads)).collect();
    store.record_reads(ReadBatch { counts, ..batch(site(1), 3, &[]) }).await.unwrap();

    let asked = [
        (PageFilter::Page("/guides/a".into()), (2, 3, 0), Some(700)),
        (PageFilter::Folder("/guides".into()), (7, 3, 0), Some(800)),
        (PageFilter::Page("/none".into()), (0, 0, 0), None),
        (PageFilter::Page("/guides".into()), (1, 0, 0), Some(800)),
        (PageFilter::Folder("/ä".into()), (96, 0, 0), Some(600)),
        (PageFilter::Folder("/none".into()), (0, 0, 0), None),
    ];
    let rows: Vec<PageFilter> = asked.iter().map(|(row, ..)| row.clone()).collect();
    let found = store.reads_of_rows(site(1), &rows, window(30)).await.unwrap();
    assert_eq!(found.len(), asked.len());
    for (reads, (row, (search, training, user), last)) in found.iter().zip(&asked) {
        let of = |purpose| reads.answered.get(&purpose).copied().unwrap_or(0);
        let counted = (of(ReadPurpose::Search), of(ReadPurpose::Training), of(ReadPurpose::User));
        assert_eq!(counted, (*search, *training, *user), "{row:?}");
        assert_eq!(reads.last_at, last.map(|second| at(TODAY, second)), "{row:?}");
    }
    let earlier = store.reads_of_rows(site(1), &rows[4..5], window(60)).await.unwrap();
    assert_eq!(earlier[0].answered.get(&ReadPurpose::User), Some(&7), "the days are those of the window");
    assert_eq!(store.reads_of_rows(site(1), &[], window(30)).await.unwrap(), []);
}

async fn a_site_keeps_its_newest_lines_whatever_is_sent_and_they_end<B: Backend>(backend: &B) {
    let store = backend.open().await;
    let sent = |number, lines: Vec<ReadLine>| ReadBatch { lines, ..batch(site(1), number, &[]) };
    let mut unusual = line("/ä?\"', /x", 600);
    (unusual.line.status, unusual.evidence, unusual.crawler) = (None, Evidence::Refuted, "GPTBot".into());
    let first = sent(1, vec![line("/1", 600), line("/2", 600), unusual.clone()]);
    store.record_reads(first.clone()).await.unwrap();
    assert_eq!(store.record_reads(first.clone()).await.unwrap(), Recorded::Before(first.answer));
    store.record_reads(sent(2, vec![line("/earlier", 500), line("/3", 600), line("/4", 601)])).await.unwrap();
    let all = [&*unusual.line.path, "/2", "/1"].map(str::to_owned);
    let expected = [&["/4".to_owned(), "/3".to_owned()][..], &all, &["/earlier".to_owned()]].concat();
    assert_eq!(newest(&store, site(1), 0, 10).await, expected, "those of one time in the order of their arrival");
    assert_eq!(newest(&store, site(1), 0, 2).await, expected[..2]);
    assert_eq!(newest(&store, site(1), 600, 10).await, expected[..5]);
    assert_eq!(store.newest_lines(site(1), at(TODAY, 600), 10).await.unwrap()[2], unusual);
    assert_eq!(newest(&store, site(2), 0, 10).await, [] as [String; 0]);

    // A flood leaves the newest ones, and what is older than they are is not kept.
    let limit = i64::try_from(MAX_NEWEST).unwrap();
    for number in 0..3_u32 {
        let flood = (0..limit).map(|n| line(&format!("/flood/{number}/{n}"), 700)).collect();
        store.record_reads(sent(10 + u128::from(number), flood)).await.unwrap();
    }
    store.record_reads(sent(20, vec![line("/late", 650)])).await.unwrap();
    assert_eq!(backend.rows("crawler_lines").await, limit);
    let kept = newest(&store, site(1), 0, 5_000).await;
    assert_eq!((kept.len() as i64, &*kept[0], &*kept[MAX_NEWEST - 1]), (limit, "/flood/2/999", "/flood/2/0"));

    assert_eq!(store.remove_old_lines(at(TODAY, 700), 10).await.unwrap(), 0);
    assert_eq!(store.remove_old_lines(at(TODAY, 701), 10).await.unwrap(), 10);
    assert_eq!(backend.rows("crawler_lines").await, limit - 10);
    store.remove_site(site(1)).await.unwrap();
    assert_eq!(backend.rows("crawler_lines").await, 0);
}

async fn pages_that_are_one_page_are_counted_as_one_and_removed_sites_and_old_days_leave_nothing<B: Backend>(
    backend: &B,
) {
    let store = backend.open().await;
    store.record_reads(batch(site(1), 1, &[("/a", 3), ("/a/", 1), ("/A%2F", 5), ("/b/index.html", 2)])).await.unwrap();
    store.record_reads(batch(site(2), 2, &[("/a/", 1)])).await.unwrap();
    store.merge_pages(site(1), &PageIdentifier::default()).await.unwrap();
    let (all, pages) = sums(&store, site(1)).await;
    assert_eq!((all, pages.values().sum::<u64>()), (11, 11));
    assert_eq!((pages["/a"], pages["/b"], pages.contains_key("/a/")), (4, 2, false));
    assert_eq!(sums(&store, site(2)).await.1, of_pages(&[("/a/", 1)]), "another site's pages are its own");

    let older = [(site(1), Day(TODAY.0 + 1)), (site(2), TODAY)];
    let removed = store.remove_old_reads(&older, at(TODAY, 601), 100).await.unwrap();
    assert_eq!(removed, 4, "three pages and a day; no batch is as old");
    assert_eq!(sums(&store, site(1)).await, (0, BTreeMap::new()));
    assert_eq!(sums(&store, site(2)).await.0, 1);
    assert_eq!(store.remove_old_reads(&[], at(TODAY, 602), 100).await.unwrap(), 2, "both batches");
    store.remove_site(site(1)).await.unwrap();
    store.remove_site(site(2)).await.unwrap();
    for table in ["crawler_days", "crawler_pages", "crawler_lines", "log_states", "log_batches", "sites"] {
        assert_eq!(backend.rows(table).await, 0, "{table}");
    }
}
