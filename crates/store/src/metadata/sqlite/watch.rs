//! Detects changes by other processes: commands that run beside the server, on the same file.

use std::time::Duration;

use askline_app::ports::{StoreResult, changes::Subject};

use crate::{
    metadata::changes::watching::ReadChanges,
    sql::{Pool, rows::RowReader, sql},
};

/// The position up to which changes were read.
#[derive(Default)]
pub(crate) struct Position {
    /// The last row that was read; `None` before the first check. One process writes at a time, so rows appear in
    /// order.
    last: Option<i64>,
}

impl ReadChanges for Position {
    const INTERVAL: Duration = Duration::from_millis(200);

    async fn look(&mut self, watching: &Pool) -> StoreResult<Vec<Subject>> {
        // One statement, so that no row is removed while it reads.
        let rows =
            sql("SELECT (SELECT COALESCE(MAX(id), 0) FROM changes) AS latest, removed.through, c.id, c.subject \
             FROM changes_removed removed LEFT JOIN changes c ON c.id > $1")
            .bind(self.last.unwrap_or(i64::MAX))
            .fetch_all(watching)
            .await?;
        let (mut changed, mut latest) = (Vec::new(), self.last);
        for row in &rows {
            let row = RowReader::new(row, "changes", "id");
            latest = Some(row.number("latest")?);
            let through: i64 = row.number("through")?;
            // Data that was cached before the first check may be older than changes by others. Later, changes were
            // missed if rows were removed that had not been read.
            if self.last.is_none_or(|last| through > last) {
                changed.push(Subject::Everything);
            }
            if let Some(subject) = row.optional_text("subject")? {
                changed.push(Subject::read(&subject));
            }
        }
        self.last = latest;
        Ok(changed)
    }
}
