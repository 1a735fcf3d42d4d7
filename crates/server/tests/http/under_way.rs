//! Requests whose caller is narrowed after they were admitted and before their body was sent.
//!
//! Each kind of caller has a table of what can be altered about it. A new kind of caller, or a new restriction, gets a row.

use askline_domain::{identity::role::Role, organizations::plan::Plan, sites::visible::VisibleSites};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::harness::{Org, Service};

/// A request that the server has admitted: it waits for the body.
struct UnderWay {
    stream: TcpStream,
    body: String,
}

impl UnderWay {
    /// Sends the head of a request that creates a prompt, and waits until the server asks for the body.
    async fn begin(service: &Service, org: &Org, bearer: &str) -> Self {
        let body = json!({ "name": "under way", "kind": "custom", "text": "Look at {{url}}" }).to_string();
        let mut stream = TcpStream::connect(service.address).await.unwrap();
        let head = format!(
            "POST /api/v1/prompts/{} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {bearer}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nExpect: 100-continue\r\n\r\n",
            org.site,
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut go_on = [0; 25];
        stream.read_exact(&mut go_on).await.unwrap();
        assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
        Self { stream, body }
    }

    /// Sends the body; returns the status and the code of the answer.
    async fn end(mut self) -> (u16, String) {
        self.stream.write_all(self.body.as_bytes()).await.unwrap();
        let mut answer = String::new();
        self.stream.read_to_string(&mut answer).await.unwrap();
        let status = answer[9..12].parse().unwrap();
        let code = answer.split("\"code\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        (status, code.to_owned())
    }
}

/// Alters a caller while its request is under way, and checks what becomes of the request.
async fn check(
    (service, org): (&Service, &Org),
    bearer: &str,
    (method, path, alteration): (Method, String, Value),
    expected: (u16, &str),
) {
    let prompts = format!("/api/v1/prompts/{}?limit=200", org.site);
    let count = async || service.get(&prompts, &org.session).await.data(200)["items"].as_array().unwrap().len();
    let before = count().await;
    let request = UnderWay::begin(service, org, bearer).await;
    let body = Some(&alteration).filter(|body| !body.is_null());
    let altered = service.send(method, &path, Some(&org.session), body).await;
    assert!(altered.status.is_success(), "{path} {alteration}: {}", altered.text);
    let (status, code) = request.end().await;
    assert_eq!((status, code.as_str()), expected, "{path} {alteration}");
    assert_eq!(count().await, before + usize::from(expected.0 == 201), "{path} {alteration}");
    service.advance(1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_whose_key_was_narrowed_under_way_is_refused_with_the_key_that_it_replaced() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let other = service.site_of(&org, "other.example").await;
    let stored = (201, "");
    for (alteration, expected) in [
        (json!({ "name": "renamed" }), stored),
        (json!({ "scopes": ["*"], "siteIds": null, "allowedIps": null }), stored),
        (json!({ "scopes": ["prompts:write"] }), stored),
        (json!({ "siteIds": [org.site] }), stored),
        (json!({ "allowedIps": ["127.0.0.1"] }), stored),
        (json!({ "scopes": ["prompts:read", "sites:read"] }), (403, "INSUFFICIENT_SCOPE")),
        (json!({ "siteIds": [other] }), (404, "NOT_FOUND")),
        (json!({ "allowedIps": ["192.0.2.0/24", "127.0.0.128/25"] }), (403, "IP_NOT_ALLOWED")),
        (Value::Null, (401, "API_KEY_REVOKED")),
    ] {
        for is_replaced in [false, true] {
            let new = json!({
                "scopes": ["prompts:write", "sites:read"], "siteIds": [org.site, other], "allowedIps": ["127.0.0.0/8"],
            });
            let made =
                service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&new)).await.data(201).clone();
            let mut id = made["id"].as_str().unwrap().to_owned();
            if is_replaced {
                let rotate = format!("/api/v1/keys/{id}/rotate");
                let rotated = service.send(Method::POST, &rotate, Some(&org.session), None).await;
                id = rotated.data(201)["id"].as_str().unwrap().to_owned();
            }
            let method = if alteration.is_null() { Method::DELETE } else { Method::PATCH };
            // The end of a key does not end the one that it replaced.
            let expected = if alteration.is_null() && is_replaced { stored } else { expected };
            let alter = (method, format!("/api/v1/keys/{id}"), alteration.clone());
            check((&service, &org), made["key"].as_str().unwrap(), alter, expected).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_whose_service_account_or_member_was_narrowed_under_way_is_refused() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let other = service.site_of(&org, "other.example").await;
    let stored = (201, "");
    let accounts = format!("/api/v1/orgs/{}/service-accounts", org.id);
    for (method, under, alteration, expected) in [
        (Method::PATCH, "", json!({ "name": "renamed" }), stored),
        (Method::PATCH, "", json!({ "role": "admin", "siteIds": null }), stored),
        (Method::PATCH, "", json!({ "siteIds": [org.site] }), stored),
        (Method::POST, "/token", json!({}), stored),
        (Method::PATCH, "", json!({ "role": "viewer" }), (403, "FORBIDDEN")),
        (Method::PATCH, "", json!({ "siteIds": [other] }), (404, "NOT_FOUND")),
        (Method::POST, "/token", json!({ "overlapSeconds": 0 }), (401, "INVALID_API_KEY")),
        (Method::DELETE, "", Value::Null, (401, "INVALID_API_KEY")),
    ] {
        let new = json!({ "name": "CI", "role": "member", "siteIds": [org.site, other] });
        let made = service.send(Method::POST, &accounts, Some(&org.session), Some(&new)).await;
        let one = format!("{accounts}/{}", made.data(201)["id"].as_str().unwrap());
        let token = service.send(Method::POST, &format!("{one}/token"), Some(&org.session), Some(&json!({}))).await;
        let token = token.data(201)["token"].as_str().unwrap().to_owned();
        service.advance(1);
        check((&service, &org), &token, (method, format!("{one}{under}"), alteration), expected).await;
        service.send(Method::DELETE, &one, Some(&org.session), None).await;
    }

    for (alteration, expected) in [
        (json!({ "role": "admin", "siteIds": null }), stored),
        (json!({ "siteIds": [org.site] }), stored),
        (json!({ "role": "viewer" }), (403, "FORBIDDEN")),
        (json!({ "siteIds": [other] }), (404, "NOT_FOUND")),
        (Value::Null, (404, "NOT_FOUND")),
    ] {
        let sites = VisibleSites::only(vec![org.site, other]);
        let (user, session) = service.member_seeing(&org, Role::Member, sites).await;
        let method = if alteration.is_null() { Method::DELETE } else { Method::PATCH };
        let alter = (method, format!("/api/v1/orgs/{}/members/{user}", org.id), alteration);
        check((&service, &org), &session, alter, expected).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_under_way_when_a_second_factor_is_demanded_is_refused_unless_one_was_given() {
    let (service, org, _) = crate::second_factor::owner().await;
    let (_, without) = service.member_of(&org, Role::Member).await;
    let path = format!("/api/v1/orgs/{}", org.id);
    let owner = org.session.clone();
    for (bearer, expected) in [(&without, (403, "SECOND_FACTOR_REQUIRED")), (&owner, (201, ""))] {
        let demand = (Method::PATCH, path.clone(), json!({ "requireSecondFactor": true }));
        check((&service, &org), bearer, demand, expected).await;
        let end = json!({ "requireSecondFactor": false });
        service.send(Method::PATCH, &path, Some(&owner), Some(&end)).await.data(200);
    }
}
