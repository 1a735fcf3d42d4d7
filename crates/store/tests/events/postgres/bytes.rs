//! The cost of an event on PostgreSQL: bytes of rows and indexes. Also how many rows are updated in place.

use askline_app::ports::{events::EventStore as _, whole_stores::Database as _};
use askline_domain::{
    events::{Action, Event, EventId, device::Device, visit_source::VisitKind},
    shared::calendar::Day,
};
use askline_stand_in::until;
use askline_store::events::sqlite::EventOptions;
use futures_util::future::join_all;

use crate::{
    backend::{Backend as _, Postgres},
    clock,
    sample::*,
};

/// The number of stored events; `ASKLINE_TEST_EVENTS` changes it for measurements.
const EVENTS: u64 = 38_400;
/// The number of days on which they arrive.
const DAYS: u64 = 2;
const SITES: u64 = 3;
/// The number of pages of a site, some of which are read far more often than others.
const PAGES: u64 = 100;
/// The number of events per request.
const AT_ONCE: u64 = 10;
/// The number of concurrent requests.
const CALLERS: u64 = 8;

/// Tables, and the maximum number of bytes per event there, with indexes.
const COSTS: [(&str, &str, i64); 5] = [
    ("raw events", "^events_", 170),
    ("ids", "^event_ids$", 95),
    ("counters of pages", "^event_page_counters$", 80),
    ("days and weeks of pages", "^event_page_(days|weeks)$", 25),
    ("others", "^event_(books|turns|pages|site_.*|labels)$", 40),
];
/// The maximum sum of them. It is lower with more events: 300 and less from 300,000 on.
const MAX_SUM: i64 = 360;
/// The minimum percentage of raised rows for which no index is written.
const MIN_IN_PLACE: i64 = 80;

/// The size of event tables with all that belongs to them, in bytes.
const SIZES: &str = "SELECT coalesce(sum(pg_total_relation_size(oid)), 0) FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname ~ ";

/// Pseudorandom numbers that are the same in each run.
fn random(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// An action of a site's reader: mostly views, two fifths of them visits, and some clicks.
fn action(chance: u64) -> (Action, Option<&'static str>) {
    let one_of = |names: &'static [&'static str]| names[(chance / 100) as usize % names.len()];
    match chance % 100 {
        0..50 => (view(), Some("https://www.example.com/guides/")),
        50..65 => {
            (visit(VisitKind::Search, one_of(&["google", "bing", "duckduckgo"])), Some("https://www.google.com/"))
        }
        65..72 => {
            (visit(VisitKind::AiAssistant, one_of(&["chatgpt", "perplexity", "claude"])), Some("https://chatgpt.com/"))
        }
        72..85 => (visit(VisitKind::Direct, "direct"), None),
        85..95 => (prompt_click(one_of(&["chatgpt", "claude", "perplexity", "gemini"]), u128::from(chance % 3)), None),
        95..97 => (social_click(one_of(&["x", "linkedin", "whatsapp"])), None),
        _ => (question_click(Some(one_of(&["chatgpt", "claude"])), u128::from(chance % 4)), None),
    }
}

fn events() -> u64 {
    let wanted = std::env::var("ASKLINE_TEST_EVENTS").ok().and_then(|events| events.parse().ok()).unwrap_or(EVENTS);
    // Whole rounds of all callers on each day.
    wanted - wanted % (DAYS * AT_ONCE * CALLERS)
}

/// The event with this number, on a day.
fn realistic(number: u64, day: Day, minute: i64) -> Event {
    let (chance, page) = (random(number), random(number + (1 << 40)));
    // The product of two random numbers is more often small than large.
    let page = (page % PAGES) * (page / PAGES % PAGES) / PAGES;
    let (action, referrer) = action(chance / 7);
    Event {
        event_id: EventId(u128::from(random(number + (2 << 40))) << 64 | u128::from(random(number + (3 << 40)))),
        day,
        at: at(day, minute),
        hour: Some(u8::try_from(minute / 60).unwrap()),
        title: Some(format!("How page {page} is read | Example")),
        referrer: referrer.map(Into::into),
        device: Some(Device::EVERY[(chance % 3) as usize]),
        library: None,
        spelling: None,
        ..event(0, site(u128::from(number / AT_ONCE % SITES)), &format!("/guides/page-{page}"), action)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_costs_few_bytes_and_its_counters_are_raised_where_they_are() {
    let backend = Postgres::on_own_server().await;
    let clock = clock();
    let store = backend.open_at(EventOptions::default(), std::sync::Arc::clone(&clock)).await;
    let of_day = events() / DAYS;
    for day in 0..DAYS {
        let today = Day(TODAY.0 + day as i32);
        for first in (day * of_day..(day + 1) * of_day).step_by((AT_ONCE * CALLERS) as usize) {
            let minute = (((first - day * of_day) * 1_440) / of_day) as i64;
            clock.jump_to(at(today, minute));
            let batches = (0..CALLERS).map(|caller| {
                let first = first + caller * AT_ONCE;
                store.append((first..first + AT_ONCE).map(|number| realistic(number, today, minute)).collect())
            });
            for appended in join_all(batches).await {
                assert_eq!(u64::from(appended.unwrap().stored), AT_ONCE);
            }
        }
    }
    store.close().await;
    // A connection's activity is added to the server's statistics when it ends.
    let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend'";
    until("its connections have ended", async || backend.number(others).await == 0).await;
    let stored = backend.number("SELECT count(*) FROM events").await;
    let mut sum = 0;
    for (what, tables, most) in COSTS {
        let bytes = backend.number(&format!("{SIZES}'{tables}'")).await / stored;
        println!("{what}: {bytes} bytes an event");
        assert!(bytes <= most, "{what}: {bytes} bytes an event");
        sum += bytes;
    }
    println!("all: {sum} bytes an event, of {stored}");
    assert!(sum <= MAX_SUM, "{sum}");
    for table in [
        "event_page_counters",
        "event_page_days",
        "event_page_weeks",
        "event_site_counters",
        "event_site_days",
        "event_books",
    ] {
        let of_table = format!("FROM pg_stat_user_tables WHERE relname = '{table}'");
        let raised = backend.number(&format!("SELECT n_tup_upd {of_table}")).await;
        let in_place = 100 * backend.number(&format!("SELECT n_tup_hot_upd {of_table}")).await / raised.max(1);
        println!("{table}: {in_place} of 100 rows are raised where they are, of {raised}");
        assert!(raised > 100 && in_place >= MIN_IN_PLACE, "{table}: {in_place} of 100, of {raised}");
    }
}
