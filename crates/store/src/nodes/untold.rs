//! What a node admitted while Redis was away, until Redis has it.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use askline_domain::requests::quota::QuotaCaller;

use crate::memory::CALLERS_MOST;

/// Times of admitted requests that Redis does not have, by caller.
#[derive(Debug, Default)]
pub(crate) struct Untold(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    times: HashMap<QuotaCaller, Vec<Duration>>,
    on_their_way: usize,
}

/// Times that are being sent to Redis. If that fails, they are kept again.
pub(crate) struct Carried<'u> {
    untold: &'u Untold,
    times: Vec<(QuotaCaller, Vec<Duration>)>,
    is_told: bool,
    is_empty: bool,
}

impl Untold {
    /// Remembers a request that was admitted at `now`.
    pub(crate) fn note(&self, caller: QuotaCaller, now: Duration) {
        let mut kept = self.kept();
        if kept.times.len() >= CALLERS_MOST {
            kept.times.retain(|caller, times| times.last().is_some_and(|at| is_within(*caller, *at, now)));
            if kept.times.len() >= CALLERS_MOST {
                return;
            }
        }
        let times = kept.times.entry(caller).or_default();
        times.retain(|at| is_within(caller, *at, now));
        times.push(now);
    }

    /// Forgets the latest request of a caller; returns whether there was one.
    pub(crate) fn forget(&self, caller: QuotaCaller) -> bool {
        let mut kept = self.kept();
        let Some(times) = kept.times.get_mut(&caller) else { return false };
        let was_there = times.pop().is_some();
        if times.is_empty() {
            kept.times.remove(&caller);
        }
        was_there
    }

    /// What Redis is to learn about these callers.
    pub(crate) fn carry(&self, callers: impl Iterator<Item = QuotaCaller>) -> Carried<'_> {
        let mut kept = self.kept();
        let times: Vec<_> = callers.map(|caller| (caller, kept.times.remove(&caller).unwrap_or_default())).collect();
        let is_empty = times.iter().all(|(_, times)| times.is_empty());
        kept.on_their_way += usize::from(!is_empty);
        Carried { untold: self, times, is_told: false, is_empty }
    }

    /// Callers that were admitted without Redis.
    pub(crate) fn callers(&self) -> Vec<QuotaCaller> {
        self.kept().times.keys().copied().collect()
    }

    /// Whether Redis has everything.
    pub(crate) fn is_empty(&self) -> bool {
        let kept = self.kept();
        kept.times.is_empty() && kept.on_their_way == 0
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Carried<'_> {
    /// The times, for each caller in the order of the request.
    pub(crate) fn times(&self) -> impl Iterator<Item = &[Duration]> {
        self.times.iter().map(|(_, times)| times.as_slice())
    }

    /// Redis has them.
    pub(crate) fn told(mut self) {
        self.is_told = true;
    }
}

impl Drop for Carried<'_> {
    fn drop(&mut self) {
        if self.is_empty {
            return;
        }
        let mut kept = self.untold.kept();
        kept.on_their_way -= 1;
        if !self.is_told {
            for (caller, times) in self.times.drain(..).filter(|(_, times)| !times.is_empty()) {
                kept.times.entry(caller).or_default().extend(times);
            }
        }
    }
}

fn is_within(caller: QuotaCaller, at: Duration, now: Duration) -> bool {
    now.saturating_sub(at) < caller.span()
}
