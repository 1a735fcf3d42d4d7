//! Bounded memory of what a store said, valid as long as nothing changed.
//!
//! An entry counts only under the generation that was read *before* the store was
//! asked, so that a revocation committed meanwhile can never be overlooked.

use std::{future::Future, hash::Hash, sync::Arc};

use askline_domain::ports::StoreResult;
use moka::sync::Cache;

/// What was read under which generation; `None` when there was nothing.
struct Entry<V> {
    generation: u64,
    value: Option<Arc<V>>,
}

// Not derived, since that would ask `V` to be `Clone`, too.
impl<V> Clone for Entry<V> {
    fn clone(&self) -> Self {
        Self { generation: self.generation, value: self.value.clone() }
    }
}

/// Remembers answers of a store by key.
pub struct Remembered<K, V> {
    entries: Cache<K, Entry<V>>,
}

impl<K, V> Remembered<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Send + Sync + 'static,
{
    /// Remembers at most `entries_most` answers.
    pub fn new(entries_most: u64) -> Self {
        Self { entries: Cache::new(entries_most) }
    }

    /// The answer for `key`, from memory if `generation` is still the one it was read under.
    pub async fn get<F>(&self, key: K, generation: u64, load: impl FnOnce() -> F) -> StoreResult<Option<Arc<V>>>
    where
        F: Future<Output = StoreResult<Option<V>>>,
    {
        if let Some(entry) = self.entries.get(&key)
            && entry.generation == generation
        {
            return Ok(entry.value);
        }
        let value = load().await?.map(Arc::new);
        self.entries.insert(key, Entry { generation, value: value.clone() });
        Ok(value)
    }
}
