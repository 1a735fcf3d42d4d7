//! Email addresses that look like another one are refused for new accounts. Existing accounts can still sign in.

use askline_domain::identity::role::Role;

use super::*;
use crate::harness::unlimited;

/// Addresses that are refused, with the code of the reason.
const REFUSED: [(&str, &str); 8] = [
    ("a\u{200b}da@example.com", "HIDDEN_CHARACTER"),
    ("ada\u{202e}@example.com", "HIDDEN_CHARACTER"),
    ("ada@exam\u{2067}ple.com", "HIDDEN_CHARACTER"),
    ("ada@\u{feff}example.com", "HIDDEN_CHARACTER"),
    ("ada\u{ad}@example.com", "HIDDEN_CHARACTER"),
    ("ad\u{7}a@example.com", "INVALID_EMAIL"),
    ("ａda@example.com", "COMPATIBILITY_CHARACTER"),
    ("\u{212a}im@example.com", "COMPATIBILITY_CHARACTER"),
];

fn refused(answer: &Answer, code: &str) {
    let details = &answer.refused(422, "VALIDATION_FAILED").body["error"]["details"];
    assert_eq!((&details[0]["path"], &details[0]["code"]), (&json!("email"), &json!(code)), "{}", answer.text);
}

#[tokio::test]
async fn a_new_address_that_can_pass_for_another_is_refused_everywhere_and_nothing_is_stored() {
    let settings = ApiSettings { signup: true, limits: unlimited(), ..ApiSettings::default() };
    let service = Service::start_with(settings).await;
    let set_up = service.app.setup_token().issue().expose().to_owned();
    for (email, code) in REFUSED {
        let mut body = account(email);
        body["token"] = set_up.as_str().into();
        refused(&post(&service, "/api/v1/auth/setup", None, body).await, code);
    }
    let org = service.organization(Plan::Enterprise).await;
    let members = format!("/api/v1/orgs/{}/members", org.id);
    let invited = json!({ "email": "guest@example.com", "role": "viewer" });
    let invited = post(&service, &members, Some(&org.session), invited).await;
    let token = invited.data(201)["invitation"]["token"].as_str().unwrap();
    for (email, code) in REFUSED {
        refused(&post(&service, "/api/v1/auth/signup", None, account(email)).await, code);
        let invitation = json!({ "email": email, "role": "viewer" });
        refused(&post(&service, &members, Some(&org.session), invitation).await, code);
        let acceptance = json!({ "token": token, "email": email, "password": PASSWORD });
        refused(&post(&service, "/api/v1/auth/invitations/accept", None, acceptance).await, code);
        for stored in [email.to_owned(), email.to_lowercase()] {
            assert!(service.metadata.user_by_email(&stored).await.unwrap().is_none(), "{email:?}");
        }
    }
    let listed = service.get(&members, &org.session).await;
    assert_eq!(listed.data(200)["items"].as_array().unwrap().len(), 2, "{}", listed.text);
}

#[tokio::test]
async fn an_account_that_has_such_an_address_keeps_it_and_gets_in() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let owner = service.owner_of(&org).await;
    for (email, _) in REFUSED.iter().filter(|(email, _)| !email.contains('\u{212a}')) {
        service.tamper(&format!("UPDATE users SET email = '{email}' WHERE id = '{owner}'")).await;
        let answer = log_in(&service, email, PASSWORD).await;
        assert_eq!(answer.data(200)["user"]["email"], *email);
        let token = token_of(&answer);
        let named = service.send(Method::PATCH, ME, Some(&token), Some(&json!({ "name": "Ada" }))).await;
        assert_eq!(named.data(200)["user"]["email"], *email, "{}", named.text);
        let changed = json!({ "currentPassword": PASSWORD, "newPassword": PASSWORD });
        post(&service, "/api/v1/auth/password", Some(&token), changed).await.data(200);
    }
}

#[tokio::test]
async fn an_invitation_with_such_an_address_makes_no_account_under_it() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let members = format!("/api/v1/orgs/{}/members", org.id);
    let invited = json!({ "email": "guest@example.com", "role": Role::Viewer });
    let invited = post(&service, &members, Some(&org.session), invited).await;
    let token = invited.data(201)["invitation"]["token"].clone();
    service.tamper("UPDATE pending_members SET email = 'gu\u{200b}est@example.com'").await;
    let accept = |email: Option<&str>| json!({ "token": token, "email": email, "password": PASSWORD });
    refused(&post(&service, "/api/v1/auth/invitations/accept", None, accept(None)).await, "HIDDEN_CHARACTER");
    let other = accept(Some("guest@example.com"));
    refused(&post(&service, "/api/v1/auth/invitations/accept", None, other).await, "NOT_ALLOWED");
}
