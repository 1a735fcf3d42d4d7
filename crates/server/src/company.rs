//! This server among the others on the same stores: it tells them that it runs, counts requests together with them, and leaves.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
    time::Duration,
};

use askline_domain::{ports::requests::rate_limiter::RateLimiter, shared::clock::Clock};
use askline_store::{
    memory::MemoryRateLimiter,
    nodes::{Agreement, Counting, ShareRateLimiter},
    postgres::{BEAT_EVERY, Company as Beat, Node},
    redis::{RedisOptions, RedisRateLimiter},
};
use metrics::gauge;
use tokio::time::MissedTickBehavior;

use crate::{
    VERSION,
    common_clock::CommonClock,
    config::{ServerSettings, Settings},
    failure::Failure,
    listen::{Stop, stopped},
    stores::database,
    time_limits,
};

/// How long it waits before it tries again to reach the others, whatever asked for it.
const TRY_AGAIN: Duration = Duration::from_millis(100);
/// Clocks that differ by more than this are reported.
const CLOCKS_DIFFER_SECONDS: i64 = 2;

/// The company of one server. Cheap to clone.
#[derive(Clone)]
pub struct Company {
    others: Option<Others>,
    limiter: Arc<dyn RateLimiter>,
    heard: Arc<Heard>,
    /// What was found at the start and stays until the next.
    found: Option<String>,
}

/// What the last sign of life told this server of itself.
#[derive(Debug, Default)]
struct Heard {
    /// Seconds that this server's clock is ahead of the database's.
    ahead: AtomicI64,
    /// Whether it cannot read the tables any more.
    is_outdated: AtomicBool,
}

/// What connects this server with the others.
#[derive(Clone)]
struct Others {
    node: Arc<Node>,
    agreement: Arc<Agreement>,
    redis: Option<Arc<RedisRateLimiter>>,
    clock: Arc<CommonClock>,
}

impl Company {
    /// Alone, or among the servers of the settings.
    pub async fn join(settings: &Settings, common: Arc<CommonClock>) -> Result<Self, Failure> {
        let clock: Arc<dyn Clock> = common.clone();
        let Some(servers) = &settings.servers else { return Ok(Self::alone(clock)) };
        let agreement = match &servers.redis {
            Some(_) => Agreement::by_redis(),
            None => Agreement::by_shares(),
        };
        let agreement = Arc::new(agreement);
        let id = hex::encode(rand::random::<[u8; 16]>());
        let node = Node::new(&database(servers), id, VERSION, Arc::clone(&agreement), Arc::clone(&clock))?;
        let redis = shared_limiter(servers, Arc::clone(&agreement), Arc::clone(&clock)).await?;
        let limiter: Arc<dyn RateLimiter> = match &redis {
            Some(redis) => redis.clone(),
            None => Arc::new(ShareRateLimiter::new(Arc::clone(&agreement), clock)),
        };
        // Known to the others, and set right by the database's clock, before the first request.
        common.set_right(node.beat().await?.ahead);
        let found = time_limits::worry(servers).await?;
        let others = Others { node: Arc::new(node), agreement, redis, clock: common };
        Ok(Self { others: Some(others), limiter, heard: Arc::default(), found })
    }

    fn alone(clock: Arc<dyn Clock>) -> Self {
        Self { others: None, limiter: Arc::new(MemoryRateLimiter::new(clock)), heard: Arc::default(), found: None }
    }

    /// What counts requests.
    pub fn limiter(&self) -> Arc<dyn RateLimiter> {
        Arc::clone(&self.limiter)
    }

    /// Whether a newer release has changed the tables so that this server cannot read them any more.
    pub fn is_outdated(&self) -> bool {
        self.heard.is_outdated.load(Ordering::Relaxed)
    }

    /// Problems with which this server can still serve.
    pub fn worries(&self) -> Vec<String> {
        let mut worries: Vec<String> = self.found.iter().cloned().collect();
        worries.extend(self.others.as_ref().and_then(Others::worry).map(str::to_owned));
        let ahead = self.heard.ahead.load(Ordering::Relaxed);
        if ahead.abs() > CLOCKS_DIFFER_SECONDS {
            worries.push(format!("this server's clock is {ahead} s ahead of the database's"));
        }
        worries
    }

    /// Tells the others again and again that this server runs, until the sign to stop.
    pub fn start(&self, mut stop: Stop) {
        let Some(others) = self.others.clone() else { return };
        let heard = Arc::clone(&self.heard);
        tokio::spawn(async move {
            let mut interval = tokio::time::interval(BEAT_EVERY);
            interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut is_cut_off = false;
            loop {
                tokio::select! {
                    _ = interval.tick() => {}
                    () = others.agreement.wished() => {}
                    () = stopped(&mut stop) => return,
                }
                let was_cut_off = is_cut_off;
                is_cut_off = !others.beat(&heard, was_cut_off).await;
                if is_cut_off {
                    tokio::time::sleep(TRY_AGAIN).await;
                }
            }
        });
    }

    /// Leaves the others' company.
    pub async fn leave(&self) {
        if let Some(others) = &self.others
            && let Err(error) = others.node.leave().await
        {
            tracing::warn!(%error, "The other servers could not be told that this one ends");
        }
    }
}

impl Others {
    /// What is not as it should be with the counting of requests.
    fn worry(&self) -> Option<&'static str> {
        self.redis.as_ref()?;
        match (self.agreement.answers(), self.agreement.counting()) {
            (true, Counting::Together) => None,
            (true, _) => Some("Redis does not answer all servers; each grants its share of each limit"),
            (false, _) => Some("Redis does not answer; this server grants its share of each limit"),
        }
    }

    /// One sign of life; whether the others can see it.
    async fn beat(&self, heard: &Heard, was_cut_off: bool) -> bool {
        if let Some(redis) = &self.redis {
            redis.keep_up().await;
            gauge!("askline_redis_away").set(if self.worry().is_some() { 1.0 } else { 0.0 });
        }
        match self.node.beat().await {
            Ok(Beat { nodes, ahead, is_outdated }) => {
                if is_outdated && !heard.is_outdated.swap(is_outdated, Ordering::Relaxed) {
                    tracing::error!("A newer release has changed the tables; this server is not ready any more");
                }
                gauge!("askline_nodes").set(f64::from(nodes));
                self.clock.set_right(ahead);
                let differed = heard.ahead.swap(ahead.as_secs(), Ordering::Relaxed).abs() > CLOCKS_DIFFER_SECONDS;
                if ahead.as_secs().abs() > CLOCKS_DIFFER_SECONDS && !differed {
                    tracing::warn!(seconds = ahead.as_secs(), "This server's clock is ahead of the database's");
                }
                true
            }
            Err(error) => {
                if !was_cut_off {
                    tracing::warn!(%error, "The other servers cannot be told that this one runs");
                }
                false
            }
        }
    }
}

async fn shared_limiter(
    servers: &ServerSettings,
    agreement: Arc<Agreement>,
    clock: Arc<dyn Clock>,
) -> Result<Option<Arc<RedisRateLimiter>>, Failure> {
    let Some(redis) = &servers.redis else { return Ok(None) };
    let connected = RedisRateLimiter::connect(&RedisOptions::at(redis.expose()), agreement, clock).await;
    Ok(Some(Arc::new(connected.map_err(|error| Failure::misuse(error.to_string()))?)))
}
