//! Reads raw events in the order in which they were stored.
//!
//! That order is not the order of days, so any day may contain the next event. A few days are read at a time: a
//! transaction that read all of them would lock as many partitions.

use askline_app::ports::{
    StoreResult,
    events::{EventPosition, StoredEvent},
};
use askline_domain::shared::ids::SiteId;
use sqlx::AssertSqlSafe;

use crate::{
    events::postgres::{
        partitions::{self, DAYS_AT_ONCE},
        raw_events::{EVENT_COLUMNS, PAGES_OF_EVENTS, read_event},
        site_key::key_of,
        store::Inner,
    },
    sql::{Link, rows::store_error},
};

/// The maximum number of events read at a time, whatever the limit.
const MAX_EVENTS: u32 = 10_000;

impl Inner {
    /// Reads up to `limit` events that were stored after `after`, in order.
    pub(crate) async fn read_events_after(
        &self,
        site: SiteId,
        after: EventPosition,
        limit: u32,
    ) -> StoreResult<Vec<StoredEvent>> {
        let most = limit.min(MAX_EVENTS);
        let reading = self.reading().await?;
        // A site's events are committed in the order of their places: events stored during this read come after this
        // place.
        let (mut before, days) = reading
            .ask(async |connection| {
                let (next, first_day) = read_ends(connection, site).await.map_err(store_error)?;
                let mut days = partitions::days(connection).await.map_err(store_error)?;
                days.retain(|day| *day >= first_day);
                Ok((next, days))
            })
            .await?;
        let mut events: Vec<StoredEvent> = Vec::new();
        for days in days.chunks(DAYS_AT_ONCE) {
            let reading = self.of_few_days().await?;
            let some = reading
                .ask(async |connection| read_of_days(connection, site, (after.for_store(), before), days, most).await);
            events.extend(some.await?);
            events.sort_by_key(|stored| stored.place);
            events.truncate(most as usize);
            if let (Some(last), true) = (events.last(), events.len() == most as usize) {
                before = last.place.for_store();
            }
        }
        Ok(events)
    }
}

/// Reads the place of the next event to be stored, and the first day that may have raw events.
async fn read_ends(connection: &mut Link, site: SiteId) -> sqlx::Result<(i64, i32)> {
    let ends = sqlx::query_as("SELECT next_place, removed_before FROM event_books WHERE site = $1");
    Ok(ends.bind(key_of(site)).fetch_optional(connection).await?.unwrap_or((0, i32::MAX)))
}

/// Reads the first events of these days between two places.
async fn read_of_days(
    connection: &mut Link,
    site: SiteId,
    (after, before): (i64, i64),
    days: &[i32],
    most: u32,
) -> StoreResult<Vec<StoredEvent>> {
    let text = format!(
        "SELECT {EVENT_COLUMNS}
         FROM (SELECT * FROM events WHERE site = $1 AND place > $2 AND place < $3 AND place >> 8 BETWEEN $2 >> 8 AND $3 >> 8
               AND day = ANY ($4) ORDER BY place >> 8, place LIMIT $5) e {PAGES_OF_EVENTS}"
    );
    let query = sqlx::query(AssertSqlSafe(text)).bind(key_of(site)).bind(after).bind(before).bind(days);
    let rows = query.bind(i64::from(most)).fetch_all(connection).await.map_err(store_error)?;
    rows.iter().map(|row| read_event(site, row)).collect()
}
