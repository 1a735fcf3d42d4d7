//! Measures how long it takes to merge pages of two spellings.
//!
//! An earlier release stored them, and reads go on meanwhile. Only sums are asserted.
//!
//! ```text
//! ASKLINE_MERGED_EVENTS=10000000 ASKLINE_MERGED_PAGES=1000000 \
//!     cargo test --workspace --locked --release --test events -- --ignored --nocapture merging_takes
//! ```
//! Without the variables, 300,000 events on 30,000 pages are merged. `--exact merge_cost::merging_takes_on_a_server` is PostgreSQL alone.

use std::time::{Duration, Instant};

use askline_app::ports::{analytics::AnalyticsStore as _, events::EventStore as _};
use askline_domain::{
    analytics::page_list::question::PagesQuestion,
    events::Event,
    pages::identity::PageIdentifier,
    shared::calendar::{Day, Window},
};
use askline_store::{events::sqlite::EventOptions, sqlite::Commits};

use crate::{
    backend::{Backend, Postgres, Sqlite},
    contract::all_pages,
    runtime,
    sample::*,
};

const DAYS: u128 = 30;
const EVENTS_AT_ONCE: usize = 5_000;

/// A number from the environment.
fn number(name: &str, default: u128) -> u128 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

fn minutes(time: Duration) -> String {
    format!("{:.2} min", time.as_secs_f64() / 60.0)
}

async fn measure<B: Backend>(name: &str) {
    let (events, pages) = (number("ASKLINE_MERGED_EVENTS", 300_000), number("ASKLINE_MERGED_PAGES", 30_000));
    let backend = B::empty().await;
    let limits = EventOptions {
        max_new_pages_per_day: u32::MAX,
        events_per_site_and_day: 0,
        commits: Commits::Fast,
        ..EventOptions::default()
    };
    let store = backend.open_with(limits).await;
    let began = Instant::now();
    let of_number = |n: u128| {
        let day = Day(TODAY.0 - i32::try_from(n % DAYS).unwrap());
        let page = n * 7_919 % pages;
        let path = if (n / pages).is_multiple_of(2) { format!("/guides/{page}") } else { format!("/guides/{page}/") };
        Event { day, at: at(day, 600), ..event(n, site(1), &path, view()) }
    };
    for first in (0..events).step_by(EVENTS_AT_ONCE) {
        let batch = (first..events.min(first + EVENTS_AT_ONCE as u128)).map(of_number).collect();
        store.append(batch).await.unwrap();
    }
    let stored = backend.rows("pages").await;
    println!("{name}: {events} events on {stored} stored pages, filled in {}", minutes(began.elapsed()));
    let whole = Window { from: Day(TODAY.0 - 40), to: TODAY };
    let asked = PagesQuestion { limit: 50, ..all_pages() };
    let (began, identifier) = (Instant::now(), PageIdentifier::default());
    let merging = store.merge_pages(site(1), &identifier);
    tokio::pin!(merging);
    let (mut reads, mut longest) = (0, Duration::ZERO);
    let merged = loop {
        let read = async {
            let began = Instant::now();
            let views = store.pages(site(1), whole, &asked).await.unwrap().totals.views;
            assert_eq!(u128::from(views), events, "a report during the merge has all views");
            began.elapsed()
        };
        tokio::select! {
            merged = &mut merging => break merged.unwrap(),
            took = read => { reads += 1; longest = longest.max(took); }
        }
    };
    println!(
        "{name}: {merged} pages merged in {}, {reads} lists read meanwhile, the slowest in {longest:.2?}",
        minutes(began.elapsed())
    );
    let views = store.pages(site(1), whole, &asked).await.unwrap().totals.views;
    assert_eq!(u128::from(views), events);
    assert_eq!(u128::try_from(backend.rows("pages").await).unwrap(), pages.min(events));
}

#[test]
#[ignore = "measures: see the comment at the top of the file"]
fn merging_takes() {
    runtime().block_on(measure::<Sqlite>("SQLite"));
}

#[test]
#[ignore = "measures: see the comment at the top of the file"]
fn merging_takes_on_a_server() {
    runtime().block_on(measure::<Postgres>("PostgreSQL"));
}
