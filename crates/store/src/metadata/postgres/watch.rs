//! Detects changes by other processes.
//!
//! Transactions do not commit in the order in which they number their rows, so a lower row may appear after a higher
//! one was read. Each row contains the id of its transaction: a check reads from the oldest transaction that was
//! running at the previous check, and skips what it has already seen. A transaction that stays open delays only its own
//! changes.
//!
//! A replica that took over may assign transaction ids again that the former server assigned to transactions lost with
//! it. It uses another timeline, of which nothing has been read yet.

use std::{collections::BTreeSet, time::Duration};

use askline_app::ports::{StoreResult, changes::Subject};

use crate::{
    metadata::changes::watching::ReadChanges,
    sql::{Pool, rows::RowReader, sql},
};

/// The position up to which changes were read.
#[derive(Default)]
pub(crate) struct Position {
    /// All transactions before this one had ended at the previous check; 0 before the first check.
    from: i64,
    /// The rows of this and later transactions that were already read.
    seen: BTreeSet<i64>,
    /// The timeline of the server's write-ahead log at the previous check.
    timeline: String,
}

impl ReadChanges for Position {
    /// Several checks within a second allow for a slow network.
    const INTERVAL: Duration = Duration::from_millis(250);

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
        Ok(changed)
    }
}
