//! Commands that write work while a server runs on the same data, and it hears of them without a restart.

use askline_stand_in::until_blocking as until;

use crate::instance::Instance;

#[test]
fn a_key_made_beside_a_server_works_and_once_revoked_is_refused() {
    let instance = Instance::new();
    let server = instance.serve();
    let org = instance.organization("enterprise");
    let key = instance.json(&["key", "create", "--org", &org, "--scope", "sites:read"]);
    let authorization = format!("Authorization: Bearer {}", key["key"].as_str().unwrap());
    let status = || server.get("/api/v1/sites", &[&authorization]).status;
    until("a new key is known", || status() == 200);
    instance.json(&["key", "revoke", key["id"].as_str().unwrap()]);
    until("a revoked key is refused", || status() == 401);
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
    until("the lower plan is felt", || status() == 403);
}
