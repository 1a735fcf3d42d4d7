//! People who must sign in with a provider.

use askline_domain::{
    identity::{
        provider::{Admission, Grant, Provider},
        role::Role,
    },
    organizations::plan::Plan,
    shared::ids::{Id as _, OrgId},
};
use reqwest::Method;
use serde_json::json;

use super::{Scene, domain, person};
use crate::{
    harness::PASSWORD,
    second_factor::{App, challenged},
};

#[tokio::test]
async fn people_of_the_domains_have_no_sign_in_with_a_password_except_owners_with_a_second_factor() {
    let own = OrgId::from_bits(71);
    let admission = Admission { organizations: vec![Grant { org: own, role: Role::Viewer }], ..domain("example.com") };
    let scene = Scene::of(|provider| Provider { admission, required: true, ..provider }, &[]).await;
    let service = &scene.service;
    let (own, other) = (service.organization_with_id(own, Plan::Business).await, service.organization(Plan::Pro).await);
    let (member, _) = service.member_of(&own, Role::Admin).await;
    let email = service.metadata.user(member).await.unwrap().unwrap().0.email;
    let log_in = async |email: &str, password: &str| {
        let body = json!({ "email": email, "password": password });
        service.send(Method::POST, "/api/v1/auth/login", None, Some(&body)).await
    };
    log_in(&email, PASSWORD).await.refused(403, "FORBIDDEN");
    // A wrong password is refused as everywhere, so that nobody learns who has an account.
    log_in(&email, "a wrong password").await.refused(401, "INVALID_CREDENTIALS");
    log_in("nobody@example.com", PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    // An owner with a second factor gets in while the provider does not work; another organization does not count.
    log_in(&own.owner_email, PASSWORD).await.refused(403, "FORBIDDEN");
    let app = App::of(service, &own.session).await;
    let challenge = challenged(service, &own.owner_email).await;
    let body = json!({ "challenge": challenge, "code": app.next_code(service) });
    service.send(Method::POST, "/api/v1/auth/second-factor", None, Some(&body)).await.data(200);
    log_in(&other.owner_email, PASSWORD).await.refused(403, "FORBIDDEN");
    let sign_up = json!({ "email": "new@example.com", "password": PASSWORD, "organizationName": "Own" });
    service.send(Method::POST, "/api/v1/auth/signup", None, Some(&sign_up)).await.refused(403, "FORBIDDEN");
    let invited = json!({ "email": "guest@example.com", "role": "viewer" });
    let path = format!("/api/v1/orgs/{}/members", own.id);
    let invited = service.send(Method::POST, &path, Some(&own.session), Some(&invited)).await;
    let body = json!({ "token": invited.data(201)["invitation"]["token"], "password": PASSWORD });
    let accept = "/api/v1/auth/invitations/accept";
    service.send(Method::POST, accept, None, Some(&body)).await.refused(403, "FORBIDDEN");
    // With a session of the provider, the invitation works.
    let signed_in = scene.sign_in(person("guest", "guest@elsewhere.example")).await;
    signed_in.refused(403, "FORBIDDEN");
    let signed_in = scene.sign_in(person("guest", "guest@example.com")).await;
    signed_in.data(200);
}
