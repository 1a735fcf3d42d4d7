//! No secret is in the audit log or in any file, and an entry that was altered in the file shows.

use std::path::Path;

use askline_domain::{
    plan::Plan,
    ports::{AuditLog as _, ChainReport},
};
use askline_store::sqlite::MetadataStore;
use reqwest::Method;
use serde_json::{Value, json};

use super::check_chains_hold;
use crate::harness::Service;

/// Whether any file below `folder` holds `needle`.
fn any_file_holds(folder: &Path, needle: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return any_file_holds(&path, needle);
        }
        std::fs::read(&path).unwrap_or_default().windows(needle.len()).any(|window| window == needle.as_bytes())
    })
}

#[tokio::test]
async fn no_secret_is_in_any_entry_or_file() {
    let service = Service::start_unlimited().await;
    let set_up = service.app.setup_token().issue();
    let account = json!({ "token": set_up.expose(), "email": "ada@example.com", "password": "the first password",
        "organizationName": "Engines" });
    let send = async |method: Method, path: &str, bearer: Option<&str>, body: Value| {
        let answer = service.send(method, path, bearer, Some(&body)).await;
        assert!(answer.status.is_success(), "{}", answer.text);
        answer.body["data"].clone()
    };
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let first = send(Method::POST, "/api/v1/auth/setup", None, account).await;
    let session = text(&first["token"]);
    let password = json!({ "currentPassword": "the first password", "newPassword": "the second password" });
    send(Method::POST, "/api/v1/auth/password", Some(&session), password).await;
    let members = format!("/api/v1/orgs/{}/members", text(&first["orgs"][0]["id"]));
    let member = json!({ "email": "grace@example.com", "role": "viewer" });
    let invited = send(Method::POST, &members, Some(&session), member).await;
    let invitation = text(&invited["invitation"]["token"]);
    let taken_up = json!({ "token": invitation, "password": "the third password" });
    let third = text(&send(Method::POST, "/api/v1/auth/invitations/accept", None, taken_up).await["token"]);
    let key = text(&send(Method::POST, "/api/v1/keys", Some(&session), json!({ "scopes": ["*"] })).await["key"]);
    let wrong = json!({ "email": "ada@example.com", "password": "the wrong password" });
    service.send(Method::POST, "/api/v1/auth/login", None, Some(&wrong)).await.refused(401, "INVALID_CREDENTIALS");
    service.app.flush_notes().await.unwrap();

    let log = service.get("/api/v1/audit/export", &session).await.text;
    assert!(log.contains("ada@example.com") && any_file_holds(service.folder.path(), "ada@example.com"));
    let tokens = [set_up.expose(), &session, &invitation, &third, &key].map(|token| token.split_once('_').unwrap().1);
    for secret in tokens.iter().chain(&["first password", "second password", "third password", "wrong password"]) {
        assert!(!log.contains(secret), "{secret}");
        assert!(!any_file_holds(service.folder.path(), secret), "{secret}");
    }
}

/// The reports after `from` was replaced in the closed database file, which must have it exactly once.
async fn reports_after(from: &str, to: &str) -> Vec<ChainReport> {
    assert_eq!(from.len(), to.len());
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = json!({ "domain": "victim.example", "name": "Victim" });
    let request =
        service.request(Method::POST, "/api/v1/sites").bearer_auth(&org.session).header("user-agent", "culprit/1.0");
    service.answer(request.json(&body)).await.data(201);
    check_chains_hold(&service, 1).await;
    service.metadata.close().await;
    let file = service.folder.path().join("metadata.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let places: Vec<usize> =
        (0..bytes.len() - from.len()).filter(|&at| bytes[at..].starts_with(from.as_bytes())).collect();
    let [place] = places[..] else { panic!("{from} stands at {places:?}") };
    bytes[place..place + to.len()].copy_from_slice(to.as_bytes());
    std::fs::write(&file, bytes).unwrap();
    MetadataStore::open(service.folder.path()).await.unwrap().verify_chains().await.unwrap()
}

#[tokio::test]
async fn an_entry_altered_in_the_file_shows() {
    for (from, to) in [
        ("culprit/1.0", "someone/1.0"),
        ("\"domain\":\"victim.example\"", "\"domain\":\"fiction.example"),
        ("\"name\":\"Victim\"", "\"name\":\"Nobody\""),
    ] {
        let reports = reports_after(from, to).await;
        assert!(reports[0].broken_at.is_some(), "{from}: {reports:?}");
        assert_eq!((reports.len(), reports[0].entries), (1, 3), "{from}");
    }
}
