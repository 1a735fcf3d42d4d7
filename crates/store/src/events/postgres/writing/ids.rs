//! Ids of the events of the last seven days, stored as digests.
//!
//! This is correct only under the locks of the sites: nothing else prevents an id from being inserted twice.

use std::collections::{BTreeSet, HashMap};

use askline_domain::{
    events::{Event, EventId},
    shared::ids::{Id as _, SiteId},
};
use sqlx::Row as _;

use super::working_set::WorkingSet;
use crate::{
    events::model::{
        memory_of_ids::{Seconds, digest_of},
        stored::SiteNumber,
    },
    sql::Link,
};

/// The times from which ids of the current sites are remembered.
pub(crate) type Taken = HashMap<(SiteNumber, EventId), Seconds>;

/// The second from which stored times are counted, so that four bytes suffice for decades. It can never change.
const TAKEN_SINCE: i64 = 1_600_000_000;

/// The time from which event `t` is remembered, if its id is stored: the SQL equivalent of [`stored_id`] and
/// [`stored_time`].
pub(crate) const TAKEN_OF_EVENT: &str = "(SELECT max(i.taken)::bigint + 1600000000 FROM event_ids i
      WHERE i.digest = ('x' || left(encode(sha256(t.site || t.event_id), 'hex'), 16))::bit(64)::bigint
          AND i.site = ('x' || right(encode(t.site, 'hex'), 8))::bit(32)::integer)";

/// The stored form of a time.
pub(crate) fn stored_time(taken: i64) -> i32 {
    i32::try_from(taken - TAKEN_SINCE).unwrap_or(if taken < TAKEN_SINCE { i32::MIN } else { i32::MAX })
}

/// The digest of a site's event, and four bytes of the site's id, by which a distributed PostgreSQL chooses the row's
/// machine.
pub(crate) fn stored_id(site: SiteId, id: EventId) -> (i64, i32) {
    ((digest_of(site, id) >> 64) as i64, site.bits() as i32)
}

/// Reads the times from which these events are remembered, for those whose ids are stored.
pub(super) async fn read<'e>(
    connection: &mut Link,
    working: &WorkingSet,
    events: impl Iterator<Item = &'e Event>,
) -> sqlx::Result<Taken> {
    let asked: BTreeSet<(SiteId, EventId)> = events.map(|event| (event.site, event.event_id)).collect();
    let (digests, sites): (Vec<i64>, Vec<i32>) = asked.iter().map(|(site, id)| stored_id(*site, *id)).unzip();
    let rows = sqlx::query(
        "SELECT q.number, i.taken FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS q (digest, site, number)
         JOIN event_ids i ON i.digest = q.digest AND i.site = q.site",
    );
    let asked: Vec<_> = asked.into_iter().collect();
    let mut taken = Taken::new();
    for row in rows.bind(digests).bind(sites).fetch_all(connection).await? {
        let number = usize::try_from(row.try_get::<i64, _>(0)? - 1).unwrap_or(usize::MAX);
        let Some((site, id)) = asked.get(number) else { continue };
        let seconds = Seconds::try_from(i64::from(row.try_get::<i32, _>(1)?) + TAKEN_SINCE).unwrap_or(Seconds::MAX);
        // An id that was sent again after seven days is stored twice until the older row is removed.
        let latest = taken.entry((working.number_of(*site), *id)).or_default();
        *latest = seconds.max(*latest);
    }
    Ok(taken)
}

/// Inserts ids.
pub(super) async fn insert(connection: &mut Link, working: &WorkingSet, ids: Taken) -> sqlx::Result<()> {
    let rows = ids.into_iter().map(|((site, id), taken)| {
        let (digest, place) = stored_id(working.sites[site as usize], id);
        (digest, place, stored_time(taken.into()))
    });
    enter(connection, rows.collect()).await
}

/// Inserts digests with the four bytes of their sites and their times.
pub(crate) async fn enter(connection: &mut Link, mut rows: Vec<(i64, i32, i32)>) -> sqlx::Result<()> {
    // In the order of the index.
    rows.sort_unstable();
    sqlx::query("INSERT INTO event_ids (digest, site, taken) SELECT * FROM unnest($1::bigint[], $2::int[], $3::int[])")
        .bind(rows.iter().map(|(digest, ..)| *digest).collect::<Vec<_>>())
        .bind(rows.iter().map(|(_, site, _)| *site).collect::<Vec<_>>())
        .bind(rows.iter().map(|(.., taken)| *taken).collect::<Vec<_>>())
        .execute(connection)
        .await
        .map(drop)
}
