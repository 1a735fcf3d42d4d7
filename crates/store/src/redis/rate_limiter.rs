//! Sliding minutes on Redis: one script for each request, by Redis' own clock.
//!
//! If Redis does not answer in time, the nodes [agree](crate::nodes::Agreement) to grant a part of each limit each,
//! beginning with what each admitted within the last span; requests wait for that. When Redis is back, it is sent what
//! was admitted meanwhile before it counts alone again. What is counted separately for each node never goes to Redis.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use askline_domain::{
    ports::requests::rate_limiter::{Counted, RateLimiter, WINDOWS_MOST, Windows},
    requests::quota::QuotaCaller,
    requests::sliding_minute::{Admission, Decision},
    shared::clock::Clock,
};
use async_trait::async_trait;
use futures_util::{StreamExt as _, stream};
use redis::{
    Client, RedisResult, Script,
    aio::{ConnectionManager, ConnectionManagerConfig},
};
use tokio::{
    pin,
    sync::Semaphore,
    time::{Instant, timeout, timeout_at},
};

use super::{ConnectError, probe::Probe};
use crate::nodes::{Agreement, Counting, ShareRateLimiter};

/// How long a request waits for Redis by default, before Redis is probed.
const PATIENCE: Duration = Duration::from_millis(50);
/// The longest wait, even if Redis answers others.
const ANSWER_MOST: Duration = Duration::from_secs(1);
/// How long it waits for the nodes to agree.
const AGREEMENT_MOST: Duration = Duration::from_secs(2);
/// Requests to Redis at once. More wait here, so that a crowd is not mistaken for a hanging Redis.
const ON_THEIR_WAY_MOST: usize = 64;
/// How often Redis is probed while it is away.
const ASK_AGAIN: Duration = Duration::from_millis(200);
/// How long the first connection may take.
const FIRST_CONNECTION: Duration = Duration::from_secs(5);
/// The prefix of every caller's name.
const PREFIX: &str = "askline:minute:";

/// Where Redis is.
#[derive(Debug, Clone)]
pub struct RedisOptions {
    /// `redis://user:password@host:port/number`
    pub url: String,
    /// How long Redis may take to answer before it counts as away.
    pub patience: Duration,
}

impl RedisOptions {
    /// The server at this address, with a wait that readers do not notice.
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
    patience: Duration,
    probe: Probe,
    on_their_way: Semaphore,
    script: Script,
    clock: Arc<dyn Clock>,
    agreement: Arc<Agreement>,
    /// What this node admitted, however it was counted; and what is counted separately for each node.
    own: ShareRateLimiter,
}

impl RedisRateLimiter {
    /// Connects to Redis. The `agreement` says how to count, and is told when Redis fails and when it is back.
    pub async fn connect(
        options: &RedisOptions,
        agreement: Arc<Agreement>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, ConnectError> {
        let client = Client::open(options.url.as_str())
            .map_err(|error| ConnectError::BadAddress { reason: error.to_string() })?;
        let place = client.get_connection_info().addr().to_string();
        let unusable = |reason: String| ConnectError::Unusable { place: place.clone(), reason };
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(FIRST_CONNECTION))
            .set_response_timeout(Some(options.patience.max(ANSWER_MOST)))
            .set_number_of_retries(0);
        let connecting = ConnectionManager::new_with_config(client.clone(), config);
        let connection = timeout(FIRST_CONNECTION, connecting)
            .await
            .map_err(|_| unusable("it does not answer".into()))?
            .map_err(|error| unusable(error.to_string()))?;
        let probe = Probe::start(client, options.patience).map_err(|error| unusable(error.to_string()))?;
        let shared = Shared {
            connection,
            patience: options.patience,
            probe,
            on_their_way: Semaphore::new(ON_THEIR_WAY_MOST),
            script: Script::new(include_str!("count.lua")),
            own: ShareRateLimiter::new(Arc::clone(&agreement), Arc::clone(&clock)),
            clock,
            agreement,
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// Finds out whether Redis still answers, even without requests; and sends it what was admitted without it.
    pub async fn keep_up(&self) {
        if !self.shared.agreement.answers() {
            return;
        }
        if !self.shared.probe.answers().await {
            return self.shared.lost("no answer");
        }
        if self.shared.agreement.counting() != Counting::Alone {
            self.shared.tell_all().await;
        }
    }
}

#[async_trait]
impl RateLimiter for RedisRateLimiter {
    async fn take(&self, caller: QuotaCaller, limit: u32) -> Decision {
        let counted = self.count(&[Some((caller, limit)), None, None]).await;
        counted.map_or_else(|| refused(limit).decision, |counted| counted.decision)
    }

    async fn peek(&self, caller: QuotaCaller, limit: u32) -> Decision {
        if caller.is_of_node() {
            return self.shared.own.peek(caller, limit).await;
        }
        let counting = self.shared.agreement.counting();
        let windows = [Some((caller, limit)), None, None];
        let known = match counting {
            Counting::Alone => None,
            Counting::Together | Counting::Carefully => self.shared.ask(&windows, false).await,
        };
        match (counting, known) {
            (Counting::Together, Some(counted)) => counted.decision,
            (_, None) => self.shared.own.peek(caller, limit).await,
            (_, Some(counted)) => {
                let own = self.shared.own.peek(caller, limit).await;
                let tightness = |decision: &Decision| (decision.remaining, std::cmp::Reverse(decision.free_in));
                std::cmp::min_by_key(own, counted.decision, tightness)
            }
        }
    }

    async fn give_back(&self, caller: QuotaCaller, admission: Admission) {
        if caller.is_of_node() {
            return self.shared.own.give_back(caller, admission).await;
        }
        self.shared.own.give_back_latest(caller);
        if !self.shared.agreement.untold().forget(caller) {
            self.shared.give_back_to_redis(caller, admission).await;
        }
    }

    async fn count(&self, windows: &Windows) -> Option<Counted> {
        windows.iter().flatten().next()?;
        if windows.iter().flatten().any(|(caller, _)| caller.is_of_node()) {
            return self.shared.own.count(windows).await;
        }
        Some(self.shared.count(windows).await)
    }
}

impl Shared {
    /// Counts a request as the nodes have agreed, or waits until they have.
    async fn count(self: &Arc<Self>, windows: &Windows) -> Counted {
        let share = self.agreement.share();
        let until = Instant::now() + AGREEMENT_MOST;
        let mut agreed = self.agreement.watch();
        loop {
            let counting = *agreed.borrow_and_update();
            let is_late = Instant::now() >= until;
            // A node that slept, or is cut off from the others, no longer knows what they do.
            if !share.is_believed(self.clock.elapsed()) {
                if is_late {
                    // Nor can it do anything else for its caller: what the caller wants is in the database, as the
                    // others are.
                    return match self.ask(windows, true).await {
                        Some(counted) => counted,
                        None => self.alone(windows).await,
                    };
                }
                let _ = timeout_at(until, self.agreement.hear()).await;
                continue;
            }
            let counted = match counting {
                Counting::Together => self.together(windows).await,
                Counting::Carefully => self.carefully(windows).await,
                Counting::Alone => Some(self.alone(windows).await),
            };
            if let Some(counted) = counted {
                return counted;
            }
            if is_late {
                let limit = windows.iter().flatten().map(|(_, limit)| *limit).min();
                return refused(limit.unwrap_or(0));
            }
            let _ = timeout_at(until, agreed.changed()).await;
        }
    }

    /// With Redis; `None` while it is away.
    async fn together(self: &Arc<Self>, windows: &Windows) -> Option<Counted> {
        let counted = self.ask(windows, true).await?;
        self.own.note(&counted);
        let is_agreed = self.agreement.counting() == Counting::Together;
        if is_agreed && self.agreement.share().is_believed(self.clock.elapsed()) {
            return Some(counted);
        }
        // Redis took its time, and others count by their parts now.
        for (caller, _) in counted.taken.iter().flatten() {
            self.own.give_back_latest(*caller);
        }
        let own = self.own.count(windows).await?;
        if own.decision.admission.is_some() {
            return Some(counted);
        }
        self.give_all_back_to_redis(&counted).await;
        Some(own)
    }

    /// With Redis and with this node's part; `None` while Redis is away.
    async fn carefully(self: &Arc<Self>, windows: &Windows) -> Option<Counted> {
        if !self.agreement.answers() {
            return None;
        }
        let own = self.own.count(windows).await?;
        if own.decision.admission.is_none() {
            return Some(own);
        }
        let counted = self.ask(windows, true).await;
        if counted.as_ref().is_none_or(|counted| counted.decision.admission.is_none()) {
            self.own.give_back_all(&own).await;
        }
        counted
    }

    /// With this node's part.
    async fn alone(&self, windows: &Windows) -> Counted {
        let Some(counted) = self.own.count(windows).await else { return refused(0) };
        for (caller, _) in counted.taken.iter().flatten() {
            self.agreement.untold().note(*caller, self.clock.elapsed());
        }
        counted
    }

    /// Counts a request, or only reads; `None` while Redis is away.
    async fn ask(self: &Arc<Self>, windows: &Windows, takes: bool) -> Option<Counted> {
        if !self.agreement.answers() {
            return None;
        }
        let _place = self.on_their_way.acquire().await.ok()?;
        // Earlier requests may have found that it is away.
        if !self.agreement.answers() {
            return None;
        }
        let carried = self.agreement.untold().carry(windows.iter().flatten().map(|(caller, _)| *caller));
        let now = self.clock.elapsed();
        let mut call = self.script.prepare_invoke();
        call.arg(u8::from(takes));
        for ((caller, limit), untold) in windows.iter().flatten().zip(carried.times()) {
            call.key(name_of(*caller)).arg(*limit).arg(micros(caller.span())).arg(untold.len());
            for at in untold {
                call.arg(micros(now.saturating_sub(*at)));
            }
        }
        let mut connection = self.connection.clone();
        match self.in_time(call.invoke_async(&mut connection)).await {
            Ok(answer) => {
                carried.told();
                let counted = read(windows, &answer);
                if counted.is_none() {
                    self.lost("an answer that the script does not give");
                }
                counted
            }
            Err(reason) => {
                self.lost(&reason);
                None
            }
        }
    }

    /// An answer of Redis. A late answer is awaited as long as Redis answers the probe: then this process is the busy
    /// one.
    async fn in_time(&self, answer: impl Future<Output = RedisResult<Vec<i64>>>) -> Result<Vec<i64>, String> {
        pin!(answer);
        loop {
            match timeout(self.patience, &mut answer).await {
                Ok(answer) => return answer.map_err(|error| error.to_string()),
                Err(_) if self.probe.answers().await => {}
                Err(_) => return Err(format!("no answer within {} ms", self.patience.as_millis())),
            }
        }
    }

    async fn give_all_back_to_redis(self: &Arc<Self>, counted: &Counted) {
        for (caller, admission) in counted.taken.iter().flatten() {
            self.give_back_to_redis(*caller, *admission).await;
        }
    }

    /// If it is not given back, it is counted for the rest of its span.
    async fn give_back_to_redis(self: &Arc<Self>, caller: QuotaCaller, admission: Admission) {
        if !self.agreement.answers() {
            return;
        }
        let time = i64::try_from(admission.for_store().as_micros()).unwrap_or(i64::MAX);
        let mut connection = self.connection.clone();
        // From the end, where the latest are.
        let removed: RedisResult<i64> =
            redis::cmd("LREM").arg(name_of(caller)).arg(-1).arg(time).query_async(&mut connection).await;
        if let Err(error) = removed {
            self.lost(&error.to_string());
        }
    }

    /// Redis did not answer. It is probed repeatedly until it is back.
    fn lost(self: &Arc<Self>, reason: &str) {
        if !self.agreement.lose_redis() {
            return;
        }
        tracing::warn!(reason, "Redis is away; each server grants its share of each limit");
        let shared: Weak<Self> = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(ASK_AGAIN).await;
                let Some(shared) = shared.upgrade() else { return };
                if shared.probe.answers().await {
                    shared.agreement.find_redis();
                    tracing::info!("Redis answers again; limits are counted by all servers together");
                    return;
                }
            }
        });
    }

    /// Sends Redis all that this node admitted without it.
    async fn tell_all(self: &Arc<Self>) {
        if self.agreement.untold().is_empty() {
            return;
        }
        stream::iter(self.agreement.untold().callers())
            .for_each_concurrent(ON_THEIR_WAY_MOST, |caller| async move {
                self.ask(&[Some((caller, 1)), None, None], false).await;
            })
            .await;
        self.agreement.wish();
    }
}

/// A refusal that no window caused: the nodes do not agree yet.
const fn refused(limit: u32) -> Counted {
    let decision = Decision { admission: None, limit, remaining: 0, free_in: Duration::from_secs(1) };
    Counted { decision, taken: [None; WINDOWS_MOST] }
}

/// The name under which a caller is counted.
fn name_of(caller: QuotaCaller) -> String {
    format!("{PREFIX}{caller}")
}

fn micros(span: Duration) -> u64 {
    u64::try_from(span.as_micros()).unwrap_or(u64::MAX)
}

/// The script's answer; `None` if it is malformed.
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
