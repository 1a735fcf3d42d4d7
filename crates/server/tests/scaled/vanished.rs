//! A server that vanishes, or a database that freezes, delays others only briefly.

use std::time::Duration;

use askline_stand_in::until;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    cluster::{Cluster, Node},
    pooler::Pooler,
};

fn event(site: &str, number: u32) -> Value {
    json!({ "siteId": site, "type": "ai_click", "url": "https://example.com/a", "platform": "chatgpt",
        "eventId": format!("{number:08x}-0000-4000-8000-000000000000") })
}

async fn takes(node: &Node, event: &Value) -> bool {
    let answer = node.ask(Method::POST, "/api/v1/events", None, Some(event)).await;
    matches!(answer, Some((202, _)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_events_of_a_site_are_taken_elsewhere_when_a_server_stops_in_the_middle_of_their_commit() {
    let cluster = Cluster::apart().await;
    let (one, other) = (cluster.node(), cluster.node());
    let (session, site) = one.set_up().await;
    assert!(takes(&one, &event(&site, 0)).await);
    // The commit holds the lock of its site and waits for a table. Then its server is stopped, and the table is
    // released.
    let blocked = cluster.holding("LOCK TABLE event_books").await;
    let first = event(&site, 1);
    let stopped = async {
        let waits =
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%event_books%'";
        until("the commit waits", async || cluster.number(waits).await > 0).await;
        one.signal("-STOP");
        drop(blocked);
        let holds = "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND application_name = 'askline'";
        until("it goes on without its server", async || cluster.number(holds).await > 0).await;
        let second = event(&site, 2);
        until("another server takes the site's events", async || takes(&other, &second).await).await;
        one.signal("-CONT");
    };
    let (_, ()) = tokio::join!(takes(&one, &first), stopped);
    // Whatever the first answer was, the event is stored exactly once after it was sent again.
    until("the server goes on", async || takes(&one, &first).await).await;
    let path = format!("/api/v1/analytics/{site}/ai?days=2");
    let clicks = async || other.data(Method::GET, &path, &session, None).await["totals"]["aiClicks"].clone();
    until("each is counted once", async || clicks().await == 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sender_of_events_is_refused_while_the_database_is_frozen_and_need_not_wait_for_its_end() {
    let cluster = Cluster::apart().await;
    let node = cluster.node();
    let (_, site) = node.set_up().await;
    assert!(takes(&node, &event(&site, 0)).await);
    let postgres = cluster.postgres.as_ref().unwrap();
    postgres.freeze();
    for number in 1..4 {
        // The test's only time limit, to find requests that hang. It is longer than a sender waits, and shorter than a
        // commit may take.
        let event = event(&site, number);
        let asked = node.answer(Method::POST, "/api/v1/events", None, Some(&event));
        let answer = tokio::time::timeout(Duration::from_secs(30), asked).await.expect("it hangs").unwrap();
        assert_eq!(answer.status(), 503);
        assert!(answer.headers().contains_key("retry-after"));
    }
    postgres.thaw();
    until("it is taken", async || takes(&node, &event(&site, 1)).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn database_connections_request_timeouts_and_a_pooler_that_drops_them_is_reported() {
    let mut cluster = Cluster::apart().await;
    let address = cluster.postgres.as_mut().unwrap().listen().await;
    // Connections over the network request more settings than those over a socket.
    let url = format!("postgres://askline@{address}/{}?sslmode=disable", cluster.name_of_database());
    let direct = [("ASKLINE_DATABASE__URL", url.as_str())];
    let node = cluster.node_with(&direct);
    assert!(node.server.is_ready_without_problems());
    let looked_at = cluster.command(&["doctor"], &direct);
    assert_eq!(looked_at.code, 0, "{}{}", looked_at.stdout, looked_at.stderr);
    assert_eq!(node.server.terminate().0, 0);
    // This pooler connects to PostgreSQL's socket, and drops the settings that a connection requests.
    let pooler = Pooler::start(cluster.postgres.as_ref().unwrap()).await;
    let url = pooler.url(cluster.name_of_database());
    let pooled = [("ASKLINE_DATABASE__URL", url.as_str()), ("ASKLINE_DATABASE__STATEMENT_CACHE", "0")];
    let names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
    let node = cluster.node_behind(&pooler);
    let told = [node.server.get("/readyz", &[]).body, node.server.log(), cluster.command(&["doctor"], &pooled).stdout];
    for told in told {
        assert!(names.iter().all(|name| told.contains(name)), "{told}");
        assert!(!told.contains("tcp_"), "nothing of the network is missing on a socket: {told}");
    }
    assert_eq!(cluster.command(&["doctor"], &pooled).code, 1);
    assert_eq!(node.server.terminate().0, 0);
    for setting in ["statement_timeout = '30s'", "lock_timeout = '5s'", "idle_in_transaction_session_timeout = '10s'"] {
        cluster.run(&format!("ALTER ROLE askline SET {setting}")).await;
    }
    // The pooler's open connections still have the old settings, so they are closed.
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    cluster.run(end).await;
    until("the doctor finds all well", async || cluster.command(&["doctor"], &pooled).code == 0).await;
    assert!(cluster.node_behind(&pooler).server.is_ready_without_problems());
}
