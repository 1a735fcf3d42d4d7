//! After a full run, no secret is in any file, log or metric.

use serde_json::json;

use crate::instance::Instance;

const PASSWORD: &str = "a good long password";
/// A token in the path of a webhook's URL, as chat services use it.
const ADDRESS_TOKEN: &str = "T024BE7LH-B024BE7LK-zbRgj2mQ";
const ENGINE_KEY: &str = "sk-0123456789abcdefghijklmn";

#[test]
fn secrets_are_in_no_file_no_log_and_no_measurement() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    let site = instance.site(&org);
    let of_command = instance.json(&["key", "create", "--org", &org, "--scope", "*"])["key"].clone();
    let server = instance.start(
        &["serve", "--listen", "127.0.0.1:0", "--json"],
        &[("ASKLINE_LOG__LEVEL", "trace,rmcp=trace"), ("ASKLINE_ENGINES__OPENAI__API_KEY", ENGINE_KEY)],
    );
    let text = |answer: crate::instance::Answer| {
        serde_json::from_str::<serde_json::Value>(&answer.body).unwrap()["data"].clone()
    };

    let credentials = json!({ "email": "owner@example.com", "password": PASSWORD });
    let session = text(server.post("/api/v1/auth/login", &[], &credentials))["token"].clone();
    let mistyped = json!({ "email": "owner@example.com", "password": "another long password" });
    assert_eq!(server.post("/api/v1/auth/login", &[], &mistyped).status, 401);
    let bearer = |secret: &serde_json::Value| format!("Authorization: Bearer {}", secret.as_str().unwrap());
    let owner = bearer(&session);
    let made = server.post("/api/v1/keys", &[&owner, "Idempotency-Key: one"], &json!({ "scopes": ["*"] }));
    let key = text(made)["key"].clone();
    let ended = server.post("/api/v1/keys", &[&owner], &json!({ "scopes": ["org:read"] }));
    let ended = text(ended)["key"].clone();
    assert_eq!(server.post("/api/v1/keys/leaked", &[], &json!({ "key": ended })).status, 200);
    let invited = json!({ "email": "new@example.com", "role": "member" });
    let invitation = server.post(&format!("/api/v1/orgs/{org}/members"), &[&owner], &invited);
    let invitation = text(invitation)["invitation"]["token"].clone();
    let hook = json!({ "url": format!("https://hooks.example.com/{ADDRESS_TOKEN}?{ADDRESS_TOKEN}"), "events": ["key.expiring"] });
    let hook = text(server.post("/api/v1/webhooks", &[&owner, "Idempotency-Key: two"], &hook));
    let rotated = format!("/api/v1/webhooks/{}/rotate", hook["id"].as_str().unwrap());
    let rotated = text(server.post(&rotated, &[&owner, "Idempotency-Key: three"], &json!({})))["secret"].clone();
    let made_up = json!("ak_0123456789abcdefghijABCDEFGHIJ0123456789");
    for secret in [&key, &of_command, &ended, &made_up] {
        let statuses = [200, 401];
        let answer = server.get(&format!("/api/v1/analytics/{site}/ai"), &[&bearer(secret)]);
        assert!(statuses.contains(&answer.status), "{}", answer.body);
    }
    let tool = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "list_sites" } });
    for (secret, status) in [(&key, 200), (&session, 403), (&made_up, 401)] {
        assert_eq!(server.post("/mcp", &[&bearer(secret)], &tool).status, status);
    }
    let password = json!({ "currentPassword": PASSWORD, "newPassword": "yet another password" });
    assert_eq!(server.post("/api/v1/auth/password", &[&owner], &password).status, 200);
    let measured = server.get("/metrics", &[]);
    assert_eq!(measured.status, 200);
    let log = server.terminate_and_tell();
    assert!(log.contains("/api/v1/keys") && log.contains("tools/call"), "the log tells nothing: {log}");
    let backup = instance.beside("all.backup");
    instance.json(&["backup", backup.to_str().unwrap()]);

    let files = std::fs::read_dir(&instance.data).unwrap().map(|entry| entry.unwrap().path()).chain([backup]);
    let mut places: Vec<(String, Vec<u8>)> =
        files.map(|path| (path.display().to_string(), std::fs::read(path).unwrap())).collect();
    assert!(places.len() >= 3);
    places.push(("the log".into(), log.into_bytes()));
    places.push(("the measurements".into(), measured.body.into_bytes()));
    let texts = [PASSWORD, ENGINE_KEY, ADDRESS_TOKEN, "another long password", "yet another password"];
    // Only the part after the prefix, because the prefix is not secret.
    let tokens = [&session, &key, &of_command, &ended, &invitation, &made_up, &hook["secret"], &rotated]
        .map(|token| token.as_str().unwrap().split_once('_').unwrap().1);
    for secret in texts.into_iter().chain(tokens) {
        assert!(secret.len() >= 20);
        for (place, bytes) in &places {
            let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "{secret} is in {place}");
        }
    }
}
