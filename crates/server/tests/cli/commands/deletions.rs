//! `askline site delete` and `askline org delete`, with and without a running server. They follow the rules of the API.

use askline_stand_in::until_blocking as until;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::instance::Instance;

const UNKNOWN_SITE: &str = "site_01j0000000000000000000000a";
const UNKNOWN_ORGANIZATION: &str = "org_01j0000000000000000000000a";

fn rows(instance: &Instance, database: &str, table: &str) -> i64 {
    let connection = Connection::open(instance.data.join(database)).unwrap();
    connection.query_row(&format!("SELECT COUNT(*) FROM {table}"), [], |row| row.get(0)).unwrap()
}

/// Creates an organization with a key, and a site with events; returns their ids.
fn filled(instance: &Instance) -> (String, String) {
    let org = instance.organization("enterprise");
    let site = instance.site(&org);
    let history = instance.beside("history.ndjson");
    let event = |number: u32| {
        let id = format!("0193a1b2-c3d4-7abc-8def-{number:012}");
        json!({ "type": "view", "eventId": id, "url": "https://example.com/", "at": "2026-01-31T09:30:00Z" })
            .to_string()
    };
    std::fs::write(&history, (0..50).map(event).collect::<Vec<_>>().join("\n")).unwrap();
    instance.json(&["import", "events", "--site", &site, history.to_str().unwrap()]);
    assert_eq!(rows(instance, "events.db", "events"), 50);
    (org, site)
}

/// The audit log, newest first.
fn audit_log(instance: &Instance, org: &str, name: &str) -> Vec<Value> {
    let file = instance.beside(name);
    instance.json(&["export", "audit", "--org", org, file.to_str().unwrap()]);
    let log = std::fs::read_to_string(file).unwrap();
    log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_site_is_deleted_beside_a_service_and_without_one_with_all_that_was_counted() {
    for is_served in [true, false] {
        let instance = Instance::new();
        let (org, site) = filled(&instance);
        let config = format!("/api/v1/sites/{site}/config");
        let server = is_served.then(|| instance.serve());
        if let Some(server) = &server {
            assert_eq!(server.get(&config, &[]).status, 200);
        }
        let deleted = instance.json(&["site", "delete", &site, "--yes"]);
        assert_eq!((&deleted["changed"], &deleted["siteId"]), (&json!(true), &json!(site)), "{deleted}");
        assert_eq!(rows(&instance, "events.db", "events"), 0, "served: {is_served}");
        for table in ["sites", "prompts", "site_configs"] {
            assert_eq!(rows(&instance, "metadata.db", table), 0, "{table}, served: {is_served}");
        }
        instance.run(&["site", "delete", &site, "--yes"]).refused(1, &[&site]);
        if let Some(server) = &server {
            until("the service answers as if it never was", || server.get(&config, &[]).status == 404);
        }
        // At its next start, a server also removes events that were accepted before the deletion was noticed.
        drop(server);
        let _server = instance.serve();
        until("nothing of it is noted", || rows(&instance, "metadata.db", "removed_sites") == 0);
        let log = audit_log(&instance, &org, "audit.ndjson");
        let entry = &log[0];
        assert_eq!(
            (&entry["action"], &entry["actor"]["name"]),
            (&json!("site.deleted"), &json!("askline site delete"))
        );
        assert_eq!(entry["targets"], json!([{ "type": "site", "id": site, "name": "Example" }]));
        assert_eq!(entry["metadata"], json!({ "domain": "example.com" }));
        assert_eq!(instance.json(&["audit", "verify"])["intact"], true);
    }
}

#[test]
fn an_organization_is_deleted_beside_a_service_and_without_one_and_its_accounts_stay() {
    for is_served in [true, false] {
        let instance = Instance::new();
        let (org, _) = filled(&instance);
        let kept = instance.organization_of("ada@example.com", "pro");
        let key = instance.json(&["key", "create", "--org", &org, "--scope", "*"])["key"].as_str().unwrap().to_owned();
        let bearer = format!("Authorization: Bearer {key}");
        let server = is_served.then(|| instance.serve());
        if let Some(server) = &server {
            until("the key works", || server.get("/api/v1/sites", &[&bearer]).status == 200);
        }
        let log = audit_log(&instance, &org, "audit.ndjson");
        let deleted = instance.json(&["org", "delete", &org, "--yes"]);
        assert_eq!((&deleted["changed"], &deleted["sites"]), (&json!(true), &json!(1)), "{deleted}");
        assert_eq!(deleted["auditEntries"], json!(log.len()));
        assert_eq!(deleted["lastAuditHash"], log[0]["hash"], "an export that was kept can be checked");
        for table in ["sites", "api_keys", "prompts"] {
            assert_eq!(rows(&instance, "metadata.db", table), 0, "{table}, served: {is_served}");
        }
        assert_eq!(rows(&instance, "metadata.db", "organizations"), 1);
        assert_eq!(rows(&instance, "events.db", "events"), 0);
        assert_eq!(rows(&instance, "metadata.db", "users"), 2);
        if let Some(server) = &server {
            until("its key is refused", || server.get("/api/v1/sites", &[&bearer]).status == 401);
        }
        instance.run(&["org", "delete", &org, "--yes"]).refused(1, &[&org]);
        assert_eq!(instance.json(&["org", "list"])["items"][0]["orgId"], json!(kept));
    }
}

#[test]
fn what_is_not_confirmed_or_not_there_is_not_deleted() {
    let instance = Instance::new();
    let (org, site) = filled(&instance);
    instance.run(&["site", "delete", &site]).refused(2, &["--yes", "Example"]);
    instance.run(&["org", "delete", &org, "--json"]).refused(2, &["--yes", "Example"]);
    instance.run(&["site", "delete", UNKNOWN_SITE, "--yes"]).refused(1, &[UNKNOWN_SITE]);
    instance.run(&["org", "delete", UNKNOWN_ORGANIZATION, "--yes"]).refused(1, &[UNKNOWN_ORGANIZATION]);
    instance.run(&["site", "delete", &org, "--yes"]).refused(2, &[&org]);
    assert_eq!(instance.json(&["site", "list"])["items"].as_array().unwrap().len(), 1);
    assert_eq!(rows(&instance, "events.db", "events"), 50);
    let log = audit_log(&instance, &org, "audit.ndjson");
    assert!(log.iter().all(|entry| entry["action"] != "site.deleted"));
}
