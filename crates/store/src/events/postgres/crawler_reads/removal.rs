//! Removes old counters of what crawlers read, and old names of batches.

use askline_app::ports::StoreResult;
use askline_domain::shared::{calendar::Day, ids::SiteId};
use futures_util::FutureExt as _;
use jiff::Timestamp;

use crate::{
    events::postgres::{
        site_key::{key_of, lock_sites},
        store::Inner,
    },
    sql::Link,
};

impl Inner {
    /// Removes counters of days before the one given for each site, and names of batches from before `batches`.
    pub(crate) async fn remove_old_reads(
        &self,
        older: &[(SiteId, Day)],
        batches: Timestamp,
        limit: u32,
    ) -> StoreResult<u64> {
        let mut removed = self.change(move |connection| forget_batches(connection, batches, limit).boxed()).await?;
        for (site, before) in older.iter().copied() {
            while removed < u64::from(limit) {
                let some = self.change(move |connection| remove_day(connection, site, before).boxed()).await?;
                removed += some;
                if some == 0 {
                    break;
                }
            }
        }
        Ok(removed)
    }
}

async fn forget_batches(connection: &mut Link, before: Timestamp, most: u32) -> sqlx::Result<u64> {
    let done = sqlx::query(
        "DELETE FROM event_log_batches WHERE (site, source, name) IN
             (SELECT site, source, name FROM event_log_batches WHERE at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)",
    );
    let done = done.bind(before.as_millisecond()).bind(i64::from(most));
    Ok(done.execute(connection).await?.rows_affected())
}

async fn remove_day(connection: &mut Link, site: SiteId, before: Day) -> sqlx::Result<u64> {
    lock_sites(connection, [site]).await?;
    let mut removed = 0;
    for removal in [
        "DELETE FROM event_crawler_pages WHERE site = $1 AND day < $2
             AND day = (SELECT min(day) FROM event_crawler_pages WHERE site = $1)",
        "DELETE FROM event_crawler_days WHERE site = $1 AND day < $2
             AND day = (SELECT min(day) FROM event_crawler_days WHERE site = $1)",
    ] {
        let done = sqlx::query(removal).bind(key_of(site)).bind(before.0).execute(&mut *connection).await?;
        removed += done.rows_affected();
    }
    Ok(removed)
}
