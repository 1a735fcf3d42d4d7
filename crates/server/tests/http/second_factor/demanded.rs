//! An organization that demands a second factor is closed to members without one. That holds on every route of the table.

use askline_domain::{identity::role::Role, keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::json;

use super::{App, answered, challenged, owner, post};
use crate::{
    every_route::{authorization::path_of, contract_table::ROUTES},
    harness::{Org, PASSWORD, Service},
};

async fn demand(service: &Service, org: &Org, session: &str, demanded: bool) -> crate::harness::Answer {
    let (path, body) = (format!("/api/v1/orgs/{}", org.id), json!({ "requireSecondFactor": demanded }));
    service.send(Method::PATCH, &path, Some(session), Some(&body)).await
}

/// Whether a route is about an organization, by its row in the specification.
fn is_of_organization(template: &str) -> bool {
    !["/api/v1/auth/", "/api/v1/me", "/api/v1/events", "/api/v1/keys/leaked", "/api/v1/keys/self"]
        .iter()
        .any(|prefix| template.starts_with(prefix))
        && ![
            "/api/v1/orgs",
            "/api/v1/link-registry",
            "/api/v1/openapi.json",
            "/api/v1/mail",
            "/api/v1/logs/ingest",
            "/api/v1/notifications/recipients/confirm",
        ]
        .contains(&template)
        && !template.ends_with("/config")
}

#[tokio::test]
async fn every_route_of_the_organization_refuses_a_member_without_a_second_factor_whatever_their_role() {
    let (service, org, _) = owner().await;
    demand(&service, &org, &org.session, true).await.data(200);
    let table = askline_api::routes::table();
    let about_organizations: Vec<_> = table
        .policies()
        .filter(|policy| policy.tenant_source != askline_api::pipeline::tenant::TenantSource::Nobody)
        .map(|policy| (policy.method.to_string(), policy.path))
        .collect();
    let mut checked = 0;
    for role in Role::EVERY {
        let (_, session) = service.member_of(&org, role).await;
        for (method, template, _) in ROUTES {
            let of_table = about_organizations.contains(&((*method).to_owned(), *template));
            if !of_table {
                assert!(!is_of_organization(template), "{method} {template} has no tenant");
                continue;
            }
            let answer = service.send(method.parse().unwrap(), &path_of(template, &org), Some(&session), None).await;
            if ["/api/v1/keys/self", "/api/v1/links/{siteId}/view"].contains(template) {
                continue;
            }
            answer.refused(403, "SECOND_FACTOR_REQUIRED");
            checked += 1;
        }
        let me = service.get("/api/v1/me", &session).await;
        assert_eq!(me.data(200)["orgs"][0]["secondFactorMissing"], true);
        // With a factor of their own, they are let in at once.
        App::of(&service, &session).await;
        service.get(&format!("/api/v1/orgs/{}", org.id), &session).await.data(200);
        assert_eq!(service.get("/api/v1/me", &session).await.data(200)["orgs"][0]["secondFactorMissing"], false);
    }
    assert!(checked > 4 * 60, "{checked}");
    // Keys belong to the organization and not to a person.
    let key = service.key(&org, &[Scope::OrgRead]).await;
    service.get(&format!("/api/v1/orgs/{}", org.id), &key).await.data(200);
}

#[tokio::test]
async fn only_an_owner_with_a_second_factor_demands_one_and_ending_the_demand_needs_a_fresh_proof() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let refused = demand(&service, &org, &org.session, true).await;
    assert!(refused.refused(409, "CONFLICT").text.contains("Set up an authenticator app"), "{}", refused.text);
    let other = service.session_of(service.owner_of(&org).await).await;
    let app = App::of(&service, &org.session).await;
    assert_eq!(demand(&service, &org, &org.session, true).await.data(200)["requireSecondFactor"], true);
    // A session from before the first factor has ended. The next one gives it.
    service.get(&format!("/api/v1/orgs/{}", org.id), &other).await.refused(401, "SESSION_EXPIRED");
    let challenge = challenged(&service, &org.owner_email).await;
    let entered = answered(&service, &challenge, "code", &app.next_code(&service)).await;
    let other = entered.data(200)["token"].as_str().unwrap().to_owned();
    service.get(&format!("/api/v1/orgs/{}", org.id), &other).await.data(200);
    service.advance(900);
    demand(&service, &org, &other, false).await.refused(403, "REAUTHENTICATION_REQUIRED");
    post(&service, "/api/v1/auth/reauthenticate", Some(&other), json!({ "password": PASSWORD })).await.data(200);
    assert_eq!(demand(&service, &org, &other, false).await.data(200)["requireSecondFactor"], false);
    // A member who signs in with the factor reaches what demands it; who removes it, does not.
    demand(&service, &org, &other, true).await.data(200);
    let challenge = challenged(&service, &org.owner_email).await;
    let entered = answered(&service, &challenge, "code", &app.next_code(&service)).await;
    let session = entered.data(200)["token"].as_str().unwrap().to_owned();
    service.get(&format!("/api/v1/orgs/{}", org.id), &session).await.data(200);
    service.send(Method::DELETE, "/api/v1/auth/factors/totp", Some(&session), None).await.data(200);
    for session in [&session, &other, &org.session] {
        service.get(&format!("/api/v1/orgs/{}", org.id), session).await.refused(403, "SECOND_FACTOR_REQUIRED");
    }
    // Sessions with proofs of the old factor end with the new one.
    App::of(&service, &session).await;
    service.get(&format!("/api/v1/orgs/{}", org.id), &session).await.data(200);
    service.get(&format!("/api/v1/orgs/{}", org.id), &other).await.refused(401, "SESSION_EXPIRED");
}
