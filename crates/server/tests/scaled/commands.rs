//! Commands that run while servers use the same PostgreSQL.

use askline_stand_in::until;
use reqwest::Method;
use serde_json::{Value, json};

use crate::cluster::Cluster;

#[tokio::test]
async fn keys_sites_and_organizations_are_rotated_and_deleted_by_commands_beside_the_servers() {
    let cluster = Cluster::new().await;
    let node = cluster.node();
    let (session, site) = node.set_up().await;
    let (id, key) = node.key(&session).await;
    let run = |arguments: &[&str]| -> Value { cluster.command(&[arguments, &["--json"]].concat(), &[]).json() };
    let listed = run(&["user", "list"]);
    assert_eq!(listed["items"][0]["email"], "owner@example.com");
    let org = listed["items"][0]["orgs"][0]["id"].as_str().unwrap().to_owned();

    let status = async |key: &str| node.ask(Method::GET, "/api/v1/sites", Some(key), None).await.unwrap().0;
    let rotated = run(&["key", "rotate", &id, "--overlap-seconds", "0"]);
    let new = rotated["key"].as_str().unwrap();
    until("the new key works", async || status(new).await == 200).await;
    until("the old key is refused", async || status(&key).await == 401).await;

    let config = format!("/api/v1/sites/{site}/config");
    let path = format!("/api/v1/analytics/{site}/ai");
    let event = json!({ "siteId": site, "type": "view", "eventId": "0193a1b2-c3d4-7abc-8def-000000000001", "url": "https://example.com/" });
    let (taken, answer) = node.ask(Method::POST, "/api/v1/events", None, Some(&event)).await.unwrap();
    assert!(taken < 500, "{answer}");
    assert_eq!(run(&["site", "delete", &site, "--yes"])["changed"], true);
    until("the site is absent", async || node.ask(Method::GET, &config, None, None).await.unwrap().0 == 404).await;
    assert_eq!(node.ask(Method::GET, &path, Some(new), None).await.unwrap().0, 404);
    assert_eq!(cluster.number("SELECT COUNT(*) FROM sites").await, 0);
    cluster.command(&["site", "delete", &site, "--yes"], &[]).refused(1, &[&site]);

    assert_eq!(run(&["org", "delete", &org, "--yes"])["orgId"], json!(org));
    until("the key is refused", async || status(new).await == 401).await;
    assert_eq!(cluster.number("SELECT COUNT(*) FROM organizations").await, 0);
    assert_eq!(run(&["user", "list"])["items"][0]["orgs"], json!([]));
}

#[tokio::test]
async fn the_doctor_examines_the_database_and_says_what_to_do() {
    let cluster = Cluster::apart().await;
    let node = cluster.node();
    let check = |name: &str, changes: &[(&'static str, &str)]| -> (String, String) {
        let told = cluster.command(&["doctor", "--json"], changes);
        let told: Value = serde_json::from_str(&told.stdout).unwrap();
        let found = told["checks"].as_array().unwrap().iter().find(|check| check["name"] == name).unwrap();
        let text = |field: &str| found[field].as_str().unwrap().to_owned();
        (text("state"), text("message"))
    };
    let healthy = cluster.command(&["doctor", "--json"], &[]).json();
    for name in ["time limits", "database", "rights", "lock table", "connections", "partitions", "clock", "layout"] {
        let is_good = |check: &Value| check["name"] == name && check["state"] == "ok";
        assert!(healthy["checks"].as_array().unwrap().iter().any(is_good), "{name}: {healthy}");
    }
    assert!(check("database", &[]).1.starts_with("PostgreSQL 1"));

    let (state, text) = check("connections", &[("ASKLINE_DATABASE__CONNECTIONS", "300")]);
    assert_eq!(state, "warning");
    assert!(text.starts_with("running servers: 1;") && text.contains("600 of 397 connections"), "{text}");

    cluster.run("CREATE TABLE events_1 (LIKE events INCLUDING ALL)").await;
    assert_eq!(check("partitions", &[]).0, "warning");

    cluster.run("CREATE ROLE guest LOGIN; GRANT ALL ON SCHEMA public TO guest; GRANT ALL ON ALL TABLES IN SCHEMA public TO guest").await;
    let guest = cluster.database.replace("//askline@", "//guest@");
    let (state, text) = check("rights", &[("ASKLINE_DATABASE__URL", &guest)]);
    assert_eq!(state, "failed");
    assert!(text.contains("does not own") && text.contains("organizations"), "{text}");
    drop(node);
}
