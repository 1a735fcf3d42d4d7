//! Security notices about changes that an account's owner may not have made. They go only to confirmed addresses.

use askline_domain::organizations::plan::Plan;
use reqwest::{Method, header};
use serde_json::json;

use super::{Letter, Mailing};
use crate::harness::PASSWORD;

/// Signs in as a browser, with its cookie if it has one. Returns the cookie that the browser gets.
async fn log_in(mailing: &Mailing, email: &str, password: &str, cookie: Option<&str>) -> String {
    let mut request = mailing
        .service
        .request(Method::POST, "/api/v1/auth/login")
        .header(header::USER_AGENT, "Netscape/4.8")
        .header(header::ACCEPT_LANGUAGE, "de-DE,de;q=0.9")
        .json(&json!({ "email": email, "password": password }));
    if let Some(cookie) = cookie {
        request = request.header(header::COOKIE, cookie);
    }
    let answer = mailing.service.answer(request).await;
    answer.data(200);
    let cookies = answer.headers.get_all(header::SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap());
    let mut known =
        cookies.filter(|cookie| cookie.contains("askline_browser")).map(|cookie| cookie.split(';').next().unwrap());
    known.next_back().unwrap().to_owned()
}

#[tokio::test]
async fn an_unknown_browsers_log_in_is_mailed_in_the_last_known_language_and_a_known_ones_is_not() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    mailing.service.advance(60);
    let log_in = async |cookie: Option<&str>| log_in(&mailing, &org.owner_email, PASSWORD, cookie).await;
    let cookie = log_in(None).await;
    // The email is in the language known before this sign-in, because the person signing in may be a stranger.
    let letter = mailing.letter_to(&org.owner_email).await;
    assert_eq!(letter.subject, "New sign-in to your Askline account");
    assert!(letter.text.contains("Netscape"), "{}", letter.text);
    let cookie = log_in(Some(&cookie)).await;
    assert!(mailing.recipients().await.is_empty());
    mailing.service.advance(3_600);
    log_in(None).await;
    assert_eq!(mailing.letter_to(&org.owner_email).await.subject, "Neue Anmeldung bei Ihrem Askline-Konto");
    drop(cookie);
}

#[tokio::test]
async fn after_a_new_password_by_mail_no_browser_is_known_any_more() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    mailing.service.advance(60);
    let cookie = log_in(&mailing, &org.owner_email, PASSWORD, None).await;
    let cookie = log_in(&mailing, &org.owner_email, PASSWORD, Some(&cookie)).await;
    assert_eq!(mailing.recipients().await.len(), 1, "the second was from a known browser");
    mailing.service.advance(3_600);
    mailing.post("/api/v1/auth/reset", None, json!({ "email": org.owner_email })).await.data(202);
    let token = mailing.letter_to(&org.owner_email).await.token("reset");
    let password = "another good long password";
    let body = json!({ "token": token, "password": password });
    mailing.post("/api/v1/auth/reset/finish", None, body).await.data(200);
    mailing.sent().await;
    log_in(&mailing, &org.owner_email, password, Some(&cookie)).await;
    assert_eq!(mailing.letter_to(&org.owner_email).await.subject, "Neue Anmeldung bei Ihrem Askline-Konto");
}

#[tokio::test]
async fn a_new_account_is_sent_no_mail_about_its_first_session() {
    let mailing = Mailing::start().await;
    mailing.signed_up("ada@example.com").await;
    assert!(mailing.recipients().await.is_empty());
}

#[tokio::test]
async fn new_keys_and_password_changes_are_mailed_only_to_a_proven_address() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    let keys = format!("/api/v1/keys?orgId={}", org.id);
    let make = async || mailing.post(&keys, Some(&org.session), json!({ "name": "CI", "scopes": ["org:read"] })).await;
    make().await.data(201);
    assert!(mailing.recipients().await.is_empty());

    mailing.prove_owner(&org).await;
    let key = make().await.data(201)["key"].as_str().unwrap().to_owned();
    let sent = mailing.sent().await;
    let letter = Letter::of(&sent[0]);
    assert_eq!(letter.subject, "A new Askline API key was created");
    assert!(!sent[0].message.contains(&key) && letter.text.contains("CI"));
    assert!(letter.text.contains(&format!("/orgs/{}/keys", org.id)), "it leads to where the key is revoked");

    let change = json!({ "currentPassword": PASSWORD, "newPassword": "another good long password" });
    mailing.post("/api/v1/auth/password", Some(&org.session), change).await.data(200);
    assert_eq!(mailing.letter_to(&org.owner_email).await.subject, "Your Askline password was changed");
}
