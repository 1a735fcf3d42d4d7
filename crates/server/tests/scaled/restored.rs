//! A database restored from a dump of another PostgreSQL server.

use askline_stand_in::until;
use reqwest::Method;
use serde_json::json;

use crate::cluster::Cluster;

/// Counts the rows whose transaction number the PostgreSQL server has not reached yet.
const AHEAD: &str = "SELECT (SELECT COUNT(*) FROM changes WHERE turn >= pg_snapshot_xmax(pg_current_snapshot())) \
    + (SELECT COUNT(*) FROM changes_removed WHERE through >= pg_snapshot_xmax(pg_current_snapshot())) \
    + (SELECT COUNT(*) FROM event_turns WHERE turn >= pg_snapshot_xmax(pg_current_snapshot()))";
/// Makes the PostgreSQL server use up transaction numbers, as one that ran for some time.
const RUN_FOR_A_WHILE: &str =
    "DO $$ BEGIN FOR turn IN 1..5000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_dump_starts_clean() {
    let (former, restored) = (Cluster::apart().await, Cluster::apart().await);
    former.run(RUN_FOR_A_WHILE).await;
    let node = former.node();
    let (session, site) = node.set_up().await;
    let (_, key) = node.key(&session).await;
    let event = |number: u32| {
        json!({ "siteId": site, "type": "ai_click", "url": "https://example.com/a", "platform": "chatgpt",
            "eventId": format!("00000000-0000-4000-8000-{number:012x}") })
    };
    let sent = node.ask(Method::POST, "/api/v1/events", None, Some(&event(1))).await.unwrap();
    assert_eq!(sent.0, 202, "{}", sent.1);
    assert_eq!(node.server.terminate().0, 0);
    former.run("UPDATE changes_removed SET through = (SELECT MAX(turn) FROM changes)").await;
    let (from, to) = (former.postgres.as_ref().unwrap(), restored.postgres.as_ref().unwrap());
    from.restore_dump(former.name_of_database(), to, restored.name_of_database());
    assert!(restored.number(AHEAD).await > 2, "it does not show what it is to show");

    let nodes = [restored.node(), restored.node()];
    assert_eq!(restored.number(AHEAD).await, 0);
    let path = format!("/api/v1/analytics/{site}/ai?days=2");
    for (node, number) in nodes.iter().zip(2..) {
        let (status, answer) = node.ask(Method::POST, "/api/v1/events", None, Some(&event(number))).await.unwrap();
        assert_eq!(status, 202, "{answer}");
        for other in &nodes {
            until("each sees what is new", async || {
                other.data(Method::GET, &path, &key, None).await["totals"]["aiClicks"] == number
            })
            .await;
        }
    }
}
