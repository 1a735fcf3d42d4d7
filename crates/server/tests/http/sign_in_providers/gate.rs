//! Sign-in of people whom a gate in front of the service names in headers.

use reqwest::Method;
use serde_json::json;

use super::{Scene, domain};
use crate::harness::{Answer, PASSWORD, Service};
use askline_domain::{identity::provider::Admission, organizations::plan::Plan};

async fn enter(service: &Service, headers: &[(&str, &str)]) -> Answer {
    let mut request = service.request(Method::POST, "/api/v1/auth/header").json(&json!({}));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    service.answer(request).await
}

#[tokio::test]
async fn a_gate_names_one_person_once_and_only_from_its_own_network() {
    let scene = Scene::with(Admission::default()).await;
    let ada = [("remote-user", "ada"), ("remote-email", "ada@example.com"), ("remote-name", "Ada")];
    let first = scene.me(&enter(&scene.service, &ada).await).await;
    assert_eq!((&first["user"]["email"], &first["user"]["name"]), (&json!("ada@example.com"), &json!("Ada")));
    // The gate says nothing about whether an address is confirmed.
    assert!(first["user"]["emailVerifiedAt"].is_null());
    let again = scene.me(&enter(&scene.service, &[("remote-user", "ada")]).await).await;
    assert_eq!(again["user"]["id"], first["user"]["id"]);
    for headers in [
        &[][..],
        &[("remote-user", "")],
        &[("remote-user", "ada"), ("remote-user", "ada")],
        &[("remote-user", "ada"), ("remote-user", "eve")],
    ] {
        enter(&scene.service, headers).await.refused(401, "INVALID_CREDENTIALS");
    }
    // Without an address, or with two, nobody gets an account.
    for headers in [
        &[("remote-user", "bob")][..],
        &[("remote-user", "bob"), ("remote-email", "bob@example.com"), ("remote-email", "eve@example.com")],
    ] {
        enter(&scene.service, headers).await.refused(403, "FORBIDDEN");
    }
    // Another request than this one reads no header.
    let request = scene.service.request(Method::GET, "/api/v1/me").header("remote-user", "ada");
    scene.service.answer(request).await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn an_account_with_the_address_that_a_gate_names_is_linked_with_its_password() {
    let scene = Scene::with(Admission::default()).await;
    let org = scene.service.organization(Plan::Pro).await;
    let headers = [("remote-user", "owner"), ("remote-email", org.owner_email.as_str())];
    // Addresses that only a gate named are not confirmed: whether there is an account, it learns as the operator's own.
    let asked = enter(&scene.service, &headers).await;
    let (state, cookie) = (asked.data(202)["link"]["state"].clone(), super::cookie_of(&asked));
    let body = json!({ "state": state, "password": PASSWORD });
    let request = scene.service.request(Method::POST, "/api/v1/auth/identities/link").header("cookie", cookie);
    scene.service.answer(request.json(&body)).await.data(200);
    let entered = enter(&scene.service, &headers).await;
    assert_eq!(scene.me(&entered).await["user"]["email"], org.owner_email.as_str());
}

#[tokio::test]
async fn an_address_that_a_proxy_forwards_is_not_the_gates() {
    let scene = Scene::with(Admission::default()).await;
    let mut settings = scene.service.app.settings().clone();
    // The connection comes from this machine; the gate is elsewhere.
    settings.trusted_header.as_mut().unwrap().from = vec!["192.0.2.7/32".parse().unwrap()];
    settings.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let service = Service::start_with(settings).await;
    for forwarded in ["192.0.2.7", "127.0.0.1"] {
        let headers = [("remote-user", "ada"), ("remote-email", "ada@example.com"), ("x-forwarded-for", forwarded)];
        enter(&service, &headers).await.refused(401, "INVALID_CREDENTIALS");
    }
    // A domain that another provider decides about: nobody confirmed this address.
    let scene = Scene::with(domain("example.com")).await;
    let bob = [("remote-user", "bob"), ("remote-email", "bob@example.com")];
    enter(&scene.service, &bob).await.refused(403, "FORBIDDEN");
    let cleo = [("remote-user", "cleo"), ("remote-email", "cleo@example.org")];
    enter(&scene.service, &cleo).await.data(200);
    // Whether an account has a password is not said: this one has none.
    let other = [("remote-user", "other"), ("remote-email", "cleo@example.org")];
    assert_eq!(enter(&scene.service, &other).await.data(202)["status"], "password_required");
    // Each person has their own limit, since all come from the gate's address.
    for _ in 0..9 {
        enter(&scene.service, &cleo).await.data(200);
    }
    enter(&scene.service, &cleo).await.refused(429, "RATE_LIMITED");
    enter(&scene.service, &other).await.data(202);
    enter(&Service::start_unlimited().await, &[("remote-user", "ada")]).await.refused(403, "FORBIDDEN");
}
