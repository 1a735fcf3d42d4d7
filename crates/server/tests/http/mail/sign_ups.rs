//! Sign-up on an instance that sends email.
//!
//! The account exists once its address is confirmed, and no response reveals who has one.

use askline_domain::organizations::plan::Plan;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use super::{Letter, Mailing};
use crate::harness::{Answer, PASSWORD};

const ADA: &str = "ada@example.org";
const DAY: u64 = 86_400;

async fn verify(mailing: &Mailing, token: &str) -> Answer {
    mailing.post("/api/v1/auth/email/verify", None, json!({ "token": token })).await
}

/// A response without what differs in every response.
fn comparable(answer: &Answer) -> (StatusCode, Value, Vec<String>) {
    let mut body = answer.body.clone();
    body["meta"]["requestId"] = Value::Null;
    let names = answer.headers.keys().map(|name| name.as_str().to_owned()).collect();
    (answer.status, body, names)
}

#[tokio::test]
async fn a_sign_up_becomes_an_account_with_a_session_when_its_address_is_confirmed() {
    let mailing = Mailing::start().await;
    let answer = mailing.sign_up("Ada@Example.org").await;
    assert_eq!(answer.data(202), &json!({ "status": "accepted" }));
    assert!(answer.headers.get(header::SET_COOKIE).is_none());
    mailing.log_in(ADA, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");

    let letter = mailing.letter_to(ADA).await;
    assert_eq!(letter.subject, "Confirm your email address for Askline");
    let proven = verify(&mailing, &letter.token("prove")).await;
    let session = &proven.data(200)["session"];
    assert_eq!((&proven.data(200)["email"], &session["user"]["email"]), (&json!(ADA), &json!(ADA)));
    assert!(session["user"]["emailVerifiedAt"].is_string());
    assert_eq!((&session["orgs"][0]["name"], &session["orgs"][0]["role"]), (&json!("Newcomer Ltd"), &json!("owner")));
    assert!(proven.headers.get_all(header::SET_COOKIE).iter().count() == 2, "the session and the known browser");
    assert_eq!(proven.headers[header::CACHE_CONTROL], "no-store");
    mailing.me(session["token"].as_str().unwrap()).await;
    mailing.log_in(ADA, PASSWORD).await.data(200);
    verify(&mailing, &letter.token("prove")).await.refused(401, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn a_known_and_an_unknown_address_get_the_same_response_and_the_email_says_the_rest() {
    let mailing = Mailing::start().await;
    let (proven, unproven) =
        (mailing.service.organization(Plan::Pro).await, mailing.service.organization(Plan::Free).await);
    mailing.prove_owner(&proven).await;
    let mut answers = Vec::new();
    for email in [proven.owner_email.as_str(), &unproven.owner_email, ADA] {
        let before = mailing.waiting().await;
        answers.push(comparable(&mailing.sign_up(email).await));
        assert_eq!(mailing.waiting().await, before + 1, "{email}: as much is stored for each");
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    let sent = mailing.sent().await;
    assert_eq!(sent.len(), 3);
    for mail in &sent {
        let is_known = mail.to != [ADA];
        let letter = Letter::of(mail);
        assert_eq!(letter.subject == "You already have an Askline account", is_known, "{}", letter.subject);
        assert_eq!(letter.text.contains("/prove#"), !is_known, "{}", letter.text);
    }
    // The known account keeps its password and its organization.
    let logged_in = mailing.log_in(&proven.owner_email, PASSWORD).await;
    assert_eq!(logged_in.data(200)["orgs"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn input_that_is_refused_is_refused_alike_for_a_known_and_an_unknown_address() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    let refused = async |email: &str| {
        let body = json!({ "email": email, "password": "short", "organizationName": "" });
        comparable(&mailing.post("/api/v1/auth/signup", None, body).await)
    };
    assert_eq!(refused(&org.owner_email).await, refused(ADA).await);
    for email in ["v@x.example>", "a..b@x.example"] {
        mailing.sign_up(email).await.refused(422, "VALIDATION_FAILED");
    }
    assert_eq!(mailing.waiting().await, 0);
    mailing.sign_up("a@localhost").await.data(202);
}

#[tokio::test]
async fn of_several_sign_ups_with_an_address_the_first_that_is_confirmed_counts() {
    let mailing = Mailing::start().await;
    let link = async || {
        mailing.sign_up(ADA).await.data(202);
        mailing.letter_to(ADA).await.token("prove")
    };
    let (first, second) = (link().await, link().await);
    let (one, other) = tokio::join!(verify(&mailing, &first), verify(&mailing, &second));
    let made = [&one, &other].into_iter().filter(|answer| answer.status == 200).count();
    assert_eq!(made, 1, "{one:?} {other:?}");
    for token in [first, second] {
        verify(&mailing, &token).await.refused(401, "INVALID_CREDENTIALS");
    }
}

#[tokio::test]
async fn a_sign_up_ends_after_a_day_and_when_its_address_gets_an_account_otherwise() {
    let mailing = Mailing::start().await;
    mailing.sign_up(ADA).await.data(202);
    let late = mailing.letter_to(ADA).await.token("prove");
    mailing.service.advance(DAY);
    verify(&mailing, &late).await.refused(401, "INVALID_CREDENTIALS");

    mailing.sign_up(ADA).await.data(202);
    let token = mailing.letter_to(ADA).await.token("prove");
    let org = mailing.service.organization(Plan::Enterprise).await;
    let invited = json!({ "email": ADA, "role": "viewer" });
    let members = format!("/api/v1/orgs/{}/members", org.id);
    let invited = mailing.post(&members, Some(&org.session), invited).await;
    let body = json!({ "token": invited.data(201)["invitation"]["token"], "password": PASSWORD });
    mailing.post("/api/v1/auth/invitations/accept", None, body).await.data(200);
    verify(&mailing, &token).await.refused(409, "CONFLICT");
}
