//! How many connections a server opens to PostgreSQL, as PostgreSQL itself counts them.

use std::{
    future::ready,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
};

use futures_util::{StreamExt as _, stream};
use reqwest::Method;
use serde_json::json;

use crate::cluster::Cluster;

/// Successful answers after which the load is over, and the requests that may be sent for them.
const ANSWERS: usize = 800;
const MAX_REQUESTS: u32 = 12_000;
const AT_ONCE: usize = 96;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_under_load_has_no_more_connections_than_its_setting_says() {
    for connections in [12, 28] {
        let cluster = Cluster::apart().await;
        let node = cluster.node_with(&[("ASKLINE_DATABASE__CONNECTIONS", &connections.to_string())]);
        let (session, site) = node.set_up().await;
        let (is_over, most) = (AtomicBool::new(false), AtomicU32::new(0));
        let count = async {
            while !is_over.load(Ordering::Relaxed) {
                let open = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'askline'";
                let open = u32::try_from(cluster.number(open).await).unwrap();
                most.fetch_max(open, Ordering::Relaxed);
            }
        };
        let load = async {
            let requests = stream::iter(0..MAX_REQUESTS).map(|number| {
                let event = json!({ "siteId": site, "type": "ai_click", "url": format!("https://example.com/{number}"),
                    "platform": "chatgpt", "eventId": format!("{number:08x}-0000-4000-8000-000000000000") });
                let config = json!({ "theme": { "accent": format!("#{number:06x}") } });
                let (method, path, bearer, body) = match number % 4 {
                    0 => (Method::POST, "/api/v1/events".to_owned(), None, Some(event)),
                    1 => (Method::PUT, format!("/api/v1/sites/{site}/config"), Some(&session), Some(config)),
                    2 => (Method::GET, format!("/api/v1/sites/{site}/config/versions"), Some(&session), None),
                    _ => (
                        Method::GET,
                        format!("/api/v1/analytics/{site}/pages?days={}", 1 + number % 90),
                        Some(&session),
                        None,
                    ),
                };
                let node = &node;
                async move { node.ask(method, &path, bearer.map(String::as_str), body.as_ref()).await.unwrap().0 }
            });
            // A slow machine refuses some of them.
            let answers = requests.buffer_unordered(AT_ONCE).filter(|status| ready((200..300).contains(status)));
            let done = answers.take(ANSWERS).count().await;
            is_over.store(true, Ordering::Relaxed);
            done
        };
        let (done, ()) = tokio::join!(load, count);
        assert_eq!(done, ANSWERS, "of {MAX_REQUESTS} requests");
        let most = most.load(Ordering::Relaxed);
        assert!(most <= connections, "{most} of {connections}");
        assert!(most > 4, "the load reaches PostgreSQL by {most} connections alone");
    }
}

#[tokio::test]
async fn fewer_connections_than_a_server_needs_are_refused_by_name() {
    let few = [("ASKLINE_DATABASE__CONNECTIONS", "11")];
    Cluster::new().await.outcome_with(&few).refused(2, &["database.connections", "12"]);
}
