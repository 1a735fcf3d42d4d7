//! Wrong codes are limited. They are counted for a challenge, for an hour together with wrong passwords, and in a row.

use askline_domain::organizations::plan::Plan;
use serde_json::json;

use super::{App, answered, challenged, log_in, owner, post};
use crate::{
    harness::{PASSWORD, Service},
    mail::{Letter, Mailing},
};

const NEW_PASSWORD: &str = "another good long password";

#[tokio::test]
async fn five_wrong_codes_end_a_challenge() {
    let (service, org, app) = owner().await;
    let challenge = challenged(&service, &org.owner_email).await;
    let other = challenged(&service, &org.owner_email).await;
    for _ in 0..5 {
        answered(&service, &challenge, "code", &app.wrong_code(&service)).await.refused(401, "INVALID_CREDENTIALS");
    }
    service.advance(61);
    let code = app.next_code(&service);
    let ended = answered(&service, &challenge, "code", &code).await;
    assert!(ended.refused(401, "INVALID_CREDENTIALS").text.contains("Sign in again."), "{}", ended.text);
    // The code was not used up, and another challenge can still be answered.
    answered(&service, &other, "code", &code).await.data(200);
}

#[tokio::test]
async fn wrong_codes_and_wrong_passwords_count_together() {
    let (service, org, app) = owner().await;
    let challenge = challenged(&service, &org.owner_email).await;
    for _ in 0..3 {
        answered(&service, &challenge, "code", &app.wrong_code(&service)).await.refused(401, "INVALID_CREDENTIALS");
    }
    for _ in 0..2 {
        log_in(&service, &org.owner_email, "a wrong long password", "").await.refused(401, "INVALID_CREDENTIALS");
    }
    log_in(&service, &org.owner_email, PASSWORD, "").await.refused(429, "RATE_LIMITED");
    answered(&service, &challenge, "code", &app.next_code(&service)).await.refused(429, "RATE_LIMITED");
    post(&service, "/api/v1/auth/reauthenticate", Some(&org.session), json!({ "code": "000000" }))
        .await
        .refused(429, "RATE_LIMITED");
    service.advance(61);
    answered(&service, &challenge, "code", &app.code(&service)).await.data(200);
}

/// Enters wrong codes, at most four a minute.
async fn enter_wrong_codes(service: &Service, app: &App, email: &str, wrong: u32) {
    for number in 0..wrong {
        if number % 4 == 0 {
            service.advance(61);
        }
        let challenge = challenged(service, email).await;
        answered(service, &challenge, "code", &app.wrong_code(service)).await.refused(401, "INVALID_CREDENTIALS");
    }
    service.advance(61);
}

#[tokio::test]
async fn after_twenty_wrong_codes_in_a_row_the_person_is_emailed_and_codes_wait_for_a_new_password() {
    let mailing = Mailing::start().await;
    let service = &mailing.service;
    let org = service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    let app = App::of(service, &org.session).await;
    let email = org.owner_email.as_str();
    mailing.sent().await;
    enter_wrong_codes(service, &app, email, 19).await;
    // A right code begins a new row.
    answered(service, &challenged(service, email).await, "code", &app.next_code(service)).await.data(200);
    enter_wrong_codes(service, &app, email, 19).await;
    assert!(!subjects(&mailing).await.contains(&"Many wrong codes for your Askline account".to_owned()));
    enter_wrong_codes(service, &app, email, 1).await;
    let told = subjects(&mailing).await;
    assert_eq!(told.iter().filter(|subject| *subject == "Many wrong codes for your Askline account").count(), 1);
    let challenge = challenged(service, email).await;
    let refused = answered(service, &challenge, "code", &app.next_code(service)).await;
    assert!(refused.refused(409, "CONFLICT").text.contains("change your password"), "{}", refused.text);
    let session = answered(service, &challenge, "recoveryCode", &app.recovery_codes[0]).await;
    let session = session.data(200)["token"].as_str().unwrap().to_owned();
    assert!(subjects(&mailing).await.contains(&"A recovery code of your Askline account was used".to_owned()));
    // A recovery code alone does not make the codes of the app work again.
    let challenge = challenged(service, email).await;
    answered(service, &challenge, "code", &app.next_code(service)).await.refused(409, "CONFLICT");
    let change = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    post(service, "/api/v1/auth/password", Some(&session), change).await.data(200);
    let asked = log_in(service, email, NEW_PASSWORD, "").await;
    let challenge = asked.body["error"]["challenge"]["id"].as_str().unwrap();
    answered(service, challenge, "code", &app.next_code(service)).await.data(200);
}

async fn subjects(mailing: &Mailing) -> Vec<String> {
    mailing.sent().await.iter().map(|mail| Letter::of(mail).subject).collect()
}

#[tokio::test]
async fn a_reset_by_email_needs_the_second_factor_too() {
    let mailing = Mailing::start().await;
    let service = &mailing.service;
    let org = service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    let app = App::of(service, &org.session).await;
    post(service, "/api/v1/auth/reset", None, json!({ "email": org.owner_email })).await.data(202);
    let sent = mailing.sent().await;
    let letters = sent.iter().map(Letter::of);
    let reset = letters.into_iter().find(|letter| letter.subject == "Set a new Askline password");
    let token = reset.expect("an email").token("reset");
    let finish = async |field: &str, code: &str| {
        let mut body = json!({ "token": token, "password": NEW_PASSWORD });
        if !field.is_empty() {
            body[field] = code.into();
        }
        post(service, "/api/v1/auth/reset/finish", None, body).await
    };
    let asked = finish("", "").await;
    let challenge = &asked.refused(401, "SECOND_FACTOR_REQUIRED").body["error"]["challenge"];
    assert_eq!(challenge["methods"], json!(["totp", "recoveryCode"]));
    assert_eq!((&challenge["id"], &challenge["mayRemember"]), (&json!(null), &json!(false)));
    finish("code", &app.wrong_code(service)).await.refused(401, "INVALID_CREDENTIALS");
    let waiting = challenged(service, &org.owner_email).await;
    finish("code", &app.next_code(service)).await.data(200);
    service.get("/api/v1/me", &org.session).await.refused(401, "SESSION_EXPIRED");
    answered(service, &waiting, "recoveryCode", &app.recovery_codes[0]).await.refused(401, "INVALID_CREDENTIALS");
    // The link was used up.
    finish("recoveryCode", &app.recovery_codes[0]).await.refused(401, "INVALID_CREDENTIALS");
    log_in(service, &org.owner_email, NEW_PASSWORD, "").await.refused(401, "SECOND_FACTOR_REQUIRED");
}
