//! How often a request asks PostgreSQL and Redis, counted instead of timed.

use futures_util::{StreamExt as _, stream};
use reqwest::Method;

use crate::{
    cluster::{Cluster, Node},
    cutting_proxy::CuttingProxy,
};

const READS: u32 = 600;
/// Enough keys that none of them reaches its limit.
const KEYS: usize = 10;

/// Reads a path [`READS`] times, with each key in turn. Each read must succeed.
async fn read(node: &Node, path: &str, keys: &[Option<String>]) {
    let asked = keys.iter().cycle().take(READS as usize);
    let reads = stream::iter(asked).map(|key| node.ask(Method::GET, path, key.as_deref(), None)).buffer_unordered(32);
    reads.for_each(async |answer| assert_eq!(answer.unwrap().0, 200)).await;
}

// Two threads, so that the proxy works while the test waits for the server to start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_remembered_keyed_read_asks_redis_once_and_postgresql_never_and_a_configuration_asks_neither() {
    let cluster = Cluster::apart().await;
    let proxy = CuttingProxy::start(cluster.postgres.as_ref().unwrap().folder()).await;
    let node = cluster.node_through(proxy.port);
    let (session, site) = node.set_up().await;
    let mut keys = Vec::new();
    for _ in 0..KEYS {
        keys.push(Some(node.key(&session).await.1));
    }
    let analytics = format!("/api/v1/analytics/{site}/ai?days=30");
    let configuration = format!("/api/v1/sites/{site}/config");
    for (path, keys, calls_each) in [(&analytics, keys, 1), (&configuration, vec![None], 0)] {
        // After these reads, the server has the answers in its cache.
        read(&node, path, &keys).await;
        let (calls, asked) = (cluster.redis.calls(), proxy.asked());
        read(&node, path, &keys).await;
        assert_eq!(cluster.redis.calls() - calls, u64::from(READS * calls_each), "{path}");
        // The server itself asks a few times a second, however long the reads take. If each of them asked, too, there would be more.
        let asked = proxy.asked() - asked;
        assert!(asked < READS, "{path}: {asked} for {READS} reads");
    }
}
