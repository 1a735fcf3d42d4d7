//! Email addresses: confirmed by a mailed link, changed after confirmation, restored by the old address.

use askline_domain::organizations::plan::Plan;
use serde_json::{Value, json};

use super::Mailing;
use crate::{
    harness::{Answer, Org, PASSWORD},
    second_factor::App,
};

const NEW: &str = "new@example.org";
const DAY: u64 = 86_400;
const NEW_PASSWORD: &str = "another good long password";

async fn change(mailing: &Mailing, org: &Org, email: &str) -> Answer {
    mailing.post("/api/v1/auth/email", Some(&org.session), json!({ "email": email, "password": PASSWORD })).await
}

async fn verify(mailing: &Mailing, token: &str) -> Answer {
    mailing.post("/api/v1/auth/email/verify", None, json!({ "token": token })).await
}

async fn undo(mailing: &Mailing, token: &str) -> Answer {
    mailing.post("/api/v1/auth/email/undo", None, json!({ "token": token })).await
}

async fn resend(mailing: &Mailing, org: &Org) -> Answer {
    mailing.send("/api/v1/auth/email/resend", &org.session).await
}

/// The tokens of the two emails about a requested change to `NEW`: the one that confirms it, and the one that undoes
/// it.
async fn links(mailing: &Mailing, org: &Org) -> (String, String) {
    let sent = mailing.sent().await;
    let letter = |to: &str| super::Letter::of(sent.iter().find(|mail| mail.to == [to]).expect(to));
    (letter(NEW).token("prove"), letter(&org.owner_email).token("undo"))
}

#[tokio::test]
async fn an_account_from_before_proves_its_address_by_a_mailed_link_once() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    assert_eq!(mailing.me(&org.session).await["emailVerifiedAt"], Value::Null);
    assert_eq!(resend(&mailing, &org).await.data(202)["email"], org.owner_email);
    let token = mailing.letter_to(&org.owner_email).await.token("prove");
    assert_eq!(verify(&mailing, &token).await.data(200)["email"], org.owner_email);
    assert_ne!(mailing.me(&org.session).await["emailVerifiedAt"], Value::Null);
    verify(&mailing, &token).await.refused(401, "INVALID_CREDENTIALS");
    resend(&mailing, &org).await.refused(409, "CONFLICT");
    let log =
        mailing.service.get(&format!("/api/v1/audit?orgId={}&action=auth.email_verified", org.id), &org.session).await;
    assert_eq!(log.data(200)["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_new_address_takes_effect_only_once_proven_and_the_old_one_is_notified() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    change(&mailing, &org, " New@Example.org").await.data(202);
    let (proof, _) = links(&mailing, &org).await;
    let user = mailing.me(&org.session).await;
    assert_eq!((&user["email"], &user["pendingEmail"]["email"]), (&json!(org.owner_email), &json!(NEW)));
    mailing.log_in(NEW, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");

    verify(&mailing, &proof).await.data(200);
    let user = mailing.me(&org.session).await;
    assert_eq!((&user["email"], &user["pendingEmail"]), (&json!(NEW), &Value::Null));
    assert_ne!(user["emailVerifiedAt"], Value::Null);
    mailing.log_in(&org.owner_email, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    mailing.log_in(NEW, PASSWORD).await.data(200);
    verify(&mailing, &proof).await.refused(401, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn the_old_address_takes_the_account_back_from_who_changed_it() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    change(&mailing, &org, NEW).await.data(202);
    let (proof, way_back) = links(&mailing, &org).await;
    verify(&mailing, &proof).await.data(200);
    // The person who changed the address also requests a password reset, whose link is mailed to the new address.
    mailing.post("/api/v1/auth/reset", None, json!({ "email": NEW })).await.data(202);
    let theirs = mailing.letter_to(NEW).await.token("reset");

    mailing.service.advance(7 * DAY - 60);
    mailing.post("/api/v1/auth/reset", None, json!({ "email": NEW })).await.data(202);
    let later = mailing.letter_to(NEW).await.token("reset");
    assert_eq!(undo(&mailing, &way_back).await.data(200)["email"], org.owner_email);
    for email in [NEW, &org.owner_email] {
        mailing.log_in(email, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    }
    mailing.service.get("/api/v1/me", &org.session).await.refused(401, "SESSION_EXPIRED");
    for token in [theirs, later] {
        let body = json!({ "token": token, "password": NEW_PASSWORD });
        mailing.post("/api/v1/auth/reset/finish", None, body).await.refused(401, "INVALID_CREDENTIALS");
    }
    undo(&mailing, &way_back).await.refused(401, "INVALID_CREDENTIALS");
    // The link to set a new password is mailed to the old address.
    let token = mailing.letter_to(&org.owner_email).await.token("reset");
    let body = json!({ "token": token, "password": NEW_PASSWORD });
    mailing.post("/api/v1/auth/reset/finish", None, body).await.data(200);
    mailing.log_in(&org.owner_email, NEW_PASSWORD).await.data(200);
}

#[tokio::test]
async fn an_undone_change_also_removes_the_second_factors_that_were_added_since() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    change(&mailing, &org, NEW).await.data(202);
    let (_, way_back) = links(&mailing, &org).await;
    App::of(&mailing.service, &org.session).await;
    mailing.log_in(&org.owner_email, PASSWORD).await.refused(401, "SECOND_FACTOR_REQUIRED");
    mailing.sent().await;
    undo(&mailing, &way_back).await.data(200);
    let token = mailing.letter_to(&org.owner_email).await.token("reset");
    let body = json!({ "token": token, "password": NEW_PASSWORD });
    mailing.post("/api/v1/auth/reset/finish", None, body).await.data(200);
    mailing.log_in(&org.owner_email, NEW_PASSWORD).await.data(200);
}

#[tokio::test]
async fn a_change_is_undone_before_it_is_proven_as_well_and_never_after_seven_days() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    change(&mailing, &org, NEW).await.data(202);
    let (proof, way_back) = links(&mailing, &org).await;
    undo(&mailing, &way_back).await.data(200);
    verify(&mailing, &proof).await.refused(401, "INVALID_CREDENTIALS");

    let other = mailing.service.organization(Plan::Free).await;
    mailing.prove_owner(&other).await;
    mailing.sent().await;
    mailing
        .post("/api/v1/auth/email", Some(&other.session), json!({ "email": "b@example.org", "password": PASSWORD }))
        .await
        .data(202);
    let late = mailing.letter_to(&other.owner_email).await.token("undo");
    mailing.service.advance(7 * DAY);
    undo(&mailing, &late).await.refused(401, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn a_change_needs_the_password_and_an_address_and_ends_with_the_next_and_after_a_day() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    let wrong = json!({ "email": NEW, "password": "a wrong password" });
    mailing.post("/api/v1/auth/email", Some(&org.session), wrong).await.refused(401, "INVALID_CREDENTIALS");
    for (email, code) in [
        ("nobody", "INVALID_EMAIL"),
        (org.owner_email.as_str(), "NOT_ALLOWED"),
        ("a\r\nb@example.org", "INVALID_EMAIL"),
    ] {
        let refused = change(&mailing, &org, email).await;
        assert_eq!(refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["code"], code, "{email}");
    }
    assert_eq!(mailing.waiting().await, 0);

    change(&mailing, &org, NEW).await.data(202);
    let (first, _) = links(&mailing, &org).await;
    change(&mailing, &org, "newer@example.org").await.data(202);
    let second = mailing.sent().await;
    verify(&mailing, &first).await.refused(401, "INVALID_CREDENTIALS");
    let second = super::Letter::of(second.iter().find(|mail| mail.to == ["newer@example.org"]).unwrap()).token("prove");
    mailing.service.advance(DAY);
    verify(&mailing, &second).await.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(mailing.me(&mailing_session(&mailing, &org).await).await["email"], org.owner_email);
}

async fn mailing_session(mailing: &Mailing, org: &Org) -> String {
    mailing.service.session_of(mailing.service.owner_of(org).await).await
}

#[tokio::test]
async fn an_address_already_in_use_is_revealed_only_to_its_owner() {
    let mailing = Mailing::start().await;
    let (org, other) = (mailing.service.organization(Plan::Pro).await, mailing.service.organization(Plan::Free).await);
    mailing.prove_owner(&org).await;
    change(&mailing, &org, &other.owner_email).await.data(202);
    let token = mailing.letter_to(&other.owner_email).await;
    verify(&mailing, &token.token("prove")).await.refused(409, "CONFLICT");
    assert_eq!(mailing.me(&other.session).await["email"], other.owner_email);
}

#[tokio::test]
async fn an_unproven_former_address_is_notified_but_cannot_undo_the_change() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    change(&mailing, &org, NEW).await.data(202);
    let letter = mailing.letter_to(&org.owner_email).await;
    assert!(!letter.text.contains("/undo#") && !letter.html.contains("/undo#"));
}

#[tokio::test]
async fn a_password_that_is_changed_ends_the_wish_for_another_address() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    change(&mailing, &org, NEW).await.data(202);
    let (proof, way_back) = links(&mailing, &org).await;
    let body = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    mailing.post("/api/v1/auth/password", Some(&org.session), body).await.data(200);
    verify(&mailing, &proof).await.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(mailing.me(&org.session).await["pendingEmail"], Value::Null);
    // The link that restores the old address still works: the thief cannot read email to that address.
    undo(&mailing, &way_back).await.data(200);
}
