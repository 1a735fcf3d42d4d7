//! Password reset by email: for whom, how often, for how long, and what it ends.

use askline_domain::organizations::plan::Plan;
use serde_json::{Value, json};

use super::Mailing;
use crate::harness::{Answer, PASSWORD, Service};

const NEW_PASSWORD: &str = "another good long password";
const HOUR: u64 = 3_600;

async fn ask(mailing: &Mailing, email: &str) -> Answer {
    mailing.post("/api/v1/auth/reset", None, json!({ "email": email })).await
}

async fn finish(mailing: &Mailing, token: &str, password: &str) -> Answer {
    mailing.post("/api/v1/auth/reset/finish", None, json!({ "token": token, "password": password })).await
}

#[tokio::test]
async fn a_reset_link_sets_a_password_once_ends_every_session_and_notifies_the_user() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    assert_eq!(ask(&mailing, &org.owner_email.to_uppercase()).await.data(202), &json!({ "status": "accepted" }));
    // A request for a reset does not end the session.
    mailing.me(&org.session).await;
    let letter = mailing.letter_to(&org.owner_email).await;
    assert_eq!(letter.subject, "Set a new Askline password");
    let token = letter.token("reset");
    assert!(token.starts_with("reset_"));

    // A password that is not allowed changes nothing, and the link stays valid.
    for wrong in ["short", org.owner_email.as_str()] {
        finish(&mailing, &token, wrong).await.refused(422, "VALIDATION_FAILED");
    }
    finish(&mailing, &token, NEW_PASSWORD).await.data(200);
    mailing.service.get("/api/v1/me", &org.session).await.refused(401, "SESSION_EXPIRED");
    mailing.log_in(&org.owner_email, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    mailing.log_in(&org.owner_email, NEW_PASSWORD).await.data(200);
    finish(&mailing, &token, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    let sent = mailing.sent().await;
    assert!(sent.iter().any(|mail| super::parsed(mail).subject() == Some("Your Askline password was changed")));
}

#[tokio::test]
async fn asking_answers_and_stores_alike_for_every_address_and_mails_proven_ones_alone() {
    let mailing = Mailing::start().await;
    let (proven, unproven) =
        (mailing.service.organization(Plan::Pro).await, mailing.service.organization(Plan::Free).await);
    mailing.prove_owner(&proven).await;
    let without_id = |answer: &Answer| {
        let mut body = answer.body.clone();
        body["meta"]["requestId"] = Value::Null;
        (answer.status, body)
    };
    let mut answers = Vec::new();
    for email in [proven.owner_email.as_str(), &unproven.owner_email, "nobody@example.com", "", "no address"] {
        let before = mailing.waiting().await;
        answers.push(without_id(&ask(&mailing, email).await));
        assert_eq!(mailing.waiting().await, before + 1, "{email}: as much is written for each");
    }
    answers.dedup();
    assert_eq!(answers.len(), 1);
    assert_eq!(mailing.recipients().await, [proven.owner_email]);
    assert_eq!(mailing.waiting().await, 0);
}

#[tokio::test]
async fn an_address_is_sent_at_most_three_reset_mails_an_hour() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    for _ in 0..6 {
        ask(&mailing, &org.owner_email).await.data(202);
    }
    assert_eq!(mailing.recipients().await.len(), 3);
    mailing.service.advance(HOUR + 1);
    ask(&mailing, &org.owner_email).await.data(202);
    assert_eq!(mailing.recipients().await.len(), 1);
}

#[tokio::test]
async fn a_link_works_for_an_hour_beside_later_ones_and_ends_with_any_other_password() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    let link = async || {
        ask(&mailing, &org.owner_email).await.data(202);
        mailing.letter_to(&org.owner_email).await.token("reset")
    };
    let (first, second) = (link().await, link().await);
    finish(&mailing, &first, NEW_PASSWORD).await.data(200);
    finish(&mailing, &second, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    mailing.sent().await;

    mailing.service.advance(HOUR + 1);
    let late = link().await;
    mailing.service.advance(HOUR);
    for wrong in [late.as_str(), "", "reset_00"] {
        finish(&mailing, wrong, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    }
    let ended = link().await;
    let session = super::super::auth::token_of(&mailing.log_in(&org.owner_email, NEW_PASSWORD).await);
    let change = json!({ "currentPassword": NEW_PASSWORD, "newPassword": PASSWORD });
    mailing.post("/api/v1/auth/password", Some(&session), change).await.data(200);
    finish(&mailing, &ended, NEW_PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn a_link_is_sealed_at_rest_and_erased_when_it_was_sent() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    ask(&mailing, &org.owner_email).await.data(202);
    assert_eq!(mailing.waiting().await, 1);
    // Checks the database itself. If a row holds the token unencrypted, this insert violates a constraint and fails.
    mailing.service.tamper(
        "INSERT INTO mail_state SELECT 2, NULL, NULL WHERE EXISTS (SELECT 1 FROM mails WHERE sealed LIKE '%reset_%')",
    ).await;
    mailing.letter_to(&org.owner_email).await;
    assert_eq!(mailing.waiting().await, 0);
    mailing.service.tamper(
        "INSERT INTO mail_state SELECT 3, NULL, NULL WHERE EXISTS (SELECT 1 FROM jobs WHERE kind = 'mail' AND input || \
         COALESCE(result, '') || COALESCE(failure, '') LIKE '%reset_%')",
    ).await;
}

#[tokio::test]
async fn an_instance_without_mail_says_so_and_sends_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let send = async |path: &str, bearer: Option<&str>, body: Value| {
        service.send(reqwest::Method::POST, path, bearer, Some(&body)).await
    };
    send("/api/v1/auth/reset", None, json!({ "email": org.owner_email })).await.refused(409, "CONFLICT");
    let change = json!({ "email": "new@example.com", "password": PASSWORD });
    send("/api/v1/auth/email", Some(&org.session), change).await.refused(409, "CONFLICT");
    let resend = service.send(reqwest::Method::POST, "/api/v1/auth/email/resend", Some(&org.session), None).await;
    resend.refused(409, "CONFLICT");
    let options = service.answer(service.request(reqwest::Method::GET, "/api/v1/auth/options")).await;
    assert_eq!(options.data(200)["passwordReset"], false);
    let health = service.get(&format!("/api/v1/mail?orgId={}", org.id), &org.session).await;
    assert_eq!(health.data(200), &json!({ "enabled": false, "failingSince": null, "failure": null, "waiting": 0 }));
}
