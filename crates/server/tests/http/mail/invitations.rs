//! Mailed invitations have their own token, which also confirms the email address. It ends together with the token that
//! the inviter was shown.

use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use super::Mailing;
use crate::harness::{Answer, Org, PASSWORD};

const GRACE: &str = "grace@example.org";

async fn invite(mailing: &Mailing, org: &Org, email: &str) -> Answer {
    let path = format!("/api/v1/orgs/{}/members", org.id);
    mailing.post(&path, Some(&org.session), json!({ "email": email, "role": "viewer" })).await
}

async fn accept(mailing: &Mailing, token: &str, email: Option<&str>) -> Answer {
    let mut body = json!({ "token": token, "password": PASSWORD });
    if let Some(email) = email {
        body["email"] = email.into();
    }
    mailing.post("/api/v1/auth/invitations/accept", None, body).await
}

/// Invites someone. Returns the token that was shown and the one that was emailed.
async fn invited(mailing: &Mailing, org: &Org, email: &str) -> (String, String) {
    let answer = invite(mailing, org, email).await;
    let invitation = &answer.data(201)["invitation"];
    assert_eq!(invitation["mailed"], true);
    let mailed = mailing.letter_to(email).await.token("join");
    (invitation["token"].as_str().unwrap().to_owned(), mailed)
}

#[tokio::test]
async fn a_mailed_invitation_that_is_accepted_proves_its_address_and_ends_the_shown_one() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Enterprise).await;
    let (shown, mailed) = invited(&mailing, &org, GRACE).await;
    assert_ne!(shown, mailed);
    let joined = accept(&mailing, &mailed, None).await;
    assert_ne!(joined.data(200)["user"]["emailVerifiedAt"], Value::Null);
    for token in [shown, mailed] {
        accept(&mailing, &token, Some("b@example.org")).await.refused(401, "INVALID_CREDENTIALS");
    }
}

#[tokio::test]
async fn neither_the_shown_token_nor_another_address_proves_anything() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Enterprise).await;
    let (shown, mailed) = invited(&mailing, &org, GRACE).await;
    let joined = accept(&mailing, &shown, None).await;
    assert_eq!(joined.data(200)["user"]["emailVerifiedAt"], Value::Null);
    accept(&mailing, &mailed, Some("b@example.org")).await.refused(401, "INVALID_CREDENTIALS");

    let (_, mailed) = invited(&mailing, &org, "mary@example.org").await;
    accept(&mailing, &mailed, Some("other@example.org")).await.refused(422, "VALIDATION_FAILED");
    let other = mailing.service.organization(Plan::Free).await;
    let token = json!({ "token": mailed });
    let joined = mailing.post("/api/v1/auth/invitations/accept", Some(&other.session), token).await;
    assert_eq!(joined.data(200)["user"]["emailVerifiedAt"], Value::Null);
}

#[tokio::test]
async fn a_withdrawn_or_renewed_invitation_ends_what_was_mailed() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Enterprise).await;
    let answer = invite(&mailing, &org, GRACE).await;
    let pending = answer.data(201)["member"]["userId"].as_str().unwrap().to_owned();
    let first = mailing.letter_to(GRACE).await.token("join");
    let one = format!("/api/v1/orgs/{}/members/{pending}", org.id);
    let renewed = mailing.send(&format!("{one}/invitation"), &org.session).await;
    assert_eq!(renewed.data(201)["invitation"]["mailed"], true);
    accept(&mailing, &first, None).await.refused(401, "INVALID_CREDENTIALS");
    let second = mailing.letter_to(GRACE).await.token("join");
    mailing.service.send(Method::DELETE, &one, Some(&org.session), None).await.data(200);
    accept(&mailing, &second, None).await.refused(401, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn an_organization_mails_twenty_strangers_within_an_hour_and_hands_the_rest_over() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Enterprise).await;
    for number in 0..22 {
        let answer = invite(&mailing, &org, &format!("person{number}@example.org")).await;
        assert_eq!(answer.data(201)["invitation"]["mailed"], number < 20, "{number}");
        assert!(answer.data(201)["invitation"]["token"].is_string());
    }
    // A refused invitation does not count towards the limit.
    mailing.service.advance(3_601);
    invite(&mailing, &org, "person0@example.org").await.refused(409, "CONFLICT");
    assert_eq!(mailing.recipients().await.len(), 20);
    for number in 30..50 {
        let answer = invite(&mailing, &org, &format!("person{number}@example.org")).await;
        assert_eq!(answer.data(201)["invitation"]["mailed"], true, "{number}");
    }
}

#[tokio::test]
async fn user_chosen_names_are_escaped_in_the_mail_and_absent_from_its_headers() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Enterprise).await;
    let name = json!({ "name": "<b>Eve</b> evil.example/x" });
    mailing.service.send(Method::PATCH, "/api/v1/me", Some(&org.session), Some(&name)).await.data(200);
    invite(&mailing, &org, GRACE).await.data(201);
    let sent = mailing.sent().await;
    let (head, _) = sent[0].message.split_once("\r\n\r\n").unwrap();
    assert!(!head.contains("Eve") && !head.contains("evil"), "{head}");
    let letter = super::Letter::of(&sent[0]);
    assert!(letter.html.contains("&#60;b&#62;Eve") && !letter.html.contains("<b>"));
    for body in [&letter.text, &letter.html] {
        assert!(body.contains("Eve") && !body.contains("evil.example"), "{body}");
    }
}
