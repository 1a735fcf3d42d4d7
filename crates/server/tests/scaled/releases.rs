//! Servers of an older release beside tables that a newer one has changed.

use askline_stand_in::until;

use crate::cluster::{Cluster, Node};

/// A step of a later release that adds what older ones need not know.
const HARMLESS: &str = "ALTER TABLE sites ADD COLUMN mood TEXT; \
    INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (900, 'mood', true, '', 0)";
/// One that they cannot live with, and says so.
const BREAKING: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
    VALUES (901, 'moods', true, '', 0); UPDATE layouts SET readable_from = 901 WHERE name = 'metadata'";

fn readiness(node: &Node) -> (u16, String) {
    let answer = node.server.get("/readyz", &[]);
    (answer.status, answer.body)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_server_goes_on_and_starts_beside_tables_that_it_can_read_and_on_others_does_neither() {
    let cluster = Cluster::new().await;
    let running = cluster.node();
    let (session, site) = running.set_up().await;
    cluster.run(HARMLESS).await;
    let started = cluster.node();
    for node in [&running, &started] {
        assert_eq!(readiness(node).0, 200);
        let path = format!("/api/v1/sites/{site}");
        // On each of its connections, whose statements were prepared before.
        for _ in 0..40 {
            assert_eq!(node.data(reqwest::Method::GET, &path, &session, None).await["domain"], "example.com");
        }
    }
    cluster.run(BREAKING).await;
    for node in [&running, &started] {
        until("a balancer sends requests elsewhere", async || readiness(node).0 == 503).await;
        assert!(readiness(node).1.contains("newer release"));
    }
    cluster.outcome_with(&[]).refused(2, &["901", "newer"]);
}
