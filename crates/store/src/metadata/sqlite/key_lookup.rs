//! Looks up an API key by its digest, on separate connections. This takes microseconds and no task switch.
//!
//! It only reads, one row by a unique index, so its cost does not grow with the number of keys.

use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use askline_app::ports::{StoreError, StoreResult, keys::KeyGrant};
use askline_domain::identity::secret::SecretDigest;
use rusqlite::{Connection, OptionalExtension as _};

use crate::{metadata::keys::rows::key_grant, sql::rows::rusqlite_error, sqlite::reader::open_reader};

/// The maximum number of concurrent lookups; others wait, for microseconds.
const CONNECTIONS: usize = 4;

/// How much of the file is memory-mapped. Among a million keys, a lookup mostly reads pages that no connection has
/// cached, and copying them would double its time. The operating system may reclaim these pages.
const MAPPED_BYTES: i64 = 256 << 20;

pub(crate) struct KeyLookup {
    path: PathBuf,
    slots: [Mutex<Option<Connection>>; CONNECTIONS],
    /// The connection that the next caller waits for if none is free.
    next: AtomicUsize,
    closed: AtomicBool,
}

impl KeyLookup {
    /// Connections are opened when they are first needed, so that start-up does not wait for them.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, slots: Default::default(), next: AtomicUsize::new(0), closed: AtomicBool::new(false) }
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Looks up a key by its digest.
    pub(crate) fn by_digest(&self, digest: SecretDigest) -> StoreResult<Option<KeyGrant>> {
        let mut slot = self.free_slot();
        if self.closed.load(Ordering::Acquire) {
            return Err(StoreError::Unavailable("the store is closed".into()));
        }
        let connection = match slot.take() {
            Some(connection) => connection,
            None => self.open().map_err(rusqlite_error)?,
        };
        let grant = read_grant(&connection, digest)?;
        // Put back only after it has answered: a failed connection is replaced by the next lookup.
        *slot = Some(connection);
        Ok(grant)
    }

    fn open(&self) -> rusqlite::Result<Connection> {
        let connection = open_reader(&self.path)?;
        connection.pragma_update(None, "mmap_size", MAPPED_BYTES)?;
        Ok(connection)
    }

    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Release);
        for slot in &self.slots {
            slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
    }

    /// Returns the first free slot: while few lookups run at a time, they use few connections, whose pages are cached.
    fn free_slot(&self) -> MutexGuard<'_, Option<Connection>> {
        self.slots.iter().find_map(|slot| slot.try_lock().ok()).unwrap_or_else(|| {
            let slot = self.next.fetch_add(1, Ordering::Relaxed) % CONNECTIONS;
            self.slots[slot].lock().unwrap_or_else(PoisonError::into_inner)
        })
    }
}

fn read_grant(connection: &Connection, digest: SecretDigest) -> StoreResult<Option<KeyGrant>> {
    let mut statement = connection
        .prepare_cached(
            "SELECT k.*, o.plan FROM api_keys k JOIN organizations o ON o.id = k.org_id \
             WHERE k.digest = ?1 AND o.is_removed = 0",
        )
        .map_err(rusqlite_error)?;
    let found = statement.query_row([&digest.0], |row| Ok(key_grant(row))).optional().map_err(rusqlite_error)?;
    found.transpose()
}
