//! A request that is sent twice with the same `Idempotency-Key` takes effect once.

use askline_domain::{
    identity::role::Role,
    keys::scope::Scope,
    organizations::plan::Plan,
    shared::ids::{Id as _, PromptId},
};
use futures_util::future::join_all;
use reqwest::{Method, header::HeaderValue};
use serde_json::{Value, json};

use crate::harness::{Answer, Org, Service};

const DAY: u64 = 86_400;

async fn post(service: &Service, path: &str, bearer: &str, key: &str, body: &Value) -> Answer {
    let request = service.request(Method::POST, path).bearer_auth(bearer).header("idempotency-key", key);
    service.answer(if body.is_null() { request } else { request.json(body) }).await
}

fn prompts(org: &Org) -> String {
    format!("/api/v1/prompts/{}", org.site)
}

fn prompt(name: &str) -> Value {
    json!({ "name": name, "kind": "custom", "text": "Look at {{url}}" })
}

/// The number of the site's prompts with this name.
async fn count_of(service: &Service, org: &Org, name: &str) -> usize {
    let listed = service.get(&format!("{}?limit=200", prompts(org)), &org.session).await;
    listed.data(200)["items"].as_array().unwrap().iter().filter(|item| item["name"] == name).count()
}

fn is_replay(answer: &Answer) -> bool {
    match answer.header("idempotency-replayed") {
        "true" => true,
        "" => false,
        other => panic!("Idempotency-Replayed: {other}"),
    }
}

async fn audit_entries(service: &Service, org: &Org) -> usize {
    let listed = service.get(&format!("/api/v1/audit?limit=200&orgId={}", org.id), &org.session).await;
    listed.data(200)["items"].as_array().unwrap().len()
}

#[tokio::test]
async fn every_repeat_gets_the_first_answer_and_changes_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Business).await;
    let created =
        service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&json!({ "scopes": ["*"] }))).await;
    let rotate = format!("/api/v1/keys/{}/rotate", created.data(201)["id"].as_str().unwrap());
    let members = format!("/api/v1/orgs/{}/members", org.id);
    let waiting = json!({ "email": "waiting@example.com", "role": "viewer" });
    let waiting = service.send(Method::POST, &members, Some(&org.session), Some(&waiting)).await;
    let renew = format!("{members}/{}/invitation", waiting.data(201)["member"]["userId"].as_str().unwrap());
    for (path, body, status, secret) in [
        ("/api/v1/sites".to_owned(), json!({ "domain": "second.example" }), 201, None),
        (prompts(&org), prompt("twice"), 201, None),
        ("/api/v1/keys".into(), json!({ "scopes": ["org:read"] }), 201, Some("/key")),
        (rotate, Value::Null, 201, Some("/key")),
        (members, json!({ "email": "grace@example.com", "role": "viewer" }), 201, Some("/invitation/token")),
        (renew, Value::Null, 201, Some("/invitation/token")),
        (format!("/api/v1/sites/{}/verify", org.site), Value::Null, 200, None),
        (format!("/api/v1/sites/{}/config/rollback", org.site), json!({ "version": 1 }), 200, None),
    ] {
        let first = post(&service, &path, &org.session, "a-key", &body).await;
        let mut expected = first.data(status).clone();
        assert!(!is_replay(&first), "{path}");
        let entries = audit_entries(&service, &org).await;
        // Secrets that are shown only once are not shown again.
        if let Some(secret) = secret {
            assert!(expected.pointer(secret).is_some_and(Value::is_string), "{path}: {expected}");
            *expected.pointer_mut(secret).unwrap() = Value::Null;
        }
        service.advance(1);
        for _ in 0..2 {
            let again = post(&service, &path, &org.session, "a-key", &body).await;
            assert!(is_replay(&again), "{path}");
            assert_eq!(again.data(status), &expected, "{path}");
            assert_ne!(again.header("x-request-id"), first.header("x-request-id"), "{path}");
            assert_eq!(again.header("cache-control"), "no-store", "{path}");
        }
        assert_eq!(audit_entries(&service, &org).await, entries, "{path}");
    }
}

#[tokio::test]
async fn another_body_under_the_same_key_is_refused_and_not_done() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let first = post(&service, &prompts(&org), &org.session, "k", &prompt("first")).await;
    post(&service, &prompts(&org), &org.session, "k", &prompt("second")).await.refused(422, "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(count_of(&service, &org, "second").await, 0);
    let again = post(&service, &prompts(&org), &org.session, "k", &prompt("first")).await;
    assert_eq!((is_replay(&again), again.data(201)), (true, first.data(201)));
}

#[tokio::test]
async fn other_callers_routes_sites_and_keys_do_not_meet() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Business).await;
    let other = Org { site: service.site_of(&org, "other.example").await, ..org.clone() };
    let (key, second_key) = (service.key(&org, &[Scope::All]).await, service.key(&org, &[Scope::All]).await);
    let (_, member) = service.member_of(&org, Role::Member).await;
    let body = prompt("a");
    for (path, bearer, key) in [
        (prompts(&org), &org.session, "k"),
        (prompts(&org), &member, "k"),
        (prompts(&org), &key, "k"),
        (prompts(&org), &second_key, "k"),
        (prompts(&org), &org.session, "K"),
        (prompts(&other), &org.session, "k"),
    ] {
        let answer = post(&service, &path, bearer, key, &body).await;
        answer.data(201);
        assert!(!is_replay(&answer), "{path} {key}");
    }
    assert_eq!((count_of(&service, &org, "a").await, count_of(&service, &other, "a").await), (5, 1));
    post(&service, &format!("/api/v1/sites/{}/verify", org.site), &org.session, "k", &Value::Null).await.data(200);
}

#[tokio::test]
async fn a_member_of_two_organizations_gets_the_answer_of_the_one_that_is_named() {
    let service = Service::start_unlimited().await;
    let (ours, theirs) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    service.join(&theirs, Role::Admin, service.joiner(service.owner_of(&ours).await).await).await;
    let body = json!({ "domain": "new.example" });
    for org in [&ours, &theirs] {
        let answer = post(&service, &format!("/api/v1/sites?orgId={}", org.id), &ours.session, "k", &body).await;
        assert_eq!(answer.data(201)["orgId"], org.id.to_string());
        assert!(!is_replay(&answer));
    }
}

#[tokio::test]
async fn a_removed_member_gets_no_earlier_answer_back() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (user, session) = service.member_of(&org, Role::Admin).await;
    let members = format!("/api/v1/orgs/{}/members", org.id);
    let body = json!({ "email": "grace@example.com", "role": "viewer" });
    for (path, body) in [(members.clone(), &body), (prompts(&org), &prompt("a"))] {
        post(&service, &path, &session, "k", body).await.data(201);
    }
    service.send(Method::DELETE, &format!("{members}/{user}"), Some(&org.session), None).await.data(200);
    for (path, body) in [(members, &body), (prompts(&org), &prompt("a"))] {
        post(&service, &path, &session, "k", body).await.refused(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn after_a_day_a_key_is_forgotten() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let first = post(&service, &prompts(&org), &org.session, "k", &prompt("a")).await;
    service.advance(DAY - 1);
    assert_eq!(service.metadata.remove_expired(service.app.now(), 10).await.unwrap(), 0);
    let again = post(&service, &prompts(&org), &org.session, "k", &prompt("a")).await;
    assert_eq!((is_replay(&again), again.data(201)), (true, first.data(201)));
    service.advance(1);
    let anew = post(&service, &prompts(&org), &org.session, "k", &prompt("b")).await;
    assert_eq!((is_replay(&anew), &anew.data(201)["name"]), (false, &json!("b")));
    service.advance(DAY);
    assert_eq!(service.metadata.remove_expired(service.app.now(), 10).await.unwrap(), 1);
}

#[tokio::test]
async fn a_refusal_uses_no_key_up() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Free).await;
    let site = json!({ "domain": "second.example" });
    for _ in 0..2 {
        let refused = post(&service, "/api/v1/sites", &org.session, "k", &site).await;
        assert!(!is_replay(refused.refused(409, "LIMIT_REACHED")));
        let invalid = post(&service, &prompts(&org), &org.session, "k", &json!({ "name": 1 })).await;
        assert!(!is_replay(invalid.refused(422, "VALIDATION_FAILED")));
    }
    service.set_plan(&org, Plan::Pro).await;
    for (path, body) in [("/api/v1/sites", site), (&prompts(&org), prompt("a"))] {
        let done = post(&service, path, &org.session, "k", &body).await;
        done.data(201);
        assert!(!is_replay(&done), "{path}");
        assert!(is_replay(&post(&service, path, &org.session, "k", &body).await), "{path}");
    }
}

#[tokio::test]
async fn what_the_guard_refuses_does_not_use_a_key_up() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Free).await;
    let body = json!({ "scopes": ["org:read"] });
    post(&service, "/api/v1/keys", &org.session, "k", &body).await.refused(403, "PLAN_REQUIRED");
    service.set_plan(&org, Plan::Pro).await;
    assert!(!is_replay(&post(&service, "/api/v1/keys", &org.session, "k", &body).await));

    let (user, session) = service.member_of(&org, Role::Viewer).await;
    post(&service, &prompts(&org), &session, "k", &prompt("a")).await.refused(403, "FORBIDDEN");
    let path = format!("/api/v1/orgs/{}/members/{user}", org.id);
    service.send(Method::PATCH, &path, Some(&org.session), Some(&json!({ "role": "member" }))).await.data(200);
    post(&service, &prompts(&org), &session, "k", &prompt("a")).await.data(201);
}

#[tokio::test]
async fn an_invalid_idempotency_key_is_refused_by_the_headers_name() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let send = async |value: HeaderValue| {
        let request = service.request(Method::POST, &prompts(&org)).bearer_auth(&org.session).json(&prompt("a"));
        service.answer(request.header("idempotency-key", value)).await
    };
    for value in [&b""[..], b"  ", b"\"\"", b"a\tb", b"caf\xc3\xa9", &[b'x'; 256]] {
        let answer = send(HeaderValue::from_bytes(value).unwrap()).await;
        answer.refused(400, "BAD_REQUEST");
        assert!(answer.body["error"]["message"].as_str().unwrap().contains("Idempotency-Key"), "{}", answer.text);
    }
    assert_eq!(count_of(&service, &org, "a").await, 0);
    for value in [&[b'x'; 255][..], b"8e03978e-40d5-43dd-bc93-6894a57f9324", b"a b"] {
        assert!(!is_replay(&send(HeaderValue::from_bytes(value).unwrap()).await));
    }
    assert_eq!(count_of(&service, &org, "a").await, 3);
}

#[tokio::test]
async fn of_twenty_sent_at_once_one_is_done() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (path, body) = (prompts(&org), prompt("a"));
    let answers = join_all((0..20).map(|_| post(&service, &path, &org.session, "k", &body))).await;
    let mut first = Vec::new();
    for answer in &answers {
        match answer.status.as_u16() {
            201 if is_replay(answer) => {}
            201 => first.push(answer),
            _ => assert_eq!(answer.refused(409, "IDEMPOTENCY_IN_PROGRESS").header("retry-after"), "1"),
        }
    }
    assert_eq!((first.len(), count_of(&service, &org, "a").await), (1, 1));
    let again = post(&service, &path, &org.session, "k", &body).await;
    assert_eq!((is_replay(&again), again.data(201)), (true, first[0].data(201)));
}

#[tokio::test]
async fn only_what_adds_or_acts_takes_a_key() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let request = |method: Method, path: &str| {
        service.request(method, path).bearer_auth(&org.session).header("idempotency-key", "k")
    };
    let site = format!("/api/v1/sites/{}", org.site);
    for name in ["one", "two"] {
        let changed = service.answer(request(Method::PATCH, &site).json(&json!({ "name": name }))).await;
        assert_eq!((is_replay(&changed), &changed.data(200)["name"]), (false, &json!(name)));
    }
    let absent = format!("{}/{}", prompts(&org), PromptId::from_bits(7));
    service.answer(request(Method::DELETE, &absent)).await.refused(404, "NOT_FOUND");
    let credentials = json!({ "email": org.owner_email, "password": crate::harness::PASSWORD });
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let login = service.request(Method::POST, "/api/v1/auth/login").header("idempotency-key", "k");
        let answer = service.answer(login.json(&credentials)).await;
        assert!(!is_replay(&answer));
        tokens.push(answer.data(200)["token"].as_str().unwrap().to_owned());
    }
    assert_ne!(tokens[0], tokens[1]);
}
