//! `make bench-scaled ARGS=--large`: reads of a site with twenty million events on PostgreSQL.
//!
//! SQL creates the events, and counters that match them. Needs 5 GB of disk space.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde_json::json;

use super::filled_counters::run;
use crate::service::{Service, server_settings};

/// The number of days with events; the last one is today.
const DAYS: u32 = 60;
/// The number of events per day: twenty million in total.
const EVENTS_OF_DAY: u32 = 333_334;
/// The number of pages with events.
const PAGES: u32 = 5_757;
/// The number of reads whose median is printed.
const READS: usize = 200;

/// Creates the pages, and a partition for each day. The numbers start after those that the site may already use.
const BEGIN: &str = "
    CREATE TABLE measured AS SELECT site, 1000 AS base, floor(extract(epoch FROM now()) / 86400)::int AS today FROM event_books;
    CREATE TABLE past AS SELECT today - n AS day FROM measured, generate_series(0, $DAYS - 1) AS n;
    DO $$ DECLARE one INT; BEGIN FOR one IN SELECT day FROM past LOOP
        IF to_regclass('events_' || one) IS NULL THEN
            EXECUTE format('CREATE TABLE %I PARTITION OF events FOR VALUES FROM (%s) TO (%s)', 'events_' || one, one, one + 1);
        END IF;
    END LOOP; END $$;
    INSERT INTO event_pages (site, page, path, title, first_title, last_click_at, first_day, last_day)
        SELECT site, base + n, '/guides/' || n % 40 || '/how-to-do-it-' || n, 'How to do it, part ' || n, 'How to do it, part ' || n,
            today * 86400000::bigint, today - $DAYS + 1, today
        FROM measured, generate_series(1, $PAGES) AS n;
    UPDATE event_books SET next_place = 100000000, next_page = 100000;";

/// Creates the raw events of one day: 85% are views, a third of them from outside, and 15% clicks. Some pages have many
/// events, most pages have few.
const EVENTS: &str = "
    INSERT INTO events (site, day, place, event_id, at, hour, page, referrer, type, label, detail)
    SELECT site, day, base + (day - today + $DAYS)::bigint * $EVENTS + n, decode(md5(day || ' ' || n), 'hex'),
        (day * 86400::bigint + n % 86400) * 1000, n % 86400 / 3600, base + 1 + floor($PAGES * page ^ 2)::int,
        CASE WHEN kind < 0.28 THEN 'https://www.example.org/a/page' END,
        CASE WHEN kind < 0.85 THEN 1 WHEN kind < 0.96 THEN 2 ELSE 3 END,
        CASE WHEN kind < 0.12 THEN 'search' WHEN kind < 0.2 THEN 'ai_assistant' WHEN kind < 0.28 THEN 'other'
            WHEN kind < 0.85 THEN NULL WHEN kind < 0.96 THEN ('{chatgpt,claude,perplexity,gemini,grok,copilot}'::text[])[1 + n % 6]
            ELSE ('{x,linkedin,reddit}'::text[])[1 + n % 3] END,
        CASE WHEN kind < 0.12 THEN 'google' WHEN kind < 0.2 THEN ('{chatgpt,claude,perplexity}'::text[])[1 + n % 3]
            WHEN kind < 0.28 THEN 'host-' || n % 300 || '.example.org' END
    FROM measured, (
        SELECT day, n, random() AS kind, random() AS page FROM past, generate_series(1, $EVENTS) AS n WHERE day = (SELECT today FROM measured) - $AGO
    ) drawn;";

/// Creates the counters of the pages and of the site, and the ids of the last week's events, from the raw events.
const COUNTERS: &str = "
    CREATE TABLE counted AS SELECT site, day, page, type, label, detail, count(*) AS value
        FROM events JOIN measured USING (site) WHERE page > base GROUP BY site, day, page, type, label, detail;
    INSERT INTO event_page_days (site, day, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals, phone_views, tablet_views,
            desktop_views, views_without_widget)
        SELECT site, day, page, views, ai_clicks, social_clicks, 0, ai_referrals, views / 2, views / 10, views - views / 2 - views / 10, 0
        FROM (SELECT site, day, page, coalesce(sum(value) FILTER (WHERE type = 1), 0)::bigint AS views,
                coalesce(sum(value) FILTER (WHERE type = 2), 0)::bigint AS ai_clicks,
                coalesce(sum(value) FILTER (WHERE type = 3), 0)::bigint AS social_clicks,
                coalesce(sum(value) FILTER (WHERE label = 'ai_assistant'), 0)::bigint AS ai_referrals
            FROM counted GROUP BY site, day, page) sums;
    INSERT INTO event_page_weeks (site, week, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals, phone_views, tablet_views,
            desktop_views, views_without_widget)
        SELECT site, day / 7, page, sum(views), sum(ai_clicks), sum(social_clicks), sum(question_clicks), sum(ai_referrals),
            sum(phone_views), sum(tablet_views), sum(desktop_views), sum(views_without_widget)
        FROM event_page_days JOIN measured USING (site) WHERE page > base GROUP BY site, day / 7, page;
    CREATE TABLE by_kind AS
        SELECT site, day, page, kind, label, detail, sum(value)::bigint AS value FROM (
            SELECT site, day, page, 1 AS kind, '' AS label, '' AS detail, value FROM counted WHERE type = 1
            UNION ALL SELECT site, day, page, 6, label, detail, value FROM counted WHERE type = 1 AND label IS NOT NULL
            UNION ALL SELECT site, day, page, 2, label, '', value FROM counted WHERE type = 2
            UNION ALL SELECT site, day, page, 8, label, '', value FROM counted WHERE type = 2
            UNION ALL SELECT site, day, page, 3, label, '', value FROM counted WHERE type = 3
        ) each GROUP BY site, day, page, kind, label, detail;
    INSERT INTO event_page_counters (site, day, page, kind, label, detail, value, hours)
        SELECT site, day, page, kind, label, detail, value, decode(repeat('0b01', least(value, 8)::int), 'hex') FROM by_kind
        ORDER BY site, day, page, kind;
    INSERT INTO event_site_counters (site, kind, day, label, detail, value, hours)
        SELECT site, kind, day, label, detail, sum(value), decode(repeat('0b8101', 24), 'hex') FROM by_kind
        GROUP BY site, kind, day, label, detail ON CONFLICT DO NOTHING;
    INSERT INTO event_site_days (site, day, events, new_pages, new_referrers, new_pairs)
        SELECT site, day, $EVENTS, 0, 0, 0 FROM measured, past ON CONFLICT DO NOTHING;
    INSERT INTO event_ids (digest, site, taken)
        SELECT ('x' || left(encode(event_id, 'hex'), 16))::bit(64)::bigint, 7, (at / 1000 - 1600000000)::int
        FROM events JOIN measured USING (site) WHERE day > today - 7;
    DROP TABLE counted, by_kind;";

/// Prints the figures. Needs the settings of [`SERVERS`].
pub async fn print() -> Result<()> {
    server_settings()?;
    let service = Service::start_with(1, &[]).await?;
    store_event(&service).await?;
    let begun = Instant::now();
    run_steps(BEGIN, 0).await?;
    for ago in 0..DAYS {
        run_steps(EVENTS, ago).await?;
    }
    run_steps(COUNTERS, 0).await?;
    run("VACUUM (ANALYZE)").await?;
    let made = "SELECT (SELECT count(*) FROM events) || ' events, ' || (SELECT count(*) FROM event_page_counters) || ' counters of pages, ' \
                || pg_size_pretty(pg_database_size(current_database()))";
    println!("{}, made in {} s", run(made).await?.trim(), begun.elapsed().as_secs());
    println!("{:<52} {:>12} {:>12} {:>8}", "work, after an event was stored", "median", "slowest 5%", "reach");
    for (work, path, reach) in [
        ("overview of 30 days", "overview?days=30", "<= 60"),
        ("the same compared with the 30 days before", "overview?days=30&compare=previous", ""),
        ("list of 5,757 pages, 30 days", "pages?days=30", "<= 60"),
        ("the same of one assistant", "pages?days=30&platform=chatgpt", ""),
        ("the same of 60 days", "pages?days=60", ""),
    ] {
        let [median, slow] = read(&service, path).await?;
        println!("{work:<52} {median:>9.1} ms {slow:>9.1} ms {reach:>8}");
    }
    Ok(())
}

/// Runs statements after inserting the constants of this file.
async fn run_steps(statements: &str, ago: u32) -> Result<()> {
    let values = [("$DAYS", DAYS), ("$EVENTS", EVENTS_OF_DAY), ("$PAGES", PAGES), ("$AGO", ago)];
    let text = values.iter().fold(statements.to_owned(), |text, (name, value)| text.replace(name, &value.to_string()));
    run(&text).await.map(drop)
}

async fn store_event(service: &Service) -> Result<()> {
    let event = json!({ "siteId": service.site, "type": "ai_click", "url": "https://example.com/page-1", "platform": "chatgpt",
        "eventId": format!("{:08x}-0000-4000-8000-{:012x}", rand::random::<u32>(), rand::random::<u32>()) });
    service.post("/api/v1/events", None, &event).await.map(drop)
}

/// The median and the 95th percentile of an uncached read, in milliseconds.
async fn read(service: &Service, path: &str) -> Result<[f64; 2]> {
    let key = service.keys.first().context("there is a key")?;
    let bearer = format!("Bearer {key}");
    let path = format!("/api/v1/analytics/{}/{path}", service.site);
    let mut times: Vec<Duration> = Vec::with_capacity(READS);
    for _ in 0..READS {
        store_event(service).await?;
        let begun = Instant::now();
        let answer = service.get(&path, Some(("Authorization", &bearer))).await?;
        times.push(begun.elapsed());
        anyhow::ensure!(answer.contains("\"error\":null"), "{answer}");
    }
    times.sort_unstable();
    Ok([times[READS / 2], times[READS * 95 / 100]].map(|time| time.as_secs_f64() * 1_000.0))
}
