//! Servers behind a pooler without prepared statements. It may give each transaction another connection.

use askline_stand_in::until;
use reqwest::Method;
use serde_json::json;

use crate::{
    cluster::{Cluster, Node},
    pooler::Pooler,
};

async fn admits(node: &Node, key: &str) -> bool {
    node.ask(Method::GET, "/api/v1/sites", Some(key), None).await.unwrap().0 == 200
}

#[tokio::test]
async fn two_servers_behind_a_pooler_are_one_service_also_after_a_restart() {
    let cluster = Cluster::apart().await;
    let pooler = Pooler::start(cluster.postgres.as_ref().unwrap()).await;
    let (one, other) = (cluster.node_behind(&pooler), cluster.node_behind(&pooler));
    let (session, site) = one.set_up().await;
    let (id, key) = one.key(&session).await;
    assert!(admits(&other, &key).await);
    for (place, node) in (0_u32..20).zip([&one, &other].into_iter().cycle()) {
        let event = json!({ "siteId": site, "type": "ai_click", "url": "https://example.com/a", "platform": "chatgpt",
            "eventId": format!("{place:08x}-0000-4000-8000-000000000000") });
        let (status, body) =
            node.ask(Method::POST, "/api/v1/events", None, Some(&json!({ "events": [event] }))).await.unwrap();
        assert_eq!((status, &body["data"]["accepted"]), (202, &json!(1)), "{body}");
    }
    let shows = async |node: &Node| {
        let path = format!("/api/v1/analytics/{site}/ai?days=2");
        until("it shows them", async || {
            node.data(Method::GET, &path, &session, None).await["totals"]["aiClicks"] == 20
        })
        .await;
    };
    shows(&one).await;
    shows(&other).await;
    one.data(Method::DELETE, &format!("/api/v1/keys/{id}"), &session, None).await;
    until("the other refuses the key", async || !admits(&other, &key).await).await;
    assert_eq!(one.server.terminate().0, 0);
    let again = cluster.node_behind(&pooler);
    shows(&again).await;
    assert!(!admits(&again, &key).await);
    assert_eq!(pooler.kept_statements(cluster.name_of_database()).await, 0);
}
