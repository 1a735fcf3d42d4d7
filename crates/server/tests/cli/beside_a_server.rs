//! Commands that write work while a server runs on the same data, and it hears of them without a restart.

use std::{
    thread,
    time::{Duration, Instant},
};

use crate::instance::Instance;

/// Between two looks, so that the key's own limit is not what is seen.
const PAUSE: Duration = Duration::from_millis(25);

#[test]
fn a_key_made_beside_a_server_works_and_once_revoked_is_refused() {
    let instance = Instance::new();
    let server = instance.serve();
    let org = instance.organization("enterprise");
    let key = instance.json(&["key", "create", "--org", &org, "--scope", "sites:read"]);
    let authorization = format!("Authorization: Bearer {}", key["key"].as_str().unwrap());
    let status = || server.get("/api/v1/sites", &[&authorization]).status;
    let made = Instant::now();
    while status() != 200 {
        assert!(made.elapsed() < Duration::from_secs(10), "a new key is not known");
        thread::sleep(PAUSE);
    }
    instance.json(&["key", "revoke", key["id"].as_str().unwrap()]);
    let revoked = Instant::now();
    while status() != 401 {
        assert!(revoked.elapsed() < Duration::from_secs(10), "a revoked key is still accepted");
        thread::sleep(PAUSE);
    }
}

#[test]
fn a_plan_changed_beside_a_server_counts() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    let key = instance.json(&["key", "create", "--org", &org, "--scope", "sites:read"]);
    let authorization = format!("Authorization: Bearer {}", key["key"].as_str().unwrap());
    let server = instance.serve();
    let status = || server.get("/api/v1/sites", &[&authorization]).status;
    assert_eq!(status(), 200);
    instance.json(&["org", "set-plan", &org, "free"]);
    let changed = Instant::now();
    while status() != 403 {
        assert!(changed.elapsed() < Duration::from_secs(10), "the lower plan is not felt");
        thread::sleep(PAUSE);
    }
}
