//! Limits of several servers while Redis fails: fewer than twice the limit in any minute. Servers that have just
//! started may add their shares. Redis stops, is slow, is reachable only from some servers, and returns empty. The
//! histories are random, on a real Redis; the test moves the clocks.

use std::{sync::Arc, time::Duration};

use askline_app::ports::requests::rate_limiter::RateLimiter as _;
use askline_domain::{
    requests::{quota::QuotaCaller, sliding_minute::MINUTE},
    shared::clock::Clock as _,
};
use askline_stand_in::until;
use askline_store::limits::{
    Counting,
    nodes::Share,
    redis::{RedisOptions, RedisRateLimiter},
};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

use super::{Redis, clock::TestClock};
use crate::{
    gate::{Gate, Way},
    samples::id,
};

const LIMIT: u32 = 12;
const MAX_SERVERS: usize = 4;

/// An Askline server.
struct Server {
    name: usize,
    limiter: RedisRateLimiter,
    share: Arc<Share>,
    gate: Gate,
}

/// A request that was admitted, at some time between `asked` and `answered`.
struct Grant {
    server: usize,
    asked: Duration,
    answered: Duration,
    by_redis: bool,
    /// How many times Redis had been restarted.
    run: usize,
}

/// A server's start, and its first share.
struct Start {
    at: Duration,
    server: usize,
    share: u32,
}

struct History {
    random: StdRng,
    redis: Redis,
    is_running: bool,
    run: usize,
    folder: tempfile::TempDir,
    clock: Arc<TestClock>,
    caller: QuotaCaller,
    servers: Vec<Server>,
    names: usize,
    grants: Vec<Grant>,
    starts: Vec<Start>,
}

impl History {
    async fn new(seed: u64) -> Self {
        let mut history = Self {
            random: StdRng::seed_from_u64(seed),
            redis: Redis::start().await,
            is_running: true,
            run: 0,
            folder: tempfile::tempdir().unwrap(),
            clock: Arc::default(),
            caller: QuotaCaller::KeyChain(id()),
            servers: Vec::new(),
            names: 0,
            grants: Vec::new(),
            starts: Vec::new(),
        };
        for _ in 0..3 {
            history.start_server().await;
        }
        history.advance(2 * MINUTE).await;
        history
    }

    async fn start_server(&mut self) {
        let name = self.names;
        self.names += 1;
        let gate = Gate::to(self.redis.0.socket(), self.folder.path(), &name.to_string());
        let share = Arc::new(Share::default());
        let options = RedisOptions::at(gate.url());
        let clock = Arc::clone(&self.clock);
        let limiter = RedisRateLimiter::connect(&options, Arc::clone(&share), clock).await.unwrap();
        // As the database reports it, at most half a second ago.
        self.beat().await;
        if self.servers.iter().any(|other| other.limiter.counting() != Counting::Redis) {
            limiter.doubt_redis();
        }
        let started = self.clock.elapsed();
        self.servers.push(Server { name, limiter, share, gate });
        self.hear();
        let share = self.servers.last().unwrap().share.of(LIMIT);
        self.starts.push(Start { at: started, server: name, share });
        let server = self.servers.len() - 1;
        if self.servers[server].limiter.counting() == Counting::Share && share > 0 {
            assert!(self.ask(server).await, "a server that starts begins at once");
        }
    }

    /// Makes all servers learn which others run.
    fn hear(&self) {
        let small = |number: usize| u32::try_from(number).unwrap();
        for (place, server) in self.servers.iter().enumerate() {
            server.share.heard(self.clock.elapsed(), small(place), small(self.servers.len()));
        }
    }

    /// Makes each server notice whether Redis answers it, as it does twice per second.
    async fn beat(&self) {
        self.hear();
        for server in &self.servers {
            let can_answer = self.is_running && server.gate.way() == Way::Open;
            let noticed = async || {
                server.limiter.keep_up().await;
                can_answer == (server.limiter.counting() != Counting::Share)
            };
            until("it has noticed", noticed).await;
        }
    }

    async fn advance(&mut self, by: Duration) {
        self.clock.advance(by);
        if self.is_running {
            self.redis.age_all(by).await;
        }
        self.beat().await;
    }

    /// Whether a server admits a request.
    async fn ask(&mut self, server: usize) -> bool {
        let Server { name, limiter, share, .. } = &self.servers[server];
        let asked = self.clock.elapsed();
        let is_alone = limiter.counting() == Counting::Share;
        let may_count = self
            .grants
            .iter()
            .filter(|grant| grant.server == *name && asked.saturating_sub(grant.answered) < MINUTE)
            .count();
        let decision = limiter.take(self.caller, LIMIT).await;
        let answered = self.clock.elapsed();
        assert_eq!(decision.limit, LIMIT);
        if let Some(admission) = decision.admission {
            let by_redis = admission.shared().is_some();
            self.grants.push(Grant { server: *name, asked, answered, by_redis, run: self.run });
        } else if is_alone && limiter.counting() == Counting::Share {
            assert!(may_count >= share.of(LIMIT) as usize, "server {name} refuses what is below its share");
        }
        self.check();
        decision.admission.is_some()
    }

    /// The number of requests that were certainly admitted within the last minute.
    fn last_minute(&self, fits: impl Fn(&&Grant) -> bool) -> u32 {
        let now = self.clock.elapsed();
        let recent = |grant: &&Grant| now.saturating_sub(grant.asked) < MINUTE;
        u32::try_from(self.grants.iter().filter(recent).filter(fits).count()).unwrap()
    }

    fn check(&self) {
        let now = self.clock.elapsed();
        let started = |start: &&Start| now.saturating_sub(start.at) < MINUTE;
        let newcomers: Vec<&Start> = self.starts.iter().filter(started).collect();
        let is_new = |grant: &&Grant| newcomers.iter().any(|start| start.server == grant.server);
        let beyond: u32 = newcomers.iter().map(|start| start.share).sum();
        let all = self.last_minute(|_| true);
        assert!(all < 2 * LIMIT + beyond, "{all} within a minute, and shares of new servers are {beyond}");
        let settled = self.last_minute(|grant| !is_new(grant));
        assert!(settled < 2 * LIMIT, "{settled} within a minute by servers that were there");
        let by_shares = self.last_minute(|grant| !grant.by_redis && !is_new(grant));
        assert!(by_shares <= LIMIT, "{by_shares} within a minute by shares");
        let by_redis = self.last_minute(|grant| grant.by_redis && grant.run == self.run);
        assert!(by_redis <= LIMIT, "{by_redis} within a minute by Redis");
    }

    async fn step(&mut self) {
        let server = self.random.random_range(0..self.servers.len());
        match self.random.random_range(0..20) {
            0..9 => {
                for _ in 0..self.random.random_range(1..=LIMIT + 2) {
                    self.ask(server).await;
                }
            }
            9..13 => {
                let by = Duration::from_secs(self.random.random_range(1..=40));
                self.advance(by).await;
            }
            13..15 if self.is_running => {
                self.redis.0.kill();
                self.is_running = false;
                // Sometimes Redis is back before anyone asks.
                if self.random.random_bool(0.5) {
                    self.start_redis().await;
                }
            }
            13..15 => self.start_redis().await,
            15..17 => {
                let way = [Way::Open, Way::Shut, Way::Late][self.random.random_range(0..3)];
                self.servers[server].gate.set(way);
            }
            17..18 => self.servers.iter().for_each(|server| server.gate.set(Way::Open)),
            18 if self.servers.len() < MAX_SERVERS => self.start_server().await,
            19 if self.servers.len() > 1 => {
                self.servers.remove(server);
                self.hear();
            }
            _ => {}
        }
    }

    async fn start_redis(&mut self) {
        self.redis.0.start_again().await;
        (self.is_running, self.run) = (true, self.run + 1);
    }

    /// Everything answers again; after a minute and a second the limit is exact.
    async fn recover(&mut self) {
        if !self.is_running {
            self.start_redis().await;
        }
        self.servers.iter().for_each(|server| server.gate.set(Way::Open));
        self.beat().await;
        self.advance(MINUTE + Duration::from_secs(1)).await;
        self.caller = QuotaCaller::KeyChain(id());
        self.grants.clear();
        for turn in 0..2 * LIMIT as usize {
            self.ask(turn % self.servers.len()).await;
        }
        assert_eq!(self.last_minute(|_| true), LIMIT);
    }
}

async fn check_history(seed: u64, steps: usize) {
    let mut history = History::new(seed).await;
    for _ in 0..steps {
        history.step().await;
    }
    history.recover().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_stays_below_twice_its_limit_in_any_minute_whatever_redis_does() {
    for seed in 0..4 {
        check_history(seed, 60).await;
    }
}

mod long {
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "long: run by make test-long"]
    async fn a_client_stays_below_twice_its_limit_in_any_minute_whatever_redis_does() {
        for seed in 100..120 {
            super::check_history(seed, 100).await;
        }
    }
}
