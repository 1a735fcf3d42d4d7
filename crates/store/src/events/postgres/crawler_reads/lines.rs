//! The newest reads, line by line.

use askline_domain::{
    logs::{
        classify::SampleLine,
        newest::{MAX_NEWEST, ReadLine},
    },
    shared::ids::SiteId,
};
use jiff::Timestamp;
use sqlx::Row as _;

use crate::{
    events::{
        crawler_rows::time_of,
        postgres::site_key::{SiteKey, key_of},
    },
    sql::Link,
};

/// Adds lines, oldest first, and removes those that are not among the newest any more.
pub(super) async fn add(connection: &mut Link, site: SiteKey, lines: &[ReadLine]) -> sqlx::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let of = |line: fn(&ReadLine) -> &str| lines.iter().map(line).collect::<Vec<&str>>();
    sqlx::query(
        "INSERT INTO event_crawler_lines (site, at, number, crawler, purpose, evidence, method, path, status)
         SELECT $1, q.at, coalesce((SELECT max(number) FROM event_crawler_lines WHERE site = $1 AND at = q.at), 0)
                 + row_number() OVER (PARTITION BY q.at ORDER BY q.place),
             q.crawler, q.purpose, q.evidence, q.method, q.path, q.status
         FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[])
             WITH ORDINALITY AS q (at, crawler, purpose, evidence, method, path, status, place)",
    )
    .bind(site)
    .bind(lines.iter().map(|one| one.line.at.as_millisecond()).collect::<Vec<i64>>())
    .bind(of(|one| &*one.crawler))
    .bind(of(|one| one.purpose.as_str()))
    .bind(of(|one| one.evidence.as_str()))
    .bind(of(|one| &*one.line.method))
    .bind(of(|one| &*one.line.path))
    .bind(lines.iter().map(|one| one.line.status.map(i32::from)).collect::<Vec<Option<i32>>>())
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "DELETE FROM event_crawler_lines WHERE site = $1 AND (at, number) <=
             (SELECT at, number FROM event_crawler_lines WHERE site = $1 ORDER BY at DESC, number DESC LIMIT 1 OFFSET $2)",
    )
    .bind(site)
    .bind(i64::try_from(MAX_NEWEST).unwrap_or(i64::MAX))
    .execute(connection)
    .await
    .map(drop)
}

/// The newest lines.
pub(super) async fn newest(
    connection: &mut Link,
    site: SiteId,
    since: Timestamp,
    limit: u32,
) -> sqlx::Result<Vec<ReadLine>> {
    let rows = sqlx::query(
        "SELECT at, method, path, status, crawler, purpose, evidence FROM event_crawler_lines
         WHERE site = $1 AND at >= $2 ORDER BY at DESC, number DESC LIMIT $3",
    )
    .bind(key_of(site))
    .bind(since.as_millisecond())
    .bind(i64::from(limit))
    .fetch_all(connection)
    .await?;
    let mut lines = Vec::with_capacity(rows.len());
    for row in rows {
        let status = row.try_get::<Option<i32>, _>(3)?.and_then(|status| u16::try_from(status).ok());
        let line = SampleLine { at: time_of(row.try_get(0)?), method: row.try_get(1)?, path: row.try_get(2)?, status };
        let (crawler, purpose, evidence): (String, String, String) =
            (row.try_get(4)?, row.try_get(5)?, row.try_get(6)?);
        // A word of a later release is no line of this one.
        let words = purpose.parse().ok().zip(evidence.parse().ok());
        lines.extend(words.map(|(purpose, evidence)| ReadLine { line, crawler: crawler.into(), purpose, evidence }));
    }
    Ok(lines)
}

/// Removes lines from before `before`; returns how many.
pub(super) async fn remove(connection: &mut Link, before: Timestamp, most: u32) -> sqlx::Result<u64> {
    let done = sqlx::query(
        "DELETE FROM event_crawler_lines WHERE (site, at, number) IN
             (SELECT site, at, number FROM event_crawler_lines WHERE at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)",
    );
    Ok(done.bind(before.as_millisecond()).bind(i64::from(most)).execute(connection).await?.rows_affected())
}
