//! The table of limits on emails, cell by cell.
//!
//! A kind that reaches the limit of a column is limited there and nowhere else.

use askline_domain::{
    mail::{MailBound, MailColumn, MailKind},
    organizations::plan::Plan,
};
use reqwest::Method;
use serde_json::json;

use super::{Letter, Mailing};
use crate::{
    harness::{Org, PASSWORD},
    sign_in_providers::link_by_gate,
};

/// An address that belongs to nobody.
const NOBODY: &str = "nobody@example.org";

/// Everything that emails are caused with.
struct Scene {
    mailing: Mailing,
    /// An organization whose owner has a confirmed address.
    org: Org,
}

impl Scene {
    async fn start() -> Self {
        let mailing = Mailing::start().await;
        let org = mailing.service.organization(Plan::Enterprise).await;
        mailing.prove_owner(&org).await;
        mailing.service.advance(60);
        Self { mailing, org }
    }

    async fn invite(&self, org: &Org, email: &str) {
        let members = format!("/api/v1/orgs/{}/members", org.id);
        let body = json!({ "email": email, "role": "viewer" });
        let invited = self.mailing.post(&members, Some(&org.session), body).await;
        // The next invitation of the same address needs a place among the members.
        let pending = format!("{members}/{}", invited.data(201)["member"]["userId"].as_str().unwrap());
        self.mailing.service.send(Method::DELETE, &pending, Some(&org.session), None).await.data(200);
    }

    /// Asks an address whether it wants reports, for the first time or again.
    async fn ask_recipient(&self, org: &Org, email: &str) {
        let (path, session) = ("/api/v1/notifications/recipients", Some(org.session.as_str()));
        let listed = self.mailing.service.get(path, &org.session).await.data(200)["items"].clone();
        match listed.as_array().unwrap().iter().find(|one| one["email"] == email) {
            Some(known) => {
                let again = format!("{path}/{}/confirmation", known["id"].as_str().unwrap());
                self.mailing.send(&again, &org.session).await;
            }
            None => {
                self.mailing.post(path, session, json!({ "email": email, "audience": "client" })).await;
            }
        }
    }

    /// Causes an email of a kind whose column is the same in every call, and all others differ as far as possible. The number
    /// is that of the call.
    async fn cause(&self, kind: MailKind, column: MailColumn, number: u32) {
        let (mailing, org) = (&self.mailing, &self.org);
        let session = Some(org.session.as_str());
        match kind {
            MailKind::Proof => {
                if number == 0 {
                    mailing.service.tamper("UPDATE users SET email_verified_ms = NULL").await;
                }
                mailing.send("/api/v1/auth/email/resend", &org.session).await;
            }
            MailKind::SignUp => {
                mailing.sign_up(NOBODY).await.data(202);
            }
            MailKind::AccountExists => {
                mailing.sign_up(&org.owner_email).await.data(202);
            }
            MailKind::Reset => {
                let body = json!({ "email": org.owner_email });
                mailing.post("/api/v1/auth/reset", None, body).await.data(202);
            }
            MailKind::Invitation => match column {
                MailColumn::Organization => self.invite(org, &format!("person-{number}@example.org")).await,
                MailColumn::AddressOfOrganization => self.invite(org, NOBODY).await,
                _ => self.invite(&mailing.service.organization(Plan::Pro).await, NOBODY).await,
            },
            MailKind::LogIn | MailKind::LogInDigest => {
                mailing.log_in(&org.owner_email, PASSWORD).await.data(200);
            }
            MailKind::PasswordChanged => {
                let body = json!({ "currentPassword": PASSWORD, "newPassword": PASSWORD });
                mailing.post("/api/v1/auth/password", session, body).await.data(200);
            }
            MailKind::AccessRevoked => {
                mailing.post("/api/v1/auth/revoke-all", session, json!({ "password": PASSWORD })).await.data(200);
            }
            MailKind::IdentityChanged => {
                let person = format!("person-{number}");
                link_by_gate(&mailing.service, (&person, &org.owner_email)).await.data(200);
            }
            MailKind::KeyMade => {
                mailing.post("/api/v1/keys", session, json!({ "scopes": ["org:read"] })).await.data(201);
            }
            MailKind::Recipient => match column {
                MailColumn::Organization => self.ask_recipient(org, &format!("client-{number}@example.org")).await,
                MailColumn::AddressOfOrganization => self.ask_recipient(org, NOBODY).await,
                _ => self.ask_recipient(&mailing.service.organization(Plan::Pro).await, NOBODY).await,
            },
            MailKind::SecondFactorChanged => {
                mailing.post("/api/v1/auth/reauthenticate", session, json!({ "password": PASSWORD })).await.data(200);
                mailing.service.tamper("UPDATE users SET factors = 1").await;
                mailing.service.tamper("UPDATE sessions SET assurance = 3").await;
                mailing.post("/api/v1/auth/factors/recovery", session, json!(null)).await.data(200);
            }
            MailKind::AddressChange => {
                let body = json!({ "email": format!("new-{number}@example.org"), "password": PASSWORD });
                mailing.post("/api/v1/auth/email", session, body).await;
            }
            MailKind::Test
            | MailKind::Restored
            | MailKind::AccountLocked
            | MailKind::WrongCodes
            | MailKind::ChannelDisabled
            | MailKind::Report
            | MailKind::Alerts => {
                unreachable!("no request causes it alone")
            }
        }
    }
}

/// The subject of a kind of email.
fn subject(kind: MailKind) -> &'static str {
    match kind {
        MailKind::Test => "Askline can send email",
        MailKind::Proof | MailKind::SignUp => "Confirm your email address for Askline",
        MailKind::AccountExists => "You already have an Askline account",
        MailKind::Reset => "Set a new Askline password",
        MailKind::Restored => "Your Askline account has its previous email address again",
        MailKind::Invitation => "Invitation to join an organization on Askline",
        MailKind::LogIn => "New sign-in to your Askline account",
        MailKind::LogInDigest => "New sign-ins to your Askline account",
        MailKind::PasswordChanged => "Your Askline password was changed",
        MailKind::AccessRevoked => "You were signed out of Askline everywhere else",
        MailKind::IdentityChanged => "A sign-in account was linked to your Askline account",
        MailKind::AccountLocked => "Your Askline account was locked",
        MailKind::SecondFactorChanged => "Your Askline recovery codes were replaced",
        MailKind::WrongCodes => "Many wrong codes for your Askline account",
        MailKind::AddressChange => "The email address of your Askline account is changing",
        MailKind::KeyMade => "A new Askline API key was created",
        MailKind::ChannelDisabled => "An Askline notification channel was disabled",
        MailKind::Recipient => "Confirm that you want reports by email",
        MailKind::Report => "Your Askline report",
        MailKind::Alerts => "Your Askline alerts",
    }
}

/// How many emails of a kind are sent now.
async fn sent(scene: &Scene, kind: MailKind) -> usize {
    let sent = scene.mailing.sent().await;
    sent.iter().filter(|mail| Letter::of(mail).subject == subject(kind)).count()
}

/// Reaches the limit of a cell, and its end.
async fn check(kind: MailKind, column: MailColumn) {
    let MailBound::AtMost(limit) = kind.limits().of(column) else { return };
    // A report of several sign-ins is sent when the limit allows it: see below.
    // Twenty wrong codes cause another, and they have limits of their own. A report is sent once a week or month. A channel is
    // disabled after a day of answers that its address does not exist. Alerts come once in ten minutes.
    let others =
        [MailKind::LogInDigest, MailKind::WrongCodes, MailKind::ChannelDisabled, MailKind::Report, MailKind::Alerts];
    if others.contains(&kind) {
        return;
    }
    let scene = Scene::start().await;
    for number in 0..limit.most + 2 {
        scene.cause(kind, column, number).await;
    }
    let most = usize::try_from(limit.most).unwrap();
    assert_eq!(sent(&scene, kind).await, most, "{kind} {column}: within {}", limit.within);
    // Nothing that is due later is of this kind, except what a limit holds back for one email.
    scene.mailing.service.advance(limit.within.as_secs().unsigned_abs() - 1);
    scene.cause(kind, column, 100).await;
    assert_eq!(sent(&scene, kind).await, 0, "{kind} {column}: just before the limit ends");
    if kind == MailKind::LogIn {
        return;
    }
    scene.mailing.service.advance(1);
    scene.cause(kind, column, 101).await;
    assert_eq!(sent(&scene, kind).await, 1, "{kind} {column}: after the limit ends");
}

#[tokio::test]
async fn each_kind_of_email_is_limited_in_each_column_as_the_table_says() {
    for kind in MailKind::EVERY {
        for column in MailColumn::EVERY {
            check(kind, column).await;
        }
    }
}

#[tokio::test]
async fn links_that_anyone_can_request_share_the_limit_of_an_address() {
    let scene = Scene::start().await;
    for kind in [MailKind::Reset, MailKind::AccountExists, MailKind::Reset, MailKind::AccountExists, MailKind::Reset] {
        scene.cause(kind, MailColumn::Address, 0).await;
    }
    assert_eq!(scene.mailing.recipients().await.len(), 3);
}

#[tokio::test]
async fn an_address_beyond_its_limit_of_emails_is_still_restored() {
    let scene = Scene::start().await;
    let (mailing, org) = (&scene.mailing, &scene.org);
    let change = json!({ "email": "thief@example.org", "password": PASSWORD });
    mailing.post("/api/v1/auth/email", Some(&org.session), change).await.data(202);
    let undo = mailing.letter_to(&org.owner_email).await.token("undo");
    for _ in 0..3 {
        scene.cause(MailKind::Reset, MailColumn::Address, 0).await;
    }
    mailing.sent().await;
    mailing.post("/api/v1/auth/email/undo", None, json!({ "token": undo })).await.data(200);
    let letter = mailing.letter_to(&org.owner_email).await;
    assert_eq!(letter.subject, subject(MailKind::Restored));
    let body = json!({ "token": letter.token("reset"), "password": "another good long password" });
    mailing.post("/api/v1/auth/reset/finish", None, body).await.data(200);
}

#[tokio::test]
async fn sign_ins_beyond_one_an_hour_are_reported_together_when_the_hour_ends() {
    let scene = Scene::start().await;
    let (mailing, email) = (&scene.mailing, scene.org.owner_email.as_str());
    for _ in 0..4 {
        scene.cause(MailKind::LogIn, MailColumn::Account, 0).await;
    }
    assert_eq!(mailing.letter_to(email).await.subject, subject(MailKind::LogIn));
    mailing.service.advance(3_599);
    assert!(mailing.recipients().await.is_empty());
    mailing.service.advance(1);
    let digest = mailing.letter_to(email).await;
    assert_eq!(digest.subject, subject(MailKind::LogInDigest));
    assert!(digest.text.contains("3 times"), "{}", digest.text);
    // The digest counts as the email of its hour.
    scene.cause(MailKind::LogIn, MailColumn::Account, 0).await;
    assert!(mailing.recipients().await.is_empty());
    mailing.service.advance(3_600);
    assert_eq!(mailing.letter_to(email).await.subject, subject(MailKind::LogInDigest));
    mailing.service.advance(3_600);
    scene.cause(MailKind::LogIn, MailColumn::Account, 0).await;
    assert_eq!(mailing.letter_to(email).await.subject, subject(MailKind::LogIn));
}

#[tokio::test]
async fn an_invitation_beyond_a_limit_is_stored_and_its_token_is_shown_but_none_is_mailed() {
    let scene = Scene::start().await;
    let (mailing, org) = (&scene.mailing, &scene.org);
    let members = format!("/api/v1/orgs/{}/members", org.id);
    let body = json!({ "email": NOBODY, "role": "viewer" });
    let first = mailing.post(&members, Some(&org.session), body).await;
    let renewal = format!("{members}/{}/invitation", first.data(201)["member"]["userId"].as_str().unwrap());
    let mut mailed = vec![first.data(201)["invitation"]["mailed"].clone()];
    let mut token = String::new();
    for _ in 0..3 {
        let renewed = mailing.send(&renewal, &org.session).await;
        let invitation = &renewed.data(201)["invitation"];
        mailed.push(invitation["mailed"].clone());
        token = invitation["token"].as_str().unwrap().to_owned();
    }
    assert_eq!(mailed, [json!(true), json!(true), json!(true), json!(false)]);
    assert_eq!(mailing.recipients().await.len(), 3);
    let body = json!({ "token": token, "password": PASSWORD });
    mailing.post("/api/v1/auth/invitations/accept", None, body).await.data(200);
}
