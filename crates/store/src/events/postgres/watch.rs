//! Detects which sites have changed: events stored by other nodes outdate answers cached here.
//!
//! Transactions do not commit in the order in which they begin, so a lower transaction id may appear after a higher one
//! was read. So a check reads from the oldest transaction that was running at the previous check, and skips what it has
//! already seen. A transaction that stays open delays only the changes of its own sites.

use std::{collections::HashMap, sync::Weak, time::Duration};

use askline_domain::shared::ids::SiteId;
use sqlx::Row as _;

use super::{
    site_key::{SiteKey, site_of},
    store::Inner,
    writing::last_transactions::TransactionId,
};
use crate::sql::Links;

/// The port promises that changes are noticed within a second; this allows several checks.
const INTERVAL: Duration = Duration::from_millis(250);
/// The maximum duration of one check.
const MAX_CHECK_TIME: Duration = Duration::from_secs(5);

/// Checks for changes by other nodes until the store is dropped or closed. The first check was made before any
/// question.
pub(crate) async fn keep_looking(store: Weak<Inner>, mut position: Position) {
    let mut interval = tokio::time::interval(INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut failing = false;
    loop {
        interval.tick().await;
        let Some(store) = store.upgrade().filter(|store| !store.watching.is_closed()) else { return };
        let looked = tokio::time::timeout(MAX_CHECK_TIME, position.look(&store.watching)).await;
        match looked.unwrap_or(Err(sqlx::Error::PoolTimedOut)) {
            Ok(Looked::Changed(changed)) => {
                store.revisions.raise(changed);
                failing = false;
            }
            Ok(Looked::OtherTimeline) => {
                store.revisions.raise_all();
                failing = false;
            }
            Err(error) => {
                // A failed check may have missed changes, so no cached answer is valid.
                store.revisions.raise_all();
                if !std::mem::replace(&mut failing, true) {
                    tracing::warn!(%error, "Events stored by other nodes cannot be seen; trying again");
                }
            }
        }
    }
}

/// What a check found.
enum Looked {
    /// The sites that changed since the previous check, including those that this node changed.
    Changed(Vec<SiteId>),
    /// A replica took over since the previous check: it may assign transaction ids again that the former server
    /// assigned to transactions lost with it.
    OtherTimeline,
}

/// The position up to which transactions were read.
#[derive(Default)]
pub(crate) struct Position {
    /// All transactions before this one had ended at the previous check.
    from: TransactionId,
    /// What was read of this and later transactions.
    seen: HashMap<SiteId, TransactionId>,
    /// The timeline of the server's write-ahead log at the previous check.
    timeline: String,
}

impl Position {
    /// Returns the current position, with everything up to now read.
    pub(super) async fn of_now(links: &Links) -> sqlx::Result<Self> {
        let mut position = Self { from: TransactionId::MAX, ..Self::default() };
        position.look(links).await?;
        Ok(position)
    }

    async fn look(&mut self, links: &Links) -> sqlx::Result<Looked> {
        let mut link = links.acquire().await?;
        // A separate statement: a distributed PostgreSQL would ask the machines of the sites for their timelines.
        let timeline: String = sqlx::query_scalar("SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)")
            .fetch_one(&mut link)
            .await?;
        // One statement, so that the rows and the running transactions belong to the same moment.
        let rows = sqlx::query(
            "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint, t.site, t.turn::text::bigint
             FROM (SELECT 1) one LEFT JOIN event_turns t ON t.turn >= ($1::bigint)::text::xid8",
        );
        let rows = rows.bind(self.from).fetch_all(&mut link).await?;
        let (mut changed, mut next, mut seen) = (Vec::new(), self.from, HashMap::new());
        for row in &rows {
            next = row.try_get(0)?;
            let Some(site) = row.try_get::<Option<SiteKey>, _>(1)?.map(site_of) else { continue };
            let transaction: TransactionId = row.try_get(2)?;
            if self.seen.get(&site) != Some(&transaction) {
                changed.push(site);
            }
            if transaction >= next {
                seen.insert(site, transaction);
            }
        }
        (self.from, self.seen) = (next, seen);
        let is_other = std::mem::replace(&mut self.timeline, timeline.clone()) != timeline;
        Ok(if is_other { Looked::OtherTimeline } else { Looked::Changed(changed) })
    }
}
