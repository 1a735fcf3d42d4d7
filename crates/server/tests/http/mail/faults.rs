//! Faults of a mail server: delay, refusal, timeout, nonsense, lost answers, broken TLS.

use askline_app::accounts::by_operator;
use askline_domain::{mail::MAX_ANSWER_CHARACTERS, organizations::plan::Plan};
use askline_stand_in::mail_server::{Act, Encryption, MailServer, Point};
use serde_json::{Value, json};

use super::{Mailing, header, runner};
use crate::harness::{Org, Service};

/// In seconds: longer than any wait between two attempts to send an email.
const LONG: u64 = 3 * 3_600;

async fn asked(mailing: &Mailing) -> Org {
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    ask(mailing, &org).await;
    org
}

async fn ask(mailing: &Mailing, org: &Org) {
    mailing.post("/api/v1/auth/reset", None, json!({ "email": org.owner_email })).await.data(202);
}

/// Causes an email that is retried for a day before it is given up.
async fn told(mailing: &Mailing, org: &Org) {
    let keys = format!("/api/v1/keys?orgId={}", org.id);
    mailing.post(&keys, Some(&org.session), json!({ "scopes": ["org:read"] })).await.data(201);
}

async fn health(mailing: &Mailing, org: &Org) -> Value {
    mailing.service.get(&format!("/api/v1/mail?orgId={}", org.id), &org.session).await.data(200).clone()
}

#[tokio::test]
async fn a_mail_that_is_put_off_is_sent_later_as_the_same_message_and_an_hour_old_link_is_not_sent() {
    let mailing = Mailing::start().await;
    mailing.server.plan([Act::Say(Point::Recipient, "450 4.2.0 greylisted"), Act::TakeAndHangUp]);
    let org = asked(&mailing).await;
    assert!(mailing.sent().await.is_empty());
    assert_eq!(health(&mailing, &org).await["failingSince"], Value::Null, "the server works");
    mailing.service.advance(60);
    let first = mailing.sent().await;
    mailing.service.advance(60);
    let second = mailing.sent().await;
    // The server took the email but did not answer. The email is sent again with the same id, so that email programs
    // show it once.
    assert_eq!(header(&first[0], "Message-ID"), header(&second[0], "Message-ID"));
    assert_eq!(
        first[0].message.lines().find(|line| line.starts_with("Date:")),
        second[0].message.lines().find(|line| line.starts_with("Date:"))
    );
    assert_eq!(mailing.waiting().await, 0);

    mailing.server.plan(std::iter::repeat_n(Act::Say(Point::Recipient, "450 later"), 20));
    mailing.service.advance(LONG);
    ask(&mailing, &org).await;
    for _ in 0..20 {
        mailing.service.run_due_jobs().await;
        mailing.service.advance(600);
    }
    assert_eq!(mailing.waiting().await, 0, "it was given up with its link");
    assert!(mailing.sent().await.is_empty());
}

#[tokio::test]
async fn a_refused_recipient_is_marked_for_the_person_and_admins_and_gets_proofs_alone_until_one_is_used() {
    let mailing = Mailing::start().await;
    mailing.server.plan([Act::Say(Point::Recipient, "550 5.1.1 no such\tuser")]);
    let org = asked(&mailing).await;
    assert!(mailing.sent().await.is_empty());
    assert_eq!(mailing.waiting().await, 0);
    let user = mailing.me(&org.session).await;
    assert_eq!((&user["mailState"], &user["mailAnswer"]), (&json!("refused"), &json!("550 5.1.1 no such user")));
    let members = mailing.service.get(&format!("/api/v1/orgs/{}/members", org.id), &org.session).await;
    assert_eq!(members.data(200)["items"][0]["mailState"], "refused");

    told(&mailing, &org).await;
    ask(&mailing, &org).await;
    assert!(mailing.recipients().await.is_empty());
    mailing.send("/api/v1/auth/email/resend", &org.session).await.data(202);
    let token = mailing.letter_to(&org.owner_email).await.token("prove");
    mailing.post("/api/v1/auth/email/verify", None, json!({ "token": token })).await.data(200);
    assert_eq!(mailing.me(&org.session).await["mailState"], Value::Null);
    told(&mailing, &org).await;
    assert_eq!(mailing.recipients().await, [org.owner_email]);
}

#[tokio::test]
async fn a_refused_invitation_is_shown_to_admins() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Enterprise).await;
    mailing.server.plan([Act::Say(Point::Recipient, "553 not here")]);
    let path = format!("/api/v1/orgs/{}/members", org.id);
    let body = json!({ "email": "grace@example.org", "role": "viewer" });
    mailing.post(&path, Some(&org.session), body).await.data(201);
    mailing.sent().await;
    let members = mailing.service.get(&path, &org.session).await;
    let pending =
        members.data(200)["items"].as_array().unwrap().iter().find(|member| member["status"] == "pending").unwrap();
    assert_eq!(pending["mailAnswer"], "553 not here");
}

#[tokio::test]
async fn a_mail_server_that_hangs_disconnects_talks_nonsense_or_refuses_is_reported_and_retried() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    // Longer than any answer of a mail server may be.
    let endless: &'static str = Box::leak("2".repeat(1_000_000).into_boxed_str());
    let acts = [
        Act::Say(Point::Greeting, endless),
        Act::Say(Point::Sender, endless),
        Act::Hang(Point::Greeting),
        Act::HangUp(Point::Greeting),
        Act::Say(Point::Greeting, "HTTP/1.1 400 Bad Request"),
        Act::Say(Point::Greeting, "554 go away"),
        Act::HangUp(Point::Sender),
        Act::Say(Point::Sender, "550 not your address"),
        Act::Say(Point::Message, "?"),
        Act::Hang(Point::Message),
    ];
    let mut since = Value::Null;
    for act in acts {
        mailing.server.plan([act.clone()]);
        told(&mailing, &org).await;
        assert!(mailing.sent().await.is_empty(), "{act:?}");
        let told = health(&mailing, &org).await;
        let failure = told["failure"].as_str().unwrap_or_else(|| panic!("{act:?}: {told}"));
        assert!(!failure.is_empty() && failure.chars().count() <= MAX_ANSWER_CHARACTERS, "{failure}");
        if since.is_null() {
            since = told["failingSince"].clone();
        }
        assert_eq!(told["failingSince"], since, "{act:?}");
        let is_final = act == Act::Say(Point::Sender, "550 not your address");
        assert_eq!(mailing.waiting().await, u64::from(!is_final), "{act:?}");
        mailing.service.advance(LONG);
        assert_eq!(mailing.sent().await.len(), usize::from(!is_final), "{act:?}");
        if !is_final {
            assert_eq!(health(&mailing, &org).await["failingSince"], Value::Null, "{act:?}");
            since = Value::Null;
        }
    }
    // If the server refuses the sender, the settings are wrong, so no recipient's address is marked as failing.
    assert_eq!(mailing.me(&org.session).await["mailState"], Value::Null);
}

#[tokio::test]
async fn a_server_that_is_away_for_a_day_ends_the_mail_and_no_sooner() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    mailing.server.plan(std::iter::repeat_n(Act::HangUp(Point::Greeting), 100));
    told(&mailing, &org).await;
    for hour in 0..26 {
        mailing.service.run_due_jobs().await;
        if hour == 20 {
            assert_eq!(mailing.waiting().await, 1);
        }
        mailing.service.advance(3_600);
    }
    assert_eq!(mailing.waiting().await, 0);
    assert!(mailing.server.connections() > 8, "{}", mailing.server.connections());
}

#[tokio::test]
async fn mail_goes_over_starttls_and_tls_to_who_has_a_certificate_of_the_operators_authority() {
    for encryption in [Encryption::StartTls, Encryption::Tls] {
        let mailing = Mailing::through(MailServer::start_with(encryption).await.unwrap()).await;
        asked(&mailing).await;
        let sent = mailing.sent().await;
        assert_eq!(sent.iter().map(|mail| mail.is_encrypted).collect::<Vec<_>>(), [true], "{encryption:?}");
    }
}

#[tokio::test]
async fn nothing_is_said_to_a_server_whose_certificate_is_not_believed_or_that_offers_no_encryption() {
    for encryption in [Encryption::StartTls, Encryption::Tls, Encryption::None] {
        let mut mailing = Mailing::through(MailServer::start_with(encryption).await.unwrap()).await;
        let url = match encryption {
            // The setting requires encryption, which this server does not offer.
            Encryption::None => format!("smtp://ada:secret@127.0.0.1:{}?tls=required", mailing.server.port()),
            _ => mailing.server.url().replace("localhost", "ada:secret@localhost"),
        };
        mailing.service.jobs = runner(&mailing.service, &url, None, 0);
        let org = asked(&mailing).await;
        assert!(mailing.sent().await.is_empty(), "{encryption:?}");
        assert_eq!(mailing.waiting().await, 1, "{encryption:?}");
        assert!(health(&mailing, &org).await["failure"].is_string(), "{encryption:?}");
    }
}

#[tokio::test]
async fn a_mail_server_that_fails_during_starttls_is_reported_and_retried() {
    let mailing = Mailing::through(MailServer::start_with(Encryption::StartTls).await.unwrap()).await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    for act in [
        Act::HangUp(Point::Encryption),
        Act::Hang(Point::Encryption),
        Act::Say(Point::Encryption, "HTTP/1.1 400 Bad Request"),
        Act::Say(Point::Encryption, "250 in the clear"),
    ] {
        mailing.server.plan([act.clone()]);
        told(&mailing, &org).await;
        assert!(mailing.sent().await.is_empty(), "{act:?}");
        assert!(health(&mailing, &org).await["failure"].is_string(), "{act:?}");
        assert_eq!(mailing.waiting().await, 1, "{act:?}");
        mailing.service.advance(LONG);
        let sent = mailing.sent().await;
        assert_eq!(sent.iter().map(|mail| mail.is_encrypted).collect::<Vec<_>>(), [true], "{act:?}");
        assert_eq!(health(&mailing, &org).await["failingSince"], Value::Null, "{act:?}");
    }
}

#[tokio::test]
async fn who_has_a_user_and_a_password_logs_in_and_a_wrong_one_is_no_end_of_the_mail() {
    let mut mailing = Mailing::start().await;
    let url = mailing.server.url().replace("127.0.0.1", "ada:p%40ss@127.0.0.1");
    mailing.service.jobs = runner(&mailing.service, &url, None, 0);
    mailing.server.plan([Act::Say(Point::LogIn, "535 5.7.8 wrong password")]);
    let org = asked(&mailing).await;
    assert!(mailing.sent().await.is_empty());
    assert_eq!(health(&mailing, &org).await["failure"], "535 5.7.8 wrong password");
    mailing.service.advance(60);
    let sent = mailing.sent().await;
    assert_eq!(sent[0].user, Some(("ada".to_owned(), "p@ss".to_owned())));
    assert_eq!(
        (sent[0].from.as_str(), header(&sent[0], "Auto-Submitted").as_str()),
        ("reports@example.com", "auto-generated")
    );
}

#[tokio::test]
async fn mails_beyond_the_limit_of_a_minute_wait_for_their_turn_without_using_up_tries() {
    let mut mailing = Mailing::start().await;
    mailing.service.jobs = runner(&mailing.service, &mailing.server.url(), None, 2);
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    for _ in 0..5 {
        told(&mailing, &org).await;
    }
    for sent in [2, 2, 1] {
        assert_eq!(mailing.sent().await.len(), sent);
        mailing.service.advance(61);
    }
}

#[tokio::test]
async fn a_service_whose_mail_server_is_unset_again_keeps_nothing_waiting_for_it() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let keys = format!("/api/v1/keys?orgId={}", org.id);
    let body = json!({ "scopes": ["org:read"] });
    let owner = service.owner_of(&org).await;
    by_operator::put_confirmed(&*service.metadata, owner, service.app.now(), vec![]).await.unwrap();
    service.send(reqwest::Method::POST, &keys, Some(&org.session), Some(&body)).await.data(201);
    assert_eq!(service.metadata.mail_health().await.unwrap().waiting, 0);
}
