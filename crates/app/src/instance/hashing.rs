//! Hashes and verifies passwords outside the async threads. At most two run at a time, in reused memory, and the number of
//! waiting requests is limited.
//!
//! Argon2id deliberately takes 19 MiB and tens of milliseconds for each hash; without a limit, many sign-ins at once would
//! overload the server.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use askline_domain::identity::{password::HashMemory, secret::Secret};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{error::UseCaseError, ports::identity::password_hasher::PasswordHasher};

/// The maximum number of passwords that are hashed at the same time.
const MAX_HASHED_AT_ONCE: usize = 2;
/// The maximum number of callers that hash or wait for their turn; further ones are refused.
const MAX_PLACES: usize = 64;
/// Additional slots for sign-ins from a browser or an address that the account knows, which other callers cannot fill.
const MAX_KNOWN_PLACES: usize = 16;
/// How long memory is kept after the last hash: long enough for a burst, since the first use of new memory is slow.
const MEMORY_KEPT: Duration = Duration::from_secs(2);

/// The slots, the running hashes and the memory of one instance.
pub(crate) struct Hashing {
    hasher: Arc<dyn PasswordHasher>,
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
    known_places: Arc<Semaphore>,
    /// Memory that no hash uses at the moment.
    spare: Mutex<Vec<HashMemory>>,
    /// The number of hashes so far; shows whether memory was used again while a task waited to release it.
    hashes: AtomicU64,
}

impl Hashing {
    /// Slots for hashes by this hasher.
    pub(crate) fn new(hasher: Arc<dyn PasswordHasher>) -> Self {
        Self {
            hasher,
            turns: Arc::new(Semaphore::new(MAX_HASHED_AT_ONCE)),
            places: Arc::new(Semaphore::new(MAX_PLACES)),
            known_places: Arc::new(Semaphore::new(MAX_KNOWN_PLACES)),
            spare: Mutex::default(),
            hashes: AtomicU64::default(),
        }
    }

    /// Takes a slot, unless too many callers wait.
    pub(crate) fn place(self: &Arc<Self>) -> Result<Place, UseCaseError> {
        self.among(&self.places)
    }

    /// Takes a slot that is reserved for known clients.
    pub(crate) fn place_of_the_known(self: &Arc<Self>) -> Result<Place, UseCaseError> {
        self.among(&self.known_places)
    }

    fn among(self: &Arc<Self>, places: &Arc<Semaphore>) -> Result<Place, UseCaseError> {
        let permit = Arc::clone(places).try_acquire_owned().map_err(|_| UseCaseError::TooManySignIns)?;
        Ok(Place { hashing: Arc::clone(self), _permit: permit })
    }

    fn spare(&self) -> MutexGuard<'_, Vec<HashMemory>> {
        // A panic while the list was locked leaves it intact: it is only pushed to, popped from and cleared.
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A slot for a request that works on a password.
pub(crate) struct Place {
    hashing: Arc<Hashing>,
    _permit: OwnedSemaphorePermit,
}

impl Place {
    /// Hashes a new password.
    pub(crate) async fn hash(self, password: Secret) -> Result<String, UseCaseError> {
        self.off_thread(move |hasher, memory| hasher.hash(memory, &password)).await
    }

    /// Whether `password` matches `hash`. Without a hash it takes the same time and returns false.
    pub(crate) async fn verify(self, password: Secret, hash: Option<String>) -> Result<bool, UseCaseError> {
        self.off_thread(move |hasher, memory| hasher.verify(memory, &password, hash.as_deref())).await
    }

    async fn off_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn PasswordHasher, &mut HashMemory) -> T + Send + 'static,
    ) -> Result<T, UseCaseError> {
        let turn = Arc::clone(&self.hashing.turns).acquire_owned().await.map_err(UseCaseError::failed)?;
        let hashing = Arc::clone(&self.hashing);
        // The work owns the turn: if a caller hangs up, the turn stays in use while the hash still runs.
        let work = move || {
            let _turn = turn;
            let mut memory = hashing.spare().pop().unwrap_or_default();
            let made = work(&*hashing.hasher, &mut memory);
            hashing.spare().push(memory);
            made
        };
        let made = tokio::task::spawn_blocking(work).await.map_err(UseCaseError::failed);
        let hashing = Arc::clone(&self.hashing);
        let hashes = hashing.hashes.fetch_add(1, Ordering::Relaxed) + 1;
        tokio::spawn(async move {
            tokio::time::sleep(MEMORY_KEPT).await;
            if hashing.hashes.load(Ordering::Relaxed) == hashes {
                hashing.spare().clear();
            }
        });
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::identity::password_hasher::Argon2idHasher;

    #[tokio::test(start_paused = true)]
    async fn a_burst_uses_two_pieces_of_memory_gives_them_back_and_leaves_places_for_those_who_are_known() {
        let hashing = Arc::new(Hashing::new(Arc::new(Argon2idHasher)));
        let hash = hashing.place().expect("a place").hash(Secret::new("correct horse")).await.expect("a hash");
        let mut tries = tokio::task::JoinSet::new();
        for _ in 0..12 {
            let place = hashing.place().expect("a place");
            tries.spawn(place.verify(Secret::new("a wrong one"), Some(hash.clone())));
        }
        for verified in tries.join_all().await {
            assert!(!verified.expect("verified"));
        }
        assert!((1..=MAX_HASHED_AT_ONCE).contains(&hashing.spare().len()));
        tokio::time::sleep(MEMORY_KEPT * 2).await;
        assert!(hashing.spare().is_empty());

        let mut taken = Vec::new();
        while let Ok(place) = hashing.place() {
            taken.push(place);
        }
        assert_eq!(taken.len(), MAX_PLACES);
        assert!(hashing.place_of_the_known().is_ok());
    }
}
