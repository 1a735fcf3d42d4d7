//! Servers on machines whose clock differs from the database's.

use askline_stand_in::until;
use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::json;

use crate::cluster::Cluster;

/// Sets the clock that the database reports to 30 s ahead of the machine's.
const AHEAD: &str = "CREATE SCHEMA odd;
    CREATE FUNCTION odd.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
        AS $$ SELECT pg_catalog.clock_timestamp() + interval '30 s' $$;
    DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET search_path = public, odd, pg_catalog', current_database());
    END $$";

#[tokio::test]
async fn server_with_a_wrong_clock_uses_database_time_and_reports_the_difference() {
    let cluster = Cluster::new().await;
    cluster.run(AHEAD).await;
    let node = cluster.node();
    let before = Timestamp::now();
    let (session, _) = node.set_up().await;
    let key = node.data(Method::POST, "/api/v1/keys", &session, Some(&json!({ "scopes": ["sites:read"] }))).await;
    let made: Timestamp = key["createdAt"].as_str().unwrap().parse().unwrap();
    // The server measures the difference with a small error, so 28 of the 30 s are enough.
    assert!(made > before + SignedDuration::from_secs(28), "{made} is too near to {before}");
    until("it is told", async || node.server.get("/readyz", &[]).body.contains("clock and the database's differ by"))
        .await;
}
