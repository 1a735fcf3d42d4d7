//! An attacker with many addresses guesses one password and gets thirty tries per hour. The owner can still sign in
//! from a browser or an address that the account was used from before.

use askline_api::settings::{ApiSettings, RequestLimits};
use askline_domain::organizations::plan::Plan;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use super::{NEW_PASSWORD, post};
use crate::harness::{Answer, Org, PASSWORD, Service};

const DAY: u64 = 86_400;
const HOME: &str = "198.51.100.7";
const ELSEWHERE: &str = "203.0.113.9";
const WRONG: &str = "a wrong long password";

/// A server that trusts `X-Forwarded-For`, without limits for addresses.
async fn service() -> Service {
    let limits = RequestLimits { login_per_minute: 0, failed_authentication_per_minute: 0, ..RequestLimits::default() };
    let trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    Service::start_with(ApiSettings { trusted_proxies, limits, ..ApiSettings::default() }).await
}

/// A sign-in from an address, by a browser with these cookies.
async fn log_in(service: &Service, email: &str, password: &str, address: &str, cookies: &str) -> Answer {
    let body = json!({ "email": email, "password": password });
    let request = service.request(Method::POST, "/api/v1/auth/login").header("x-forwarded-for", address).json(&body);
    service.answer(if cookies.is_empty() { request } else { request.header("cookie", cookies) }).await
}

/// The cookie by which a browser is known, as the browser sends it back.
fn browser_after(answer: &Answer) -> String {
    let given = answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let browser: Vec<&str> = given.filter(|cookie| cookie.contains("askline_browser")).collect();
    let [cookie] = browser[..] else { panic!("{:?}", answer.headers) };
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=7776000"] {
        assert!(cookie.split("; ").any(|each| each == attribute), "{attribute}: {cookie}");
    }
    cookie.split("; ").next().unwrap().to_owned()
}

/// Makes wrong attempts, each from a separate network; returns how many were checked.
async fn guess(service: &Service, email: &str, tries: u32) -> usize {
    let addresses = (0..tries).map(|each| format!("10.{each}.0.1"));
    let answers = addresses.map(async |address| log_in(service, email, WRONG, &address, "").await);
    let answers = join_all(answers).await;
    for answer in &answers {
        assert!(matches!(answer.code(), "INVALID_CREDENTIALS" | "RATE_LIMITED"), "{}", answer.text);
    }
    answers.iter().filter(|answer| answer.code() == "INVALID_CREDENTIALS").count()
}

#[tokio::test]
async fn from_all_addresses_together_an_email_is_tried_thirty_times_an_hour_whether_it_is_known_or_not() {
    let service = service().await;
    let org = service.organization(Plan::Pro).await;
    let mut refusals = Vec::new();
    for email in [org.owner_email.as_str(), "nobody@example.com"] {
        assert_eq!(guess(&service, email, 40).await, 30, "{email}");
        // The right password is refused as well, so that guessing reveals nothing.
        let refused = log_in(&service, email, PASSWORD, ELSEWHERE, "").await;
        assert_eq!(refused.refused(429, "RATE_LIMITED").header("retry-after"), "3600");
        refusals.push(refused.body["error"].clone());
    }
    assert_eq!(refusals[0], refusals[1]);
    let other = service.organization(Plan::Pro).await;
    log_in(&service, &other.owner_email, PASSWORD, "10.0.0.1", "").await.data(200);
    service.advance(3_599);
    log_in(&service, &org.owner_email, PASSWORD, ELSEWHERE, "").await.refused(429, "RATE_LIMITED");
    service.advance(1);
    log_in(&service, &org.owner_email, PASSWORD, ELSEWHERE, "").await.data(200);
}

#[tokio::test]
async fn right_passwords_use_no_tries_up() {
    let service = service().await;
    let org = service.organization(Plan::Pro).await;
    for each in 0..35 {
        // Not from the addresses of the guesses: a known address may try even after the attempts of the hour are used
        // up.
        log_in(&service, &org.owner_email, PASSWORD, &format!("192.0.2.{}", each / 6), "").await.data(200);
    }
    assert_eq!(guess(&service, &org.owner_email, 31).await, 30);
}

#[tokio::test]
async fn under_attack_the_owner_gets_in_from_a_known_browser_and_from_a_known_address() {
    let service = service().await;
    let (org, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let first = log_in(&service, &org.owner_email, PASSWORD, HOME, "").await;
    let browser = browser_after(&first);
    let stranger = browser_after(&log_in(&service, &other.owner_email, PASSWORD, HOME, "").await);
    assert_eq!(guess(&service, &org.owner_email, 35).await, 30);

    let email = org.owner_email.as_str();
    log_in(&service, email, PASSWORD, ELSEWHERE, "").await.refused(429, "RATE_LIMITED");
    // The browser of another account is unknown, even with the name of this account's cookie.
    log_in(&service, email, PASSWORD, ELSEWHERE, &stranger).await.refused(429, "RATE_LIMITED");
    let (name, _) = browser.split_once('=').unwrap();
    let renamed = format!("{name}={}", stranger.split_once('=').unwrap().1);
    log_in(&service, email, PASSWORD, ELSEWHERE, &renamed).await.refused(429, "RATE_LIMITED");

    log_in(&service, email, PASSWORD, HOME, "").await.data(200);
    let again = log_in(&service, email, PASSWORD, ELSEWHERE, &format!("theme=dark; {browser}")).await;
    again.data(200);
    // The cookie is new each time, and ELSEWHERE is now known.
    assert_ne!(browser_after(&again), browser);
    log_in(&service, email, PASSWORD, ELSEWHERE, "").await.data(200);
    log_in(&service, email, PASSWORD, "203.0.113.77", &browser).await.refused(429, "RATE_LIMITED");
    log_in(&service, email, PASSWORD, "203.0.113.77", &browser_after(&again)).await.data(200);
}

#[tokio::test]
async fn a_known_visitor_is_limited_to_five_wrong_passwords_a_minute() {
    let service = service().await;
    let org = service.organization(Plan::Pro).await;
    let browser = browser_after(&log_in(&service, &org.owner_email, PASSWORD, HOME, "").await);
    assert_eq!(guess(&service, &org.owner_email, 30).await, 30);
    for _ in 0..5 {
        log_in(&service, &org.owner_email, WRONG, HOME, &browser).await.refused(401, "INVALID_CREDENTIALS");
    }
    let refused = log_in(&service, &org.owner_email, PASSWORD, HOME, &browser).await;
    assert_eq!(refused.refused(429, "RATE_LIMITED").header("retry-after"), "60");
    service.advance(60);
    log_in(&service, &org.owner_email, PASSWORD, HOME, &browser).await.data(200);
}

/// Signs in once, waits, and lets an attacker guess. Returns whether the browser and the address are still known.
async fn known_after(days: u64) -> (bool, bool) {
    let service = service().await;
    let org = service.organization(Plan::Pro).await;
    let browser = browser_after(&log_in(&service, &org.owner_email, PASSWORD, HOME, "").await);
    service.advance(days * DAY);
    askline_server::background::retention::forget_old_visitors(&*service.metadata, service.app.now()).await.unwrap();
    assert_eq!(guess(&service, &org.owner_email, 30).await, 30);
    // The address is checked without the cookie, and the browser from a different address.
    let by_address = log_in(&service, &org.owner_email, PASSWORD, HOME, "").await.status == 200;
    (log_in(&service, &org.owner_email, PASSWORD, ELSEWHERE, &browser).await.status == 200, by_address)
}

#[tokio::test]
async fn a_browser_is_known_for_ninety_days_and_an_address_for_thirty() {
    assert_eq!(known_after(29).await, (true, true));
    assert_eq!(known_after(31).await, (true, false));
    assert_eq!(known_after(89).await, (true, false));
    assert_eq!(known_after(91).await, (false, false));
}

#[tokio::test]
async fn a_new_password_makes_strangers_of_all_but_the_browser_that_set_it() {
    let service = service().await;
    let org = service.organization(Plan::Pro).await;
    let elsewhere = browser_after(&log_in(&service, &org.owner_email, PASSWORD, ELSEWHERE, "").await);
    let email = org.owner_email.as_str();
    assert_eq!(guess(&service, email, 30).await, 30);
    // Guesses of others do not prevent the owner's own session from changing the password.
    let body = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    let path = "/api/v1/auth/password";
    let request = service.request(Method::POST, path).header("x-forwarded-for", HOME).json(&body);
    let changed = service.answer(request.bearer_auth(&org.session)).await;
    changed.data(200);
    let home = browser_after(&changed);
    log_in(&service, email, NEW_PASSWORD, ELSEWHERE, &elsewhere).await.refused(429, "RATE_LIMITED");
    log_in(&service, email, NEW_PASSWORD, "203.0.113.77", &home).await.data(200);
}

#[tokio::test]
async fn a_stolen_session_has_thirty_tries_an_hour_at_the_password() {
    let service = service().await;
    let org = service.organization(Plan::Pro).await;
    let mut wrong = 0;
    for minute in 0..8 {
        for _ in 0..5 {
            let body = json!({ "currentPassword": WRONG, "newPassword": NEW_PASSWORD });
            let answer = post(&service, "/api/v1/auth/password", Some(&org.session), body).await;
            wrong += usize::from(answer.code() == "INVALID_CREDENTIALS");
        }
        service.advance(60 + minute);
    }
    assert_eq!(wrong, 30);
    // Requests without a session have their own limit.
    log_in(&service, &org.owner_email, PASSWORD, HOME, "").await.data(200);
}

#[tokio::test]
async fn stored_known_visitors_reveal_neither_the_cookie_nor_the_address() {
    let service = service().await;
    let org: Org = service.organization(Plan::Pro).await;
    let browser = browser_after(&log_in(&service, &org.owner_email, PASSWORD, HOME, "").await);
    let token = browser.split_once('=').unwrap().1;
    let digests = service.stores.known_visitors();
    let [(address, by_address), (browser, _)] = &digests[..] else { panic!("{digests:?}") };
    assert_eq!((address.as_str(), browser.as_str()), ("address", "browser"));
    // A person with only the database cannot try all addresses, because they cannot compute the digest.
    for guess in [HOME, &format!("{}", u32::from(HOME.parse::<std::net::Ipv4Addr>().unwrap()))] {
        assert_ne!(askline_domain::identity::secret::SecretDigest::of(guess).0.to_vec(), *by_address);
    }
    assert!(!service.stores.hold(token));
}
