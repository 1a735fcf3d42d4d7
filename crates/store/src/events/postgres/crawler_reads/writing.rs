//! Counts batches of reads, each in one transaction under the lock of its site.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use askline_app::ports::logs::crawler_reads::{ReadBatch, Recorded, SourceState};
use askline_domain::{
    logs::reads::{CrawlerKey, ReadCounts, Reads, of_all_pages},
    shared::{calendar::Day, ids::Id as _},
};
use jiff::Timestamp;
use sqlx::{Postgres, Row as _, postgres::PgArguments, query::Query};

use super::lines;
use crate::{
    events::{
        crawler_rows::{StoredRows, within_bounds},
        postgres::{
            site_key::{SiteKey, key_of, lock_sites},
            writing::last_transactions::note_transaction,
        },
    },
    sql::Link,
};

/// Stores a batch, unless it is known.
pub(super) async fn record(connection: &mut Link, batch: Arc<ReadBatch>) -> sqlx::Result<Recorded> {
    lock_sites(connection, [batch.site]).await?;
    let (key, source) = (key_of(batch.site), batch.source.bits().to_be_bytes());
    let known =
        sqlx::query("SELECT content, answer FROM event_log_batches WHERE site = $1 AND source = $2 AND name = $3")
            .bind(key)
            .bind(source)
            .bind(batch.name)
            .fetch_optional(&mut *connection)
            .await?;
    if let Some(known) = known {
        if known.try_get::<Vec<u8>, _>(0)? != batch.content {
            return Ok(Recorded::OtherContent);
        }
        // What is sent again and again stays known.
        sqlx::query("UPDATE event_log_batches SET at = greatest(at, $4) WHERE site = $1 AND source = $2 AND name = $3")
            .bind(key)
            .bind(source)
            .bind(batch.name)
            .bind(batch.at.as_millisecond())
            .execute(&mut *connection)
            .await?;
        return Ok(Recorded::Before(known.try_get(1)?));
    }
    sqlx::query(
        "INSERT INTO event_books (site, next_place, next_page) VALUES ($1, 1, 1) ON CONFLICT (site) DO NOTHING",
    )
    .bind(key)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO event_log_batches (site, source, name, content, at, answer) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(key)
    .bind(source)
    .bind(batch.name)
    .bind(batch.content)
    .bind(batch.at.as_millisecond())
    .bind(&batch.answer)
    .execute(&mut *connection)
    .await?;
    add_state(connection, key, source, &batch.adds).await?;
    add_days(connection, key, &of_all_pages(&batch.counts)).await?;
    let stored = stored_rows(connection, key, &batch.counts).await?;
    add_pages(connection, key, &within_bounds(&batch.counts, &stored)).await?;
    lines::add(connection, key, &batch.lines).await?;
    note_transaction(connection, &[key]).await?;
    Ok(Recorded::Now)
}

async fn add_state(connection: &mut Link, site: SiteKey, source: [u8; 16], adds: &SourceState) -> sqlx::Result<()> {
    let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    sqlx::query(
        "INSERT INTO event_log_states AS s
             (site, source, lines, kept, unreadable, other_hosts, out_of_range, last_line_at, last_batch_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (site, source) DO UPDATE SET lines = s.lines + excluded.lines, kept = s.kept + excluded.kept,
             unreadable = s.unreadable + excluded.unreadable, other_hosts = s.other_hosts + excluded.other_hosts,
             out_of_range = s.out_of_range + excluded.out_of_range,
             last_line_at = greatest(s.last_line_at, excluded.last_line_at),
             last_batch_at = greatest(s.last_batch_at, excluded.last_batch_at)",
    )
    .bind(site)
    .bind(source)
    .bind(number(adds.lines))
    .bind(number(adds.kept))
    .bind(number(adds.unreadable))
    .bind(number(adds.other_hosts))
    .bind(number(adds.out_of_range))
    .bind(adds.last_line_at.map(Timestamp::as_millisecond))
    .bind(adds.last_batch_at.map_or(0, Timestamp::as_millisecond))
    .execute(connection)
    .await
    .map(drop)
}

/// Rows, column by column.
#[derive(Default)]
struct Columns<'r> {
    days: Vec<i32>,
    crawlers: Vec<&'r str>,
    purposes: Vec<&'r str>,
    evidence: Vec<&'r str>,
    statuses: Vec<&'r str>,
    reads: Vec<i64>,
    last_at: Vec<i64>,
}

impl<'r> Columns<'r> {
    fn of(rows: impl Iterator<Item = (&'r CrawlerKey, &'r Reads)>) -> Self {
        let mut columns = Self::default();
        for (key, reads) in rows {
            columns.days.push(key.day.0);
            columns.crawlers.push(key.crawler);
            columns.purposes.push(key.purpose.as_str());
            columns.evidence.push(key.evidence.as_str());
            columns.statuses.push(key.status.as_str());
            columns.reads.push(i64::try_from(reads.count).unwrap_or(i64::MAX));
            columns.last_at.push(reads.last_at.as_millisecond());
        }
        columns
    }

    /// Binds the site and the columns in their order, $1 to $8.
    fn bind<'q>(&'q self, statement: &'static str, site: SiteKey) -> Query<'q, Postgres, PgArguments> {
        sqlx::query(statement)
            .bind(site)
            .bind(&self.days)
            .bind(&self.crawlers)
            .bind(&self.purposes)
            .bind(&self.evidence)
            .bind(&self.statuses)
            .bind(&self.reads)
            .bind(&self.last_at)
    }
}

async fn add_days(connection: &mut Link, site: SiteKey, sums: &BTreeMap<CrawlerKey, Reads>) -> sqlx::Result<()> {
    const STATEMENT: &str =
        "INSERT INTO event_crawler_days AS c (site, day, crawler, purpose, evidence, status, reads, last_at)
         SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
         ON CONFLICT (site, day, crawler, purpose, evidence, status)
         DO UPDATE SET reads = c.reads + excluded.reads, last_at = greatest(c.last_at, excluded.last_at)";
    Columns::of(sums.iter()).bind(STATEMENT, site).execute(connection).await.map(drop)
}

async fn add_pages(connection: &mut Link, site: SiteKey, counts: &ReadCounts) -> sqlx::Result<()> {
    const STATEMENT: &str =
        "INSERT INTO event_crawler_pages AS c (site, day, crawler, purpose, evidence, status, reads, last_at, path)
         SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
             $9::text[])
         ON CONFLICT (site, day, path, crawler, purpose, evidence, status)
         DO UPDATE SET reads = c.reads + excluded.reads, last_at = greatest(c.last_at, excluded.last_at)";
    Columns::of(keys_of(counts)).bind(STATEMENT, site).bind(paths_of(counts)).execute(connection).await.map(drop)
}

fn keys_of(counts: &ReadCounts) -> impl Iterator<Item = (&CrawlerKey, &Reads)> {
    counts.iter().map(|((key, _), reads)| (key, reads))
}

fn paths_of(counts: &ReadCounts) -> Vec<&str> {
    counts.keys().map(|(_, path)| path.as_str()).collect()
}

/// The rows of these days that are stored: how many each day has, and which of the batch's.
async fn stored_rows(connection: &mut Link, site: SiteKey, counts: &ReadCounts) -> sqlx::Result<StoredRows> {
    const KNOWN: &str = r#"SELECT q.place
         FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::text[])
             WITH ORDINALITY AS q (day, crawler, purpose, evidence, status, reads, last_at, path, place)
         JOIN event_crawler_pages c ON c.site = $1 AND c.day = q.day AND c.path = q.path COLLATE "C"
             AND c.crawler = q.crawler COLLATE "C" AND c.purpose = q.purpose COLLATE "C"
             AND c.evidence = q.evidence COLLATE "C" AND c.status = q.status COLLATE "C""#;
    let mut stored = StoredRows::default();
    let days: BTreeSet<i32> = counts.keys().map(|(key, _)| key.day.0).collect();
    let rows =
        sqlx::query("SELECT day, count(*) FROM event_crawler_pages WHERE site = $1 AND day = ANY ($2) GROUP BY day")
            .bind(site)
            .bind(days.into_iter().collect::<Vec<_>>())
            .fetch_all(&mut *connection)
            .await?;
    for row in rows {
        stored.of_day.insert(Day(row.try_get(0)?), u32::try_from(row.try_get::<i64, _>(1)?).unwrap_or(u32::MAX));
    }
    let known = Columns::of(keys_of(counts)).bind(KNOWN, site).bind(paths_of(counts)).fetch_all(connection).await?;
    let keys: Vec<&(CrawlerKey, String)> = counts.keys().collect();
    for row in known {
        let place: i64 = row.try_get(0)?;
        if let Some(key) = usize::try_from(place - 1).ok().and_then(|place| keys.get(place)) {
            stored.known.insert((*key).clone());
        }
    }
    Ok(stored)
}
