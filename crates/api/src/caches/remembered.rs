//! A bounded cache of what a store returned, valid until one of its subjects changes.
//!
//! An entry is valid for the generation of changes that was read *before* the store was queried, so that a revocation committed
//! in the meantime is never missed.

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

/// After this time an entry is read again even if no change is known: it may contain data that changes without notice, such as
/// the last use of a session.
const REMEMBERED_FOR: Duration = Duration::from_secs(600);

/// What was read, and for which generation it is valid.
struct Entry<V> {
    /// The latest generation for which the entry is known to be valid.
    known_at: AtomicU64,
    subjects: Vec<Subject>,
    /// `None` if nothing was found.
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

/// Caches what a store returns, by key.
pub struct Remembered<K, V> {
    entries: Cache<K, Arc<Entry<V>>>,
    subjects_of: fn(&V) -> Vec<Subject>,
}

impl<K, V> Remembered<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Send + Sync + 'static,
{
    /// A cache of at most `max_entries` entries, each valid until one of its subjects changes.
    pub fn new(max_entries: u64, subjects_of: fn(&V) -> Vec<Subject>) -> Self {
        Self { entries: Cache::builder().max_capacity(max_entries).time_to_live(REMEMBERED_FOR).build(), subjects_of }
    }

    /// The value for `key`, from the cache if nothing in it can have changed.
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
