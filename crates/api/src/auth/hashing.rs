//! Work on passwords: off the async threads, two at once in memory that is used again, a bounded number waiting.
//!
//! Argon2id takes 19 MiB and tens of milliseconds on purpose; unbounded, log-ins would be an attack.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use askline_domain::{
    password::{HashMemory, hash_password_in, verify_password_in},
    secret::Secret,
};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::{ApiError, Code};

/// Passwords hashed at the same time.
const HASHED_AT_ONCE_MOST: usize = 2;
/// Requests that hash or wait for their turn; further ones are answered 503.
const PLACES_MOST: usize = 64;
/// Places beside those for log-ins from a browser or an address that the account knows: strangers never fill them.
const KNOWN_PLACES_MOST: usize = 16;
/// How long memory is kept after the last hash. Long enough for a burst: fresh memory is made page by page.
const MEMORY_KEPT: Duration = Duration::from_secs(2);
const RETRY_AFTER_SECONDS: u64 = 1;

static HASHING: Semaphore = Semaphore::const_new(HASHED_AT_ONCE_MOST);
static PLACES: Semaphore = Semaphore::const_new(PLACES_MOST);
static KNOWN_PLACES: Semaphore = Semaphore::const_new(KNOWN_PLACES_MOST);
/// Memory that nobody hashes in right now.
static SPARE: Mutex<Vec<HashMemory>> = Mutex::new(Vec::new());
/// How often a hash was made; tells whether memory was needed since.
static HASHES: AtomicU64 = AtomicU64::new(0);

/// A place among the requests that work on a password.
pub(super) struct Place {
    _permit: SemaphorePermit<'static>,
}

impl Place {
    /// A place, or 503 while too many wait.
    pub(super) fn take() -> Result<Self, ApiError> {
        Self::among(&PLACES)
    }

    /// A place that is kept for those who are known.
    pub(super) fn take_as_known() -> Result<Self, ApiError> {
        Self::among(&KNOWN_PLACES)
    }

    fn among(places: &'static Semaphore) -> Result<Self, ApiError> {
        places.try_acquire().map(|permit| Self { _permit: permit }).map_err(|_| ApiError {
            retry_after: Some(RETRY_AFTER_SECONDS),
            ..ApiError::new(Code::Unavailable, "Too many log-ins at once. Nothing was stored.")
        })
    }

    /// The hash of a new password.
    pub(super) async fn hash(self, password: Secret) -> Result<String, ApiError> {
        off_thread(move |memory| hash_password_in(memory, &password)).await
    }

    /// Whether `password` is the one behind `hash`. An absent hash costs the same and is wrong.
    pub(super) async fn verify(self, password: Secret, hash: Option<String>) -> Result<bool, ApiError> {
        off_thread(move |memory| verify_password_in(memory, &password, hash.as_deref())).await
    }
}

async fn off_thread<T: Send + 'static>(
    work: impl FnOnce(&mut HashMemory) -> T + Send + 'static,
) -> Result<T, ApiError> {
    let turn = HASHING.acquire().await.map_err(ApiError::internal)?;
    // The turn goes with the work: a caller who hangs up does not make room for more while it still runs.
    let work = move || {
        let _turn = turn;
        let mut memory = spare().pop().unwrap_or_default();
        let made = work(&mut memory);
        spare().push(memory);
        made
    };
    let made = tokio::task::spawn_blocking(work).await.map_err(ApiError::internal);
    let hashes = HASHES.fetch_add(1, Ordering::Relaxed) + 1;
    tokio::spawn(async move {
        tokio::time::sleep(MEMORY_KEPT).await;
        if HASHES.load(Ordering::Relaxed) == hashes {
            spare().clear();
        }
    });
    made
}

fn spare() -> MutexGuard<'static, Vec<HashMemory>> {
    // A panic while the list was held leaves it whole: it is only pushed to, popped from and cleared.
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    // One test, since all of a process share the places and the memory.
    #[tokio::test(start_paused = true)]
    async fn a_burst_uses_two_pieces_of_memory_gives_them_back_and_leaves_places_for_those_who_are_known() {
        let hash = Place::take().expect("a place").hash(Secret::new("correct horse")).await.expect("a hash");
        let tries = (0..12).map(|_| {
            let place = Place::take().expect("a place");
            place.verify(Secret::new("a wrong one"), Some(hash.clone()))
        });
        for verified in futures_util::future::join_all(tries).await {
            assert!(!verified.expect("verified"));
        }
        assert!((1..=HASHED_AT_ONCE_MOST).contains(&spare().len()));
        tokio::time::sleep(MEMORY_KEPT * 2).await;
        assert!(spare().is_empty());

        let mut taken = Vec::new();
        while let Ok(place) = Place::take() {
            taken.push(place);
        }
        assert_eq!(taken.len(), PLACES_MOST);
        assert!(Place::take_as_known().is_ok());
    }
}
