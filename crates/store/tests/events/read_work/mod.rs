//! Reads touch as much of the database as their answers need, however much is stored.
//!
//! Every method of the ports is asked with 1,000 and with 100,000 rows in each table. SQLite counts its instructions.
//! PostgreSQL counts the pages of each statement, which `pg_stat_statements` names.

mod on_postgres;
mod on_sqlite;

use std::collections::{BTreeMap, BTreeSet};

use askline_app::ports::{
    analytics::{CountsQuestion, Split},
    events::EventPosition,
    logs::crawler_reads::Recorded,
    whole_stores::Events,
};
use askline_domain::{
    analytics::{
        filter::{AnalyticsFilter, PageFilter},
        page_list::question::PagesQuestion,
        series::Cut,
    },
    events::{CounterKind, Event},
    pages::identity::PageIdentifier,
    shared::{calendar::Day, ids::SiteId},
};

use crate::{contract::all_pages, sample::*};

/// The rows that are stored through the store, and how many times as many there are later.
const FIRST_ROWS: u128 = 1_000;
const TIMES: u32 = 100;
/// The pages of the site; each has a twentieth of its events.
const PAGES: u128 = 20;
/// How much more a read may do for a hundred times as many rows: trees are deeper, and plans may differ a little.
const MOST_TIMES: u64 = 2;

/// Every method of both ports.
const METHODS: [&str; 27] = [
    "append_from",
    "asks",
    "asks_by_day",
    "asks_by_page",
    "counted_platforms",
    "counts",
    "crawler_days",
    "event_ids",
    "events_after",
    "forget_pages",
    "knows_page",
    "merge_pages",
    "newest_lines",
    "page_crawlers",
    "page_paths",
    "pages",
    "reads_of_page",
    "reads_of_rows",
    "recent",
    "record_canonical_pages",
    "record_reads",
    "recount",
    "remove_events",
    "remove_old_lines",
    "remove_old_reads",
    "remove_site",
    "source_states",
];

/// Every counted statement, or every method where statements are not counted separately, with its work.
type Measured = BTreeMap<String, u64>;

fn of_page_number(number: u128, site: SiteId) -> Event {
    let action = if number.is_multiple_of(7) { ai_click("claude") } else { view() };
    event(number, site, &format!("/{}", number % PAGES), action)
}

/// Calls a method of the port in each way that has statements of its own.
async fn call(store: &impl Events, method: &str, next_event: &mut u128) {
    let day = window(30);
    match method {
        "append_from" => {
            *next_event += 1;
            let added = of_page_number(FIRST_ROWS + *next_event, site(1));
            store.append(vec![added.clone()]).await.unwrap();
            store.append(vec![added]).await.unwrap();
        }
        "asks" => drop(store.asks(vec![(site(1), day), (site(2), day)]).await.unwrap()),
        "asks_by_day" => drop(store.asks_by_day(site(1), day, vec!["/3".into(), "/unknown".into()]).await.unwrap()),
        "asks_by_page" => {
            for cut in [None, Some(Cut { day: TODAY, hour: 11 })] {
                store.asks_by_page(site(1), day, cut).await.unwrap();
            }
        }
        "counted_platforms" => drop(store.counted_platforms(site(1)).await.unwrap()),
        "counts" => {
            let of_platform = AnalyticsFilter { platform: Some("claude".into()), ..AnalyticsFilter::default() };
            for filter in [AnalyticsFilter::default(), of_page("/3"), of_page("/3/**"), of_platform] {
                for kind in CounterKind::EVERY {
                    let asked = CountsQuestion { split: Split::Label, ..CountsQuestion::by_day(kind, day) };
                    store.counts(site(1), &filter, vec![asked]).await.unwrap();
                }
            }
        }
        // These two read all raw events of their site's day, so they are about the site with few.
        "crawler_days" => assert!(!store.crawler_days(site(1), day).await.unwrap().is_empty()),
        "event_ids" => assert_eq!(store.event_ids(site(2), TODAY).await.unwrap().len(), 10),
        "events_after" => {
            store.events_after(site(1), EventPosition::START, 50).await.unwrap();
            store.events_after(site(1), EventPosition::of_store(900), 50).await.unwrap();
        }
        "forget_pages" => drop(store.forget_pages(&[(site(1), Day(TODAY.0 - 30))], 100).await.unwrap()),
        "knows_page" => assert!(store.knows_page(site(1), "/3").await.unwrap()),
        "merge_pages" => drop(store.merge_pages(site(2), &PageIdentifier::default()).await.unwrap()),
        "newest_lines" => assert!(!store.newest_lines(site(1), at(TODAY, 0), 100).await.unwrap().is_empty()),
        "page_crawlers" => assert!(!store.page_crawlers(site(1), day).await.unwrap().is_empty()),
        "page_paths" => assert_eq!(store.page_paths(site(1), 10).await.unwrap().len(), 10),
        "pages" => {
            let filter = AnalyticsFilter { platform: Some("claude".into()), ..AnalyticsFilter::default() };
            let citations = BTreeMap::from([("/3".to_owned(), 2), ("/unknown".to_owned(), 1)]);
            for question in
                [all_pages(), PagesQuestion { filter, ..all_pages() }, PagesQuestion { citations, ..all_pages() }]
            {
                for window in windows_of_lists() {
                    store.pages(site(1), window, &question).await.unwrap();
                }
            }
        }
        "reads_of_page" => assert!(!store.reads_of_page(site(1), "/3", day).await.unwrap().is_empty()),
        "reads_of_rows" => {
            let rows = [PageFilter::Page("/3".into()), PageFilter::Folder("/unknown".into())];
            let reads = store.reads_of_rows(site(1), &rows, day).await.unwrap();
            assert!(reads[0].last_at.is_some() && reads[1].last_at.is_none());
        }
        "recent" => {
            let recent = store.recent(site(1), at(TODAY, 601)).await.unwrap();
            assert!(!recent.newest.is_empty());
        }
        "record_canonical_pages" => {
            let read = PageIdentifier::default();
            let address = |path: &str| format!("https://example.com{path}").parse().unwrap();
            let page =
                read.canonical_page(&address("/3"), &address(if next_event.is_multiple_of(2) { "/3" } else { "/3/" }));
            store.record_canonical_pages(site(1), page.into_iter().collect()).await.unwrap();
        }
        "record_reads" => {
            *next_event += 1;
            let batch = crate::crawler_reads::batch(site(1), *next_event, &[("/3", 2), ("/4", 1)]);
            assert_eq!(store.record_reads(batch.clone()).await.unwrap(), Recorded::Now);
            assert_eq!(store.record_reads(batch.clone()).await.unwrap(), Recorded::Before(batch.answer));
        }
        "recount" => assert_eq!(store.recount(site(2), TODAY).await.unwrap().events, 10),
        "remove_events" => drop(store.remove_events(&[(site(1), at(Day(TODAY.0 - 30), 0))], 100).await.unwrap()),
        "remove_old_lines" => assert_eq!(store.remove_old_lines(at(Day(TODAY.0 - 2), 0), 100).await.unwrap(), 0),
        "remove_old_reads" => {
            let (older, batches) = ([(site(1), Day(TODAY.0 - 30))], at(Day(TODAY.0 - 7), 0));
            assert_eq!(store.remove_old_reads(&older, batches, 100).await.unwrap(), 0);
        }
        "remove_site" => {
            store.append(vec![of_page_number(FIRST_ROWS, site(9))]).await.unwrap();
            store.remove_site(site(9)).await.unwrap();
        }
        "source_states" => assert!(!store.source_states(site(1)).await.unwrap().is_empty()),
        other => panic!("{other} is a method of a port: call it here, and list it"),
    }
}

/// The methods of the ports that ask the database, from their source.
fn methods_of_the_ports() -> BTreeSet<String> {
    let sources = ["analytics", "logs/crawler_reads", "events"].map(|port| {
        let path = format!("{}/../app/src/ports/{port}.rs", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    });
    let lines = sources.iter().flat_map(|source| source.lines());
    let names = lines.filter_map(|line| line.trim().strip_prefix("async fn ")?.split(['(', '<']).next());
    // `append` is `append_from` without a sender.
    names.filter(|name| *name != "append").map(str::to_owned).collect()
}

/// Fails unless each read does as much for a hundred times as many rows.
fn assert_bounded(few: &[(&str, Measured)], many: &[(&str, Measured)], not_counted: u64) {
    let mut grown = Vec::new();
    for ((method, few), (_, many)) in few.iter().zip(many) {
        for (statement, now) in many {
            let before = few.get(statement).copied().unwrap_or_default();
            println!("{method}: {before} {now} {statement}");
            if *now > MOST_TIMES * before + not_counted {
                grown.push(format!("{method}: {before}, then {now}: {statement}"));
            }
        }
    }
    assert!(grown.is_empty(), "give these an index, an order that an index has, or a limit:\n{}", grown.join("\n"));
}

/// Stores the first rows through the store.
async fn fill(store: &impl Events) {
    let events: Vec<Event> = (0..FIRST_ROWS)
        .map(|number| of_page_number(number, site(1 + u128::from(number.is_multiple_of(100)))))
        .collect();
    for some in events.chunks(50) {
        store.append(some.to_vec()).await.unwrap();
    }
    let batch = crate::crawler_reads::batch(site(1), u128::MAX, &[("/3", 2), ("/4", 1)]);
    store.record_reads(batch).await.unwrap();
}

#[test]
fn the_work_of_every_method_of_the_ports_is_measured() {
    let listed: BTreeSet<String> = METHODS.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(methods_of_the_ports(), listed);
}
