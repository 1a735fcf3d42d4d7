//! Strings from outside are limited and checked before they are stored.

use askline_domain::{
    events::hit::{MAX_CAMPAIGN_CHARACTERS, MAX_TITLE_CHARACTERS, MAX_URL_BYTES},
    organizations::plan::Plan,
    pages::identity::MAX_IDENTITY_BYTES,
};
use reqwest::Method;
use serde_json::{Value, json};

use super::{PATH, event, post};
use crate::harness::{PASSWORD, Service};

/// Sends an event that is accepted; returns what a column stores about it.
async fn kept(service: &Service, event: Value, column: &str) -> Option<String> {
    assert_eq!(post(service, &event).await.data(202)["accepted"], 1, "{event}");
    service.stores.newest_event(column)
}

#[tokio::test]
async fn of_an_event_each_string_is_cut_or_refused_beyond_its_bound_and_where_it_has_another_shape() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let with = |fields: Value| event(org.site, fields);
    let long = "x".repeat(40_000);
    // Values that a widget cannot control are cut or left out: the page's title, the campaign, the referrer.
    let title = kept(&service, with(json!({ "title": format!("A\u{0}\n\tB {long}") })), "title").await.unwrap();
    assert_eq!((title.chars().count(), &title[..4]), (MAX_TITLE_CHARACTERS, "A B "));
    for (parameter, column) in [
        ("utm_source", "utm_source"),
        ("utm_medium", "utm_medium"),
        ("utm_campaign", "utm_campaign"),
        ("utm_term", "utm_term"),
        ("utm_content", "utm_content"),
    ] {
        let url = format!("https://example.com/?{parameter}=a%0Ab{}", &long[..1_000]);
        let value = kept(&service, with(json!({ "url": url })), column).await.unwrap();
        assert_eq!((value.chars().count(), &value[..2]), (MAX_CAMPAIGN_CHARACTERS, "ab"), "{parameter}");
    }
    for (referrer, expected) in [
        ("https://other.example/a?q=secret#x".to_owned(), Some("https://other.example/a")),
        (format!("https://other.example/{long}"), None),
        (format!("https://{}/", &long[..5_000]), None),
        ("chrome-extension://abcdef/page".to_owned(), None),
        ("javascript://other.example/%0aalert(1)".to_owned(), None),
        ("data:text/html,x".to_owned(), None),
        ("no address".to_owned(), None),
    ] {
        assert_eq!(kept(&service, with(json!({ "referrer": referrer })), "referrer").await.as_deref(), expected);
        // The source of a visit is stored as a host, an app or a word, never as the text.
        let label = service.stores.newest_event("label").unwrap_or_default();
        assert!(label.len() <= 253 && !label.contains(['/', '?', '<']), "{label}");
    }
    // Values that name something are refused.
    for (fields, code) in [
        (json!({ "url": format!("https://example.com/?{}", &long[..MAX_URL_BYTES]) }), "TOO_LONG"),
        (json!({ "url": format!("https://example.com/{}", &long[..MAX_IDENTITY_BYTES]) }), "TOO_LONG"),
        (json!({ "eventId": long }), "INVALID_EVENT_ID"),
        (json!({ "siteId": long }), "INVALID_EVENT"),
        (json!({ "type": long }), "INVALID_EVENT"),
        (json!({ "type": "ai_click", "platform": long }), "UNKNOWN_PLATFORM"),
        (json!({ "type": "social_click", "network": long }), "UNKNOWN_NETWORK"),
        (json!({ "type": "question_click", "questionId": long }), "INVALID_EVENT"),
        (json!({ "type": "ai_click", "platform": "chatgpt", "promptId": long }), "INVALID_EVENT"),
    ] {
        let taken = post(&service, &with(fields)).await;
        let error = &taken.data(202)["errors"][0];
        assert_eq!(error["code"], code, "{}", taken.text);
        assert!(error["message"].as_str().unwrap().len() < 400, "{error}");
    }
}

#[tokio::test]
async fn a_widgets_version_that_does_not_look_like_one_is_refused_and_the_known_one_stays() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let sent = async |version: &str, status: u16| {
        let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("widgetVersion", version).finish();
        let request = service.request(Method::POST, &format!("{PATH}?{query}"));
        service.answer(request.json(&event(org.site, json!({})))).await.data(status);
        service.advance(60);
        service.app.flush_notes().await.unwrap();
        let site = service.get(&format!("/api/v1/sites/{}", org.site), &org.session).await;
        site.data(200)["install"]["widgetVersion"].clone()
    };
    assert_eq!(sent("<b>x</b>", 400).await, Value::Null);
    assert_eq!(sent("1.0.0-rc.1", 202).await, "1.0.0-rc.1");
    for other in
        ["", "1.0", "latest", "1.0.0 or 1=1", "=1+1", "1.0.0\u{202e}", "1.0.0-aaaaaaaaaaaaaaaa", &"1".repeat(300)]
    {
        assert_eq!(sent(other, 400).await, "1.0.0-rc.1", "{other}");
    }
    assert_eq!(sent("1.1.0", 202).await, "1.1.0");
}

#[tokio::test]
async fn what_a_program_calls_itself_is_cut_and_plain_wherever_it_is_kept() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let log_in = async |agent: &[u8]| {
        let body = json!({ "email": org.owner_email, "password": PASSWORD });
        service.advance(1);
        let agent = reqwest::header::HeaderValue::from_bytes(agent).unwrap();
        let request = service.request(Method::POST, "/api/v1/auth/login").header("user-agent", agent).json(&body);
        service.answer(request).await.data(200)["token"].as_str().unwrap().to_owned()
    };
    for (agent, expected) in [
        ("Mozilla/5.0 (X11)".as_bytes().to_vec(), "Mozilla/5.0 (X11)".to_owned()),
        ("a".repeat(20_000).into_bytes(), "a".repeat(300)),
        ("caf\u{e9} \u{202e}".as_bytes().to_vec(), String::new()),
    ] {
        let session = log_in(&agent).await;
        let sessions = service.get("/api/v1/auth/sessions", &session).await;
        assert_eq!(sessions.data(200)["items"][0]["userAgent"], json!(expected));
        let log = service.get("/api/v1/audit?action=auth.login&limit=1", &org.session).await;
        let kept = log.data(200)["items"][0]["userAgent"].as_str().unwrap_or_default().to_owned();
        assert_eq!(kept, expected);
    }
}

#[tokio::test]
async fn what_is_sent_to_get_in_is_bounded_before_anything_is_done_with_it() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let long = "x".repeat(40_000);
    for (field, body) in [
        ("email", json!({ "email": format!("{long}@example.com"), "password": PASSWORD })),
        ("password", json!({ "email": org.owner_email, "password": long })),
    ] {
        let answer = service.send(Method::POST, "/api/v1/auth/login", None, Some(&body)).await;
        answer.refused(422, "VALIDATION_FAILED");
        assert_eq!(answer.body["error"]["details"][0]["path"], field, "{}", answer.text);
        assert!(answer.text.len() < 1_000);
    }
    let body = json!({ "currentPassword": long, "newPassword": "another good long password" });
    let answer = service.send(Method::POST, "/api/v1/auth/password", Some(&org.session), Some(&body)).await;
    assert_eq!(answer.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], "currentPassword");
    // Tokens and keys have a fixed form; a text of another form is never accepted.
    let body = json!({ "token": long, "email": "a@example.com", "password": PASSWORD, "organizationName": "A" });
    let answer = service.send(Method::POST, "/api/v1/auth/setup", None, Some(&body)).await;
    answer.refused(401, "INVALID_CREDENTIALS");
    service.send(Method::POST, "/api/v1/keys/leaked", None, Some(&json!({ "key": long }))).await.data(200);
    // The server chooses the id of a request; the caller's id is not used.
    let request = service.request(Method::GET, "/api/v1/me").header("x-request-id", "req_of-the-caller");
    let answer = service.answer(request.bearer_auth(&org.session)).await;
    assert_ne!(answer.header("x-request-id"), "req_of-the-caller");
    let request = service.request(Method::POST, "/api/v1/sites").header("idempotency-key", "k".repeat(256));
    let answer = service.answer(request.bearer_auth(&org.session).json(&json!({ "domain": "a.example" }))).await;
    answer.refused(400, "BAD_REQUEST");
}
