//! Gives the counters of pages the pages' present identity, a day at a time.

use askline_app::ports::StoreResult;
use askline_domain::{pages::identity::PageIdentifier, shared::ids::SiteId};
use futures_util::FutureExt as _;

use crate::{
    events::postgres::{
        site_key::{key_of, lock_sites},
        store::Inner,
        writing::last_transactions::note_transaction,
    },
    sql::Link,
};

impl Inner {
    /// Adds the reads of pages that are one page by now. No sum changes.
    pub(in crate::events::postgres) async fn merge_read_pages(
        &self,
        site: SiteId,
        identifier: &PageIdentifier,
    ) -> StoreResult<()> {
        let mut after = i32::MIN;
        loop {
            let next =
                self.change(move |connection| merge_day(connection, site, identifier.clone(), after).boxed()).await?;
            match next {
                Some(day) => after = day,
                None => return Ok(()),
            }
        }
    }
}

/// Merges the pages of the next day after `after`; returns that day.
async fn merge_day(
    connection: &mut Link,
    site: SiteId,
    identifier: PageIdentifier,
    after: i32,
) -> sqlx::Result<Option<i32>> {
    lock_sites(connection, [site]).await?;
    let key = key_of(site);
    let next = sqlx::query_scalar("SELECT min(day) FROM event_crawler_pages WHERE site = $1 AND day > $2");
    let day: Option<i32> = next.bind(key).bind(after).fetch_one(&mut *connection).await?;
    let Some(day) = day else { return Ok(None) };
    let paths: Vec<String> =
        sqlx::query_scalar("SELECT DISTINCT path FROM event_crawler_pages WHERE site = $1 AND day = $2")
            .bind(key)
            .bind(day)
            .fetch_all(&mut *connection)
            .await?;
    let others = paths.into_iter().map(|path| (identifier.of_text(&path).into_string(), path));
    let (identities, paths): (Vec<String>, Vec<String>) = others.filter(|(identity, path)| identity != path).unzip();
    if paths.is_empty() {
        return Ok(Some(day));
    }
    sqlx::query(
        r#"INSERT INTO event_crawler_pages AS c (site, day, path, crawler, purpose, evidence, status, reads, last_at)
           SELECT o.site, o.day, q.identity, o.crawler, o.purpose, o.evidence, o.status, sum(o.reads)::bigint, max(o.last_at)
           FROM unnest($3::text[], $4::text[]) AS q (path, identity)
           JOIN event_crawler_pages o ON o.site = $1 AND o.day = $2 AND o.path = q.path COLLATE "C"
           GROUP BY o.site, o.day, q.identity, o.crawler, o.purpose, o.evidence, o.status
           ON CONFLICT (site, day, path, crawler, purpose, evidence, status)
           DO UPDATE SET reads = c.reads + excluded.reads, last_at = greatest(c.last_at, excluded.last_at)"#,
    )
    .bind(key)
    .bind(day)
    .bind(&paths)
    .bind(&identities)
    .execute(&mut *connection)
    .await?;
    sqlx::query(r#"DELETE FROM event_crawler_pages WHERE site = $1 AND day = $2 AND path = ANY ($3)"#)
        .bind(key)
        .bind(day)
        .bind(&paths)
        .execute(&mut *connection)
        .await?;
    note_transaction(connection, &[key]).await?;
    Ok(Some(day))
}
