//! Sliding minutes on Redis: one script a request, by Redis' own clock.
//!
//! While Redis does not answer within [`RedisOptions::patience`], this node grants its share of each limit, beginning with what it admitted within
//! the last span, and asks again in the background. When Redis is back, what was admitted meanwhile is told with the next request of
//! each caller. What is counted for each node alone never goes to Redis.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use askline_domain::{
    clock::Clock,
    ports::{Counted, RateLimiter, WINDOWS_MOST, Windows},
    quota::QuotaCaller,
    sliding_minute::{Admission, Decision},
};
use async_trait::async_trait;
use redis::{
    Client, RedisResult, Script,
    aio::{ConnectionManager, ConnectionManagerConfig},
};
use tokio::sync::Semaphore;

use super::{ConnectError, Share};
use crate::memory::{CALLERS_MOST, MemoryRateLimiter};

/// How long a request waits for Redis where nobody says otherwise.
const PATIENCE: Duration = Duration::from_millis(50);
/// Requests that are on their way to Redis at once. More wait here, so that a crowd is not taken for a Redis that hangs.
const ON_THEIR_WAY_MOST: usize = 64;
/// How often Redis is asked whether it is back.
const ASK_AGAIN: Duration = Duration::from_millis(200);
/// How long the first connection may take.
const FIRST_CONNECTION: Duration = Duration::from_secs(5);
/// What stands before the name of every caller.
const PREFIX: &str = "askline:minute:";

/// Where Redis is.
#[derive(Debug, Clone)]
pub struct RedisOptions {
    /// `redis://user:password@host:port/number`
    pub url: String,
    /// How long a request waits for Redis before the node counts alone.
    pub patience: Duration,
}

impl RedisOptions {
    /// The server at this address, waited for as long as readers do not notice.
    pub fn at(url: impl Into<String>) -> Self {
        Self { url: url.into(), patience: PATIENCE }
    }
}

/// Counts requests together with other nodes.
pub struct RedisRateLimiter {
    shared: Arc<Shared>,
}

struct Shared {
    connection: ConnectionManager,
    on_their_way: Semaphore,
    script: Script,
    clock: Arc<dyn Clock>,
    /// What this node admitted, wherever it was counted; and what is counted for each node alone.
    own: MemoryRateLimiter,
    share: Arc<Share>,
    is_away: AtomicBool,
    /// When this node admitted requests that Redis does not know of, by [`Clock::elapsed`].
    untold: Mutex<HashMap<QuotaCaller, Vec<Duration>>>,
}

impl RedisRateLimiter {
    /// Connects to Redis. `share` says what this node grants while Redis is away.
    pub async fn connect(
        options: &RedisOptions,
        share: Arc<Share>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, ConnectError> {
        let client = Client::open(options.url.as_str())
            .map_err(|error| ConnectError::BadAddress { reason: error.to_string() })?;
        let place = client.get_connection_info().addr().to_string();
        let unusable = |reason: String| ConnectError::Unusable { place: place.clone(), reason };
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(FIRST_CONNECTION))
            .set_response_timeout(Some(options.patience))
            .set_number_of_retries(0);
        let connecting = ConnectionManager::new_with_config(client, config);
        let connection = tokio::time::timeout(FIRST_CONNECTION, connecting)
            .await
            .map_err(|_| unusable("it does not answer".into()))?
            .map_err(|error| unusable(error.to_string()))?;
        let shared = Shared {
            connection,
            on_their_way: Semaphore::new(ON_THEIR_WAY_MOST),
            script: Script::new(include_str!("count.lua")),
            own: MemoryRateLimiter::new(Arc::clone(&clock)),
            clock,
            share,
            is_away: AtomicBool::new(false),
            untold: Mutex::default(),
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// Whether Redis does not answer, so that this node grants its share alone.
    pub fn is_away(&self) -> bool {
        self.shared.is_away.load(Ordering::Relaxed)
    }

    async fn one(&self, caller: QuotaCaller, limit: u32, takes: bool) -> Decision {
        let windows = [Some((caller, limit)), None, None];
        if let Some(counted) = self.shared.ask(&windows, takes).await {
            return counted.decision;
        }
        let granted = self.shared.share.of(limit);
        let decision = match takes {
            true => self.shared.own.take(caller, granted).await,
            false => self.shared.own.peek(caller, granted).await,
        };
        if decision.admission.is_some() {
            self.shared.note_untold(caller);
        }
        Decision { limit, ..decision }
    }
}

#[async_trait]
impl RateLimiter for RedisRateLimiter {
    async fn take(&self, caller: QuotaCaller, limit: u32) -> Decision {
        match caller.is_of_node() {
            true => self.shared.own.take(caller, limit).await,
            false => self.one(caller, limit, true).await,
        }
    }

    async fn peek(&self, caller: QuotaCaller, limit: u32) -> Decision {
        match caller.is_of_node() {
            true => self.shared.own.peek(caller, limit).await,
            false => self.one(caller, limit, false).await,
        }
    }

    async fn give_back(&self, caller: QuotaCaller, admission: Admission) {
        if caller.is_of_node() {
            return self.shared.own.give_back(caller, admission).await;
        }
        self.shared.own.give_back_latest(caller);
        if self.shared.forget_untold(caller) || self.is_away() {
            return;
        }
        let time = i64::try_from(admission.for_store().as_micros()).unwrap_or(i64::MAX);
        let mut connection = self.shared.connection.clone();
        // From the end, where the latest are. One that is not given back is counted for the rest of its span.
        let removed: RedisResult<i64> =
            redis::cmd("LREM").arg(name_of(caller)).arg(-1).arg(time).query_async(&mut connection).await;
        if let Err(error) = removed {
            self.shared.lost(&error);
        }
    }

    async fn count(&self, windows: &Windows) -> Option<Counted> {
        windows.iter().flatten().next()?;
        if windows.iter().flatten().any(|(caller, _)| caller.is_of_node()) {
            return self.shared.own.count(windows).await;
        }
        if let Some(counted) = self.shared.ask(windows, true).await {
            return Some(counted);
        }
        let granted = windows.map(|window| window.map(|(caller, limit)| (caller, self.shared.share.of(limit))));
        let counted = self.shared.own.count(&granted).await?;
        for (caller, _) in counted.taken.iter().flatten() {
            self.shared.note_untold(*caller);
        }
        Some(counted)
    }
}

impl Shared {
    /// Counts a request, or looks; `None` while Redis is away.
    async fn ask(self: &Arc<Self>, windows: &Windows, takes: bool) -> Option<Counted> {
        if self.is_away.load(Ordering::Relaxed) {
            return None;
        }
        let _place = self.on_their_way.acquire().await.ok()?;
        // Those who went before may have found that it is away.
        if self.is_away.load(Ordering::Relaxed) {
            return None;
        }
        let untold: Vec<Vec<Duration>> =
            windows.iter().flatten().map(|(caller, _)| self.untold().remove(caller).unwrap_or_default()).collect();
        let now = self.clock.elapsed();
        let mut call = self.script.prepare_invoke();
        call.arg(u8::from(takes));
        for ((caller, limit), untold) in windows.iter().flatten().zip(&untold) {
            call.key(name_of(*caller)).arg(*limit).arg(micros(caller.span())).arg(untold.len());
            for at in untold {
                call.arg(micros(now.saturating_sub(*at)));
            }
        }
        let mut connection = self.connection.clone();
        let answer: RedisResult<Vec<i64>> = call.invoke_async(&mut connection).await;
        match answer.as_deref().map(|answer| read(windows, answer)) {
            Ok(Some(counted)) => {
                counted.taken.iter().flatten().for_each(|(caller, _)| self.own.note(*caller));
                Some(counted)
            }
            Ok(None) => {
                tracing::error!("Redis answers what the script does not say");
                None
            }
            Err(error) => {
                for ((caller, _), times) in windows.iter().flatten().zip(untold) {
                    if !times.is_empty() {
                        self.untold().entry(*caller).or_default().extend(times);
                    }
                }
                self.clone().lost(error);
                None
            }
        }
    }

    /// Redis did not answer: from now on this node grants its share, until Redis is back.
    fn lost(self: &Arc<Self>, error: &redis::RedisError) {
        if self.is_away.swap(true, Ordering::Relaxed) {
            return;
        }
        tracing::warn!(%error, "Redis does not answer; this node grants its share of each limit");
        let shared: Weak<Self> = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(ASK_AGAIN).await;
                let Some(shared) = shared.upgrade() else { return };
                let mut connection = shared.connection.clone();
                let answer: RedisResult<String> = redis::cmd("PING").query_async(&mut connection).await;
                if answer.is_ok() {
                    shared.is_away.store(false, Ordering::Relaxed);
                    tracing::info!("Redis answers again; limits are counted by all nodes together");
                    return;
                }
            }
        });
    }

    /// Remembers a request that Redis is to be told of.
    fn note_untold(&self, caller: QuotaCaller) {
        let now = self.clock.elapsed();
        let mut untold = self.untold();
        if untold.len() >= CALLERS_MOST {
            untold.retain(|caller, times| times.last().is_some_and(|at| now.saturating_sub(*at) < caller.span()));
            if untold.len() >= CALLERS_MOST {
                return;
            }
        }
        let times = untold.entry(caller).or_default();
        times.retain(|at| now.saturating_sub(*at) < caller.span());
        times.push(now);
    }

    /// Forgets the latest of them; whether there was one.
    fn forget_untold(&self, caller: QuotaCaller) -> bool {
        self.untold().get_mut(&caller).is_some_and(|times| times.pop().is_some())
    }

    fn untold(&self) -> MutexGuard<'_, HashMap<QuotaCaller, Vec<Duration>>> {
        self.untold.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Under which name a caller is counted.
fn name_of(caller: QuotaCaller) -> String {
    format!("{PREFIX}{caller}")
}

fn micros(span: Duration) -> u64 {
    u64::try_from(span.as_micros()).unwrap_or(u64::MAX)
}

/// What the script answered; `None` if it is something else.
fn read(windows: &Windows, answer: &[i64]) -> Option<Counted> {
    let (admitted, figures) = answer.split_first()?;
    let mut taken = [None; WINDOWS_MOST];
    let mut tightest: Option<Decision> = None;
    let mut figures = figures.chunks_exact(3);
    for (place, (caller, limit)) in windows.iter().flatten().enumerate() {
        let [used, now, leaving] = figures.next()? else { return None };
        let time = Duration::from_micros(now.unsigned_abs());
        let admission = (*admitted == 1).then_some(Admission::of_store(time));
        let remaining = limit.saturating_sub(u32::try_from(*used).ok()?);
        let free_in = match (remaining, leaving) {
            (1.., _) => Duration::ZERO,
            (0, 0) => caller.span(),
            (0, leaving) => (Duration::from_micros(leaving.unsigned_abs()) + caller.span()).saturating_sub(time),
        };
        let decision = Decision { admission, limit: *limit, remaining, free_in };
        let is_tighter = tightest.is_none_or(|known| match admission {
            Some(_) => decision.remaining < known.remaining,
            None => (decision.remaining == 0, decision.free_in) > (known.remaining == 0, known.free_in),
        });
        if is_tighter {
            tightest = Some(decision);
        }
        taken[place] = admission.map(|admission| (*caller, admission));
    }
    Some(Counted { decision: tightest?, taken })
}
