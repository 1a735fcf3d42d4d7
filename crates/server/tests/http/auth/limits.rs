//! Passwords and credentials cannot be guessed: wrong attempts are counted. They restrict only the account or the address
//! that they were made with.

use askline_api::settings::RequestLimits;
use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use super::{ME, NEW_PASSWORD, log_in, post};
use crate::harness::{PASSWORD, Service};

#[tokio::test]
async fn five_wrong_passwords_lock_one_email_for_a_minute_and_no_other() {
    let service = Service::start().await;
    let (org, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    for _ in 0..5 {
        log_in(&service, &org.owner_email, "a wrong long password").await.refused(401, "INVALID_CREDENTIALS");
    }
    let refused = log_in(&service, &org.owner_email, PASSWORD).await;
    assert_eq!(refused.refused(429, "RATE_LIMITED").header("retry-after"), "60");
    log_in(&service, &other.owner_email, PASSWORD).await.data(200);
    log_in(&service, "nobody@example.com", PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    service.advance(59);
    log_in(&service, &org.owner_email, PASSWORD).await.refused(429, "RATE_LIMITED");
    service.advance(1);
    log_in(&service, &org.owner_email, PASSWORD).await.data(200);
}

#[tokio::test]
async fn wrong_tries_sent_at_once_count_one_by_one_whether_the_email_is_known_or_not() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    for email in [org.owner_email.as_str(), "nobody@example.com"] {
        let answers = join_all((0..12).map(|_| log_in(&service, email, "a wrong long password"))).await;
        let count = |code: &str| answers.iter().filter(|answer| answer.code() == code).count();
        assert_eq!((count("INVALID_CREDENTIALS"), count("RATE_LIMITED")), (5, 7), "{email}");
    }
}

#[tokio::test]
async fn an_address_may_try_to_log_in_ten_times_a_minute() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let emails: Vec<String> = (0..10).map(|each| format!("nobody-{each}@example.com")).collect();
    for answer in join_all(emails.iter().map(|email| log_in(&service, email, PASSWORD))).await {
        assert_eq!(answer.refused(401, "INVALID_CREDENTIALS").header("x-ratelimit-limit"), "10");
    }
    log_in(&service, &org.owner_email, PASSWORD).await.refused(429, "RATE_LIMITED");
    service.get(ME, &org.session).await.data(200);
    service.advance(60);
    log_in(&service, &org.owner_email, PASSWORD).await.data(200);
}

#[tokio::test]
async fn a_stolen_session_cannot_guess_the_password() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = |current: &str| json!({ "currentPassword": current, "newPassword": NEW_PASSWORD });
    for _ in 0..5 {
        let answer = post(&service, "/api/v1/auth/password", Some(&org.session), body("a wrong one")).await;
        answer.refused(401, "INVALID_CREDENTIALS");
    }
    post(&service, "/api/v1/auth/password", Some(&org.session), body(PASSWORD)).await.refused(429, "RATE_LIMITED");
}

#[tokio::test]
async fn an_address_may_fail_to_authenticate_sixty_times_a_minute() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    let bearers = ["ak_made-up", "nonsense", &format!("st_{}", "0".repeat(64))];
    for each in 0..60 {
        let answer = service.get("/api/v1/sites", bearers[each % 3]).await;
        assert_eq!(answer.status, 401, "{}", answer.text);
        assert_eq!(answer.header("x-ratelimit-remaining"), (59 - each).to_string());
    }
    for bearer in bearers {
        let answer = service.get("/api/v1/sites", bearer).await;
        assert_eq!(answer.refused(429, "RATE_LIMITED").header("retry-after"), "60");
    }
    for right in [&key, &org.session] {
        service.get("/api/v1/sites", right).await.data(200);
    }
    service.advance(60);
    service.get("/api/v1/sites", "ak_made-up").await.refused(401, "INVALID_API_KEY");
}

#[tokio::test]
async fn asking_who_is_signed_in_without_a_session_counts_as_no_failure() {
    let service = Service::start().await;
    let document_per_minute = RequestLimits::default().document_per_minute;
    for each in 1..=61 {
        let answer = service.send(Method::GET, ME, None, None).await;
        answer.refused(401, "UNAUTHENTICATED");
        assert_eq!(answer.header("x-ratelimit-remaining"), (document_per_minute - each).to_string());
    }
    service.get("/api/v1/sites", "ak_made-up").await.refused(401, "INVALID_API_KEY");
}
