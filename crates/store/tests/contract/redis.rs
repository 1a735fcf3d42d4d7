//! Redis under the suites: a throwaway server for each test, and two nodes on it.

use std::{
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};

use askline_domain::{
    clock::SystemClock,
    ports::RateLimiter,
    quota::{AddressCaller, QuotaCaller},
};
use askline_stand_in::until;
use askline_store::redis::{ConnectError, RedisOptions, RedisRateLimiter, Share};
use redis::{Client, Script, aio::MultiplexedConnection};

use crate::{
    rate_limiter::{Scene, Time},
    samples::id,
};

/// A server with a folder and a socket of its own. Ends with the test.
pub struct Redis {
    folder: tempfile::TempDir,
    server: Child,
}

impl Redis {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Self::run(&folder);
        let redis = Self { folder, server };
        redis.wait().await;
        redis
    }

    fn run(folder: &tempfile::TempDir) -> Child {
        Command::new("redis-server")
            .args(["--port", "0", "--save", "", "--unixsocket", "socket", "--dir"])
            .arg(folder.path())
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("Redis is installed: scripts/need.sh redis-server")
    }

    async fn wait(&self) {
        until("Redis answers", async || self.connection().await.is_ok()).await;
    }

    fn url(&self) -> String {
        format!("redis+unix://{}/socket", self.folder.path().display())
    }

    async fn connection(&self) -> redis::RedisResult<MultiplexedConnection> {
        Client::open(self.url())?.get_multiplexed_async_connection().await
    }

    /// One of two nodes, which takes a busy machine for no Redis that hangs.
    async fn node(&self, place: u32) -> Arc<RedisRateLimiter> {
        self.node_with(place, RedisOptions { patience: Duration::from_secs(20), ..RedisOptions::at(self.url()) }).await
    }

    async fn node_with(&self, place: u32, options: RedisOptions) -> Arc<RedisRateLimiter> {
        let share = Arc::new(Share::default());
        share.set(place, 2);
        Arc::new(RedisRateLimiter::connect(&options, share, Arc::new(SystemClock::default())).await.unwrap())
    }

    /// Makes everything that was counted older.
    pub async fn age_all(&self, span: Duration) {
        let script = Script::new(
            "for _, key in ipairs(redis.call('KEYS', '*')) do for place, time in ipairs(redis.call('LRANGE', key, 0, -1)) do \
             redis.call('LSET', key, place - 1, time - ARGV[1]) end end",
        );
        let mut connection = self.connection().await.unwrap();
        let micros = u64::try_from(span.as_micros()).unwrap();
        script.arg(micros).invoke_async::<()>(&mut connection).await.unwrap();
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.server.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Ends it at once, and starts one that knows nothing of before.
    async fn kill_and_start_again(&mut self) {
        self.end();
        self.server = Self::run(&self.folder);
        self.wait().await;
    }

    fn end(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        // One that is gone already is not ended twice.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Two nodes on one server.
pub async fn two_nodes() -> Scene {
    let server = Redis::start().await;
    let nodes: Vec<Arc<dyn RateLimiter>> = vec![server.node(0).await, server.node(1).await];
    Scene { nodes, time: Time::OfRedis(server) }
}

/// Requests that a node admits of `asked`.
async fn admitted(node: &RedisRateLimiter, caller: QuotaCaller, limit: u32, asked: u32) -> u32 {
    let mut admitted = 0;
    for _ in 0..asked {
        admitted += u32::from(node.take(caller, limit).await.admission.is_some());
    }
    admitted
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_redis_is_away_the_nodes_grant_the_limit_together_and_what_they_granted_is_told_when_it_is_back() {
    let mut server = Redis::start().await;
    let (one, other) = (server.node(0).await, server.node(1).await);
    let caller = QuotaCaller::KeyChain(id());
    server.end();
    assert_eq!(admitted(&one, caller, 11, 20).await + admitted(&other, caller, 11, 20).await, 11);
    assert!(one.is_away() && other.is_away());
    assert_eq!(one.take(caller, 11).await.limit, 11);
    server.kill_and_start_again().await;
    until("the node knows that Redis is back", async || !one.is_away()).await;
    until("the node knows that Redis is back", async || !other.is_away()).await;
    // Each tells its part with its next request: nothing is left of the minute.
    assert_eq!(admitted(&one, caller, 11, 1).await + admitted(&other, caller, 11, 1).await, 1);
    assert_eq!(admitted(&one, caller, 11, 3).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_node_admitted_within_the_last_minute_counts_when_redis_goes_away() {
    let mut server = Redis::start().await;
    let node = server.node(0).await;
    let caller = QuotaCaller::User(id());
    assert_eq!(admitted(&node, caller, 10, 4).await, 4);
    server.end();
    assert_eq!(admitted(&node, caller, 10, 10).await, 1, "its share is five, and four are used");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redis_that_hangs_delays_one_request_and_comes_back_by_itself() {
    let server = Redis::start().await;
    let node = server.node_with(0, RedisOptions::at(server.url())).await;
    let caller = QuotaCaller::User(id());
    server.signal("-STOP");
    assert_eq!(admitted(&node, caller, 10, 10).await, 5);
    assert!(node.is_away());
    server.signal("-CONT");
    until("the node knows that Redis is back", async || !node.is_away()).await;
    assert!(node.take(QuotaCaller::User(id()), 1).await.admission.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_each_node_counts_alone_never_goes_to_redis() {
    let mut server = Redis::start().await;
    let node = server.node(0).await;
    server.end();
    let reader = QuotaCaller::ConfigReader(AddressCaller::from(std::net::IpAddr::from([192, 0, 2, 1])));
    assert_eq!(admitted(&node, reader, 10, 12).await, 10);
    assert!(!node.is_away(), "nobody asked Redis");
}

#[tokio::test]
async fn an_address_that_is_none_and_a_server_that_is_not_there_are_named() {
    let connect = async |url: &str| {
        RedisRateLimiter::connect(&RedisOptions::at(url), Arc::default(), Arc::new(SystemClock::default()))
            .await
            .err()
            .unwrap()
    };
    assert!(matches!(connect("http://localhost").await, ConnectError::BadAddress { .. }));
    let nobody = connect("redis://127.0.0.1:1").await;
    assert!(nobody.to_string().starts_with("Redis at 127.0.0.1:1 cannot be used: "), "{nobody}");
}
