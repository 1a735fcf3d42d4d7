//! No secret is in the audit log or in any file. An entry that was altered in the file is detected.

use askline_app::ports::audit_log::ChainReport;
use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use super::check_chains_hold;
use crate::harness::Service;

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
    assert!(log.contains("ada@example.com") && service.stores.hold("ada@example.com"));
    let tokens = [set_up.expose(), &session, &invitation, &third, &key].map(|token| token.split_once('_').unwrap().1);
    for secret in tokens.iter().chain(&["first password", "second password", "third password", "wrong password"]) {
        assert!(!log.contains(secret), "{secret}");
        assert!(!service.stores.hold(secret), "{secret}");
    }
}

/// The reports after `from` was replaced in the closed store, which must contain it exactly once.
async fn reports_after(from: &str, to: &str) -> Vec<ChainReport> {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = json!({ "domain": "victim.example", "name": "Victim" });
    let request =
        service.request(Method::POST, "/api/v1/sites").bearer_auth(&org.session).header("user-agent", "culprit/1.0");
    service.answer(request.json(&body)).await.data(201);
    check_chains_hold(&service, 1).await;
    service.metadata.close().await;
    service.stores.replace(from, to);
    service.stores.metadata_opened_again().await.verify_chains().await.unwrap()
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
