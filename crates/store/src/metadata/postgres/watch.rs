//! Checks what other processes changed.
//!
//! Transactions commit in another order than they number their rows, so a lower row may appear after a higher one was
//! read. Each row has its transaction's number: a check reads from the oldest transaction that was running at the check
//! before, and skips what it has seen. A transaction that is held open delays only its own change.
//!
//! A replica that took over may give out numbers once more that the former server gave to transactions that were lost
//! with it. It counts on another timeline, on which nothing was read yet.

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

/// Twice within the second that the port promises, and more for a slow network.
const INTERVAL: Duration = Duration::from_millis(250);

/// Checks for changes by other processes, until the store is dropped or closed.
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

/// How far the changes were read.
#[derive(Default)]
struct Position {
    /// Every transaction before this one had ended at the last check; 0 before the first check.
    from: i64,
    /// The rows of this and later transactions that were read.
    seen: BTreeSet<i64>,
    /// The timeline of the server's log at the last check.
    timeline: String,
}

impl Position {
    /// What changed since the last check.
    async fn look(&mut self, watching: &Pool) -> StoreResult<Vec<Subject>> {
        // One statement, so that the rows and the running transactions are of the same time.
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
            // At the first check there is nothing to compare with, and after a long absence there are gaps.
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
