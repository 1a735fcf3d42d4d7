//! Invitations are shown once, and are accepted once, renewed or withdrawn, or they expire. Also what accepting one
//! requires.

use askline_api::settings::ApiSettings;
use askline_domain::{identity::role::Role, keys::scope::Scope, organizations::plan::Plan};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::{DAY, accept, add, invited, members, owner_of, remove, seats};
use crate::harness::{Answer, Org, PASSWORD, Service};

const ACCEPT: &str = "/api/v1/auth/invitations/accept";

async fn renew(service: &Service, org: &Org, bearer: &str, pending: &str) -> Answer {
    service.send(Method::POST, &format!("{}/{pending}/invitation", members(org)), Some(bearer), None).await
}

async fn take_up(service: &Service, bearer: Option<&str>, body: Value) -> Answer {
    service.send(Method::POST, ACCEPT, bearer, Some(&body)).await
}

async fn log_in(service: &Service, email: &str) -> Answer {
    let credentials = json!({ "email": email, "password": PASSWORD });
    service.send(Method::POST, "/api/v1/auth/login", None, Some(&credentials)).await
}

#[tokio::test]
async fn an_invitation_is_shown_once_and_accepted_once() {
    let public_url = Some("https://ask.example.com".to_owned());
    let service = Service::start_with(ApiSettings { public_url, ..ApiSettings::default() }).await;
    let org = service.organization(Plan::Pro).await;
    let answer = add(&service, &org, &org.session, " Grace@Example.com ", "member").await;
    let (user, token) = invited(&answer);
    assert_eq!(answer.header("cache-control"), "no-store");
    let data = answer.data(201);
    let member = json!({ "userId": user, "email": "grace@example.com", "name": "", "role": "member", "siteIds": null, "status": "pending",
        "createdAt": "2026-06-15T12:00:00.000Z", "invitationExpiresAt": "2026-06-22T12:00:00.000Z",
        "mailState": null, "mailAnswer": null });
    assert_eq!(data["member"], member);
    assert_eq!(data["invitation"]["expiresAt"], "2026-06-22T12:00:00.000Z");
    assert_eq!(data["invitation"]["acceptUrl"], format!("https://ask.example.com/join#{token}"));
    let listed = service.get(&members(&org), &org.session).await;
    assert!(listed.data(200)["items"].as_array().unwrap().contains(&member) && !listed.text.contains(&token[4..]));

    accept(&service, &token, "short").await.refused(422, "VALIDATION_FAILED");
    accept(&service, "inv_00", PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    let accepted = accept(&service, &token, PASSWORD).await;
    assert_eq!(accepted.data(200)["orgs"][0]["role"], "member");
    assert_eq!(accepted.data(200)["user"]["name"], "Grace");
    assert!(accepted.header("set-cookie").contains("askline_session="));
    let session = accepted.data(200)["token"].as_str().unwrap();
    service.get(&format!("/api/v1/prompts/{}", org.site), session).await.data(200);
    accept(&service, &token, "some other password").await.refused(401, "INVALID_CREDENTIALS");
    log_in(&service, "grace@example.com").await.data(200);

    let listed = service.get(&members(&org), &org.session).await;
    assert!(!listed.text.contains(&user), "the pending member gave way to the account: {}", listed.text);
    let joined = &listed.data(200)["items"][0];
    assert_eq!((&joined["status"], &joined["invitationExpiresAt"]), (&json!("active"), &Value::Null));
    let told = service.get("/api/v1/audit?action=member.joined", &org.session).await;
    assert_eq!(told.data(200)["items"][0]["actor"]["id"], accepted.data(200)["user"]["id"]);
}

#[tokio::test]
async fn an_invitation_token_shows_its_details_and_stays_valid_until_accepted_or_withdrawn() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (pending, token) = invited(&add(&service, &org, &org.session, "grace@example.com", "viewer").await);
    let show = async |token: &str| {
        service.send(Method::POST, "/api/v1/auth/invitations/show", None, Some(&json!({ "token": token }))).await
    };
    let me = service.get("/api/v1/me", &org.session).await;
    let (inviter, organization) = (&me.data(200)["user"], &me.data(200)["orgs"][0]);
    let seen = show(&token).await;
    assert_eq!(seen.header("cache-control"), "no-store");
    let inviter = json!({ "name": inviter["name"], "email": inviter["email"] });
    let expected = json!({ "organization": organization["name"], "role": "viewer", "inviter": inviter,
        "email": "grace@example.com" });
    assert_eq!(seen.data(200), &expected);
    show("inv_00").await.refused(401, "INVALID_CREDENTIALS");
    accept(&service, &token, PASSWORD).await.data(200);
    show(&token).await.refused(401, "INVALID_CREDENTIALS");

    let (withdrawn, token) = invited(&add(&service, &org, &org.session, "joan@example.com", "viewer").await);
    assert_ne!(withdrawn, pending);
    remove(&service, &org, &org.session, &withdrawn).await.data(200);
    show(&token).await.refused(401, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn of_many_who_take_it_up_at_once_one_joins() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (_, token) = invited(&add(&service, &org, &org.session, "grace@example.com", "viewer").await);
    let bodies = vec![json!({ "token": token, "password": PASSWORD }); 6];
    let answers = join_all(bodies.into_iter().map(|body| take_up(&service, None, body))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1, "{answers:?}");
    assert_eq!(seats(&service, &org).await, json!({ "total": 5, "used": 2, "pending": 0 }));
}

#[tokio::test]
async fn a_signed_in_person_joins_with_that_account_whatever_address_was_invited() {
    let service = Service::start_unlimited().await;
    let (org, own) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let (_, token) = invited(&add(&service, &org, &org.session, "somebody@example.com", "viewer").await);
    let before = service.get("/api/v1/auth/sessions", &own.session).await;
    let joined = take_up(&service, Some(&own.session), json!({ "token": token })).await;
    let data = joined.data(200);
    assert_eq!(data["token"], own.session, "the session goes on");
    assert_eq!((&data["user"]["email"], data["orgs"].as_array().unwrap().len()), (&json!(own.owner_email), 2));
    assert_eq!((joined.header("cache-control"), joined.header("set-cookie")), ("no-store", ""));
    assert_eq!(service.get("/api/v1/auth/sessions", &own.session).await.data(200), before.data(200));
    service.get(&format!("/api/v1/orgs/{}", org.id), &own.session).await.data(200);
    let listed = service.get(&members(&org), &org.session).await;
    assert!(listed.text.contains(&own.owner_email) && !listed.text.contains("somebody@example.com"));
    assert!(listed.text.contains(&owner_of(&service, &own).await));
}

#[tokio::test]
async fn the_cookie_takes_an_invitation_up_from_the_dashboard_alone() {
    let service = Service::start_unlimited().await;
    let (org, own) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let (_, token) = invited(&add(&service, &org, &org.session, "grace@example.com", "viewer").await);
    let origin = format!("http://{}", service.address);
    let send = async |session: &str, origin: Option<&str>, body: Value| {
        let mut request = service.request(Method::POST, ACCEPT).header("cookie", format!("askline_session={session}"));
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        service.answer(request.json(&body)).await
    };
    let body = json!({ "token": token });
    for wrong in [None, Some("http://evil.example"), Some("null")] {
        send(&own.session, wrong, body.clone()).await.refused(403, "ORIGIN_NOT_ALLOWED");
    }
    let joined = send(&own.session, Some(&origin), body).await;
    assert_eq!(joined.data(200)["token"], Value::Null, "what came by the cookie is shown to no script");
    assert_eq!(joined.data(200)["orgs"].as_array().unwrap().len(), 2);

    // A browser may send its cookie for weeks after the session ended. The service ignores such a cookie.
    let (_, token) = invited(&add(&service, &org, &org.session, "ada@example.com", "viewer").await);
    service.send(Method::POST, "/api/v1/auth/logout", Some(&own.session), None).await.data(200);
    let refused = send(&own.session, Some(&origin), json!({ "token": token })).await;
    assert_eq!(refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], "password");
    let joined = send(&own.session, Some(&origin), json!({ "token": token, "password": PASSWORD })).await;
    assert_eq!(joined.data(200)["user"]["email"], "ada@example.com");
}

#[tokio::test]
async fn a_key_or_an_ended_session_takes_nothing_up() {
    let service = Service::start_unlimited().await;
    let (org, own) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let (_, token) = invited(&add(&service, &org, &org.session, "grace@example.com", "viewer").await);
    let body = json!({ "token": token, "password": PASSWORD });
    let key = service.key(&own, &[Scope::All]).await;
    take_up(&service, Some(&key), body.clone()).await.refused(403, "INSUFFICIENT_SCOPE");
    service.send(Method::POST, "/api/v1/auth/logout", Some(&own.session), None).await.data(200);
    take_up(&service, Some(&own.session), body).await.refused(401, "SESSION_EXPIRED");
    assert_eq!(seats(&service, &org).await, json!({ "total": 5, "used": 1, "pending": 1 }));
}

#[tokio::test]
async fn only_a_person_who_is_signed_in_joins_with_another_address_and_a_refusal_spends_nothing() {
    let service = Service::start_unlimited().await;
    let (org, own) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let (_, token) = invited(&add(&service, &org, &org.session, &own.owner_email, "viewer").await);
    let new = |email: &str| json!({ "token": token, "password": PASSWORD, "email": email });
    // The invited address already has an account. This route never asks for its password.
    accept(&service, &token, PASSWORD).await.refused(409, "CONFLICT");
    // Whether an account has another address is not revealed.
    for (other, code) in
        [(org.owner_email.as_str(), "NOT_ALLOWED"), ("ada@example.com", "NOT_ALLOWED"), ("no e-mail", "INVALID_EMAIL")]
    {
        let refused = take_up(&service, None, new(other)).await;
        let details = &refused.refused(422, "VALIDATION_FAILED").body["error"]["details"];
        assert_eq!((&details[0]["path"], &details[0]["code"]), (&json!("email"), &json!(code)), "{other}");
    }
    let (_, of_ada) = invited(&add(&service, &org, &org.session, "ada@bücher.example", "viewer").await);
    let same = json!({ "token": of_ada, "password": PASSWORD, "email": "Ada@XN--BCHER-KVA.example" });
    assert_eq!(take_up(&service, None, same).await.data(200)["user"]["email"], "ada@bücher.example");
    let session = log_in(&service, &own.owner_email).await.data(200)["token"].as_str().unwrap().to_owned();
    take_up(&service, Some(&session), json!({ "token": token })).await.data(200);
}

#[tokio::test]
async fn what_does_not_fit_the_caller_is_named_and_changes_nothing() {
    let service = Service::start_unlimited().await;
    let (org, own) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let (_, token) = invited(&add(&service, &org, &org.session, "grace@example.com", "viewer").await);
    let long = "n".repeat(101);
    for (bearer, field, value) in [
        (Some(&own.session), "password", json!(PASSWORD)),
        (Some(&own.session), "name", json!("Grace")),
        (Some(&own.session), "email", json!("grace@example.com")),
        (None, "password", Value::Null),
        (None, "password", json!("short")),
        (None, "password", json!("Grace@example.com")),
        (None, "name", json!(long)),
        (None, "role", json!("owner")),
    ] {
        let mut body = json!({ "token": token });
        if bearer.is_none() {
            body["password"] = json!(PASSWORD);
        }
        body[field] = value;
        let refused = take_up(&service, bearer.map(String::as_str), body).await;
        let details = &refused.refused(422, "VALIDATION_FAILED").body["error"]["details"];
        assert_eq!(details[0]["path"], field, "{}", refused.text);
    }
    take_up(&service, None, json!({ "password": PASSWORD })).await.refused(422, "VALIDATION_FAILED");
    assert_eq!(seats(&service, &org).await, json!({ "total": 5, "used": 1, "pending": 1 }));
    accept(&service, &token, PASSWORD).await.data(200);
}

#[tokio::test]
async fn a_member_who_accepts_again_leaves_the_invitation_to_another_person() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (_, session) = service.member_of(&org, Role::Viewer).await;
    let (_, token) = invited(&add(&service, &org, &org.session, "grace@example.com", "admin").await);
    for member in [&org.session, &session] {
        take_up(&service, Some(member), json!({ "token": token })).await.refused(409, "CONFLICT");
    }
    assert_eq!(service.get("/api/v1/me", &session).await.data(200)["orgs"][0]["role"], "viewer");
    assert_eq!(accept(&service, &token, PASSWORD).await.data(200)["orgs"][0]["role"], "admin");
}

#[tokio::test]
async fn an_invitation_ends_after_seven_days_and_can_be_renewed() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (_, in_time) = invited(&add(&service, &org, &org.session, "in-time@example.com", "viewer").await);
    let (late, token) = invited(&add(&service, &org, &org.session, "late@example.com", "viewer").await);
    service.advance(7 * DAY - 1);
    accept(&service, &in_time, PASSWORD).await.data(200);
    service.advance(1);
    accept(&service, &token, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    let session = log_in(&service, &org.owner_email).await.data(200)["token"].as_str().unwrap().to_owned();
    let renewed = renew(&service, &org, &session, &late).await;
    assert_eq!(renewed.data(201)["member"]["invitationExpiresAt"], "2026-06-29T12:00:00.000Z");
    assert_eq!(renewed.header("cache-control"), "no-store");
    let (again, token) = invited(&renewed);
    assert_eq!(again, late);
    accept(&service, &token, PASSWORD).await.data(200);
}

#[tokio::test]
async fn a_renewed_or_withdrawn_invitation_ends_its_old_token() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (admin, session) = service.member_of(&org, Role::Admin).await;
    let (pending, first) = invited(&add(&service, &org, &org.session, "grace@example.com", "viewer").await);
    let (_, second) = invited(&renew(&service, &org, &session, &pending).await);
    assert_ne!(first, second);
    accept(&service, &first, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    remove(&service, &org, &session, &pending).await.data(200);
    accept(&service, &second, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    for gone in [pending.as_str(), "usr_00000000000000000000000007", "nobody"] {
        renew(&service, &org, &session, gone).await.refused(404, "NOT_FOUND");
    }
    renew(&service, &org, &org.session, &admin.to_string()).await.refused(409, "CONFLICT");

    let (pending, token) = invited(&add(&service, &org, &org.session, "owner-to-be@example.com", "owner").await);
    renew(&service, &org, &session, &pending).await.refused(403, "FORBIDDEN");
    remove(&service, &org, &session, &pending).await.refused(403, "FORBIDDEN");
    assert_eq!(accept(&service, &token, PASSWORD).await.data(200)["orgs"][0]["role"], "owner");
}

#[tokio::test]
async fn seats_are_counted_again_when_an_invitation_is_accepted() {
    let service = Service::start_unlimited().await;
    let (org, own) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let (_, token) = invited(&add(&service, &org, &org.session, "grace@example.com", "viewer").await);
    add(&service, &org, &org.session, "ada@example.com", "viewer").await.data(201);
    service.set_plan(&org, Plan::Free).await;
    accept(&service, &token, PASSWORD).await.refused(409, "LIMIT_REACHED");
    take_up(&service, Some(&own.session), json!({ "token": token })).await.refused(409, "LIMIT_REACHED");
    log_in(&service, "grace@example.com").await.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(seats(&service, &org).await, json!({ "total": 1, "used": 1, "pending": 2 }));
    service.set_plan(&org, Plan::Pro).await;
    accept(&service, &token, PASSWORD).await.data(200);
}
