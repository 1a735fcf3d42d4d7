//! Work on passwords: off the async threads, a few at once, a bounded number waiting.
//!
//! Argon2id takes 19 MiB and tens of milliseconds on purpose; unbounded, log-ins would be an attack.

use std::sync::Arc;

use askline_domain::{
    password::{hash_password, verify_password},
    quota::QuotaCaller,
    secret::{Secret, SecretDigest},
    sliding_minute::Decision,
};
use tokio::sync::{Mutex, Semaphore, SemaphorePermit};

use crate::{
    caller::Call,
    error::{ApiError, Code},
    guard,
};

/// Passwords hashed at the same time.
const HASHED_AT_ONCE_MOST: usize = 2;
/// Requests that hash or wait for their turn; further ones are answered 503.
const PLACES_MOST: usize = 64;
/// Wrong passwords for one e-mail from one address within a minute.
const WRONG_TRIES_PER_MINUTE: u32 = 5;
/// Queues that tries are kept in order by; tries for the same e-mail and address share one.
const QUEUES: usize = 64;
const RETRY_AFTER_SECONDS: u64 = 1;

static HASHING: Semaphore = Semaphore::const_new(HASHED_AT_ONCE_MOST);
static PLACES: Semaphore = Semaphore::const_new(PLACES_MOST);
static TRIES: [Mutex<()>; QUEUES] = [const { Mutex::const_new(()) }; QUEUES];

/// A place among the requests that work on a password.
pub(super) struct Place {
    _permit: SemaphorePermit<'static>,
}

impl Place {
    /// A place, or 503 while too many wait.
    pub(super) fn take() -> Result<Self, ApiError> {
        PLACES.try_acquire().map(|permit| Self { _permit: permit }).map_err(|_| ApiError {
            retry_after: Some(RETRY_AFTER_SECONDS),
            ..ApiError::new(Code::Unavailable, "Too many log-ins at once. Nothing was stored.")
        })
    }

    /// The hash of a new password.
    pub(super) async fn hash(self, password: Secret) -> Result<String, ApiError> {
        off_thread(move || hash_password(&password)).await
    }

    /// Whether `password` is the one behind `hash`. Counts wrong tries for `email` from the caller's address,
    /// and refuses to look at a further one when they are used up. An absent hash costs the same and is wrong.
    pub(super) async fn verify<T>(
        self,
        call: &Call<T>,
        email: &str,
        password: Secret,
        hash: Option<Arc<str>>,
    ) -> Result<bool, ApiError> {
        let limiter = &call.app.ports().rate_limiter;
        let email = number_of(email);
        let tried_by = QuotaCaller::LogInAs(call.request.address.into(), email);
        // One after the other: tries sent at once must not all pass before the first is known to be wrong.
        let _turn = TRIES[(email % QUEUES as u64) as usize].lock().await;
        let decision = limiter.peek(tried_by, WRONG_TRIES_PER_MINUTE).await;
        if decision.remaining == 0 {
            return Err(too_many_tries(&decision));
        }
        let right = off_thread(move || verify_password(&password, hash.as_deref())).await?;
        if !right {
            limiter.take(tried_by, WRONG_TRIES_PER_MINUTE).await;
        }
        Ok(right)
    }
}

fn too_many_tries(decision: &Decision) -> ApiError {
    let refusal = guard::rate_limited(decision);
    let seconds = refusal.retry_after.unwrap_or_default();
    ApiError { message: format!("Too many wrong passwords for this e-mail. Try again in {seconds} s."), ..refusal }
}

/// The first 64 bits of the e-mail's SHA-256.
fn number_of(email: &str) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = SecretDigest::of(email).0;
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    let turn = HASHING.acquire().await.map_err(ApiError::internal)?;
    // The turn goes with the work: a caller who hangs up does not make room for more while it still runs.
    let work = move || {
        let _turn = turn;
        work()
    };
    tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
}
