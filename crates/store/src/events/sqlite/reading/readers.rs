//! Connections for reading. Each question sees one snapshot; a failed connection is dropped.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use askline_app::{
    ports::{StoreError, StoreResult},
    shares::fair_slots::FairSlots,
};
use rusqlite::Connection;

use crate::{
    events::{model::gathering::closed, sqlite::schema::open_reader},
    sql::{READS, no_slot, rows::rusqlite_error},
};

/// The maximum number of open connections that are unused.
const MAX_IDLE: usize = 8;
/// The maximum number of concurrent slow questions, so that they take neither all memory nor all cores.
const MAX_SLOW: usize = 4;
/// After how many instructions a statement counts them.
const INSTRUCTIONS_AT_ONCE: u16 = 100;

/// The connections.
pub(crate) struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    slow: FairSlots,
    is_closed: AtomicBool,
    instructions: Arc<AtomicU64>,
}

impl Readers {
    pub(crate) fn new(path: PathBuf) -> Self {
        let slow = FairSlots::new("slow reads of events", MAX_SLOW, READS);
        Self { path, idle: Mutex::default(), slow, is_closed: AtomicBool::new(false), instructions: Arc::default() }
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Asks a question that takes microseconds, on the caller's thread. All its statements see one snapshot.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&Connection) -> StoreResult<T>) -> StoreResult<T> {
        if self.is_closed() {
            return Err(closed());
        }
        let idle = self.lock().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => self.open().map_err(rusqlite_error)?,
        };
        let answer = question(&*connection.unchecked_transaction().map_err(rusqlite_error)?)?;
        let mut idle = self.lock();
        if idle.len() < MAX_IDLE && !self.is_closed() {
            idle.push(connection);
        }
        Ok(answer)
    }

    /// Opens a connection that counts its instructions.
    fn open(&self) -> rusqlite::Result<Connection> {
        let connection = open_reader(&self.path)?;
        let instructions = Arc::clone(&self.instructions);
        let count = move || {
            instructions.fetch_add(INSTRUCTIONS_AT_ONCE.into(), Ordering::Relaxed);
            false
        };
        connection.progress_handler(INSTRUCTIONS_AT_ONCE.into(), Some(count))?;
        Ok(connection)
    }

    /// The number of instructions that all connections ran, rounded down to hundreds for each.
    pub(crate) fn instructions(&self) -> u64 {
        self.instructions.load(Ordering::Relaxed)
    }

    /// Asks a question that may take long, on a separate thread, with one snapshot throughout.
    pub(crate) async fn ask_slowly<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&Connection) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let slot = self.slow.take().await.map_err(no_slot)?;
        let readers = Arc::clone(self);
        let asked = tokio::task::spawn_blocking(move || {
            // Released when the question ends: a caller that stops waiting does not free the slot while the question
            // still runs.
            let _slot = slot;
            readers.ask(question)
        });
        asked.await.unwrap_or_else(|error| Err(StoreError::Internal(error.to_string())))
    }

    /// Closes the unused connections now, and the others when they are returned.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        self.lock().clear();
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
