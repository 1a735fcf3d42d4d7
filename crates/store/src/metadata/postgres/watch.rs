//! Detects changes by other processes.
//!
//! Transactions do not commit in the order in which they number their rows, so a lower row may appear after a higher
//! one was read. Each row contains the id of its transaction: a check reads from the oldest transaction that was
//! running at the previous check, and skips what it has already seen. A transaction that stays open delays only its own
//! changes.
//!
//! A replica that took over may assign transaction ids again that the former server assigned to transactions lost with
//! it. It uses another timeline, of which nothing has been read yet.

use std::{
    collections::BTreeSet,
    sync::{Arc, Weak},
    time::{Duration, Instant},
};

use askline_app::ports::{StoreResult, changes::Subject};

use crate::{
    metadata::Inner,
    sql::{Pool, rows::RowReader, sql},
};

/// The port promises that changes are noticed within a second; several checks in that time allow for a slow network.
const INTERVAL: Duration = Duration::from_millis(250);

/// Checks for changes by other processes until the store is dropped or closed.
pub(crate) fn watch(store: &Arc<Inner>, watching: &Pool) {
    tokio::spawn(keep_looking(Arc::downgrade(store), watching.clone()));
}

async fn keep_looking(store: Weak<Inner>, watching: Pool) {
    let mut interval = tokio::time::interval(INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut position = Position::default();
    let mut failing = false;
    loop {
        interval.tick().await;
        let Some(store) = store.upgrade().filter(|store| !store.write.is_closed()) else { return };
        let begun = Instant::now();
        match position.look(&watching).await {
            Ok(changed) => {
                if !changed.is_empty() {
                    store.changes.note(&changed);
                }
                store.changes.note_look(begun);
                failing = false;
            }
            Err(error) if !failing => {
                tracing::warn!(%error, "Changes by other processes cannot be seen; trying again");
                failing = true;
            }
            Err(_) => {}
        }
    }
}

/// The position up to which changes were read.
#[derive(Default)]
struct Position {
    /// All transactions before this one had ended at the previous check; 0 before the first check.
    from: i64,
    /// The rows of this and later transactions that were already read.
    seen: BTreeSet<i64>,
    /// The timeline of the server's write-ahead log at the previous check.
    timeline: String,
}

impl Position {
    /// Returns what changed since the previous check.
    async fn look(&mut self, watching: &Pool) -> StoreResult<Vec<Subject>> {
        // One statement, so that the rows and the running transactions belong to the same moment.
        let rows = sql("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS next, \
             substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline, removed.through::text::bigint AS through, c.id, c.subject, c.turn::text::bigint AS turn \
             FROM changes_removed removed LEFT JOIN changes c ON c.turn >= ($1::bigint)::text::xid8")
        .bind(self.from)
        .fetch_all(watching)
        .await?;
        let (mut changed, mut next, mut seen) = (Vec::new(), self.from, BTreeSet::new());
        for row in &rows {
            let row = RowReader::new(row, "changes", "id");
            next = row.number("next")?;
            let through: i64 = row.number("through")?;
            let timeline = row.text("timeline")?;
            let is_other = timeline != self.timeline;
            self.timeline = timeline;
            // The first check has nothing to compare with, and after a long time without a check rows may be missing.
            if through >= self.from || is_other {
                changed.push(Subject::Everything);
            }
            let Some(id) = row.optional_integer("id")? else { continue };
            if !self.seen.contains(&id) {
                changed.push(Subject::read(&row.text("subject")?));
            }
            if row.number::<i64>("turn")? >= next {
                seen.insert(id);
            }
        }
        (self.from, self.seen) = (next, seen);
        changed.sort_unstable();
        changed.dedup();
        Ok(changed)
    }
}
