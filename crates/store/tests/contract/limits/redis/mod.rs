//! Redis in the contract suites: a throwaway server per test, with one to three nodes.

mod away;
mod clock;

use std::{sync::Arc, time::Duration};

use askline_app::ports::requests::rate_limiter::RateLimiter;
use askline_domain::{
    identity::secret::Secret,
    requests::{
        quota::{AddressCaller, QuotaCaller},
        sliding_minute::Decision,
    },
    shared::clock::{Clock, SystemClock},
};
use askline_stand_in::until;
use askline_store::limits::{
    Counting,
    nodes::Share,
    redis::{ConnectError, RedisOptions, RedisRateLimiter},
};
use redis::{Client, Script};

use self::clock::TestClock;
use super::{Scene, Time};
use crate::{redis_server::Server, samples::id};

/// A Redis server, and a test's direct operations on it.
pub struct Redis(pub Server);

impl Redis {
    pub async fn start() -> Self {
        Self(Server::start().await)
    }

    /// Makes everything that was counted older.
    pub async fn age_all(&self, span: Duration) {
        self.shift(-i64::try_from(span.as_micros()).unwrap(), 0).await;
    }

    /// Simulates a clock that was set back by this much: everything that was counted is that far in the future.
    async fn move_clock_back(&self, span: Duration) {
        self.shift(i64::try_from(span.as_micros()).unwrap(), 0).await;
    }

    /// Does the same as [`Self::move_clock_back`] for all but the first `spared` times of each window.
    async fn move_latest_ahead(&self, span: Duration, spared: usize) {
        self.shift(i64::try_from(span.as_micros()).unwrap(), spared).await;
    }

    async fn shift(&self, micros: i64, spared: usize) {
        let script = Script::new(
            "for _, key in ipairs(redis.call('KEYS', '*')) do for place, time in ipairs(redis.call('LRANGE', key, 0, -1)) do \
             if place > tonumber(ARGV[2]) then redis.call('LSET', key, place - 1, string.format('%.0f', time + ARGV[1])) end end end",
        );
        let client = Client::open(self.0.url()).unwrap();
        let mut connection = client.get_multiplexed_async_connection().await.unwrap();
        script.arg(micros).arg(spared).invoke_async::<()>(&mut connection).await.unwrap();
    }
}

/// Askline servers on one Redis, which know of each other.
struct Nodes {
    clock: Arc<TestClock>,
    limiters: Vec<Arc<RedisRateLimiter>>,
}

impl Nodes {
    /// They wait for Redis for a long time, since a busy machine must not change what is counted.
    async fn on(server: &Redis, count: u32) -> Self {
        Self::with(count, RedisOptions { patience: Duration::from_secs(20), ..RedisOptions::at(server.0.url()) }).await
    }

    async fn with(count: u32, options: RedisOptions) -> Self {
        let clock = Arc::new(TestClock::default());
        let mut limiters = Vec::new();
        for place in 0..count {
            limiters.push(Arc::new(limiter(&options, Arc::clone(&clock), place, count).await));
        }
        Self { clock, limiters }
    }

    async fn all_count_by(&self, counting: Counting) {
        let counts = async |limiter: &Arc<RedisRateLimiter>| {
            limiter.keep_up().await;
            limiter.counting() == counting
        };
        for limiter in &self.limiters {
            until("it has noticed", async || counts(limiter).await).await;
        }
    }
}

/// A server with its place among `count` servers.
async fn limiter(options: &RedisOptions, clock: Arc<TestClock>, place: u32, count: u32) -> RedisRateLimiter {
    let share = Share::default();
    share.heard(clock.elapsed(), place, count);
    RedisRateLimiter::connect(options, Arc::new(share), clock).await.unwrap()
}

/// Two servers on one Redis.
pub async fn two_nodes() -> Scene {
    let server = Redis::start().await;
    let Nodes { limiters, .. } = Nodes::on(&server, 2).await;
    let nodes = limiters.into_iter().map(|limiter| limiter as Arc<dyn RateLimiter>).collect();
    Scene { nodes, time: Time::OfRedis(server) }
}

/// Returns how many of `asked` requests are admitted.
async fn admitted(limiter: &RedisRateLimiter, caller: QuotaCaller, limit: u32, asked: u32) -> u32 {
    let mut admitted = 0;
    for _ in 0..asked {
        admitted += u32::from(limiter.take(caller, limit).await.admission.is_some());
    }
    admitted
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_redis_is_away_each_server_grants_its_share_and_for_a_minute_after() {
    let mut server = Redis::start().await;
    let nodes = Nodes::on(&server, 2).await;
    let [one, other] = &nodes.limiters[..] else { unreachable!() };
    let caller = QuotaCaller::KeyChain(id());
    server.0.kill();
    assert_eq!(admitted(one, caller, 11, 20).await, 6);
    assert_eq!(admitted(other, caller, 11, 20).await, 5);
    let refused = one.take(caller, 11).await;
    assert_eq!((refused.limit, refused.remaining, refused.admission), (11, 0, None));
    assert!(refused.free_in > Duration::from_secs(30), "{refused:?}");
    // Redis is empty, and no server grants again what was granted.
    server.0.start_again().await;
    nodes.all_count_by(Counting::Both).await;
    assert_eq!(admitted(one, caller, 11, 3).await + admitted(other, caller, 11, 3).await, 0);
    nodes.clock.advance(Duration::from_secs(61));
    // What was granted is older than a minute, and Redis decides alone.
    nodes.all_count_by(Counting::Redis).await;
    assert_eq!(admitted(one, caller, 11, 20).await, 11);
    assert_eq!(admitted(other, caller, 11, 1).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_granted_in_the_minute_after_redis_is_back_counts_when_it_decides_alone() {
    let mut server = Redis::start().await;
    let nodes = Nodes::on(&server, 2).await;
    let [one, other] = &nodes.limiters[..] else { unreachable!() };
    let caller = QuotaCaller::User(id());
    server.0.kill();
    nodes.all_count_by(Counting::Share).await;
    server.0.start_again().await;
    nodes.all_count_by(Counting::Both).await;
    let half = Duration::from_secs(31);
    nodes.clock.advance(half);
    server.age_all(half).await;
    assert_eq!(admitted(one, caller, 10, 9).await, 5);
    nodes.clock.advance(half);
    server.age_all(half).await;
    nodes.all_count_by(Counting::Redis).await;
    assert_eq!(admitted(other, caller, 10, 20).await, 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_server_granted_by_redis_counts_when_redis_goes_away() {
    let mut server = Redis::start().await;
    let nodes = Nodes::on(&server, 2).await;
    let caller = QuotaCaller::User(id());
    let [one, other] = &nodes.limiters[..] else { unreachable!() };
    assert_eq!(admitted(one, caller, 10, 4).await, 4);
    let given_back = one.take(caller, 10).await.admission.unwrap();
    one.give_back(caller, given_back).await;
    assert_eq!(one.peek(caller, 10).await.remaining, 6);
    server.0.kill();
    assert_eq!(admitted(one, caller, 10, 10).await, 1, "its share is five, and four are used");
    assert_eq!(admitted(other, caller, 10, 10).await, 5);
    let last = one.take(QuotaCaller::User(id()), 2).await;
    assert_eq!((last.limit, last.remaining, last.free_in > Duration::ZERO), (2, 0, true));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_while_redis_is_away_grants_its_share_at_once() {
    let mut server = Redis::start().await;
    let options = RedisOptions::at(server.0.url());
    server.0.kill();
    let clock = Arc::new(TestClock::default());
    let started = limiter(&options, Arc::clone(&clock), 2, 3).await;
    assert_eq!(started.counting(), Counting::Share);
    let caller = QuotaCaller::KeyChain(id());
    assert_eq!(admitted(&started, caller, 12, 20).await, 4);
    server.0.start_again().await;
    until("it is back", async || started.counting() == Counting::Both).await;
    clock.advance(Duration::from_secs(61));
    assert_eq!(started.counting(), Counting::Redis);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_within_a_minute_after_redis_was_away_grants_its_share() {
    let server = Redis::start().await;
    let nodes = Nodes::on(&server, 2).await;
    let started = &nodes.limiters[1];
    started.doubt_redis();
    let caller = QuotaCaller::KeyChain(id());
    assert_eq!(admitted(started, caller, 12, 20).await, 6);
    assert_eq!(admitted(&nodes.limiters[0], caller, 12, 20).await, 6, "Redis counts both");
    nodes.clock.advance(Duration::from_secs(61));
    assert_eq!(started.counting(), Counting::Redis);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_counted_by_the_hour_goes_by_shares_for_an_hour() {
    let mut server = Redis::start().await;
    let nodes = Nodes::on(&server, 2).await;
    let caller = QuotaCaller::LogInFromAnywhere(1);
    server.0.kill();
    assert_eq!(admitted(&nodes.limiters[0], caller, 10, 10).await, 5);
    server.0.start_again().await;
    nodes.all_count_by(Counting::Both).await;
    nodes.clock.advance(Duration::from_secs(3_000));
    assert_eq!(nodes.limiters[0].counting(), Counting::Redis);
    assert_eq!(admitted(&nodes.limiters[0], caller, 10, 10).await, 0);
    nodes.clock.advance(Duration::from_secs(601));
    assert_eq!(admitted(&nodes.limiters[0], caller, 10, 20).await, 10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reported_wait_is_that_of_redis_when_other_servers_have_used_up_the_limit() {
    let server = Redis::start().await;
    let nodes = Nodes::on(&server, 2).await;
    let [one, other] = &nodes.limiters[..] else { unreachable!() };
    let caller = QuotaCaller::KeyChain(id());
    assert_eq!(admitted(one, caller, 4, 2).await, 2);
    one.doubt_redis();
    nodes.clock.advance(Duration::from_secs(30));
    server.age_all(Duration::from_secs(30)).await;
    assert_eq!(admitted(other, caller, 4, 2).await, 2);
    // Both refuse: the share admits again in half a minute, and so does Redis. With a lower limit Redis admits later.
    let waits = |decision: Decision| decision.free_in > Duration::from_secs(35);
    assert!(!waits(one.take(caller, 4).await));
    assert!(waits(one.take(caller, 2).await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hung_redis_is_treated_as_unavailable_and_is_used_again_once_it_responds() {
    let server = Redis::start().await;
    let nodes = Nodes::with(2, RedisOptions::at(server.0.url())).await;
    let caller = QuotaCaller::User(id());
    server.0.signal("-STOP");
    assert_eq!(admitted(&nodes.limiters[0], caller, 10, 10).await, 5);
    nodes.all_count_by(Counting::Share).await;
    server.0.signal("-CONT");
    nodes.all_count_by(Counting::Both).await;
    assert!(nodes.limiters[0].take(QuotaCaller::User(id()), 1).await.admission.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_requests_on_all_servers_never_exceed_the_limit_while_redis_recovers() {
    const LIMIT: u32 = 500;
    let server = Redis::start().await;
    let nodes = Nodes::with(3, RedisOptions::at(server.0.url())).await;
    for _ in 0..5 {
        let caller = QuotaCaller::User(id());
        server.0.signal("-STOP");
        nodes.all_count_by(Counting::Share).await;
        let ask = |limiter: &Arc<RedisRateLimiter>| {
            let limiter = Arc::clone(limiter);
            tokio::spawn(async move { admitted(&limiter, caller, LIMIT, 2 * LIMIT).await })
        };
        let crowd: Vec<_> = nodes.limiters.iter().map(ask).collect();
        server.0.signal("-CONT");
        let mut granted = 0;
        for node in crowd {
            granted += node.await.unwrap();
        }
        assert_eq!(granted, LIMIT, "each has granted its share");
        nodes.all_count_by(Counting::Both).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_crowd_no_more_than_twice_the_limit_is_admitted_while_redis_goes_away() {
    const LIMIT: u32 = 300;
    let server = Redis::start().await;
    let nodes = Nodes::with(2, RedisOptions::at(server.0.url())).await;
    let caller = QuotaCaller::User(id());
    let ask = |turn: usize| {
        let limiter = Arc::clone(&nodes.limiters[turn % 2]);
        tokio::spawn(async move { admitted(&limiter, caller, LIMIT, 20).await })
    };
    let crowd: Vec<_> = (0..60).map(ask).collect();
    until("it is under load", async || server.0.calls() > 50).await;
    server.0.signal("-STOP");
    let mut granted = 0;
    for node in crowd {
        granted += node.await.unwrap();
    }
    server.0.signal("-CONT");
    assert!((LIMIT..2 * LIMIT).contains(&granted), "{granted}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_each_server_counts_alone_never_goes_to_redis() {
    let mut server = Redis::start().await;
    let nodes = Nodes::on(&server, 1).await;
    server.0.kill();
    let reader = QuotaCaller::ConfigReader(AddressCaller::from(std::net::IpAddr::from([192, 0, 2, 1])));
    assert_eq!(admitted(&nodes.limiters[0], reader, 10, 12).await, 10);
    assert_eq!(nodes.limiters[0].counting(), Counting::Redis, "nothing was asked of Redis");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn times_that_a_clock_set_back_left_in_the_future_are_dropped_and_those_of_this_minute_are_not() {
    let server = Redis::start().await;
    let nodes = Nodes::on(&server, 1).await;
    let node = &nodes.limiters[0];
    let (mixed, all) = (QuotaCaller::User(id()), QuotaCaller::KeyChain(id()));
    assert_eq!(admitted(node, all, 5, 9).await, 5);
    assert_eq!(admitted(node, mixed, 5, 3).await, 3);
    let hour = Duration::from_secs(3_600);
    server.move_clock_back(hour).await;
    // All requests were counted by the earlier clock, so each window starts empty.
    assert_eq!(admitted(node, all, 5, 9).await, 5);
    assert_eq!(admitted(node, mixed, 5, 3).await, 3);
    // Two of three later requests are in the future, and one is in this minute.
    server.move_latest_ahead(hour, 1).await;
    assert_eq!(admitted(node, mixed, 5, 9).await, 4);
    // A request that a small correction of the clock puts into the future still counts.
    let slow = QuotaCaller::User(id());
    assert_eq!(admitted(node, slow, 5, 2).await, 2);
    server.move_clock_back(Duration::from_millis(500)).await;
    assert_eq!(admitted(node, slow, 5, 9).await, 3);
}

#[tokio::test]
async fn an_invalid_address_and_a_server_that_refuses_are_named() {
    let connect = async |url: &str| {
        RedisRateLimiter::connect(&RedisOptions::at(url), Arc::default(), Arc::new(SystemClock::default()))
            .await
            .err()
            .unwrap()
    };
    assert!(matches!(connect("http://localhost").await, ConnectError::BadAddress { .. }));
    let server = Redis::start().await;
    server.0.ask_for_password("right");
    for refused in [connect(&server.0.url()).await, connect(&format!("{}?pass=wrong", server.0.url())).await] {
        let text = refused.to_string();
        assert!(text.starts_with("Redis at ") && text.contains(" cannot be used: "), "{text}");
    }
}

#[tokio::test]
async fn a_password_of_its_own_needs_no_encoding_and_no_error_has_a_part_of_one() {
    let server = Redis::start().await;
    let password = r#"12/c:r@e#t?s&e%c=r!et$(x)*+,;<>[]^_`{|}~\-."#;
    server.0.ask_for_password(password);
    let connect = async |url: &str, password: &str| {
        let password =
            Some(password).filter(|password| !password.is_empty()).map(|password| Secret::new(password.to_owned()));
        let options = RedisOptions { password, ..RedisOptions::at(url) };
        RedisRateLimiter::connect(&options, Arc::default(), Arc::new(SystemClock::default())).await.map(drop)
    };
    connect(&server.0.url(), password).await.unwrap();
    for (url, password) in [
        (server.0.url().as_str(), "12/secret"),
        ("redis://:12/secret@localhost", ""),
        ("redis://:12?secret@localhost", ""),
        ("redis://:12#secret@localhost", ""),
        ("redis://:secret@localhost", "12/secret"),
    ] {
        let error = connect(url, password).await.unwrap_err().to_string();
        assert!(!error.contains("secret"), "{url}: {error}");
    }
}
