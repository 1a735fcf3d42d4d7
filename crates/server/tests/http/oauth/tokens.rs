//! Codes and refresh tokens: each is for one client, address, verifier and use.

use reqwest::StatusCode;
use serde_json::json;

use super::{CALLBACK, Connecting, RESOURCE, VERIFIER, connected, request};

/// The form of a code, with one value replaced.
fn form<'a>(client_id: &'a str, code: &'a str, changed: (&'a str, &'a str)) -> Vec<(&'a str, &'a str)> {
    let usual = [
        ("grant_type", "authorization_code"),
        ("client_id", client_id),
        ("redirect_uri", CALLBACK),
        ("code", code),
        ("code_verifier", VERIFIER),
        ("resource", RESOURCE),
    ];
    let (name, value) = changed;
    usual.into_iter().map(|(known, usual)| (known, if known == name { value } else { usual })).collect()
}

#[tokio::test]
async fn a_code_is_for_its_client_address_verifier_and_resource_alone() {
    let connecting = Connecting::start().await;
    let (client_id, other) = (connecting.register(&[CALLBACK]).await, connecting.register(&[CALLBACK]).await);
    let code = connecting.code(&client_id, CALLBACK, &connecting.org.session).await;
    let other_verifier = "x".repeat(43);
    for (changed, status, error) in [
        (("client_id", other.as_str()), 400, "invalid_grant"),
        (("client_id", "oc_unknown"), 401, "invalid_client"),
        (("client_id", ""), 400, "invalid_request"),
        (("redirect_uri", "https://app.example/other"), 400, "invalid_grant"),
        (("redirect_uri", ""), 400, "invalid_grant"),
        (("code_verifier", other_verifier.as_str()), 400, "invalid_grant"),
        (("code_verifier", ""), 400, "invalid_request"),
        (("code", "ac_unknown"), 400, "invalid_grant"),
        (("resource", "https://evil.example/mcp"), 400, "invalid_target"),
        (("grant_type", "password"), 400, "unsupported_grant_type"),
    ] {
        connecting.form("/oauth/token", &form(&client_id, &code, changed)).await.refused(status, error);
    }
    // None of these used the code.
    connected(&client_id, &connecting.exchange(&client_id, CALLBACK, &code).await);
}

#[tokio::test]
async fn a_reused_authorization_code_revokes_the_app() {
    let connecting = Connecting::start().await;
    let client_id = connecting.register(&[CALLBACK]).await;
    let code = connecting.code(&client_id, CALLBACK, &connecting.org.session).await;
    let app = connected(&client_id, &connecting.exchange(&client_id, CALLBACK, &code).await);
    assert_eq!(connecting.calls(&app.access).await, StatusCode::OK);
    connecting.exchange(&client_id, CALLBACK, &code).await.refused(400, "invalid_grant");
    assert_eq!(connecting.calls(&app.access).await, StatusCode::UNAUTHORIZED);
    connecting.refresh(&app).await.refused(400, "invalid_grant");
}

#[tokio::test]
async fn a_code_lasts_a_minute_and_an_access_token_an_hour() {
    let connecting = Connecting::start().await;
    let client_id = connecting.register(&[CALLBACK]).await;
    let late = connecting.code(&client_id, CALLBACK, &connecting.org.session).await;
    connecting.service.advance(60);
    connecting.exchange(&client_id, CALLBACK, &late).await.refused(400, "invalid_grant");
    let app = connecting.connected().await;
    connecting.service.advance(3_599);
    assert_eq!(connecting.calls(&app.access).await, StatusCode::OK);
    connecting.service.advance(1);
    assert_eq!(connecting.calls(&app.access).await, StatusCode::UNAUTHORIZED);
    let again = connected(&app.client_id, &connecting.refresh(&app).await);
    assert_eq!(connecting.calls(&again.access).await, StatusCode::OK);
}

#[tokio::test]
async fn a_reused_refresh_token_returns_the_same_successor_for_a_minute_and_later_revokes_the_app() {
    let connecting = Connecting::start().await;
    let app = connecting.connected().await;
    let first = connected(&app.client_id, &connecting.refresh(&app).await);
    assert_ne!(first.refresh, app.refresh);
    connecting.service.advance(60);
    let second = connected(&app.client_id, &connecting.refresh(&app).await);
    assert_eq!(second.refresh, first.refresh);
    assert_ne!(second.access, first.access);
    for access in [&app.access, &first.access, &second.access] {
        assert_eq!(connecting.calls(access).await, StatusCode::OK);
    }
    connecting.service.advance(1);
    connecting.refresh(&app).await.refused(400, "invalid_grant");
    for access in [&app.access, &first.access, &second.access] {
        assert_eq!(connecting.calls(access).await, StatusCode::UNAUTHORIZED);
    }
    connecting.refresh(&first).await.refused(400, "invalid_grant");
}

#[tokio::test]
async fn a_refresh_token_is_for_its_client_alone() {
    let connecting = Connecting::start().await;
    let app = connecting.connected().await;
    let other = connecting.register(&[CALLBACK]).await;
    let stolen = super::Connected { client_id: other.clone(), ..app.clone() };
    connecting.refresh(&stolen).await.refused(400, "invalid_grant");
    let form = [("token", app.refresh.as_str()), ("client_id", &other)];
    assert_eq!(connecting.form("/oauth/revoke", &form).await.status, 200);
    let again = connected(&app.client_id, &connecting.refresh(&app).await);
    assert_eq!(connecting.calls(&again.access).await, StatusCode::OK);
    let form = [("token", again.refresh.as_str()), ("client_id", &app.client_id)];
    assert_eq!(connecting.form("/oauth/revoke", &form).await.status, 200);
    assert_eq!(connecting.calls(&again.access).await, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn an_app_must_be_connected_again_when_its_days_are_over() {
    let connecting = Connecting::start().await;
    let client_id = connecting.register(&[CALLBACK]).await;
    let query = request(&client_id, CALLBACK);
    let answer = connecting.consent(&connecting.org.session, &query, &json!({ "expiresInDays": 1 })).await;
    let code = super::parameter(answer.data(201)["redirectUrl"].as_str().unwrap(), "code").unwrap();
    let app = connected(&client_id, &connecting.exchange(&client_id, CALLBACK, &code).await);
    connecting.service.advance(86_400 - 600);
    let last = connecting.refresh(&app).await;
    assert_eq!(last.json()["expires_in"], 600);
    let access = last.json()["access_token"].as_str().unwrap().to_owned();
    connecting.service.advance(600);
    assert_eq!(connecting.calls(&access).await, StatusCode::UNAUTHORIZED);
    connecting.refresh(&app).await.refused(400, "invalid_grant");
}
