//! Older releases use changed tables; migrations that drop something wait for the operator's word.

use askline_stand_in::until;

use crate::cluster::{Cluster, Node};

/// A migration of a later release that only adds something. Older releases can ignore it.
const HARMLESS: &str = "ALTER TABLE sites ADD COLUMN mood TEXT; \
    INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (900, 'mood', true, '', 0)";
/// A migration of a later release that declares that older releases cannot read the tables.
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
        // Often enough to use every connection, because their statements were prepared before the change.
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

/// These undo a migration that drops something, and one that only adds something.
const BEFORE_A_STEP_THAT_DROPS: &str = "ALTER TABLE lost_citations DROP COLUMN evidence; \
    DELETE FROM _sqlx_migrations WHERE version = 6";
const BEFORE_A_STEP_THAT_ADDS: &str = "ALTER TABLE citation_urls DROP COLUMN page_known; \
    DELETE FROM _sqlx_migrations WHERE version = 7";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_rewrites_or_drops_waits_for_the_operators_word_and_one_that_adds_does_not() {
    let cluster = Cluster::new().await;
    drop(cluster.node());
    cluster.run(BEFORE_A_STEP_THAT_ADDS).await;
    drop(cluster.node());
    let steps = "SELECT COUNT(*) FROM _sqlx_migrations WHERE version IN (6, 7)";
    assert_eq!(cluster.number(steps).await, 2);

    cluster.run(BEFORE_A_STEP_THAT_DROPS).await;
    let refusal = ["6 (clear_changes)", "pg_dump", "askline migrate --backup-done"];
    // With and without prepared statements, because migrations are applied differently behind a pooler.
    for statements in ["100", "0"] {
        let changes = [("ASKLINE_DATABASE__STATEMENT_CACHE", statements)];
        cluster.outcome_with(&changes).refused(2, &refusal);
        cluster.command(&["migrate"], &changes).refused(2, &refusal);
    }
    let listed = cluster.command(&["migrate", "--check", "--json"], &[]).json();
    assert_eq!((&listed["needsBackup"], &listed["upToDate"]), (&true.into(), &false.into()));
    assert_eq!(listed["steps"][0]["name"], "clear_changes", "{listed}");
    assert_eq!(cluster.number(steps).await, 1);

    let upgraded = cluster.command(&["migrate", "--backup-done", "--json"], &[]).json();
    assert_eq!((&upgraded["changed"], upgraded["steps"].as_array().map(Vec::len)), (&true.into(), Some(1)));
    assert_eq!(cluster.number(steps).await, 2);
    assert_eq!(cluster.command(&["migrate", "--json"], &[]).json()["changed"], false);
    drop(cluster.node());
}
