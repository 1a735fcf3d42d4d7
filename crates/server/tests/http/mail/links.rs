//! Mailed links used for another purpose, by another account, or after the address changed.

use askline_domain::organizations::plan::Plan;
use serde_json::{Value, json};

use super::{Letter, Mailing};
use crate::harness::{Answer, Org, PASSWORD};

const NEW_PASSWORD: &str = "another good long password";
const DAY: u64 = 86_400;

/// Sends a token to the route of this kind of link.
async fn open(mailing: &Mailing, kind: &str, token: &str) -> Answer {
    match kind {
        "reset" => {
            let body = json!({ "token": token, "password": NEW_PASSWORD });
            mailing.post("/api/v1/auth/reset/finish", None, body).await
        }
        "prove" => mailing.post("/api/v1/auth/email/verify", None, json!({ "token": token })).await,
        "undo" => mailing.post("/api/v1/auth/email/undo", None, json!({ "token": token })).await,
        _ => {
            let body = json!({ "token": token, "password": NEW_PASSWORD });
            mailing.post("/api/v1/auth/invitations/accept", None, body).await
        }
    }
}

/// Requests a change of address. Returns the tokens mailed to the new and to the current address.
async fn change(mailing: &Mailing, session: &str, from: &str, to: &str) -> (String, String) {
    let body = json!({ "email": to, "password": PASSWORD });
    mailing.post("/api/v1/auth/email", Some(session), body).await.data(202);
    let sent = mailing.sent().await;
    let letter = |to: &str| Letter::of(sent.iter().find(|mail| mail.to == [to]).expect(to));
    (letter(to).token("prove"), letter(from).token("undo"))
}

async fn reset_link(mailing: &Mailing, email: &str) -> String {
    mailing.post("/api/v1/auth/reset", None, json!({ "email": email })).await.data(202);
    mailing.letter_to(email).await.token("reset")
}

async fn proven(mailing: &Mailing) -> Org {
    let org = mailing.service.organization(Plan::Enterprise).await;
    mailing.prove_owner(&org).await;
    org
}

#[tokio::test]
async fn a_link_does_only_what_it_was_mailed_for_and_is_not_spent_elsewhere() {
    let mailing = Mailing::start().await;
    let org = proven(&mailing).await;
    let (prove, undo) = change(&mailing, &org.session, &org.owner_email, "new@example.org").await;
    let reset = reset_link(&mailing, &org.owner_email).await;
    let members = format!("/api/v1/orgs/{}/members", org.id);
    let invitation = json!({ "email": "grace@example.org", "role": "viewer" });
    mailing.post(&members, Some(&org.session), invitation).await.data(201);
    let join = mailing.letter_to("grace@example.org").await.token("join");
    let log = mailing.service.metadata.verify_chains().await.unwrap();
    let tokens = [("reset", &reset), ("prove", &prove), ("undo", &undo), ("join", &join)];
    for (kind, token) in tokens {
        for (other, _) in tokens.iter().filter(|(other, _)| *other != kind) {
            let refused = open(&mailing, other, token).await;
            refused.refused(401, "INVALID_CREDENTIALS");
            assert!(!refused.text.contains(token.as_str()), "{kind} at {other}");
        }
    }
    assert_eq!(mailing.service.metadata.verify_chains().await.unwrap(), log, "nothing was stored");
    assert_eq!(mailing.me(&org.session).await["pendingEmail"]["email"], "new@example.org");
    for (kind, token) in [("join", &join), ("reset", &reset), ("undo", &undo)] {
        open(&mailing, kind, token).await.data(200);
    }
    open(&mailing, "prove", &prove).await.refused(401, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn a_link_changes_only_its_own_account_even_with_the_session_of_another() {
    let mailing = Mailing::start().await;
    let (org, other) = (proven(&mailing).await, mailing.service.organization(Plan::Pro).await);
    let (prove, _) = change(&mailing, &org.session, &org.owner_email, "new@example.org").await;
    // Used with the session of another account: the token alone decides whose address is confirmed.
    let body = json!({ "token": prove });
    mailing.post("/api/v1/auth/email/verify", Some(&other.session), body).await.data(200);
    assert_eq!(mailing.me(&org.session).await["email"], "new@example.org");
    let untouched = mailing.me(&other.session).await;
    assert_eq!((&untouched["email"], &untouched["emailVerifiedAt"]), (&json!(other.owner_email), &Value::Null));
    let reset = reset_link(&mailing, "new@example.org").await;
    let body = json!({ "token": reset, "password": NEW_PASSWORD });
    mailing.post("/api/v1/auth/reset/finish", Some(&other.session), body).await.data(200);
    mailing.me(&other.session).await;
    mailing.log_in(&other.owner_email, PASSWORD).await.data(200);
    mailing.log_in("new@example.org", NEW_PASSWORD).await.data(200);
}

#[tokio::test]
async fn a_link_for_a_password_ends_with_the_address_that_it_was_mailed_to() {
    let mailing = Mailing::start().await;
    let org = proven(&mailing).await;
    let (prove, _) = change(&mailing, &org.session, &org.owner_email, "new@example.org").await;
    let reset = reset_link(&mailing, &org.owner_email).await;
    open(&mailing, "prove", &prove).await.data(200);
    open(&mailing, "reset", &reset).await.refused(401, "INVALID_CREDENTIALS");
    mailing.log_in("new@example.org", PASSWORD).await.data(200);
}

#[tokio::test]
async fn the_first_of_several_addresses_takes_the_account_back_and_ends_the_links_of_the_others() {
    let mailing = Mailing::start().await;
    let org = proven(&mailing).await;
    let first = org.owner_email.as_str();
    let (prove, undo) = change(&mailing, &org.session, first, "second@example.org").await;
    open(&mailing, "prove", &prove).await.data(200);
    let (prove, undo_second) = change(&mailing, &org.session, "second@example.org", "third@example.org").await;
    open(&mailing, "prove", &prove).await.data(200);
    assert_eq!(open(&mailing, "undo", &undo).await.data(200)["email"], first);
    open(&mailing, "undo", &undo_second).await.refused(401, "INVALID_CREDENTIALS");
    for email in ["second@example.org", "third@example.org", first] {
        mailing.log_in(email, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    }
    let reset = mailing.letter_to(first).await.token("reset");
    open(&mailing, "reset", &reset).await.data(200);
    let session = crate::auth::token_of(&mailing.log_in(first, NEW_PASSWORD).await);
    // The audit log has every step, with its address.
    let log = async |action: &str| {
        let answer = mailing.service.get(&format!("/api/v1/audit?action={action}"), &session).await;
        answer.data(200)["items"].as_array().unwrap().iter().map(|entry| entry["metadata"].clone()).collect::<Vec<_>>()
    };
    let (second, third) = (json!({ "email": "second@example.org" }), json!({ "email": "third@example.org" }));
    for action in ["auth.email_change_requested", "auth.email_verified"] {
        let told = log(action).await;
        assert!(told.len() == 2 && told.contains(&second) && told.contains(&third), "{action}: {told:?}");
    }
    assert_eq!(log("auth.email_change_undone").await, [json!({ "from": "third@example.org", "to": first })]);
    assert_eq!(log("auth.password_reset").await, [json!({})]);
}

#[tokio::test]
async fn a_former_address_is_reserved_for_its_account_while_the_change_can_be_undone() {
    let mailing = Mailing::start().await;
    let (org, other) = (proven(&mailing).await, proven(&mailing).await);
    let former = org.owner_email.as_str();
    let (prove, undo) = change(&mailing, &org.session, former, "new@example.org").await;
    open(&mailing, "prove", &prove).await.data(200);
    // The person who changed the address tries to take the old one: with a new account, an invitation or another
    // account.
    mailing.sign_up(former).await.data(202);
    assert_eq!(mailing.letter_to(former).await.subject, "You already have an Askline account");
    let members = format!("/api/v1/orgs/{}/members", org.id);
    let invited = json!({ "email": "grace@example.org", "role": "viewer" });
    let invited = mailing.post(&members, Some(&org.session), invited).await;
    let token = invited.data(201)["invitation"]["token"].as_str().unwrap().to_owned();
    let body = json!({ "token": token, "password": PASSWORD, "email": former });
    mailing.post("/api/v1/auth/invitations/accept", None, body).await.refused(422, "VALIDATION_FAILED");
    let invited = json!({ "email": former, "role": "viewer" });
    let invited = mailing.post(&members, Some(&org.session), invited).await;
    let token = invited.data(201)["invitation"]["token"].as_str().unwrap().to_owned();
    let body = json!({ "token": token, "password": PASSWORD });
    mailing.post("/api/v1/auth/invitations/accept", None, body).await.refused(409, "CONFLICT");
    mailing.sent().await;
    let (theirs, _) = change(&mailing, &other.session, &other.owner_email, former).await;
    open(&mailing, "prove", &theirs).await.refused(409, "CONFLICT");
    // The account itself may change back to its old address.
    let (back, _) = change(&mailing, &org.session, "new@example.org", former).await;
    open(&mailing, "prove", &back).await.data(200);
    let (away, _) = change(&mailing, &org.session, former, "new@example.org").await;
    open(&mailing, "prove", &away).await.data(200);
    assert_eq!(open(&mailing, "undo", &undo).await.data(200)["email"], former);

    // After seven days anyone may use the old address.
    let (prove, undo) = change(&mailing, &other.session, &other.owner_email, "newer@example.org").await;
    open(&mailing, "prove", &prove).await.data(200);
    mailing.service.advance(7 * DAY);
    mailing.signed_up(&other.owner_email).await;
    open(&mailing, "undo", &undo).await.refused(401, "INVALID_CREDENTIALS");
}

/// The session of a new account whose address is not confirmed.
async fn session_of_account(mailing: &Mailing, email: &str) -> String {
    let session = mailing.signed_up(email).await;
    mailing.service.tamper(&format!("UPDATE users SET email_verified_ms = NULL WHERE email = '{email}'")).await;
    session
}

#[tokio::test]
async fn a_mailed_invitation_that_an_account_accepts_proves_its_address_alone_and_never_another() {
    let mailing = Mailing::start().await;
    let org = proven(&mailing).await;
    let members = format!("/api/v1/orgs/{}/members", org.id);
    for (invited, session_of, proves) in
        [("grace@example.org", "someone@example.org", false), ("ada@example.org", "ada@example.org", true)]
    {
        let session = session_of_account(&mailing, session_of).await;
        let body = json!({ "email": invited, "role": "viewer" });
        mailing.post(&members, Some(&org.session), body).await.data(201);
        let token = mailing.letter_to(invited).await.token("join");
        let body = json!({ "token": token });
        mailing.post("/api/v1/auth/invitations/accept", Some(&session), body).await.data(200);
        assert_eq!(mailing.me(&session).await["emailVerifiedAt"].is_string(), proves, "{invited} by {session_of}");
    }
}
