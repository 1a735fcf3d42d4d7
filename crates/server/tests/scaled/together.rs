//! Several servers behave like one service, also when one of them or Redis fails.

use std::sync::Arc;

use askline_server::several_servers::server_group::ServerGroup;
use askline_stand_in::until;
use futures_util::{StreamExt as _, future::join_all, stream};
use reqwest::{Method, Response};
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use tokio::sync::watch;

use crate::cluster::{Cluster, Node};

/// How many requests run at the same time: with more, the process could run out of open files.
const AT_ONCE: usize = 256;

/// Whether a server accepts a key.
async fn admits(node: &Node, key: &str) -> bool {
    node.ask(Method::GET, "/api/v1/sites", Some(key), None).await.unwrap().0 == 200
}

#[tokio::test]
async fn what_one_changes_the_other_knows() {
    let cluster = Cluster::new().await;
    let (one, other) = (cluster.node(), cluster.node());
    let (session, site) = one.set_up().await;
    let (id, key) = one.key(&session).await;
    assert!(admits(&other, &key).await);
    one.data(Method::DELETE, &format!("/api/v1/keys/{id}"), &session, None).await;
    assert!(!admits(&one, &key).await);
    until("the other refuses the key", async || !admits(&other, &key).await).await;
    let path = format!("/api/v1/sites/{site}/config");
    let version =
        async |node: &Node| node.ask(Method::GET, &path, None, None).await.unwrap().1["data"]["version"].clone();
    assert_eq!(version(&other).await, 1);
    one.data(Method::PUT, &path, &session, Some(&json!({ "theme": { "accent": "#aa0000" } }))).await;
    until("the other shows the new configuration", async || version(&other).await == 2).await;
}

#[tokio::test]
async fn a_transaction_that_is_held_for_thirty_seconds_delays_the_end_of_no_other_key() {
    let cluster = Cluster::new().await;
    let (one, other) = (cluster.node(), cluster.node());
    let (session, _) = one.set_up().await;
    let mut holder = PgConnection::connect(&cluster.database).await.unwrap();
    let mut held = holder.begin().await.unwrap();
    sqlx::query("INSERT INTO changes (subject) VALUES ('*')").execute(&mut *held).await.unwrap();
    let mut is_over = false;
    while !is_over {
        let (id, key) = one.key(&session).await;
        assert!(admits(&other, &key).await);
        one.data(Method::DELETE, &format!("/api/v1/keys/{id}"), &session, None).await;
        let refuses = async || other.ask(Method::GET, "/api/v1/sites", Some(&key), None).await.unwrap().0 == 401;
        until("the other refuses the key", refuses).await;
        let over = sqlx::query_scalar("SELECT clock_timestamp() - transaction_timestamp() > interval '30 s'");
        is_over = over.fetch_one(&mut *held).await.unwrap();
    }
    held.commit().await.unwrap();
}

#[tokio::test]
async fn the_first_owner_is_made_once_through_whichever_server() {
    let cluster = Cluster::new().await;
    let (one, other) = (cluster.node(), cluster.node());
    let token = &one.server.said["setupToken"];
    assert!(token.as_str().unwrap().starts_with("setup_"));
    assert_eq!(*token, other.server.said["setupToken"]);
    let owner = |email: &str| json!({ "token": token, "email": email, "password": "a good long password", "organizationName": "Example" });
    let ask = async |node: &Node, email: &str| {
        node.ask(Method::POST, "/api/v1/auth/setup", None, Some(&owner(email))).await.unwrap().0
    };
    let (first, second) = tokio::join!(ask(&one, "a@example.com"), ask(&other, "b@example.com"));
    assert_eq!([first, second].iter().filter(|status| (200..300).contains(*status)).count(), 1, "{first} {second}");
    assert!(ask(&one, "c@example.com").await >= 400);
    assert!(Cluster::new().await.node().server.said["setupToken"] != *token, "another database with the same key");
}

#[tokio::test]
async fn of_a_crowd_over_both_exactly_the_limit_is_admitted() {
    let cluster = Cluster::new().await;
    let nodes = [cluster.node(), cluster.node()];
    let (session, _) = nodes[0].set_up().await;
    for _ in 0..10 {
        let (id, key) = nodes[0].key(&session).await;
        let shown = nodes[0].data(Method::GET, &format!("/api/v1/keys/{id}"), &session, None).await;
        let limit = shown["rateLimitPerMinute"].as_u64().unwrap();
        let asked = (0..10_000).map(|turn| {
            let (node, key) = (&nodes[turn as usize % 2], key.as_str());
            async move { admits(node, key).await }
        });
        let answered = stream::iter(asked).buffer_unordered(AT_ONCE);
        let admitted = answered.filter(|admitted| std::future::ready(*admitted)).count().await;
        assert!(limit < 10_000);
        // On a busy machine Redis may not have answered in time. Then each server allows only its own share of the
        // limit.
        if nodes.iter().any(|node| node.server.log().contains("Redis does not answer")) {
            assert!((limit / 2..2 * limit).contains(&(admitted as u64)), "{admitted}");
            return;
        }
        assert_eq!(admitted as u64, limit);
    }
}

#[tokio::test]
async fn events_to_both_count_once_each() {
    let cluster = Cluster::new().await;
    let nodes = [cluster.node(), cluster.node()];
    let (session, site) = nodes[0].set_up().await;
    let batches: Vec<_> = (0..40)
        .map(|batch| {
            let event = |place: u32| {
                json!({ "siteId": site, "type": "ai_click", "url": "https://example.com/a", "platform": "chatgpt",
                    "eventId": format!("{batch:08x}-0000-4000-8000-{place:012x}") })
            };
            json!({ "events": (0..5).map(event).collect::<Vec<_>>() })
        })
        .collect();
    // Sends each batch to both servers at the same time.
    let sent = batches.iter().flat_map(|batch| nodes.iter().map(move |node| (node, batch)));
    let sent = sent.map(|(node, batch)| node.ask(Method::POST, "/api/v1/events", None, Some(batch)));
    for answer in join_all(sent).await {
        let (status, body) = answer.unwrap();
        assert_eq!((status, &body["data"]["accepted"]), (202, &json!(5)), "{body}");
    }
    for node in &nodes {
        let path = format!("/api/v1/analytics/{site}/ai?days=2");
        until("it shows them", async || {
            node.data(Method::GET, &path, &session, None).await["totals"]["aiClicks"] == 200
        })
        .await;
    }
}

#[tokio::test]
async fn a_server_that_is_killed_leaves_the_others_to_go_on() {
    let cluster = Cluster::new().await;
    let (mut one, other) = (cluster.node(), cluster.node());
    let (session, _) = one.set_up().await;
    let (_, key) = one.key(&session).await;
    one.server.kill();
    assert!(admits(&other, &key).await);
    let again = cluster.node();
    assert!(admits(&again, &key).await);
}

#[tokio::test]
async fn unavailable_redis_is_reported_and_is_used_again_once_it_is_back() {
    let mut cluster = Cluster::new().await;
    let node = cluster.node();
    let (session, _) = node.set_up().await;
    let (_, key) = node.key(&session).await;
    assert!(admits(&node, &key).await);
    cluster.redis.kill();
    let is_told = async || {
        let _ = admits(&node, &key).await;
        node.server.get("/readyz", &[]).body.contains("Redis does not answer")
    };
    until("it is told", is_told).await;
    assert!(admits(&node, &key).await, "the share of the only server is the limit");
    cluster.redis.start_again().await;
    until("it is back", async || node.server.get("/readyz", &[]).body.contains("Redis was unavailable")).await;
    assert!(admits(&node, &key).await);
}

/// How many requests in a row a server accepts with this key, and its answer to the first that it refuses.
async fn admitted(node: &Node, key: &str, at_most: u64) -> (u64, Option<Response>) {
    for admitted in 0..at_most {
        let answer = node.answer(Method::GET, "/api/v1/sites", Some(key), None).await.unwrap();
        if answer.status() == 429 {
            return (admitted, Some(answer));
        }
        assert_eq!(answer.status(), 200);
    }
    (at_most, None)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_redis_is_away_each_server_grants_its_share_and_one_that_starts_does_so_at_once() {
    let mut cluster = Cluster::new().await;
    let mut nodes = vec![cluster.node(), cluster.node()];
    let (session, _) = nodes[0].set_up().await;
    let (id, key) = nodes[0].key(&session).await;
    let shown = nodes[0].data(Method::GET, &format!("/api/v1/keys/{id}"), &session, None).await;
    let limit = shown["rateLimitPerMinute"].as_u64().unwrap();
    cluster.redis.kill();
    nodes.push(cluster.node());
    for node in &nodes {
        let knows_all = async || {
            let figures = node.server.get("/metrics", &[]).body;
            figures.contains("askline_servers 3") && figures.contains("askline_redis_unavailable 1")
        };
        until("it knows the others, and that Redis does not answer", knows_all).await;
    }
    for node in &nodes {
        let (granted, refused) = admitted(node, &key, limit).await;
        assert_eq!(granted, limit / 3);
        let refused = refused.unwrap();
        let header = |name: &str| refused.headers()[name].to_str().unwrap().parse::<u64>().unwrap();
        assert_eq!((header("x-ratelimit-limit"), header("x-ratelimit-remaining")), (limit, 0));
        assert!((1..=60).contains(&header("retry-after")));
    }
    cluster.redis.start_again().await;
    for node in &nodes {
        until("it is back", async || node.server.get("/readyz", &[]).body.contains("Redis was unavailable")).await;
        assert_eq!(admitted(node, &key, limit).await.0, 0, "an empty Redis gives nobody the limit again");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_server_is_the_first_and_another_one_is_when_it_leaves() {
    let cluster = Cluster::new().await;
    // The first server creates the tables.
    assert_eq!(cluster.node().server.terminate().0, 0);
    let settings = cluster.settings();
    let (_running, stop) = watch::channel(false);
    let mut companies = Vec::new();
    for _ in 0..3 {
        let company = ServerGroup::join(&settings, Arc::default()).await.unwrap();
        company.start(stop.clone());
        companies.push(company);
    }
    while !companies.is_empty() {
        let first = |companies: &[ServerGroup]| companies.iter().filter(|company| company.is_first()).count();
        until("one is the first", async || first(&companies) == 1).await;
        let place = companies.iter().position(ServerGroup::is_first).unwrap();
        companies.remove(place).leave().await;
    }
}
