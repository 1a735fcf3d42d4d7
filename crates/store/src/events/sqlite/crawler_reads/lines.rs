//! The newest reads, line by line.

use askline_domain::{
    logs::{
        classify::SampleLine,
        newest::{MAX_NEWEST, ReadLine},
    },
    shared::ids::{Id as _, SiteId},
};
use jiff::Timestamp;
use rusqlite::{Connection, params};

use crate::events::{crawler_rows::time_of, model::stored::SiteNumber};

/// Adds lines, oldest first, and removes those that are not among the newest any more.
pub(super) fn add(connection: &Connection, site: SiteNumber, lines: &[ReadLine]) -> rusqlite::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut add = connection.prepare_cached(
        "INSERT INTO crawler_lines (site, at, number, crawler, purpose, evidence, method, path, status)
         VALUES (?1, ?2, 1 + coalesce((SELECT max(number) FROM crawler_lines WHERE site = ?1 AND at = ?2), 0),
             ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for ReadLine { line, crawler, purpose, evidence } in lines {
        let SampleLine { at, method, path, status } = line;
        let (purpose, evidence) = (purpose.as_str(), evidence.as_str());
        add.execute(params![site, at.as_millisecond(), crawler, purpose, evidence, method, path, status])?;
    }
    connection
        .prepare_cached(
            "DELETE FROM crawler_lines WHERE site = ?1 AND (at, number) <=
                 (SELECT at, number FROM crawler_lines WHERE site = ?1 ORDER BY at DESC, number DESC LIMIT 1 OFFSET ?2)",
        )?
        .execute(params![site, i64::try_from(MAX_NEWEST).unwrap_or(i64::MAX)])?;
    Ok(())
}

/// The newest lines.
pub(super) fn newest(
    connection: &Connection,
    site: SiteId,
    since: Timestamp,
    limit: u32,
) -> rusqlite::Result<Vec<ReadLine>> {
    let mut statement = connection.prepare_cached(
        "SELECT at, method, path, status, crawler, purpose, evidence FROM crawler_lines
         WHERE site = (SELECT id FROM sites WHERE site = ?1) AND at >= ?2 ORDER BY at DESC, number DESC LIMIT ?3",
    )?;
    let rows = statement.query_map(params![site.bits().to_be_bytes(), since.as_millisecond(), limit], |row| {
        let line = SampleLine { at: time_of(row.get(0)?), method: row.get(1)?, path: row.get(2)?, status: row.get(3)? };
        let (crawler, purpose, evidence): (String, String, String) = (row.get(4)?, row.get(5)?, row.get(6)?);
        // A word of a later release is no line of this one.
        let words = purpose.parse().ok().zip(evidence.parse().ok());
        Ok(words.map(|(purpose, evidence)| ReadLine { line, crawler: crawler.into(), purpose, evidence }))
    })?;
    rows.filter_map(Result::transpose).collect()
}

/// Removes lines from before `before`; returns how many.
pub(super) fn remove(connection: &Connection, before: Timestamp, most: u32) -> rusqlite::Result<u64> {
    let done = connection
        .prepare_cached(
            "DELETE FROM crawler_lines WHERE (site, at, number) IN
                 (SELECT site, at, number FROM crawler_lines WHERE at < ?1 LIMIT ?2)",
        )?
        .execute(params![before.as_millisecond(), most])?;
    Ok(done as u64)
}
