//! Authentication: sign-in, sessions, the cookie, passwords, sign-up and set-up.

mod addresses;
mod attack;
mod cookies;
mod first_owner;
mod limits;
mod networks;
mod one_time;
mod revoked_access;

use std::collections::BTreeSet;

use askline_api::settings::ApiSettings;
use askline_domain::{
    keys::{ApiKey, scope::Scope},
    organizations::plan::Plan,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, PASSWORD, Service};

const DAY: u64 = 86_400;
const ME: &str = "/api/v1/me";
const NEW_PASSWORD: &str = "another good long password";

async fn log_in(service: &Service, email: &str, password: &str) -> Answer {
    post(service, "/api/v1/auth/login", None, json!({ "email": email, "password": password })).await
}

async fn post(service: &Service, path: &str, bearer: Option<&str>, body: Value) -> Answer {
    service.send(Method::POST, path, bearer, Some(&body)).await
}

/// The session token of someone who just signed in.
pub(crate) fn token_of(answer: &Answer) -> String {
    let token = answer.body["data"]["token"].as_str().unwrap_or_else(|| panic!("no token: {}", answer.text));
    assert!(token.len() == 67 && token.starts_with("st_"), "{token}");
    token.to_owned()
}

fn account(email: &str) -> Value {
    json!({ "email": email, "password": PASSWORD, "name": "Ada", "organizationName": "Engines" })
}

#[tokio::test]
async fn the_right_password_opens_a_session_and_says_whose() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let answer = log_in(&service, &org.owner_email.to_uppercase(), PASSWORD).await;
    let data = answer.data(200);
    let names: BTreeSet<&str> = data.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, ["token", "expiresAt", "user", "orgs", "endedSessions"].into());
    assert_eq!(data["expiresAt"], "2026-06-22T12:00:00.000Z");
    assert_eq!(data["user"]["email"], org.owner_email.as_str());
    assert_eq!(data["orgs"], json!([{ "id": org.id, "name": "Pro Ltd", "role": "owner" }]));
    assert_eq!(answer.header("cache-control"), "no-store");
    let token = token_of(&answer);
    let me = service.get(ME, &token).await;
    assert_eq!(me.data(200)["user"], data["user"]);
    assert_eq!(me.data(200)["session"]["expiresAt"], data["expiresAt"]);

    let cookie = answer.header("set-cookie");
    let (pair, attributes) = cookie.split_once("; ").unwrap();
    assert!(pair.ends_with(&format!("={token}")), "{cookie}");
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(attributes.split("; ").any(|each| each == attribute), "{attribute}: {cookie}");
    }
}

#[tokio::test]
async fn a_wrong_password_an_unknown_email_and_a_waiting_one_are_refused_alike() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let invitation = json!({ "email": "waiting@example.com", "role": "admin" });
    post(&service, &format!("/api/v1/orgs/{}/members", org.id), Some(&org.session), invitation).await.data(201);
    let expected = log_in(&service, &org.owner_email, "a wrong long password").await;
    expected.refused(401, "INVALID_CREDENTIALS");
    for (email, password) in [
        (org.owner_email.as_str(), ""),
        ("nobody@example.com", PASSWORD),
        ("nobody@example.com", ""),
        ("waiting@example.com", ""),
        ("not an e-mail", PASSWORD),
        ("", ""),
    ] {
        let answer = log_in(&service, email, password).await;
        answer.refused(401, "INVALID_CREDENTIALS");
        assert_eq!(answer.body["error"], expected.body["error"], "{email}");
        let names = |answer: &Answer| answer.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names(&answer), names(&expected), "{email}");
        assert_eq!(answer.header("set-cookie"), "", "{email}");
    }
}

#[tokio::test]
async fn log_out_ends_this_session_at_once_and_no_other() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let token = token_of(&log_in(&service, &org.owner_email, PASSWORD).await);
    service.get(ME, &token).await.data(200);
    let answer = service.send(Method::POST, "/api/v1/auth/logout", Some(&token), None).await;
    answer.data(200);
    let cookie = answer.header("set-cookie");
    assert!(cookie.contains("=;") && cookie.contains("Max-Age=0"), "{cookie}");
    for path in [ME, "/api/v1/auth/sessions", "/api/v1/sites", "/api/v1/keys"] {
        service.get(path, &token).await.refused(401, "SESSION_EXPIRED");
    }
    service.get(ME, &org.session).await.data(200);
}

#[tokio::test]
async fn a_log_in_beyond_a_hundred_sessions_ends_the_oldest_and_reports_it() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let owner = service.owner_of(&org).await;
    // With the session of the organization's owner, these are ninety-nine.
    let mut bearers = vec![org.session.clone()];
    for _ in 0..98 {
        service.advance(1);
        bearers.push(service.session_of(owner).await);
    }
    service.advance(1);
    let hundredth = log_in(&service, &org.owner_email, PASSWORD).await;
    assert_eq!(hundredth.data(200)["endedSessions"], 0);
    service.get(ME, &bearers[0]).await.data(200);
    service.advance(1);
    let newest = log_in(&service, &org.owner_email, PASSWORD).await;
    assert_eq!(newest.data(200)["endedSessions"], 1);
    service.get(ME, &bearers[0]).await.refused(401, "SESSION_EXPIRED");
    service.get(ME, &bearers[1]).await.data(200);
    let token = token_of(&newest);
    let (mut path, mut listed) = ("/api/v1/auth/sessions?limit=60".to_owned(), Vec::new());
    loop {
        let page = service.get(&path, &token).await;
        listed.push(page.data(200)["items"].as_array().unwrap().len());
        match page.body["meta"]["pagination"]["nextCursor"].as_str() {
            Some(cursor) => path = format!("/api/v1/auth/sessions?limit=60&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(listed, [60, 40]);
}

#[tokio::test]
async fn a_person_sees_their_own_log_ins_also_those_whose_session_has_ended() {
    let service = Service::start_unlimited().await;
    let (org, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    service.advance(1);
    let credentials = json!({ "email": org.owner_email, "password": PASSWORD });
    let from_a_program = service.request(Method::POST, "/api/v1/auth/login").header("user-agent", "curl/8.5.0");
    let token = token_of(&service.answer(from_a_program.json(&credentials)).await);
    service.send(Method::POST, "/api/v1/auth/logout", Some(&org.session), None).await.data(200);
    let told = service.get("/api/v1/auth/logins", &token).await;
    let items = told.data(200)["items"].as_array().unwrap();
    let states: Vec<_> = items.iter().map(|item| (&item["userAgent"], &item["open"], &item["current"])).collect();
    let (yes, no) = (json!(true), json!(false));
    assert_eq!(states, [(&json!("curl/8.5.0"), &yes, &yes), (&json!("test"), &no, &no)]);
    assert_eq!(items[0]["loggedInAt"], "2026-06-15T12:00:01.000Z");
    let first_page = service.get("/api/v1/auth/logins?limit=1", &token).await;
    assert_eq!(first_page.body["meta"]["pagination"]["hasMore"], true);
    let of_other = service.get("/api/v1/auth/logins", &other.session).await;
    assert_eq!(of_other.data(200)["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_user_lists_and_ends_only_their_own_sessions() {
    let service = Service::start_unlimited().await;
    let (org, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let sessions = "/api/v1/auth/sessions";
    service.advance(1);
    let token = token_of(&log_in(&service, &org.owner_email, PASSWORD).await);
    let listed = service.get(sessions, &token).await;
    let items = listed.data(200)["items"].as_array().unwrap();
    let current: Vec<&Value> = items.iter().map(|item| &item["current"]).collect();
    assert_eq!(current, [&json!(true), &json!(false)]);
    assert_eq!(items[0]["createdAt"], "2026-06-15T12:00:01.000Z");
    for secret in [&token, &org.session] {
        assert!(!listed.text.contains(&secret[3..]));
    }
    let page = service.get(&format!("{sessions}?limit=1"), &token).await;
    assert_eq!(page.body["meta"]["pagination"]["hasMore"], true);
    let cursor = page.body["meta"]["pagination"]["nextCursor"].as_str().unwrap();
    let rest = service.get(&format!("{sessions}?limit=1&cursor={cursor}"), &token).await;
    assert_eq!((&page.data(200)["items"][0], &rest.data(200)["items"][0]), (&items[0], &items[1]));

    let end = async |id: &str, bearer: &str| {
        service.send(Method::DELETE, &format!("{sessions}/{id}"), Some(bearer), None).await
    };
    let older = items[1]["id"].as_str().unwrap();
    end(older, &other.session).await.refused(404, "NOT_FOUND");
    end("ses_00000000000000000000000007", &token).await.refused(404, "NOT_FOUND");
    service.get(ME, &org.session).await.data(200);
    assert_eq!(end(older, &token).await.data(200)["id"], older);
    service.get(ME, &org.session).await.refused(401, "SESSION_EXPIRED");
    end(older, &token).await.refused(404, "NOT_FOUND");
    service.get(ME, &token).await.data(200);
}

#[tokio::test]
async fn a_session_ends_when_it_is_idle_for_seven_days() {
    let service = Service::start_unlimited().await;
    let (org, idle) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    service.advance(7 * DAY - 1);
    service.get(ME, &org.session).await.data(200);
    service.app.flush_notes().await.unwrap();
    service.advance(1);
    service.get(ME, &idle.session).await.refused(401, "SESSION_EXPIRED");
    service.advance(7 * DAY - 2);
    service.get(ME, &org.session).await.data(200);
    service.advance(7 * DAY);
    service.get(ME, &org.session).await.refused(401, "SESSION_EXPIRED");
}

#[tokio::test]
async fn a_session_used_every_day_ends_after_thirty() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    for day in 1..30 {
        service.advance(DAY);
        let me = service.get(ME, &org.session).await;
        let ends = me.data(200)["session"]["expiresAt"].as_str().unwrap();
        assert!(day < 23 || ends == "2026-07-15T12:00:00.000Z", "day {day}: {ends}");
        if day % 3 == 0 {
            service.app.flush_notes().await.unwrap();
        }
    }
    service.advance(DAY - 1);
    service.get(ME, &org.session).await.data(200);
    service.advance(1);
    service.get(ME, &org.session).await.refused(401, "SESSION_EXPIRED");
}

#[tokio::test]
async fn a_new_password_ends_every_other_session_and_a_refused_one_none() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let token = token_of(&log_in(&service, &org.owner_email, PASSWORD).await);
    let change = async |current: &str, new: &str| {
        let body = json!({ "currentPassword": current, "newPassword": new });
        post(&service, "/api/v1/auth/password", Some(&token), body).await
    };
    change("a wrong long password", NEW_PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    for new in ["", "nine char", &"x".repeat(257), &org.owner_email] {
        let answer = change(PASSWORD, new).await;
        answer.refused(422, "VALIDATION_FAILED");
        assert_eq!(answer.body["error"]["details"][0]["path"], "newPassword", "{new}");
    }
    service.get(ME, &org.session).await.data(200);
    change(PASSWORD, NEW_PASSWORD).await.data(200);
    service.get(ME, &org.session).await.refused(401, "SESSION_EXPIRED");
    service.get(ME, &token).await.data(200);
    log_in(&service, &org.owner_email, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    log_in(&service, &org.owner_email, NEW_PASSWORD).await.data(200);
}

#[tokio::test]
async fn sign_up_is_closed_unless_the_operator_opens_it() {
    let service = Service::start_unlimited().await;
    post(&service, "/api/v1/auth/signup", None, account("ada@example.com")).await.refused(403, "FORBIDDEN");
    let options = service.send(Method::GET, "/api/v1/auth/options", None, None).await;
    assert_eq!(
        options.data(200),
        &json!({ "signup": false, "contact": null, "passwordReset": false, "passkeys": false, "needsSetup": false })
    );
    assert!(!service.metadata.any_user().await.unwrap());

    let contact = Some("the help desk".to_owned());
    let settings = ApiSettings { signup: true, contact, default_plan: Plan::Business, ..ApiSettings::default() };
    let service = Service::start_with(settings).await;
    let sign_up = async |body: Value| post(&service, "/api/v1/auth/signup", None, body).await;
    for (field, value) in
        [("email", json!("ada")), ("password", json!("short")), ("organizationName", json!(" ")), ("plan", json!("x"))]
    {
        let mut body = account("ada@example.com");
        body[field] = value;
        let answer = sign_up(body).await;
        assert_eq!(answer.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], field);
    }
    let answer = sign_up(account("Ada@Example.com")).await;
    let org = answer.data(201)["orgs"][0].clone();
    assert_eq!((&org["name"], &org["role"]), (&json!("Engines"), &json!("owner")));
    assert_eq!(answer.data(201)["user"]["email"], "ada@example.com");
    let shown = service.get(&format!("/api/v1/orgs/{}", org["id"].as_str().unwrap()), &token_of(&answer)).await;
    assert_eq!(shown.data(200)["plan"]["id"], "business");
    sign_up(account("ada@EXAMPLE.com")).await.refused(409, "CONFLICT");
    log_in(&service, "ada@example.com", PASSWORD).await.data(200);
}

#[tokio::test]
async fn no_key_whatever_its_state_gets_to_who_am_i_or_to_the_keys() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (all, ended) = (service.key(&org, &[Scope::All]).await, service.key(&org, &[Scope::All]).await);
    post(&service, "/api/v1/keys/leaked", None, json!({ "key": ended })).await.data(200);
    let unknown = ApiKey::generate(&mut rand::rng());
    let read = service.key(&org, &[Scope::OrgRead]).await;
    let id = service.get("/api/v1/keys", &org.session).await.data(200)["items"][0]["id"].as_str().unwrap().to_owned();
    for bearer in [all.as_str(), &ended, unknown.expose(), &read, "ak_", "ak_made-up"] {
        for (method, path) in [
            (Method::GET, ME.to_owned()),
            (Method::POST, "/api/v1/keys".into()),
            (Method::GET, "/api/v1/keys".into()),
            (Method::GET, format!("/api/v1/keys/{id}")),
            (Method::DELETE, format!("/api/v1/keys/{id}")),
            (Method::POST, format!("/api/v1/keys/{id}/rotate")),
        ] {
            service.send(method, &path, Some(bearer), None).await.refused(403, "INSUFFICIENT_SCOPE");
        }
    }
}

#[tokio::test]
async fn what_is_no_credential_is_answered_with_the_way_to_send_one() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let request = || service.request(Method::GET, ME);
    for request in [
        request(),
        request().header("authorization", "Basic YTpi"),
        request().header("authorization", "Bearer"),
        request().header("authorization", "Bearer "),
        request().bearer_auth(&org.session).bearer_auth(&org.session),
        request().header("cookie", "askline_session=ak_1"),
    ] {
        let answer = service.answer(request).await;
        assert_eq!(answer.refused(401, "UNAUTHENTICATED").header("www-authenticate"), "Bearer");
    }
}
