//! Sliding minutes of one process, in bounded memory.
//!
//! The window of a key or a user that is in use is never forgotten, so their limits stay exact.

use std::{
    collections::HashMap,
    hash::{BuildHasher as _, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use askline_domain::{
    clock::Clock,
    ports::RateLimiter,
    quota::QuotaCaller,
    sliding_minute::{Admission, Decision, SlidingMinute},
};
use async_trait::async_trait;

/// Callers that are remembered in all.
pub const CALLERS_MOST: usize = 200_000;
/// Parts with a lock each, so that callers seldom wait for one another. A power of two.
const SHARDS: usize = 64;
const CALLERS_PER_SHARD: usize = CALLERS_MOST / SHARDS;
/// What a sweep makes room for at least, so that its cost is shared by as many new callers.
const ROOM_PER_SWEEP: usize = CALLERS_PER_SHARD / 4;

/// Counts requests in the memory of this process.
pub struct MemoryRateLimiter {
    clock: Arc<dyn Clock>,
    hasher: RandomState,
    shards: Vec<Mutex<Shard>>,
}

struct Shard {
    windows: HashMap<QuotaCaller, SlidingMinute>,
    /// The number of windows at which the next new caller makes the shard sweep.
    sweep_at: usize,
}

impl MemoryRateLimiter {
    /// A limiter that remembers nobody yet. It measures by `clock.elapsed()`.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let shards =
            (0..SHARDS).map(|_| Mutex::new(Shard { windows: HashMap::new(), sweep_at: CALLERS_PER_SHARD })).collect();
        Self { clock, hasher: RandomState::new(), shards }
    }

    /// Callers that are remembered right now.
    pub fn remembered(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).windows.len()).sum()
    }

    fn shard_of(&self, caller: QuotaCaller) -> MutexGuard<'_, Shard> {
        let hash = self.hasher.hash_one(caller);
        lock(&self.shards[(hash as usize) % SHARDS])
    }
}

#[async_trait]
impl RateLimiter for MemoryRateLimiter {
    async fn take(&self, caller: QuotaCaller, limit: u32) -> Decision {
        let mut shard = self.shard_of(caller);
        // Under the lock, so that the times of a window never go back.
        let now = self.clock.elapsed();
        shard.window(caller, now).take(now, limit)
    }

    async fn peek(&self, caller: QuotaCaller, limit: u32) -> Decision {
        let mut shard = self.shard_of(caller);
        let now = self.clock.elapsed();
        match shard.windows.get_mut(&caller) {
            Some(window) => window.peek(now, limit),
            None => SlidingMinute::default().peek(now, limit),
        }
    }

    async fn give_back(&self, caller: QuotaCaller, admission: Admission) {
        if let Some(window) = self.shard_of(caller).windows.get_mut(&caller) {
            window.give_back(admission);
        }
    }
}

impl Shard {
    fn window(&mut self, caller: QuotaCaller, now: Duration) -> &mut SlidingMinute {
        if self.windows.len() >= self.sweep_at && !self.windows.contains_key(&caller) {
            self.sweep(now);
        }
        self.windows.entry(caller).or_default()
    }

    /// Forgets who was idle for a minute; if that is not enough, the addresses with the fewest
    /// requests. One that sends much keeps its window, however many others come.
    fn sweep(&mut self, now: Duration) {
        self.windows.retain(|_, window| !window.is_idle(now));
        let wanted = CALLERS_PER_SHARD - ROOM_PER_SWEEP;
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
        // Keys and users alone may fill a shard; then it grows, and is swept again after as many more.
        self.sweep_at = CALLERS_PER_SHARD.max(self.windows.len() + ROOM_PER_SWEEP);
    }
}

fn admissions(window: &mut SlidingMinute, now: Duration) -> u32 {
    u32::MAX - window.peek(now, u32::MAX).remaining
}

const fn is_address(caller: QuotaCaller) -> bool {
    match caller {
        QuotaCaller::KeyChain(_) | QuotaCaller::User(_) => false,
        QuotaCaller::ConfigReader(_)
        | QuotaCaller::EventSender(_)
        | QuotaCaller::LogIn(_)
        | QuotaCaller::LogInAs(..)
        | QuotaCaller::FailedAuthentication(_)
        | QuotaCaller::DocumentReader(_) => true,
    }
}

/// A panic elsewhere leaves a window as it was: every step on it is whole or not begun.
fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}
