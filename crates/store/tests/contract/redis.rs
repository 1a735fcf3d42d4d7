//! Redis under the suites: a throwaway server for each test, and two nodes on it.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use askline_domain::{
    ports::requests::rate_limiter::RateLimiter,
    requests::quota::{AddressCaller, QuotaCaller},
    shared::clock::{Clock, SystemClock},
};
use askline_stand_in::until;
use askline_store::{
    nodes::{Agreement, Counting, Standing},
    redis::{ConnectError, RedisOptions, RedisRateLimiter},
};
use redis::{Client, Script};

use crate::{
    rate_limiter::{Scene, Time},
    redis_server::Server,
    samples::id,
};

/// A server, and a test's operations behind the nodes' back.
pub struct Redis(Server);

impl Redis {
    async fn start() -> Self {
        Self(Server::start().await)
    }

    /// Makes everything that was counted older.
    pub async fn age_all(&self, span: Duration) {
        self.shift(-i64::try_from(span.as_micros()).unwrap(), 0).await;
    }

    /// As if the clock went back by this much: everything that was counted is in the future by it.
    async fn move_clock_back(&self, span: Duration) {
        self.shift(i64::try_from(span.as_micros()).unwrap(), 0).await;
    }

    /// The same for all but the first `spared` times of each window.
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

/// Nodes on one server that learn about each other in memory, as servers do through their database.
struct Nodes {
    nodes: Vec<Arc<Node>>,
    beats: Beats,
}

struct Node {
    limiter: Arc<RedisRateLimiter>,
    agreement: Arc<Agreement>,
}

/// The beats of all nodes, which end with the test.
pub struct Beats(Vec<tokio::task::JoinHandle<()>>);

impl Drop for Beats {
    fn drop(&mut self) {
        self.0.iter().for_each(tokio::task::JoinHandle::abort);
    }
}

impl Nodes {
    async fn on(server: &Redis, count: usize) -> Self {
        Self::with(count, RedisOptions { patience: Duration::from_secs(20), ..RedisOptions::at(server.0.url()) }).await
    }

    async fn with(count: usize, options: RedisOptions) -> Self {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
        let mut nodes = Vec::new();
        for _ in 0..count {
            let agreement = Arc::new(Agreement::by_redis());
            let connected = RedisRateLimiter::connect(&options, Arc::clone(&agreement), Arc::clone(&clock)).await;
            nodes.push(Arc::new(Node { limiter: Arc::new(connected.unwrap()), agreement }));
        }
        let told: Arc<Mutex<Vec<Standing>>> =
            Arc::new(Mutex::new(nodes.iter().map(|node| node.agreement.standing()).collect()));
        let beats = nodes.iter().enumerate().map(|(place, node)| {
            let (node, told, clock) = (Arc::clone(node), Arc::clone(&told), Arc::clone(&clock));
            tokio::spawn(async move {
                loop {
                    node.limiter.keep_up().await;
                    node.beat(place, &mut told.lock().unwrap(), clock.elapsed());
                    let _ = tokio::time::timeout(Duration::from_millis(20), node.agreement.wished()).await;
                }
            })
        });
        let beats = Beats(beats.collect());
        let nodes = Self { nodes, beats };
        nodes.all_count(Counting::Together).await;
        nodes
    }

    async fn all_count(&self, counting: Counting) {
        until("the nodes have agreed", async || self.nodes.iter().all(|node| node.agreement.counting() == counting))
            .await;
    }
}

impl Node {
    fn beat(&self, place: usize, told: &mut [Standing], now: Duration) {
        let others: Vec<Standing> =
            told.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, standing)| *standing).collect();
        let counting = self.agreement.next(&others);
        told[place] = Standing { counting, ..self.agreement.standing() };
        let small = |number: usize| u32::try_from(number).unwrap();
        self.agreement.told(counting, now, small(place), small(told.len()));
    }
}

/// Two nodes on one server.
pub async fn two_nodes() -> Scene {
    let server = Redis::start().await;
    let Nodes { nodes, beats } = Nodes::on(&server, 2).await;
    let nodes = nodes.into_iter().map(|node| Arc::clone(&node.limiter) as Arc<dyn RateLimiter>).collect();
    Scene { nodes, time: Time::OfRedis(server, beats) }
}

/// How many of `asked` requests a node admits.
async fn admitted(node: &Node, caller: QuotaCaller, limit: u32, asked: u32) -> u32 {
    let mut admitted = 0;
    for _ in 0..asked {
        admitted += u32::from(node.limiter.take(caller, limit).await.admission.is_some());
    }
    admitted
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_redis_is_away_the_nodes_grant_the_limit_together_and_what_they_granted_is_told_when_it_is_back() {
    let mut server = Redis::start().await;
    let nodes = Nodes::on(&server, 2).await;
    let [one, other] = &nodes.nodes[..] else { unreachable!() };
    let caller = QuotaCaller::KeyChain(id());
    server.0.kill();
    assert_eq!(admitted(one, caller, 11, 20).await + admitted(other, caller, 11, 20).await, 11);
    nodes.all_count(Counting::Alone).await;
    assert_eq!(one.limiter.take(caller, 11).await.limit, 11);
    server.0.start_again().await;
    nodes.all_count(Counting::Together).await;
    // Each has sent its part: nothing is left of the minute.
    assert_eq!(admitted(one, caller, 11, 3).await + admitted(other, caller, 11, 3).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_node_admitted_within_the_last_minute_counts_when_redis_goes_away() {
    let mut server = Redis::start().await;
    let nodes = Nodes::on(&server, 2).await;
    let caller = QuotaCaller::User(id());
    assert_eq!(admitted(&nodes.nodes[0], caller, 10, 4).await, 4);
    server.0.kill();
    assert_eq!(admitted(&nodes.nodes[0], caller, 10, 10).await, 1, "its share is five, and four are used");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redis_that_hangs_delays_requests_until_all_have_agreed_and_comes_back_by_itself() {
    let server = Redis::start().await;
    let nodes = Nodes::with(2, RedisOptions::at(server.0.url())).await;
    let caller = QuotaCaller::User(id());
    server.0.signal("-STOP");
    assert_eq!(admitted(&nodes.nodes[0], caller, 10, 10).await, 5);
    nodes.all_count(Counting::Alone).await;
    server.0.signal("-CONT");
    nodes.all_count(Counting::Together).await;
    assert!(nodes.nodes[0].limiter.take(QuotaCaller::User(id()), 1).await.admission.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_crowd_over_all_nodes_exactly_the_limit_is_admitted_while_redis_comes_back() {
    const LIMIT: u32 = 500;
    let server = Redis::start().await;
    let nodes = Nodes::with(3, RedisOptions::at(server.0.url())).await;
    for _ in 0..5 {
        let caller = QuotaCaller::User(id());
        server.0.signal("-STOP");
        nodes.all_count(Counting::Alone).await;
        let ask = |node: &Arc<Node>| {
            let node = Arc::clone(node);
            tokio::spawn(async move { admitted(&node, caller, LIMIT, 2 * LIMIT).await })
        };
        let crowd: Vec<_> = nodes.nodes.iter().map(ask).collect();
        server.0.signal("-CONT");
        let mut granted = 0;
        for node in crowd {
            granted += node.await.unwrap();
        }
        assert_eq!(granted, LIMIT);
        nodes.all_count(Counting::Together).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_each_node_counts_alone_never_goes_to_redis() {
    let mut server = Redis::start().await;
    let nodes = Nodes::on(&server, 1).await;
    server.0.kill();
    let reader = QuotaCaller::ConfigReader(AddressCaller::from(std::net::IpAddr::from([192, 0, 2, 1])));
    assert_eq!(admitted(&nodes.nodes[0], reader, 10, 12).await, 10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn times_that_a_clock_set_back_left_in_the_future_are_dropped_and_those_of_this_minute_are_not() {
    let server = Redis::start().await;
    let nodes = Nodes::on(&server, 1).await;
    let node = &nodes.nodes[0];
    let (mixed, all) = (QuotaCaller::User(id()), QuotaCaller::KeyChain(id()));
    assert_eq!(admitted(node, all, 5, 9).await, 5);
    assert_eq!(admitted(node, mixed, 5, 3).await, 3);
    let hour = Duration::from_secs(3_600);
    server.move_clock_back(hour).await;
    // All were counted by the former clock: each window starts empty.
    assert_eq!(admitted(node, all, 5, 9).await, 5);
    assert_eq!(admitted(node, mixed, 5, 3).await, 3);
    // Two of three later ones are in the future, and one is in this minute.
    server.move_latest_ahead(hour, 1).await;
    assert_eq!(admitted(node, mixed, 5, 9).await, 4);
    // What a small correction of the clock puts into the future still counts.
    let slow = QuotaCaller::User(id());
    assert_eq!(admitted(node, slow, 5, 2).await, 2);
    server.move_clock_back(Duration::from_millis(500)).await;
    assert_eq!(admitted(node, slow, 5, 9).await, 3);
}

#[tokio::test]
async fn an_address_that_is_none_and_a_server_that_is_not_there_are_named() {
    let connect = async |url: &str| {
        let agreement = Arc::new(Agreement::by_redis());
        RedisRateLimiter::connect(&RedisOptions::at(url), agreement, Arc::new(SystemClock::default()))
            .await
            .err()
            .unwrap()
    };
    assert!(matches!(connect("http://localhost").await, ConnectError::BadAddress { .. }));
    let nobody = connect("redis://127.0.0.1:1").await;
    assert!(nobody.to_string().starts_with("Redis at 127.0.0.1:1 cannot be used: "), "{nobody}");
}
