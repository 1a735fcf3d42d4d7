//! Counts batches of reads, and removes old counters, in the writer's transactions.

use askline_app::ports::logs::crawler_reads::{ReadBatch, Recorded, SourceState};
use askline_domain::{
    logs::reads::{CrawlerKey, Reads, of_all_pages},
    shared::{
        calendar::Day,
        ids::{Id as _, SiteId},
    },
};
use jiff::Timestamp;
use rusqlite::{CachedStatement, Connection, OptionalExtension as _, params};

use super::lines;
use crate::events::{
    crawler_rows::{StoredRows, within_bounds},
    model::{name_tables::NameTables as _, stored::SiteNumber},
    sqlite::{reading::pages::site_number, writing::in_file::InFile},
};

/// Stores a batch, unless it is known.
pub(super) fn record(connection: &Connection, batch: &ReadBatch) -> rusqlite::Result<Recorded> {
    let site = InFile(connection).number_of_site(batch.site)?;
    let source = batch.source.bits().to_be_bytes();
    let known: Option<(Vec<u8>, String)> = connection
        .prepare_cached("SELECT content, answer FROM log_batches WHERE site = ?1 AND source = ?2 AND name = ?3")?
        .query_row(params![site, source, batch.name], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    if let Some((content, answer)) = known {
        if content != batch.content {
            return Ok(Recorded::OtherContent);
        }
        // What is sent again and again stays known.
        connection
            .prepare_cached("UPDATE log_batches SET at = max(at, ?4) WHERE site = ?1 AND source = ?2 AND name = ?3")?
            .execute(params![site, source, batch.name, batch.at.as_millisecond()])?;
        return Ok(Recorded::Before(answer));
    }
    connection
        .prepare_cached(
            "INSERT INTO log_batches (site, source, name, content, at, answer) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![site, source, batch.name, batch.content, batch.at.as_millisecond(), batch.answer])?;
    add_state(connection, site, source, &batch.adds)?;
    let mut days = connection.prepare_cached(
        "INSERT INTO crawler_days (site, day, crawler, purpose, evidence, status, reads, last_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT DO UPDATE SET reads = reads + excluded.reads, last_at = max(last_at, excluded.last_at)",
    )?;
    for (key, reads) in of_all_pages(&batch.counts) {
        add(&mut days, site, &key, None, reads)?;
    }
    let mut pages = connection.prepare_cached(
        "INSERT INTO crawler_pages (site, day, crawler, purpose, evidence, status, reads, last_at, path)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT DO UPDATE SET reads = reads + excluded.reads, last_at = max(last_at, excluded.last_at)",
    )?;
    for ((key, path), reads) in within_bounds(&batch.counts, &stored_rows(connection, site, batch)?) {
        add(&mut pages, site, &key, Some(&path), reads)?;
    }
    lines::add(connection, site, &batch.lines)?;
    Ok(Recorded::Now)
}

fn add(
    statement: &mut CachedStatement<'_>,
    site: SiteNumber,
    key: &CrawlerKey,
    path: Option<&str>,
    reads: Reads,
) -> rusqlite::Result<()> {
    let CrawlerKey { day, crawler, purpose, evidence, status } = key;
    let count = i64::try_from(reads.count).unwrap_or(i64::MAX);
    let (purpose, evidence, status) = (purpose.as_str(), evidence.as_str(), status.as_str());
    let last_at = reads.last_at.as_millisecond();
    match path {
        None => statement.execute(params![site, day.0, crawler, purpose, evidence, status, count, last_at])?,
        Some(path) => {
            statement.execute(params![site, day.0, crawler, purpose, evidence, status, count, last_at, path])?
        }
    };
    Ok(())
}

fn add_state(connection: &Connection, site: SiteNumber, source: [u8; 16], adds: &SourceState) -> rusqlite::Result<()> {
    let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    connection
        .prepare_cached(
            "INSERT INTO log_states (site, source, lines, kept, unreadable, other_hosts, out_of_range, last_line_at, last_batch_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
             ON CONFLICT DO UPDATE SET lines = lines + excluded.lines, kept = kept + excluded.kept,
                 unreadable = unreadable + excluded.unreadable, other_hosts = other_hosts + excluded.other_hosts,
                 out_of_range = out_of_range + excluded.out_of_range,
                 last_line_at = nullif(max(coalesce(last_line_at, -1), coalesce(excluded.last_line_at, -1)), -1),
                 last_batch_at = max(last_batch_at, excluded.last_batch_at)",
        )?
        .execute(params![
            site,
            source,
            number(adds.lines),
            number(adds.kept),
            number(adds.unreadable),
            number(adds.other_hosts),
            number(adds.out_of_range),
            adds.last_line_at.map(Timestamp::as_millisecond),
            adds.last_batch_at.map_or(0, Timestamp::as_millisecond),
        ])?;
    Ok(())
}

fn stored_rows(connection: &Connection, site: SiteNumber, batch: &ReadBatch) -> rusqlite::Result<StoredRows> {
    let mut stored = StoredRows::default();
    let mut count = connection.prepare_cached("SELECT count(*) FROM crawler_pages WHERE site = ?1 AND day = ?2")?;
    let mut find = connection.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM crawler_pages WHERE site = ?1 AND day = ?2 AND path = ?3 AND crawler = ?4
             AND purpose = ?5 AND evidence = ?6 AND status = ?7)",
    )?;
    for (key, path) in batch.counts.keys() {
        if let std::collections::hash_map::Entry::Vacant(day) = stored.of_day.entry(key.day) {
            day.insert(count.query_row(params![site, key.day.0], |row| row.get(0))?);
        }
        let (purpose, evidence, status) = (key.purpose.as_str(), key.evidence.as_str(), key.status.as_str());
        let row = params![site, key.day.0, path, key.crawler, purpose, evidence, status];
        if find.query_row(row, |row| row.get(0))? {
            stored.known.insert((*key, path.clone()));
        }
    }
    Ok(stored)
}

/// Forgets names of batches from before `before`; returns how many.
pub(super) fn forget_batches(connection: &Connection, before: Timestamp, most: u32) -> rusqlite::Result<u64> {
    let done = connection
        .prepare_cached(
            "DELETE FROM log_batches WHERE (site, source, name) IN
                 (SELECT site, source, name FROM log_batches WHERE at < ?1 LIMIT ?2)",
        )?
        .execute(params![before.as_millisecond(), most])?;
    Ok(done as u64)
}

/// Removes a site's counters of its oldest day before `before`; returns how many rows.
pub(super) fn remove_day(connection: &Connection, site: SiteId, before: Day) -> rusqlite::Result<u64> {
    let Some(site) = site_number(connection, site)? else { return Ok(0) };
    let mut removed = 0;
    for (oldest, removal) in [
        (
            "SELECT min(day) FROM crawler_pages WHERE site = ?1",
            "DELETE FROM crawler_pages WHERE site = ?1 AND day = ?2",
        ),
        ("SELECT min(day) FROM crawler_days WHERE site = ?1", "DELETE FROM crawler_days WHERE site = ?1 AND day = ?2"),
    ] {
        let day: Option<i32> = connection.prepare_cached(oldest)?.query_row([site], |row| row.get(0))?;
        if let Some(day) = day.filter(|day| *day < before.0) {
            removed += connection.prepare_cached(removal)?.execute(params![site, day])? as u64;
        }
    }
    Ok(removed)
}
