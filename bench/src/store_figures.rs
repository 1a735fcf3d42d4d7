//! Figures of the stores alone, without HTTP.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Result;
use askline_app::ports::{
    analytics::{AnalyticsStore as _, CountsQuestion},
    events::EventStore as _,
    requests::rate_limiter::RateLimiter as _,
};
use askline_domain::{
    analytics::filter::AnalyticsFilter,
    events::{Action, Campaign, CounterKind, Event, EventId, device::Device},
    requests::quota::QuotaCaller,
    shared::{
        calendar::{Day, Window},
        clock::SystemClock,
        ids::{Id as _, KeyId, SiteId},
    },
};
use askline_store::{
    events::sqlite::{EventDatabase, EventOptions},
    limits::MemoryRateLimiter,
};
use jiff::Timestamp;
use rand::RngExt as _;

/// The number of events in a batch.
const BATCH: usize = 1_000;

/// Writes batches of 1,000 events to plain SQLite: a raw row with a unique event id, and one counter. Returns events per second.
pub fn bare_loop(during: Duration) -> Result<f64> {
    let folder = tempfile::tempdir()?;
    let mut connection = rusqlite::Connection::open(folder.path().join("bare.db"))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.execute_batch(
        "CREATE TABLE events (id INTEGER PRIMARY KEY, event_id BLOB UNIQUE, site TEXT, at INTEGER, path TEXT, title TEXT, platform TEXT);
         CREATE TABLE counters (site TEXT, day INTEGER, platform TEXT, value INTEGER, PRIMARY KEY (site, day, platform)) WITHOUT ROWID;",
    )?;
    let mut random = rand::rng();
    let (started, mut events) = (Instant::now(), 0_usize);
    while started.elapsed() < during {
        let transaction = connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT OR IGNORE INTO events (event_id, site, at, path, title, platform) VALUES (?, ?, ?, ?, ?, ?)",
            )?;
            let mut count = transaction.prepare_cached(
                "INSERT INTO counters VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET value = value + 1",
            )?;
            for _ in 0..BATCH {
                let id: [u8; 16] = random.random();
                let page = random.random_range(0..200);
                insert.execute((id, "site_01", 1_i64, format!("/page-{page}"), "A page", "chatgpt"))?;
                count.execute(("site_01", 20_000, "chatgpt"))?;
            }
        }
        transaction.commit()?;
        events += BATCH;
    }
    Ok(events as f64 / started.elapsed().as_secs_f64())
}

/// Prints the figures of the stores; with `large`, also those with ten million events.
pub async fn print(large: bool) -> Result<()> {
    quota_check().await;
    let folder = tempfile::tempdir()?;
    let store = EventDatabase::open(folder.path(), EventOptions::default(), Arc::new(SystemClock::default()))?;
    let small = SiteId::from_bits(1);
    append(&store, small, 10_000).await?;
    let empty_rate = append(&store, SiteId::from_bits(2), 200_000).await?;
    let small_read = read(&store, small).await?;
    println!(
        "{:<52} {:>9.1} us {:>12} {:>8} {:>8}",
        "30 days of a site with 10,000 events, store part", small_read, "", "", "< 60"
    );
    println!("{:<52} {:>10.0}/s", "events appended in batches of 1,000, empty store", empty_rate);
    if large {
        let site = SiteId::from_bits(3);
        append(&store, site, 10_000_000).await?;
        let full_rate = append(&store, SiteId::from_bits(4), 200_000).await?;
        println!(
            "{:<52} {:>10.0}/s {:>10.0}/s {:>8.2} {:>8}",
            "the same with ten million events stored",
            full_rate,
            empty_rate,
            full_rate / empty_rate,
            ">= 0.90"
        );
        let large_read = read(&store, site).await?;
        println!(
            "{:<52} {:>9.1} us {:>9.1} us {:>8.2} {:>8}",
            "30 days of a site with ten million events",
            large_read,
            small_read,
            large_read / small_read,
            "<= 1.5"
        );
        drop(store);
        let started = Instant::now();
        let _store = EventDatabase::open(folder.path(), EventOptions::default(), Arc::new(SystemClock::default()))?;
        println!(
            "{:<52} {:>9} ms {:>12} {:>8} {:>8}",
            "opening ten million events",
            started.elapsed().as_millis(),
            "",
            "",
            "<= 300"
        );
    }
    Ok(())
}

async fn quota_check() {
    const CHECKS: u32 = 200_000;
    let limiter = MemoryRateLimiter::new(Arc::new(SystemClock::default()));
    let started = Instant::now();
    for check in 0..CHECKS {
        limiter.take(QuotaCaller::KeyChain(KeyId::from_bits(u128::from(check % 1_000))), 3_000).await;
    }
    let each = started.elapsed().as_nanos() as f64 / f64::from(CHECKS);
    println!("{:<52} {:>9.0} ns {:>12} {:>8} {:>8}", "quota check in memory", each, "", "", "< 1000");
}

/// Appends `events` random events over thirty days; returns events per second.
pub async fn append(store: &EventDatabase, site: SiteId, events: usize) -> Result<f64> {
    let started = Instant::now();
    let mut waiting = Vec::new();
    for batch in 0..events / BATCH {
        waiting.push(store.append(batch_of(site, batch)));
        if waiting.len() == 8 {
            for done in waiting.drain(..) {
                done.await?;
            }
        }
    }
    for done in waiting {
        done.await?;
    }
    Ok(events as f64 / started.elapsed().as_secs_f64())
}

fn batch_of(site: SiteId, batch: usize) -> Vec<Event> {
    let mut random = rand::rng();
    let day = 20_000 + (batch % 30) as i32;
    let noon = Timestamp::from_second(i64::from(day) * 86_400 + 43_200).expect("a time of this century");
    (0..BATCH)
        .map(|_| Event {
            event_id: EventId(random.random()),
            site,
            at: noon,
            day: Day(day),
            hour: Some(12),
            path: format!("/page-{}", random.random_range(0..200)),
            title: Some("A page".into()),
            referrer: None,
            campaign: Campaign::default(),
            action: Action::AiClick {
                platform: ["chatgpt", "claude", "perplexity", "grok", "gemini", "copilot"][random.random_range(0..6)]
                    .into(),
                prompt_id: None,
            },
            crawler: None,
            device: Some(Device::Phone),
            library: None,
            spelling: None,
        })
        .collect()
}

/// The median time of a 30-day read in microseconds.
async fn read(store: &EventDatabase, site: SiteId) -> Result<f64> {
    let window = Window { from: Day(20_000), to: Day(20_029) };
    let mut times = Vec::new();
    for _ in 0..2_000 {
        let started = Instant::now();
        store
            .counts(site, &AnalyticsFilter::default(), vec![CountsQuestion::by_day(CounterKind::AiClick, window)])
            .await?;
        times.push(started.elapsed().as_nanos() as f64 / 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}
