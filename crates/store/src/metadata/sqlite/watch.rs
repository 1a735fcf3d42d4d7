//! Detects changes by other processes: commands that run beside the server, on the same file.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, Weak},
    time::{Duration, Instant},
};

use askline_app::ports::changes::Subject;
use rusqlite::Connection;

use super::file::MetadataFile;
use crate::{metadata::Inner, sqlite::reader::open_reader};

/// Five checks within the second in which the port promises to notice changes.
const INTERVAL: Duration = Duration::from_millis(200);

/// Checks for changes by other processes five times per second, until the store is dropped or closed.
pub(crate) fn watch(store: &Arc<Inner>, file: &MetadataFile) {
    tokio::spawn(keep_looking(file.path().to_owned(), Arc::downgrade(store)));
}

async fn keep_looking(path: PathBuf, store: Weak<Inner>) {
    let position: Arc<Mutex<Position>> = Arc::default();
    let mut interval = tokio::time::interval(INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut failing = false;
    loop {
        interval.tick().await;
        let Some(store) = store.upgrade().filter(|store| !store.write.is_closed()) else {
            return;
        };
        let begun = Instant::now();
        // Not on the async threads, since a hanging disk must not block one of them.
        let (position, path) = (Arc::clone(&position), path.clone());
        let look =
            tokio::task::spawn_blocking(move || position.lock().unwrap_or_else(PoisonError::into_inner).look(&path));
        match look.await.map_err(|error| error.to_string()).and_then(|read| read.map_err(|error| error.to_string())) {
            Ok(changed) => {
                if !changed.is_empty() {
                    store.changes.note(&changed);
                }
                store.changes.note_look(begun);
                failing = false;
            }
            Err(error) if !failing => {
                tracing::warn!(error, "Changes by other processes cannot be seen; trying again");
                failing = true;
            }
            Err(_) => {}
        }
    }
}

/// The position up to which changes were read.
#[derive(Default)]
struct Position {
    reader: Option<Connection>,
    /// The last row that was read; `None` before the first check. One process writes at a time, so rows appear in
    /// order.
    last: Option<i64>,
}

impl Position {
    /// Returns what changed since the previous check.
    fn look(&mut self, path: &Path) -> rusqlite::Result<Vec<Subject>> {
        let mut connection = match self.reader.take() {
            Some(connection) => connection,
            None => open_reader(path)?,
        };
        let last = self.last.unwrap_or(i64::MAX);
        let mut changed = Vec::new();
        // One snapshot of the file, so that no row is removed between these reads.
        let transaction = connection.transaction()?;
        let latest: i64 =
            transaction.prepare_cached("SELECT COALESCE(MAX(id), 0) FROM changes")?.query_row([], |row| row.get(0))?;
        if latest > last {
            // If rows were removed that had not been read, some changes were missed.
            let through: i64 =
                transaction.prepare_cached("SELECT through FROM changes_removed")?.query_row([], |row| row.get(0))?;
            if through > last {
                changed.push(Subject::Everything);
            }
            let mut statement = transaction.prepare_cached("SELECT subject FROM changes WHERE id > ?1 AND id <= ?2")?;
            let mut rows = statement.query([last, latest])?;
            while let Some(row) = rows.next()? {
                changed.push(Subject::read(row.get_ref(0)?.as_str()?));
            }
        } else if self.last.is_none() {
            // Data that was cached before the first check may be older than changes by others.
            changed.push(Subject::Everything);
        }
        transaction.commit()?;
        self.last = Some(latest);
        // Put back only after it has answered: a failed connection is replaced at the next check.
        self.reader = Some(connection);
        changed.sort_unstable();
        changed.dedup();
        Ok(changed)
    }
}
