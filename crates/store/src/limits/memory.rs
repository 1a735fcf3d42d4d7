//! Sliding windows in one process, in bounded memory. Nothing here survives a restart.
//!
//! The window of an active key or user is never dropped, so their limits stay exact.

use std::{
    collections::HashMap,
    hash::{BuildHasher as _, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use askline_app::ports::requests::rate_limiter::RateLimiter;
use askline_domain::{
    requests::{
        quota::QuotaCaller,
        sliding_minute::{Admission, Decision, MINUTE, SlidingWindow},
    },
    shared::clock::Clock,
};
use async_trait::async_trait;

/// The number of callers whose windows of a minute are kept; beyond it, windows of addresses are dropped.
pub const MAX_CALLERS: usize = 200_000;
/// The same limit for windows of an hour, which are separate from the others, so that no flood of requests displaces
/// them. Each of them takes an attempt at a password, a request for an email, or a valid credential.
pub const MAX_HOURLY_CALLERS: usize = 50_000;
/// The number of parts, each with a lock, so that callers seldom wait for each other. A power of two.
const SHARDS: usize = 64;

/// Counts requests in the memory of this process.
pub struct MemoryRateLimiter {
    clock: Arc<dyn Clock>,
    hasher: RandomState,
    shards: Vec<Mutex<Shard>>,
    hourly: Vec<Mutex<Shard>>,
}

struct Shard {
    max_callers: usize,
    windows: HashMap<QuotaCaller, SlidingWindow>,
    /// The number of windows at which the next new caller triggers a sweep.
    sweep_at: usize,
}

impl MemoryRateLimiter {
    /// Creates an empty limiter. It measures time by `clock.elapsed()`.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let shards = |max_callers: usize| (0..SHARDS).map(|_| Mutex::new(Shard::of(max_callers / SHARDS))).collect();
        Self { clock, hasher: RandomState::new(), shards: shards(MAX_CALLERS), hourly: shards(MAX_HOURLY_CALLERS) }
    }

    /// The number of callers whose windows are currently kept.
    pub fn remembered(&self) -> usize {
        self.shards.iter().chain(&self.hourly).map(|shard| lock(shard).windows.len()).sum()
    }

    /// Counts a request that another limiter has admitted.
    pub(super) fn note(&self, caller: QuotaCaller) -> Admission {
        let mut shard = self.shard_of(caller);
        let now = self.clock.elapsed();
        shard.window(caller, now).note(now)
    }

    fn shard_of(&self, caller: QuotaCaller) -> MutexGuard<'_, Shard> {
        let hash = self.hasher.hash_one(caller);
        let shards = if caller.span() == MINUTE { &self.shards } else { &self.hourly };
        lock(&shards[(hash as usize) % SHARDS])
    }
}

#[async_trait]
impl RateLimiter for MemoryRateLimiter {
    async fn take(&self, caller: QuotaCaller, limit: u32) -> Decision {
        let mut shard = self.shard_of(caller);
        // Read under the lock, so that the times in a window never decrease.
        let now = self.clock.elapsed();
        shard.window(caller, now).take(now, limit)
    }

    async fn peek(&self, caller: QuotaCaller, limit: u32) -> Decision {
        let mut shard = self.shard_of(caller);
        let now = self.clock.elapsed();
        match shard.windows.get_mut(&caller) {
            Some(window) => window.peek(now, limit),
            None => SlidingWindow::of(caller.span()).peek(now, limit),
        }
    }

    async fn give_back(&self, caller: QuotaCaller, admission: Admission) {
        if let Some(window) = self.shard_of(caller).windows.get_mut(&caller) {
            window.give_back(admission);
        }
    }
}

impl Shard {
    fn of(max_callers: usize) -> Self {
        Self { max_callers, windows: HashMap::new(), sweep_at: max_callers }
    }

    /// How far below its limit a sweep brings the shard, so that this many new callers share its cost. Windows of keys
    /// and users may prevent that.
    fn room_per_sweep(&self) -> usize {
        self.max_callers / 4
    }

    fn window(&mut self, caller: QuotaCaller, now: Duration) -> &mut SlidingWindow {
        if self.windows.len() >= self.sweep_at && !self.windows.contains_key(&caller) {
            self.sweep(now);
        }
        self.windows.entry(caller).or_insert_with(|| SlidingWindow::of(caller.span()))
    }

    /// Drops callers that were idle for a whole span; if that is not enough, also the addresses with the fewest
    /// requests. An address that sends many requests keeps its window, however many others send some.
    fn sweep(&mut self, now: Duration) {
        self.windows.retain(|_, window| !window.is_idle(now));
        let wanted = self.max_callers - self.room_per_sweep();
        if self.windows.len() > wanted {
            let mut addresses: Vec<(u32, QuotaCaller)> = self
                .windows
                .iter_mut()
                .filter(|(caller, _)| is_address(**caller))
                .map(|(caller, window)| (admissions(window, now), *caller))
                .collect();
            let surplus = (self.windows.len() - wanted).min(addresses.len());
            if surplus < addresses.len() {
                addresses.select_nth_unstable_by_key(surplus, |(admissions, _)| *admissions);
            }
            for (_, caller) in &addresses[..surplus] {
                self.windows.remove(caller);
            }
        }
        // Windows of keys and users may fill a shard. Then it grows, and the next sweep follows after `room_per_sweep`
        // new callers.
        self.sweep_at = self.max_callers.max(self.windows.len() + self.room_per_sweep());
    }
}

fn admissions(window: &mut SlidingWindow, now: Duration) -> u32 {
    u32::MAX - window.peek(now, u32::MAX).remaining
}

/// Whether anyone can invent such callers, so that their windows may be dropped for others.
const fn is_address(caller: QuotaCaller) -> bool {
    match caller {
        QuotaCaller::KeyChain(_)
        | QuotaCaller::App(_)
        | QuotaCaller::ServiceAccount(_)
        | QuotaCaller::User(_)
        | QuotaCaller::OwnPassword(_)
        | QuotaCaller::SignInByGate(_)
        | QuotaCaller::Mail => false,
        QuotaCaller::ConfigReader(_)
        | QuotaCaller::EventSender(_)
        | QuotaCaller::LogIn(_)
        | QuotaCaller::LogInNetwork(_)
        | QuotaCaller::LogInWideNetwork(_)
        | QuotaCaller::LogInFromAnywhere(_)
        | QuotaCaller::LogInAs(..)
        | QuotaCaller::FailedAuthentication(_)
        | QuotaCaller::ClientRegistration(_)
        | QuotaCaller::DocumentReader(_) => true,
    }
}

/// A panic elsewhere leaves a window intact: every operation on it is either complete or not begun.
fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}
