//! What changes access needs a proof from within the last 15 minutes. The table of operations is tested row by row.

use std::collections::BTreeSet;

use askline_api::{
    fresh_proofs::{Asks, FRESH_PROOFS},
    pipeline::route_table::policy::Access,
};
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
        "update_channel" => {
            (json!({ "address": "https://hooks.slack.com/services/T0/B0/x" }), Some(json!({ "name": "#seo" })))
        }
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
            // `keys::updates` and the test of invitations below.
            assert!(["update_api_key", "renew_invitation"].contains(&row.operation), "{} has no test", row.operation);
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

#[tokio::test]
async fn a_new_token_of_an_invited_owner_needs_a_fresh_proof_and_of_others_none() {
    let (service, org, _) = owner().await;
    let path = format!("/api/v1/orgs/{}/members", org.id);
    let session = Some(org.session.as_str());
    let mut invited = Vec::new();
    for role in ["owner", "admin"] {
        let body = json!({ "email": format!("{role}@example.com"), "role": role });
        let added = post(&service, &path, session, body).await;
        invited.push(format!("{path}/{}/invitation", added.data(201)["member"]["userId"].as_str().unwrap()));
    }
    service.advance(901);
    post(&service, &invited[0], session, json!(null)).await.refused(403, "REAUTHENTICATION_REQUIRED");
    post(&service, &invited[1], session, json!(null)).await.data(201);
    let proof = json!({ "password": PASSWORD });
    post(&service, "/api/v1/auth/reauthenticate", session, proof).await.data(200);
    post(&service, &invited[0], session, json!(null)).await.data(201);
}

/// The operations of sessions that change something and never ask, by the reason.
const NEVER_ASK: &[(&str, &[&str])] = &[
    (
        "the request contains a secret that proves who sends it",
        &["accept_invitation", "reauthenticate", "begin_passkey_proof", "request_email_change"],
    ),
    ("it asks a provider for the proof itself", &["begin_identity_proof"]),
    ("it completes what has asked", &["confirm_totp"]),
    (
        "it only ends access",
        &[
            "sign_out",
            "end_session",
            "forget_remembered_browsers",
            "disconnect_own_app",
            "disconnect_app",
            "revoke_api_key",
            "delete_service_account",
            "leave_organization",
            "remove_member",
            "delete_webhook",
            "delete_channel",
        ],
    ),
    (
        "it changes a name, or sends an email to an address that the account gave before",
        &["update_me", "update_notifications", "rename_passkey", "resend_verification_email"],
    ),
    ("nobody else is in the new organization", &["create_organization"]),
    (
        "it shows or tries something and changes nothing",
        &["show_app_request", "preview_config", "preview_pages", "preview_prompt", "test_rules", "verify_install"],
    ),
    (
        "it changes what readers get, what engines are asked or what charts say, and gives access to nothing",
        &[
            "create_site",
            "update_site",
            "create_annotation",
            "update_annotation",
            "delete_annotation",
            "replace_config",
            "roll_back_config",
            "create_prompt",
            "update_prompt",
            "delete_prompt",
            "regenerate_prompts",
            "regenerate_prompt",
            "create_rule",
            "approve_proposed_rules",
            "dismiss_proposed_rules",
            "replace_rule",
            "reorder_rules",
            "delete_rule",
            "import_prompts",
            "create_monitor",
            "update_monitor",
            "delete_monitor",
            "run_monitor",
        ],
    ),
    (
        "it is about what counts the requests of crawlers, whose token can do nothing else",
        &["create_log_source", "update_log_source", "rotate_log_source", "delete_log_source"],
    ),
    (
        "it shows figures that its creator can save as files, and its end is in the audit log",
        &["create_shared_link", "update_shared_link", "delete_shared_link", "preview_shared_link"],
    ),
    (
        "it sends reports, which its creator can save as files, to an address whose owner must confirm it",
        &["create_recipient", "update_recipient", "delete_recipient", "ask_recipient_again"],
    ),
    (
        "it sends to the address of a webhook or channel, whose choice asked",
        &["test_webhook", "replay_delivery", "replay_deliveries", "test_channel", "put_notification_routes"],
    ),
];

#[test]
fn each_operation_that_changes_something_asks_or_has_a_reason_not_to() {
    let table = askline_api::routes::table();
    let changing: BTreeSet<&str> = table
        .policies()
        .filter(|policy| policy.method != Method::GET)
        .filter(|policy| !matches!(policy.access, Access::Anyone | Access::Keyless))
        .map(|policy| policy.operation)
        .collect();
    let never: Vec<&str> = NEVER_ASK.iter().flat_map(|(_, operations)| operations.iter().copied()).collect();
    let asking = FRESH_PROOFS.iter().map(|row| row.operation);
    let listed: Vec<&str> = asking.chain(never).collect();
    let decided: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), decided.len(), "an operation is in both lists, or twice in one");
    assert_eq!(decided, changing);
}
