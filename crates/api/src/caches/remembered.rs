//! A bounded cache of answers of a store, valid until a subject of them changes.
//!
//! An entry is valid for the generation that was read *before* the store was asked, so that a revocation committed
//! meanwhile is never missed.

use std::{
    future::Future,
    hash::Hash,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use askline_app::ports::{
    StoreResult,
    changes::{Changes, Subject},
};
use moka::sync::Cache;

/// After this time an answer is read again in any case: it may contain data that changes without notice, such as the last use of a session.
const REMEMBERED_FOR: Duration = Duration::from_secs(600);

/// What was read; `None` if nothing was found.
struct Entry<V> {
    /// The generation at which it was known to hold.
    known_at: AtomicU64,
    subjects: Vec<Subject>,
    value: Option<Arc<V>>,
}

impl<V> Entry<V> {
    fn holds(&self, changes: &dyn Changes, generation: u64) -> bool {
        let known_at = self.known_at.load(Ordering::Relaxed);
        if known_at == generation {
            return true;
        }
        // A missing object has no subjects, and any change may have created it.
        if self.value.is_none() || changes.may_have_changed(&self.subjects, known_at) {
            return false;
        }
        self.known_at.fetch_max(generation, Ordering::Relaxed);
        true
    }
}

/// Remembers answers of a store by key.
pub struct Remembered<K, V> {
    entries: Cache<K, Arc<Entry<V>>>,
    subjects_of: fn(&V) -> Vec<Subject>,
}

impl<K, V> Remembered<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Send + Sync + 'static,
{
    /// Remembers at most `entries_most` answers, each until one of its subjects changes.
    pub fn new(entries_most: u64, subjects_of: fn(&V) -> Vec<Subject>) -> Self {
        Self { entries: Cache::builder().max_capacity(entries_most).time_to_live(REMEMBERED_FOR).build(), subjects_of }
    }

    /// The answer for `key`, from the cache if nothing in it can have changed.
    pub async fn get<F>(&self, key: K, changes: &dyn Changes, load: impl FnOnce() -> F) -> StoreResult<Option<Arc<V>>>
    where
        F: Future<Output = StoreResult<Option<V>>>,
    {
        let generation = changes.generation();
        if let Some(entry) = self.entries.get(&key)
            && entry.holds(changes, generation)
        {
            return Ok(entry.value.clone());
        }
        let value = load().await?.map(Arc::new);
        let subjects = value.as_deref().map(self.subjects_of).unwrap_or_default();
        let entry = Entry { known_at: AtomicU64::new(generation), subjects, value: value.clone() };
        self.entries.insert(key, Arc::new(entry));
        Ok(value)
    }
}
