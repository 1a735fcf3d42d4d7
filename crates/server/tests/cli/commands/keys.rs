//! `askline key create` and `askline key rotate`: what they print, and the API's rules.

use askline_stand_in::until_blocking as until;
use serde_json::{Value, json};

use crate::instance::{Instance, Outcome, Server};

/// The key that a command printed, which must be its complete stdout.
fn alone(outcome: &Outcome) -> String {
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let key = outcome.stdout.strip_suffix('\n').unwrap();
    assert!(key.starts_with("ak_") && key.len() == 41 && !key.contains(char::is_whitespace), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("key_") && outcome.stderr.contains("shown only once"), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains(key), "{}", outcome.stderr);
    key.to_owned()
}

fn newest_id(instance: &Instance) -> String {
    instance.json(&["key", "list"])["items"][0]["id"].as_str().unwrap().to_owned()
}

fn status(server: &Server, key: &str) -> u16 {
    server.get("/api/v1/sites", &[&format!("Authorization: Bearer {key}")]).status
}

#[test]
fn a_key_is_alone_on_stdout_when_it_is_created_and_when_it_is_rotated() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    let server = instance.serve();
    let first = alone(&instance.run(&["key", "create", "--org", &org, "--scope", "sites:read"]));
    until("the first works", || status(&server, &first) == 200);
    let second = alone(&instance.run(&["key", "rotate", &newest_id(&instance)]));
    until("the second works", || status(&server, &second) == 200);
    assert_eq!(status(&server, &first), 200, "the old key works during the overlap");
    let third = alone(&instance.run(&["key", "rotate", &newest_id(&instance), "--overlap-seconds", "0"]));
    until("the third works", || status(&server, &third) == 200);
    until("those before are refused", || status(&server, &first) == 401 && status(&server, &second) == 401);
}

#[test]
fn a_key_is_rotated_by_the_rules_of_the_api() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    let made = instance.json(&[
        "key",
        "create",
        "--org",
        &org,
        "--scope",
        "sites:read",
        "--name",
        "CI",
        "--expires-in-days",
        "9",
    ]);
    let old = made["id"].as_str().unwrap();
    instance
        .run(&["key", "rotate", old, "--overlap-seconds", "2592001"])
        .refused(2, &["2592001", "askline key rotate --help"]);
    let new = instance.json(&["key", "rotate", old, "--overlap-seconds", "60"]);
    for field in ["name", "scopes", "siteIds", "orgId"] {
        assert_eq!(new[field], made[field], "{field}");
    }
    assert_eq!((&new["rotatedFromId"], &new["status"]), (&json!(old), &json!("active")));
    assert_ne!(new["key"], made["key"]);
    assert!(new["expiresAt"].is_string() && new["oldKeyExpiresAt"].as_str() < new["expiresAt"].as_str(), "{new}");
    instance.run(&["key", "rotate", old]).refused(1, &[old, "was already replaced"]);
    let id = new["id"].as_str().unwrap();
    instance.json(&["key", "revoke", id]);
    instance.run(&["key", "rotate", id]).refused(1, &[id, "was revoked"]);
    let unknown = "key_01j0000000000000000000000a";
    instance.run(&["key", "rotate", unknown]).refused(1, &[unknown]);
    let other = instance.json(&["key", "create", "--org", &org, "--scope", "*"]);
    instance.json(&["org", "set-plan", &org, "free"]);
    instance.run(&["key", "rotate", other["id"].as_str().unwrap()]).refused(1, &["Free plan"]);
    assert_eq!(
        instance.json(&["key", "list"])["items"].as_array().unwrap().len(),
        3,
        "a refused rotation makes no key"
    );
}

#[test]
fn a_rotation_writes_the_audit_entry_that_the_api_writes() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    let key = |words: &[&str]| instance.json(words)["id"].as_str().unwrap().to_owned();
    let by_command = key(&["key", "create", "--org", &org, "--scope", "*", "--name", "one"]);
    let by_api = key(&["key", "create", "--org", &org, "--scope", "*", "--name", "one"]);
    key(&["key", "rotate", &by_command, "--overlap-seconds", "5"]);
    let server = instance.serve();
    let bearer = format!("Authorization: Bearer {}", server.log_in());
    let rotated = server.post(&format!("/api/v1/keys/{by_api}/rotate"), &[&bearer], &json!({ "overlapSeconds": 5 }));
    assert!(rotated.status < 300, "{}", rotated.body);
    let file = instance.beside("audit.ndjson");
    instance.json(&["export", "audit", "--org", &org, file.to_str().unwrap()]);
    let log = std::fs::read_to_string(file).unwrap();
    let entries = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let entries: Vec<Value> = entries.filter(|entry| entry["action"] == "key.rotated").collect();
    let [of_api, of_command] = entries.as_slice() else { panic!("{log}") };
    assert_eq!(
        of_command["actor"],
        json!({ "type": "system", "id": "askline", "name": "askline key rotate", "via": null })
    );
    assert_eq!(of_command["targets"].as_array().unwrap().len(), of_api["targets"].as_array().unwrap().len());
    let fields = |entry: &Value| entry["metadata"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(fields(of_command), fields(of_api));
    assert_eq!(instance.json(&["audit", "verify"])["intact"], true);
}
