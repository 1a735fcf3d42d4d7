//! What changes access needs a proof from within the last 15 minutes. The table of operations is tested row by row.

use askline_api::fresh_proofs::{Asks, FRESH_PROOFS};
use askline_domain::{identity::role::Role, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use super::{App, endings::remembered, log_in, owner, post};
use crate::{
    every_route::authorization::path_of,
    harness::{PASSWORD, Service},
};

/// The bodies for which an operation that asks for some asks, and for which it does not.
fn bodies(operation: &str) -> (Value, Option<Value>) {
    match operation {
        "change_password" => {
            (json!({ "newPassword": "short" }), Some(json!({ "currentPassword": PASSWORD, "newPassword": "short" })))
        }
        "revoke_access" => (json!({}), Some(json!({ "password": "a wrong long password" }))),
        "create_api_key" => (json!({ "scopes": ["sites:write"] }), Some(json!({ "scopes": ["sites:read"] }))),
        "connect_app" => (json!({ "scopes": ["*"] }), Some(json!({ "scopes": ["sites:read"] }))),
        "update_organization" => (json!({ "requireSecondFactor": false }), Some(json!({ "name": "Renamed" }))),
        "invite_member" | "update_member" => (json!({ "role": "owner" }), Some(json!({ "role": "admin" }))),
        _ => (json!({}), None),
    }
}

#[tokio::test]
async fn each_operation_of_the_table_asks_when_the_last_proof_is_old_and_not_after_a_new_one() {
    let (service, org, app) = owner().await;
    let table = askline_api::routes::table();
    let asks = async |operation: &str, body: &Value| {
        let policy = table.policies().find(|policy| policy.operation == operation);
        let policy = policy.unwrap_or_else(|| panic!("{operation} is no operation"));
        let path = path_of(policy.path, &org);
        let answer = service.send(policy.method.clone(), &path, Some(&org.session), Some(body)).await;
        answer.code() == "REAUTHENTICATION_REQUIRED"
    };
    service.advance(901);
    for row in FRESH_PROOFS {
        if matches!(row.asks, Asks::InUseCase) {
            assert_eq!(row.operation, "update_api_key", "which http keys::updates tests");
            continue;
        }
        let (asking, other) = bodies(row.operation);
        assert!(asks(row.operation, &asking).await, "{} does not ask", row.operation);
        assert_eq!(other.is_some(), matches!(row.asks, Asks::If(_)), "{}", row.operation);
        if let Some(body) = other {
            assert!(!asks(row.operation, &body).await, "{} asks for {body}", row.operation);
        }
    }
    let policies: Vec<_> = table
        .policies()
        .filter(|policy| policy.tenant_source != askline_api::pipeline::tenant::TenantSource::Nobody)
        .collect();
    let untouched = policies.iter().filter(|policy| !askline_api::fresh_proofs::may_ask(policy.operation));
    for policy in untouched.filter(|policy| policy.method == Method::GET) {
        let answer = service.get(&path_of(policy.path, &org), &org.session).await;
        assert_ne!(answer.code(), "REAUTHENTICATION_REQUIRED", "{}", policy.path);
    }
    // Wrong proofs prove nothing, each right one does.
    for wrong in [
        json!({ "password": "a wrong long password" }),
        json!({ "code": app.wrong_code(&service) }),
        json!({ "recoveryCode": "0000-0000-0000-0000" }),
    ] {
        post(&service, "/api/v1/auth/reauthenticate", Some(&org.session), wrong)
            .await
            .refused(401, "INVALID_CREDENTIALS");
        assert!(asks("set_up_totp", &json!(null)).await);
    }
    for proof in ["password", "code", "recoveryCode"] {
        service.advance(901);
        assert!(asks("set_up_totp", &json!(null)).await);
        let given = match proof {
            "password" => PASSWORD.to_owned(),
            "code" => app.code(&service),
            _ => app.recovery_codes[0].clone(),
        };
        let proven = post(&service, "/api/v1/auth/reauthenticate", Some(&org.session), json!({ proof: given })).await;
        proven.data(200);
        // Those that would end what the others need.
        let ending = ["delete_site", "delete_organization", "remove_totp", "replace_recovery_codes"];
        for row in FRESH_PROOFS.iter().filter(|row| !ending.contains(&row.operation)) {
            let body = bodies(row.operation).0;
            assert!(!asks(row.operation, &body).await, "{} asks after {proof}", row.operation);
        }
    }
    let both = json!({ "password": PASSWORD, "code": "000000" });
    post(&service, "/api/v1/auth/reauthenticate", Some(&org.session), both).await.refused(422, "VALIDATION_FAILED");
}

#[tokio::test]
async fn the_first_factor_ends_other_sessions_and_a_remembered_browser_changes_no_access_until_it_is_given_there() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let earlier = service.session_of(service.owner_of(&org).await).await;
    let app = App::of(&service, &org.session).await;
    service.get("/api/v1/me", &earlier).await.refused(401, "SESSION_EXPIRED");
    service.get("/api/v1/me", &org.session).await.data(200);
    let browser = remembered(&service, &org, &app).await;
    let started = log_in(&service, &org.owner_email, PASSWORD, &browser).await;
    let earlier = started.data(200)["token"].as_str().unwrap().to_owned();
    let password = json!({ "password": PASSWORD });
    post(&service, "/api/v1/auth/reauthenticate", Some(&earlier), password).await.refused(409, "CONFLICT");
    for (method, path) in [
        (Method::POST, "/api/v1/auth/factors/recovery"),
        (Method::DELETE, "/api/v1/auth/factors/totp"),
        (Method::POST, "/api/v1/auth/passkeys/options"),
    ] {
        let refused = service.send(method, path, Some(&earlier), None).await;
        refused.refused(403, "REAUTHENTICATION_REQUIRED");
    }
    let code = json!({ "code": app.next_code(&service) });
    post(&service, "/api/v1/auth/reauthenticate", Some(&earlier), code).await.data(200);
    service.send(Method::DELETE, "/api/v1/auth/factors/totp", Some(&earlier), None).await.data(200);
}

#[tokio::test]
async fn an_account_without_a_password_is_not_proven_by_sending_one() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (person, _) = service.member_of(&org, Role::Viewer).await;
    service.tamper("UPDATE users SET password_hash = NULL").await;
    let session = service.session_of(person).await;
    service.advance(901);
    let session = Some(session.as_str());
    for (path, body) in [
        ("/api/v1/auth/password", json!({ "currentPassword": "invented", "newPassword": "another long password" })),
        ("/api/v1/auth/revoke-all", json!({ "password": "invented" })),
    ] {
        post(&service, path, session, body).await.refused(403, "REAUTHENTICATION_REQUIRED");
    }
}
