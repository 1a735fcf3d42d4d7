//! Writes the rows that a commit changes, with one to three statements per table.
//!
//! This is correct only under the sites' locks.

use super::{
    counters::{CounterRowKey, CounterRows, OF_SITES},
    page_raises::PageRaises,
    working_set::WorkingSet,
};
use crate::{
    events::{
        model::{minutes::Minutes, stored::Labels, sums::Sums},
        postgres::site_key::SiteKey,
    },
    sql::Link,
};

/// Writes new pages, days and labels.
pub(super) async fn write_working_set(connection: &mut Link, working: &WorkingSet) -> sqlx::Result<()> {
    write_new_pages(connection, working).await?;
    write_days(connection, working).await?;
    write_labels(connection, working).await
}

/// Adds the sums to the counters.
pub(super) async fn write_sums<'e>(
    connection: &mut Link,
    working: &mut WorkingSet,
    mut sums: Sums<'e>,
    labels: &[Labels<'e>],
) -> sqlx::Result<()> {
    let mut of_sites = CounterRows::new();
    for one in sums.site_counters(labels) {
        let key = CounterRowKey::of(0, &one);
        of_sites.entry(key).or_default().add(one.value, one.hours);
    }
    OF_SITES.write(connection, working, of_sites).await?;
    write_spellings(connection, working, &sums).await?;
    PageRaises::of(&sums, labels).store(connection, working).await?;
    write_minutes(connection, working, sums.take_minutes()).await
}

/// Writes the new spellings of pages, of which there are few: most commits find each page spelled as before. They do not wait as the sums
/// do, because the next commit compares its events with them.
async fn write_spellings(connection: &mut Link, working: &WorkingSet, sums: &Sums<'_>) -> sqlx::Result<()> {
    let mut rows = sums.page_news();
    rows.retain(|(_, news)| news.spelling.is_some());
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "UPDATE event_pages p SET spelling = nullif(q.spelling, '')
         FROM unnest($1::bytea[], $2::bigint[], $3::text[]) AS q (site, page, spelling)
         WHERE p.site = q.site AND p.page = q.page",
    )
    .bind(rows.iter().map(|((site, _), _)| working.key(*site)).collect::<Vec<_>>())
    .bind(rows.iter().map(|((_, page), _)| *page).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, news)| news.spelling).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}

/// Writes the sites' next numbers, and how many of their page additions wait. The days up to which removals are done
/// decrease if an event of an older day arrived.
pub(crate) async fn write_next_numbers(connection: &mut Link, working: &WorkingSet) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO event_books AS b (site, next_place, next_page, page_raises, removed_before, forgotten_before)
         SELECT site, place, page, raises, day, day
         FROM unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::int[], $5::int[]) AS q (site, place, page, raises, day)
         ON CONFLICT (site) DO UPDATE SET next_place = excluded.next_place, next_page = excluded.next_page,
             page_raises = excluded.page_raises,
             removed_before = LEAST(b.removed_before, excluded.removed_before),
             forgotten_before = LEAST(b.forgotten_before, excluded.forgotten_before)",
    )
    .bind(working.keys())
    .bind(&working.next_places)
    .bind(&working.next_pages)
    .bind(&working.page_raises)
    .bind(working.oldest_days())
    .execute(connection)
    .await
    .map(drop)
}

/// Inserts the new pages.
pub(crate) async fn write_new_pages(connection: &mut Link, working: &WorkingSet) -> sqlx::Result<()> {
    if working.new_pages.is_empty() {
        return Ok(());
    }
    let keys: Vec<SiteKey> = working.new_pages.iter().map(|(site, ..)| working.key(*site)).collect();
    let numbers: Vec<i64> = working.new_pages.iter().map(|(_, number, ..)| *number).collect();
    let paths: Vec<&str> = working.new_pages.iter().map(|(_, _, path, _)| path.as_str()).collect();
    let days: Vec<i32> = working.new_pages.iter().map(|(.., day)| *day).collect();
    let titles: Vec<Option<&str>> =
        working.new_pages.iter().map(|(site, number, ..)| working.first_title(*site, *number)).collect();
    sqlx::query(
        "INSERT INTO event_pages (site, page, path, first_day, last_day, first_title)
         SELECT site, page, path, day, day, title FROM unnest($1::bytea[], $2::bigint[], $3::text[], $4::int[], $5::text[])
             AS q (site, page, path, day, title)",
    )
    .bind(keys)
    .bind(numbers)
    .bind(paths)
    .bind(days)
    .bind(titles)
    .execute(connection)
    .await
    .map(drop)
}

async fn write_days(connection: &mut Link, working: &WorkingSet) -> sqlx::Result<()> {
    let rows: Vec<_> = working.changed_days.iter().collect();
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    sqlx::query(
        "INSERT INTO event_site_days (site, day, events, new_pages, new_referrers, new_pairs)
         SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
         ON CONFLICT (site, day) DO UPDATE SET events = excluded.events, new_pages = excluded.new_pages,
             new_referrers = excluded.new_referrers, new_pairs = excluded.new_pairs",
    )
    .bind(rows.iter().map(|((site, _), _)| working.key(*site)).collect::<Vec<_>>())
    .bind(rows.iter().map(|((_, day), _)| *day).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, used)| number(used.events)).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, used)| i64::from(used.new_pages)).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, used)| i64::from(used.new_referrers)).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, used)| i64::from(used.new_pairs)).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}

async fn write_labels(connection: &mut Link, working: &WorkingSet) -> sqlx::Result<()> {
    if working.changed_labels.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = working.changed_labels.iter().collect();
    sqlx::query(
        "INSERT INTO event_labels (site, kind, label, detail, last_day)
         SELECT * FROM unnest($1::bytea[], $2::smallint[], $3::text[], $4::text[], $5::int[])
         ON CONFLICT (site, kind, label, detail) DO UPDATE SET last_day = excluded.last_day",
    )
    .bind(rows.iter().map(|((site, ..), _)| working.key(*site)).collect::<Vec<_>>())
    .bind(rows.iter().map(|((_, kind, ..), _)| i16::from(*kind)).collect::<Vec<_>>())
    .bind(rows.iter().map(|((_, _, label, _), _)| label.as_str()).collect::<Vec<_>>())
    .bind(rows.iter().map(|((.., detail), _)| detail.as_str()).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, day)| **day).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}

/// Adds to the minutes; a minute that is older than its slot's current minute is skipped.
async fn write_minutes(connection: &mut Link, working: &WorkingSet, minutes: Minutes) -> sqlx::Result<()> {
    let rows = minutes.into_rows();
    sqlx::query(
        "INSERT INTO event_site_minutes AS m (site, slot, minute, views, asks, ai_referrals)
         SELECT * FROM unnest($1::bytea[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
         ON CONFLICT (site, slot) DO UPDATE SET
             views = CASE WHEN m.minute = excluded.minute THEN m.views ELSE 0 END + excluded.views,
             asks = CASE WHEN m.minute = excluded.minute THEN m.asks ELSE 0 END + excluded.asks,
             ai_referrals = CASE WHEN m.minute = excluded.minute THEN m.ai_referrals ELSE 0 END + excluded.ai_referrals,
             minute = excluded.minute
         WHERE excluded.minute >= m.minute",
    )
    .bind(rows.iter().map(|(site, ..)| working.key(*site)).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, slot, _)| i16::try_from(*slot).unwrap_or_default()).collect::<Vec<_>>())
    .bind(rows.iter().map(|(.., sums)| sums.minute).collect::<Vec<_>>())
    .bind(rows.iter().map(|(.., sums)| sums.views).collect::<Vec<_>>())
    .bind(rows.iter().map(|(.., sums)| sums.asks).collect::<Vec<_>>())
    .bind(rows.iter().map(|(.., sums)| sums.ai_referrals).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}
