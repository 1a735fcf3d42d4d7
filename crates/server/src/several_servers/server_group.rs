//! Connects this server with the others on the same stores. It announces itself, counts requests together with them, and
//! signs off.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering},
};

use askline_app::ports::{StoreResult, requests::rate_limiter::RateLimiter};
use askline_domain::shared::clock::Clock;
use askline_store::limits::{
    Counting, MemoryRateLimiter,
    nodes::{BEAT_EVERY, Node, RunningNodes as Beat, Share, ShareRateLimiter},
    redis::{RedisOptions, RedisRateLimiter},
};
use metrics::gauge;
use tokio::time::MissedTickBehavior;

use crate::{
    VERSION,
    config::{ServerSettings, Settings},
    failure::Failure,
    listen::{Stop, stopped},
    several_servers::{common_clock::CommonClock, time_limits},
    stores::database,
};

/// Clocks that differ by more seconds than this are reported.
const CLOCKS_DIFFER_SECONDS: i64 = 2;

/// One server's connection to the others. Cheap to clone.
#[derive(Clone)]
pub struct ServerGroup {
    others: Option<Others>,
    limiter: Arc<dyn RateLimiter>,
    heard: Arc<Heard>,
    /// The problem that was found at the start, which is reported until the next start.
    found: Option<String>,
}

/// What this server learned about itself from its last announcement.
#[derive(Debug, Default)]
struct Heard {
    /// By how many seconds this server's clock is ahead of the database's; negative if it is behind.
    ahead: AtomicI64,
    /// Whether this server cannot read the tables any more.
    is_outdated: AtomicBool,
    /// Its place among the servers.
    place: AtomicU32,
    /// Why its last announcement failed; `None` if it succeeded.
    database_trouble: Mutex<Option<String>>,
}

/// What connects this server with the others.
#[derive(Clone)]
struct Others {
    node: Arc<Node>,
    share: Arc<Share>,
    redis: Option<Arc<RedisRateLimiter>>,
    clock: Arc<CommonClock>,
}

impl ServerGroup {
    /// Joins the servers on the configured database; without a database, this server is alone.
    pub async fn join(settings: &Settings, common: Arc<CommonClock>) -> Result<Self, Failure> {
        let clock: Arc<dyn Clock> = common.clone();
        let Some(servers) = &settings.servers else { return Ok(Self::alone(clock)) };
        let share = Arc::new(Share::default());
        let id = hex::encode(rand::random::<[u8; 16]>());
        let node = Arc::new(Node::new(&database(servers), id, VERSION)?);
        let redis = shared_limiter(servers, Arc::clone(&share), Arc::clone(&clock)).await?;
        let limiter: Arc<dyn RateLimiter> = match &redis {
            Some(redis) => redis.clone(),
            None => Arc::new(ShareRateLimiter::new(Arc::clone(&share), clock)),
        };
        let others = Others { node, share, redis, clock: common };
        // Before the first request, the others must know this server, and its clock must be corrected.
        let beat = others.tell().await?;
        if let Some(redis) = others.redis.as_ref().filter(|_| beat.others_count_by_share) {
            redis.doubt_redis();
        }
        let found = time_limits::worry(servers).await?;
        let heard = Heard { place: beat.place.into(), ..Heard::default() };
        Ok(Self { others: Some(others), limiter, heard: Arc::new(heard), found })
    }

    fn alone(clock: Arc<dyn Clock>) -> Self {
        Self { others: None, limiter: Arc::new(MemoryRateLimiter::new(clock)), heard: Arc::default(), found: None }
    }

    /// The limiter that counts requests.
    pub fn limiter(&self) -> Arc<dyn RateLimiter> {
        Arc::clone(&self.limiter)
    }

    /// Whether a newer release has changed the tables so that this server cannot read them any more.
    pub fn is_outdated(&self) -> bool {
        self.heard.is_outdated.load(Ordering::Relaxed)
    }

    /// Whether this server does the work that only one server should do. For a moment, this may be true for two servers.
    pub fn is_first(&self) -> bool {
        self.heard.place.load(Ordering::Relaxed) == 0
    }

    /// Whether this server shares its stores with others.
    pub fn shares_stores(&self) -> bool {
        self.others.is_some()
    }

    /// Why the shared database does not accept changes of this server at the moment; `None` if it does.
    pub fn database_trouble(&self) -> Option<String> {
        self.heard.database_trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Problems despite which this server can serve; `unreached` is why no connection to the database can be made.
    pub fn worries(&self, unreached: Option<String>) -> Vec<String> {
        let mut worries: Vec<String> = self.found.iter().cloned().collect();
        let unreached = unreached.map(|reason| format!("a store cannot be reached: {reason}"));
        worries.extend(unreached.or_else(|| self.database_trouble()));
        worries.extend(self.others.as_ref().and_then(Others::worry).map(str::to_owned));
        let ahead = self.heard.ahead.load(Ordering::Relaxed);
        if ahead.abs() > CLOCKS_DIFFER_SECONDS {
            worries.push(format!("this server's clock and the database's differ by {} s", ahead.abs()));
        }
        worries
    }

    /// Announces regularly that this server runs, until the signal to stop.
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
                    () = stopped(&mut stop) => return,
                }
                let was_cut_off = is_cut_off;
                is_cut_off = !others.beat(&heard, was_cut_off).await;
            }
        });
    }

    /// Tells the others that this server has stopped.
    pub async fn leave(&self) {
        if let Some(others) = &self.others
            && let Err(error) = others.node.leave().await
        {
            tracing::warn!(%error, "The other servers could not be told that this one is stopping");
        }
    }
}

impl Heard {
    fn set_database_trouble(&self, trouble: Option<String>) {
        gauge!("askline_database_unavailable").set(if trouble.is_some() { 1.0 } else { 0.0 });
        *self.database_trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }
}

impl Others {
    /// Problems with the counting of requests.
    fn worry(&self) -> Option<&'static str> {
        match self.redis.as_ref()?.counting() {
            Counting::Redis => None,
            Counting::Both => {
                Some("Redis was unavailable within the last minute; this server allows only its share of each limit")
            }
            Counting::Share => Some("Redis does not answer; this server allows only its share of each limit"),
        }
    }

    /// Announces that this server runs, and adopts its share and the database's time.
    async fn tell(&self) -> StoreResult<Beat> {
        let heard = self.clock.elapsed();
        let counting = self.redis.as_ref().map_or(Counting::Share, |redis| redis.counting());
        let beat = self.node.beat(counting).await?;
        self.share.heard(heard, beat.place, beat.nodes);
        self.clock.set_right(beat.ahead);
        Ok(beat)
    }

    /// Announces once that this server runs; returns whether the others can see it.
    async fn beat(&self, heard: &Heard, was_cut_off: bool) -> bool {
        if let Some(redis) = &self.redis {
            redis.keep_up().await;
            gauge!("askline_redis_unavailable").set(if self.worry().is_some() { 1.0 } else { 0.0 });
        }
        match self.tell().await {
            Ok(Beat { nodes, place, ahead, is_outdated, .. }) => {
                heard.place.store(place, Ordering::Relaxed);
                if is_outdated && !heard.is_outdated.swap(is_outdated, Ordering::Relaxed) {
                    tracing::error!("A newer release has changed the tables; this server is not ready any more");
                }
                gauge!("askline_servers").set(f64::from(nodes));
                heard.set_database_trouble(None);
                let differed = heard.ahead.swap(ahead.as_secs(), Ordering::Relaxed).abs() > CLOCKS_DIFFER_SECONDS;
                if ahead.as_secs().abs() > CLOCKS_DIFFER_SECONDS && !differed {
                    tracing::warn!(seconds_ahead = ahead.as_secs(), "This server's clock and the database's differ");
                }
                true
            }
            Err(error) => {
                if !was_cut_off {
                    tracing::warn!(%error, "The other servers cannot be told that this one is running");
                }
                heard.set_database_trouble(Some(error.to_string()));
                false
            }
        }
    }
}

async fn shared_limiter(
    servers: &ServerSettings,
    share: Arc<Share>,
    clock: Arc<dyn Clock>,
) -> Result<Option<Arc<RedisRateLimiter>>, Failure> {
    let Some(redis) = &servers.redis else { return Ok(None) };
    let options = RedisOptions { password: servers.redis_password.clone(), ..RedisOptions::at(redis.expose()) };
    let connected = RedisRateLimiter::connect(&options, share, clock).await;
    Ok(Some(Arc::new(connected.map_err(|error| Failure::misuse(error.to_string()))?)))
}
