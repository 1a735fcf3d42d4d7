//! Notes when keys and sessions were last used. Notes are collected in memory and stored many at a time.
//!
//! A write for each request would cost more than the request.

use std::{collections::HashMap, hash::Hash, sync::Mutex};

use askline_app::ports::StoreResult;
use jiff::Timestamp;

/// The maximum number of uses that are noted between two flushes; further new ones are ignored until then.
const MAX_NOTES: usize = 100_000;
/// A use within this many milliseconds of the noted one is not noted again.
const PRECISION_MS: i64 = 1_000;

/// Latest uses by id.
pub struct UseNotes<K> {
    shards: [Mutex<HashMap<K, Timestamp>>; 16],
}

impl<K> Default for UseNotes<K> {
    fn default() -> Self {
        Self { shards: std::array::from_fn(|_| Mutex::default()) }
    }
}

impl<K: Copy + Eq + Hash> UseNotes<K> {
    fn shard(&self, id: &K) -> &Mutex<HashMap<K, Timestamp>> {
        use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(id);
        &self.shards[(hash % self.shards.len() as u64) as usize]
    }

    /// Notes a use.
    pub fn note(&self, id: K, at: Timestamp) {
        let mut notes = self.shard(&id).lock().expect("no holder of this lock panics");
        let has_room = notes.len() < MAX_NOTES / self.shards.len();
        match notes.get_mut(&id) {
            Some(noted) if at.as_millisecond() - noted.as_millisecond() < PRECISION_MS => {}
            Some(noted) => *noted = at,
            None if has_room => {
                notes.insert(id, at);
            }
            None => {}
        }
    }

    /// The latest use that is noted but not stored yet.
    pub fn noted(&self, id: K) -> Option<Timestamp> {
        self.shard(&id).lock().expect("no holder of this lock panics").get(&id).copied()
    }

    /// Passes every note to `write`. If that fails, notes them again.
    pub async fn flush(&self, write: impl AsyncFnOnce(&[(K, Timestamp)]) -> StoreResult<()>) -> StoreResult<()> {
        let uses: Vec<(K, Timestamp)> = self
            .shards
            .iter()
            .flat_map(|shard| std::mem::take(&mut *shard.lock().expect("no holder of this lock panics")))
            .collect();
        if uses.is_empty() {
            return Ok(());
        }
        let written = write(&uses).await;
        if written.is_err() {
            for (id, at) in uses {
                self.note(id, at);
            }
        }
        written
    }
}
