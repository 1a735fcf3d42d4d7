//! Which clients are refused, and what a person is shown of them.

use askline_app::ports::oauth::DocumentFault;
use reqwest::Method;
use serde_json::{Value, json};

use super::{CALLBACK, Connecting, ISSUER, connected, consent_page, request};
use crate::harness::{Answer, Service};
use askline_api::settings::ApiSettings;
use askline_domain::{oauth::client::ClientMetadata, organizations::plan::Plan};

const DOCUMENT: &str = "https://app.example/client.json";

impl Connecting {
    /// What a person reads of a request.
    async fn asked(&self, query: &str) -> Answer {
        let body = json!({ "request": query });
        self.service.send(Method::POST, "/api/v1/auth/apps/request", Some(&self.org.session), Some(&body)).await
    }

    fn publish(&self, document: &Value) {
        self.service.client_servers.put(DOCUMENT, Ok(document.to_string()));
    }
}

fn document(redirect_uri: &str) -> Value {
    json!({ "client_id": DOCUMENT, "client_name": "An app", "redirect_uris": [redirect_uri] })
}

#[tokio::test]
async fn nothing_is_sent_to_an_address_of_an_unknown_client_or_an_unregistered_address() {
    let connecting = Connecting::start().await;
    let client_id = connecting.register(&[CALLBACK]).await;
    for query in [
        String::new(),
        request("oc_unknown", CALLBACK),
        request(&client_id, "https://evil.example/callback"),
        request(&client_id, "https://app.example/callback/"),
        format!("{}&redirect_uri=https://evil.example/", request(&client_id, CALLBACK)),
        format!("{}&client_id=x", request(&client_id, CALLBACK)),
    ] {
        let page = connecting.get(&format!("/oauth/authorize?{query}")).await;
        assert_eq!((page.status, page.header("location")), (400, ""), "{query}");
        assert!(page.header("content-security-policy").contains("frame-ancestors 'none'"), "{query}");
        assert!(!page.text.contains("evil"), "{query}");
        assert_eq!(connecting.asked(&query).await.status.as_u16(), 422, "{query}");
    }
}

#[tokio::test]
async fn only_a_client_that_was_connected_or_entered_is_sent_what_is_wrong_with_its_request() {
    let entered = ClientMetadata::read(&json!({ "redirect_uris": [CALLBACK] }).to_string()).unwrap();
    let connecting = Connecting::start_entering(vec![entered.check("desk-app").unwrap()]).await;
    let unknown = connecting.register(&[CALLBACK]).await;
    let connected = connecting.connected().await;
    connecting.publish(&document(CALLBACK));
    connecting.asked(&request(DOCUMENT, CALLBACK)).await.data(200);
    // An app that a person disconnected is as unknown as before.
    let ended = connecting.connected().await;
    let form = [("token", ended.access.as_str()), ("client_id", &ended.client_id)];
    assert_eq!(connecting.form("/oauth/revoke", &form).await.status, 200);
    for (client_id, is_sent) in [
        (unknown.as_str(), false),
        (DOCUMENT, false),
        (&ended.client_id, false),
        (&connected.client_id, true),
        ("desk-app", true),
    ] {
        let usual = request(client_id, CALLBACK);
        for (query, code) in [
            (usual.replace("response_type=code", "response_type=token"), "unsupported_response_type"),
            (usual.replace("S256", "plain"), "invalid_request"),
            (usual.replace("code_challenge=", "x="), "invalid_request"),
            (usual.replace("ask.example.com", "evil.example"), "invalid_target"),
        ] {
            let sent = connecting.get(&format!("/oauth/authorize?{query}")).await;
            assert_eq!(connecting.asked(&query).await.status.as_u16(), 422, "{query}");
            if !is_sent {
                assert_eq!((sent.status, sent.header("location")), (400, ""), "{query}");
                continue;
            }
            assert_eq!(sent.status, 303, "{query}");
            assert!(sent.header("location").starts_with(CALLBACK), "{query}");
            assert_eq!(sent.sent("error").as_deref(), Some(code), "{query}");
            assert_eq!((sent.sent("iss").as_deref(), sent.sent("state").as_deref()), (Some(ISSUER), Some("a state")));
        }
    }
}

#[tokio::test]
async fn an_entered_client_is_connected_without_registering_and_before_its_document() {
    let entered = json!({ "client_name": "Desk", "redirect_uris": [CALLBACK] }).to_string();
    let entered = ClientMetadata::read(&entered).unwrap();
    let clients = ["desk-app", DOCUMENT].map(|id| entered.check(id).unwrap());
    let connecting = Connecting::start_entering(clients.into()).await;
    connecting.publish(&document("https://app.example/other"));
    for id in ["desk-app", DOCUMENT] {
        let query = request(id, CALLBACK);
        let page = connecting.get(&format!("/oauth/authorize?{query}")).await;
        assert_eq!((page.status, page.header("location")), (303, consent_page(&query).as_str()), "{id}");
        let asked = connecting.asked(&query).await.data(200).clone();
        assert_eq!(
            (&asked["clientName"], &asked["isEntered"], &asked["documentHost"]),
            (&json!("Desk"), &json!(true), &Value::Null)
        );
        let code = connecting.code(id, CALLBACK, &connecting.org.session).await;
        let app = connected(id, &connecting.exchange(id, CALLBACK, &code).await);
        let app = connected(id, &connecting.refresh(&app).await);
        assert_eq!(connecting.calls(&app.access).await.as_u16(), 200, "{id}");
    }
    assert_eq!(connecting.asked(&request("desk-app", "https://desk.example/x")).await.status.as_u16(), 422);
}

#[tokio::test]
async fn an_address_that_a_document_has_gained_is_found_within_a_minute_at_the_first_page_and_at_the_consent() {
    for first in ["/oauth/authorize", "consent"] {
        let connecting = Connecting::start().await;
        let other = "https://app.example/other";
        connecting.publish(&document(CALLBACK));
        connecting.asked(&request(DOCUMENT, CALLBACK)).await.data(200);
        let is_found = async |query: &str| match first {
            "consent" => connecting.asked(query).await.status.as_u16() == 200,
            path => connecting.get(&format!("{path}?{query}")).await.status == 303,
        };
        let query = request(DOCUMENT, other);
        assert!(!is_found(&query).await);
        connecting.publish(&document(other));
        // It was read a moment ago, when the address was not there yet.
        assert!(!is_found(&query).await);
        connecting.service.advance(60);
        assert!(is_found(&query).await);
        // A server that is away changes nothing.
        connecting.service.advance(60);
        connecting.service.client_servers.put(DOCUMENT, Err(DocumentFault::NoAnswer));
        assert!(!is_found(&request(DOCUMENT, "https://evil.example/")).await && is_found(&query).await);
    }
}

#[tokio::test]
async fn a_person_reads_who_asks_and_where_the_code_goes() {
    let connecting = Connecting::start().await;
    connecting.publish(&document("http://127.0.0.1/callback"));
    let local = connecting.asked(&request(DOCUMENT, "http://127.0.0.1:4711/callback")).await.data(200).clone();
    assert_eq!(
        (&local["clientName"], &local["documentHost"], &local["destination"], &local["isThisComputer"]),
        (&json!("An app"), &json!("app.example"), &json!("localhost"), &json!(true))
    );
    let client_id = connecting.register(&["cursor://app/callback", "https://web.example/cb"]).await;
    let app = connecting.asked(&request(&client_id, "cursor://app/callback")).await.data(200).clone();
    assert_eq!(
        (&app["documentHost"], &app["destination"], &app["isThisComputer"]),
        (&Value::Null, &json!("cursor:"), &json!(false))
    );
    let web = connecting.asked(&request(&client_id, "https://web.example/cb")).await.data(200).clone();
    assert_eq!(web["destination"], "web.example");
    let scopes = web["scopes"].as_array().unwrap();
    assert!(!scopes.is_empty() && scopes.iter().all(|scope| scope.as_str().unwrap().ends_with(":read")), "{scopes:?}");
}

#[tokio::test]
async fn an_invalid_metadata_document_is_refused() {
    let connecting = Connecting::start().await;
    let query = request(DOCUMENT, CALLBACK);
    let other_id = json!({ "client_id": "https://app.example/other.json", "redirect_uris": [CALLBACK] });
    let others_address = document("https://victim.example/callback");
    for text in ["{", "[]", &other_id.to_string(), &others_address.to_string(), &document("javascript:x").to_string()] {
        connecting.service.client_servers.put(DOCUMENT, Ok(text.to_owned()));
        assert_eq!(connecting.asked(&query).await.status.as_u16(), 422, "{text}");
        connecting.service.advance(3_601);
    }
    // Too large, a redirect, an inward address: the reader of documents reports all of these alike.
    connecting.service.client_servers.put(DOCUMENT, Err(DocumentFault::NoDocument));
    assert_eq!(connecting.asked(&query).await.status.as_u16(), 422);
    for inward in ["https://localhost/c.json", "https://127.0.0.1/c.json", "https://[::1]/c", "http://app.example/c"] {
        connecting.service.client_servers.put(inward, Ok(document(CALLBACK).to_string()));
        assert_eq!(connecting.asked(&request(inward, CALLBACK)).await.status.as_u16(), 422, "{inward}");
    }
}

#[tokio::test]
async fn the_last_good_document_is_used_for_seven_days_while_its_server_is_away() {
    let connecting = Connecting::start().await;
    let query = request(DOCUMENT, CALLBACK);
    connecting.publish(&document(CALLBACK));
    connecting.asked(&query).await.data(200);
    connecting.service.client_servers.put(DOCUMENT, Err(DocumentFault::NoAnswer));
    connecting.service.advance(6 * 86_400);
    let session = connecting.service.session_of(connecting.service.owner_of(&connecting.org).await).await;
    let body = json!({ "request": query });
    let asked =
        async || connecting.service.send(Method::POST, "/api/v1/auth/apps/request", Some(&session), Some(&body)).await;
    asked().await.data(200);
    connecting.service.advance(86_400);
    assert_eq!(asked().await.status.as_u16(), 422);
}

#[tokio::test]
async fn a_client_that_changes_between_reading_and_consent_is_read_again() {
    let connecting = Connecting::start().await;
    let query = request(DOCUMENT, CALLBACK);
    connecting.publish(&document(CALLBACK));
    let seen = connecting.asked(&query).await.data(200)["fingerprint"].clone();
    let renamed = json!({ "client_id": DOCUMENT, "client_name": "Another app", "redirect_uris": [CALLBACK] });
    connecting.publish(&renamed);
    connecting.service.advance(3_600);
    let answer = connecting.consent(&connecting.org.session, &query, &json!({ "fingerprint": seen })).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "CONFLICT"));
}

#[tokio::test]
async fn a_client_that_drops_its_address_after_the_consent_gets_no_tokens() {
    let connecting = Connecting::start().await;
    connecting.publish(&document(CALLBACK));
    let code = connecting.code(DOCUMENT, CALLBACK, &connecting.org.session).await;
    connecting.publish(&document("https://app.example/other"));
    connecting.service.advance(3_600);
    connecting.asked(&request(DOCUMENT, "https://app.example/other")).await.data(200);
    connecting.exchange(DOCUMENT, CALLBACK, &code).await.refused(400, "invalid_grant");
}

#[tokio::test]
async fn registrations_are_limited_by_network_and_in_number() {
    let settings = ApiSettings { public_url: Some(ISSUER.into()), ..ApiSettings::default() };
    let service = Service::start_with(settings).await;
    let connecting = Connecting { org: service.organization(Plan::Pro).await, service };
    let body = json!({ "redirect_uris": [CALLBACK] });
    for _ in 0..20 {
        assert_eq!(connecting.json("/oauth/register", &body).await.status, 201);
    }
    let refused = connecting.json("/oauth/register", &body).await;
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    let large = json!({ "client_name": "x".repeat(17_000), "redirect_uris": [CALLBACK] });
    connecting.service.advance(60);
    connecting.json("/oauth/register", &large).await.refused(400, "invalid_request");
    for (body, code) in [
        (json!({}), "invalid_redirect_uri"),
        (json!([]), "invalid_client_metadata"),
        (json!({ "redirect_uris": ["javascript:x"] }), "invalid_redirect_uri"),
        (json!({ "redirect_uris": [CALLBACK], "grant_types": ["password"] }), "invalid_client_metadata"),
    ] {
        connecting.json("/oauth/register", &body).await.refused(400, code);
    }
}
