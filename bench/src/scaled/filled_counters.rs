//! Measures an uncached 30-day read on PostgreSQL, with few and with many counters.
//!
//! The read is measured before and after the counters of a hundred million events are added.

use std::time::Instant;

use anyhow::{Context as _, Result};
use serde_json::json;
use tokio::process::Command;

use crate::service::Service;

/// The number of reads whose median is printed.
const READS: usize = 300;

/// Copies the newest day's counters of the site with the most events to each of the 29 days before it.
const THIRTY_DAYS: &str = "
    CREATE TABLE measured AS SELECT site FROM event_books ORDER BY next_place DESC LIMIT 1;
    CREATE TABLE today AS SELECT max(day) AS day FROM event_page_days JOIN measured USING (site);
    CREATE TABLE ago AS SELECT * FROM generate_series(1, 29) AS ago (days);
    INSERT INTO event_site_counters SELECT site, kind, day - days, label, detail, value, hours
        FROM event_site_counters JOIN measured USING (site) JOIN today USING (day), ago ON CONFLICT DO NOTHING;
    INSERT INTO event_page_counters SELECT site, day - days, page, kind, label, detail, value, hours
        FROM event_page_counters JOIN measured USING (site) JOIN today USING (day), ago ON CONFLICT DO NOTHING;
    INSERT INTO event_page_days SELECT site, day - days, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
            phone_views, tablet_views, desktop_views, views_without_widget
        FROM event_page_days JOIN measured USING (site) JOIN today USING (day), ago ON CONFLICT DO NOTHING;
    ANALYZE;";

/// Copies these counters to 99 more sites, with a million events each.
const MORE_SITES: &str = "
    CREATE TABLE more AS SELECT decode(md5(n::text), 'hex') AS site FROM generate_series(1, 99) AS n;
    INSERT INTO event_site_counters SELECT more.site, kind, day, label, detail, value, hours
        FROM event_site_counters c JOIN measured USING (site), more;
    INSERT INTO event_page_counters SELECT more.site, day, page, kind, label, detail, value, hours
        FROM event_page_counters c JOIN measured USING (site), more;
    INSERT INTO event_page_days SELECT more.site, day, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
            phone_views, tablet_views, desktop_views, views_without_widget
        FROM event_page_days c JOIN measured USING (site), more;
    ANALYZE;";

/// Prints the figure. The added rows stay, so this must be the last figure about counters.
pub async fn print(service: &Service) -> Result<()> {
    run(THIRTY_DAYS).await?;
    let before = median_read(service).await?;
    run(MORE_SITES).await?;
    let after = median_read(service).await?;
    println!(
        "{:<52} {after:>9.2} ms {before:>9.2} ms {:>8.2} {:>8}   of {} rows",
        "30-day read, as of a hundred million events and one",
        after / before,
        "<= 1.50",
        run("SELECT count(*) FROM event_page_counters").await?.trim()
    );
    Ok(())
}

/// The median time of a read in milliseconds. Each read follows a stored event, which invalidates every cached response.
async fn median_read(service: &Service) -> Result<f64> {
    let key = service.keys.first().context("there is a key")?;
    let bearer = format!("Bearer {key}");
    let path = format!("/api/v1/analytics/{}/ai?days=30", service.site);
    let mut times = Vec::with_capacity(READS);
    for _ in 0..READS {
        let event = json!({ "siteId": service.site, "type": "ai_click", "url": "https://example.com/page-1", "platform": "chatgpt",
            "eventId": format!("{:08x}-0000-4000-8000-{:012x}", rand::random::<u32>(), rand::random::<u32>()) });
        service.post("/api/v1/events", None, &event).await?;
        let begun = Instant::now();
        let answer = service.get(&path, Some(("Authorization", &bearer))).await?;
        times.push(begun.elapsed().as_secs_f64() * 1_000.0);
        anyhow::ensure!(answer.contains("\"data\""), "{answer}");
    }
    times.sort_by(f64::total_cmp);
    Ok(times[READS / 2])
}

/// Runs statements in the database of the servers; returns their output.
pub async fn run(sql: &str) -> Result<String> {
    let database = std::env::var("ASKLINE_DATABASE__URL")?;
    let ran = Command::new("psql").args(["-qAtX", "-v", "ON_ERROR_STOP=1", "-c", sql, &database]).output().await?;
    anyhow::ensure!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    Ok(String::from_utf8(ran.stdout)?)
}
