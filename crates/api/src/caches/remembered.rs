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
    time::{Duration, Instant},
};

use askline_app::ports::{
    StoreError, StoreResult,
    changes::{Changes, Subject},
};
use moka::sync::Cache;

/// After this time an entry is read again even if no change is known: it may contain data that changes without notice, such as
/// the last use of a session.
const REMEMBERED_FOR: Duration = Duration::from_secs(600);
/// How long [`Remembered::get_or_former`] returns an entry while the store is away: as long as caches may give a public
/// configuration (`stale-if-error`).
const FORMER_FOR: Duration = Duration::from_secs(86_400);

/// What was read, and for which generation it is valid.
struct Entry<V> {
    /// The latest generation for which the entry is known to be valid.
    known_at: AtomicU64,
    /// When it was read.
    read: Instant,
    subjects: Vec<Subject>,
    /// `None` if nothing was found.
    value: Option<Arc<V>>,
}

impl<V> Entry<V> {
    fn holds(&self, changes: &dyn Changes, generation: u64) -> bool {
        if self.read.elapsed() > REMEMBERED_FOR {
            return false;
        }
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
        Self { entries: Cache::builder().max_capacity(max_entries).time_to_live(FORMER_FOR).build(), subjects_of }
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
        let read = Instant::now();
        let value = load().await?.map(Arc::new);
        let subjects = value.as_deref().map(self.subjects_of).unwrap_or_default();
        let entry = Entry { known_at: AtomicU64::new(generation), read, subjects, value: value.clone() };
        self.entries.insert(key, Arc::new(entry));
        Ok(value)
    }

    /// As [`Self::get`]; while the store is unavailable, the value that was read last, even if it has changed since. Only
    /// for data that caches in front of the service may give in that case, too.
    pub async fn get_or_former<F>(
        &self,
        key: K,
        changes: &dyn Changes,
        load: impl FnOnce() -> F,
    ) -> StoreResult<Option<Arc<V>>>
    where
        K: Clone,
        F: Future<Output = StoreResult<Option<V>>>,
    {
        match self.get(key.clone(), changes, load).await {
            Err(StoreError::Unavailable(reason)) => {
                let former = self.entries.get(&key).and_then(|entry| entry.value.clone());
                former.map(Some).ok_or(StoreError::Unavailable(reason))
            }
            read => read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything changes between two reads.
    #[derive(Default)]
    struct AlwaysChanged(AtomicU64);

    impl Changes for AlwaysChanged {
        fn generation(&self) -> u64 {
            self.0.fetch_add(1, Ordering::Relaxed)
        }
        fn may_have_changed(&self, _: &[Subject], _: u64) -> bool {
            true
        }
        fn is_current(&self) -> bool {
            true
        }
        fn watch_other_processes(&self) {}
    }

    async fn away() -> StoreResult<Option<u8>> {
        Err(StoreError::Unavailable("frozen".into()))
    }

    #[tokio::test]
    async fn a_changed_value_is_returned_while_the_store_is_away_only_where_that_is_asked_for() {
        let (changes, cache) = (AlwaysChanged::default(), Remembered::<u8, u8>::new(10, |_| Vec::new()));
        assert!(
            matches!(cache.get_or_former(1, &changes, away).await, Err(StoreError::Unavailable(_))),
            "nothing was read"
        );
        let read = cache.get_or_former(1, &changes, async || Ok(Some(7))).await;
        assert_eq!(read.expect("it is read").as_deref(), Some(&7));
        assert_eq!(cache.get_or_former(1, &changes, away).await.expect("it is kept").as_deref(), Some(&7));
        assert!(matches!(cache.get(1, &changes, away).await, Err(StoreError::Unavailable(_))));
        assert_eq!(cache.get(1, &changes, async || Ok(None)).await.expect("it is read"), None, "it was deleted");
        assert!(matches!(cache.get_or_former(1, &changes, away).await, Err(StoreError::Unavailable(_))));
    }
}
