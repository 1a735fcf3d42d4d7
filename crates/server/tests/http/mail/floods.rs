//! Floods of emails caused from one IP address or by one account. Also names that try to add headers.

use askline_api::settings::RequestLimits;
use askline_domain::organizations::plan::Plan;
use reqwest::{Method, header};
use serde_json::json;

use super::Mailing;
use crate::harness::PASSWORD;

#[tokio::test]
async fn an_address_on_the_network_asks_for_ten_links_a_minute_whether_accounts_exist_or_not() {
    let mailing = Mailing::limited(RequestLimits::default()).await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    let ask = async |email: &str| mailing.post("/api/v1/auth/reset", None, json!({ "email": email })).await;
    for number in 0..9 {
        ask(&format!("nobody{number}@example.com")).await.data(202);
    }
    ask(&org.owner_email).await.data(202);
    let (known, unknown) = (ask(&org.owner_email).await, ask("nobody@example.com").await);
    for refused in [&known, &unknown] {
        assert_eq!(refused.refused(429, "RATE_LIMITED").header("retry-after"), "60");
    }
    assert_eq!(known.body["error"], unknown.body["error"]);
    assert_eq!(mailing.recipients().await, std::slice::from_ref(&org.owner_email));
    // Guesses of links are limited in the same way.
    let body = json!({ "token": "reset_00", "password": PASSWORD });
    mailing.post("/api/v1/auth/reset/finish", None, body).await.refused(429, "RATE_LIMITED");
    mailing.service.advance(60);
    ask(&org.owner_email).await.data(202);
    assert_eq!(mailing.recipients().await, [org.owner_email]);
}

#[tokio::test]
async fn an_account_asks_for_five_other_addresses_an_hour_and_a_refused_wish_ends_nothing() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    let ask = async |number: u32| {
        let body = json!({ "email": format!("new{number}@example.org"), "password": PASSWORD });
        mailing.post("/api/v1/auth/email", Some(&org.session), body).await
    };
    for number in 0..5 {
        ask(number).await.data(202);
    }
    assert_eq!(mailing.recipients().await.len(), 10);
    assert_eq!(ask(5).await.refused(429, "RATE_LIMITED").header("retry-after"), "3600");
    assert!(mailing.recipients().await.is_empty());
    assert_eq!(mailing.me(&org.session).await["pendingEmail"]["email"], "new4@example.org");
    mailing.service.advance(3_600);
    ask(5).await.data(202);
    assert_eq!(mailing.recipients().await.len(), 2);
}

#[tokio::test]
async fn no_name_and_no_browser_becomes_a_header() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Enterprise).await;
    mailing.prove_owner(&org).await;
    // Names and addresses with line breaks are refused.
    for (method, path, body) in [
        (Method::PATCH, "/api/v1/me".to_owned(), json!({ "name": "Eve\r\nBcc: all@example.com" })),
        (Method::PATCH, format!("/api/v1/orgs/{}", org.id), json!({ "name": "Eve\nBcc: all@example.com" })),
        (
            Method::POST,
            format!("/api/v1/keys?orgId={}", org.id),
            json!({ "name": "Eve\rBcc: all@example.com", "scopes": ["org:read"] }),
        ),
        (
            Method::POST,
            format!("/api/v1/orgs/{}/members", org.id),
            json!({ "email": "eve@example.org\r\nBcc: all@example.com", "role": "viewer" }),
        ),
    ] {
        let refused = mailing.service.send(method, &path, Some(&org.session), Some(&body)).await;
        refused.refused(422, "VALIDATION_FAILED");
    }
    assert!(mailing.recipients().await.is_empty());
    for sent in mailing.sent().await {
        let (head, _) = sent.message.split_once("\r\n\r\n").unwrap();
        assert!(!head.lines().any(|line| line.starts_with("Bcc")), "{head}");
    }
    // Browser names in forms that an email program might decode into a header.
    mailing.service.advance(60);
    for browser in
        ["=?utf-8?q?=0D=0ABcc:_all@example.com?=", "Eve%0d%0aBcc: all@example.com", "Eve\tBcc: all@example.com"]
    {
        // A later hour: within one, reports of sign-ins are gathered.
        mailing.service.advance(3_600);
        let credentials = json!({ "email": org.owner_email, "password": PASSWORD });
        let log_in = mailing.service.request(Method::POST, "/api/v1/auth/login").header(header::USER_AGENT, browser);
        mailing.service.answer(log_in.json(&credentials)).await.data(200);
        let sent = mailing.sent().await;
        assert_eq!((sent.len(), &sent[0].to), (1, &vec![org.owner_email.clone()]), "{browser}");
        let (head, _) = sent[0].message.split_once("\r\n\r\n").unwrap();
        // The boundary is random letters, which may be any word.
        let head: String = head.lines().filter(|line| !line.contains("boundary=")).collect();
        assert!(!head.contains("Bcc") && !head.contains("Eve") && !head.contains("all@"), "{head}");
    }
}
