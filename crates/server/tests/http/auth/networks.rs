//! Sign-in attempts are counted by address, by its network, and by the network around that. Many addresses of one network
//! do not allow many more attempts.

use askline_api::settings::{ApiSettings, RequestLimits};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use crate::harness::{Answer, Service};

/// A service that trusts `X-Forwarded-For`, so that a test can use any address.
async fn reached_from_anywhere(login_per_minute: u32) -> Service {
    let limits = RequestLimits { login_per_minute, failed_authentication_per_minute: 0, ..RequestLimits::default() };
    let trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    Service::start_with(ApiSettings { trusted_proxies, limits, ..ApiSettings::default() }).await
}

/// An attempt that needs no password hash; all attempts are counted in the same way.
async fn attempt(service: &Service, address: &str) -> Answer {
    let body = json!({ "key": "ak_made-up" });
    let request = service.request(Method::POST, "/api/v1/keys/leaked").header("x-forwarded-for", address).json(&body);
    service.answer(request).await
}

async fn attempts(service: &Service, addresses: impl IntoIterator<Item = String>) -> usize {
    let answers = join_all(addresses.into_iter().map(async |address| attempt(service, &address).await)).await;
    answers.iter().filter(|answer| answer.status == 200).count()
}

#[tokio::test]
async fn an_ipv4_address_has_ten_attempts_a_minute_and_its_24_has_forty() {
    let service = reached_from_anywhere(10).await;
    assert_eq!(attempts(&service, vec!["192.0.2.1".to_owned(); 15]).await, 10);
    assert_eq!(attempts(&service, (2..52).map(|host| format!("192.0.2.{host}"))).await, 30);
    let refused = attempt(&service, "192.0.2.99").await;
    assert_eq!(refused.refused(429, "RATE_LIMITED").header("x-ratelimit-limit"), "40");
    assert_eq!((refused.header("x-ratelimit-remaining"), refused.header("retry-after")), ("0", "60"));
    attempt(&service, "192.0.3.1").await.data(200);
    service.advance(60);
    attempt(&service, "192.0.2.99").await.data(200);
}

#[tokio::test]
async fn an_ipv6_64_has_ten_attempts_a_minute_its_56_forty_and_its_48_a_hundred() {
    let service = reached_from_anywhere(10).await;
    assert_eq!(attempts(&service, (0..15).map(|host| format!("2001:db8::{host:x}"))).await, 10);
    // From ten /64s of one /56.
    assert_eq!(attempts(&service, (0..50).map(|each| format!("2001:db8:0:{:x}::1", each % 10))).await, 30);
    // From other /56s of the same /48.
    assert_eq!(attempts(&service, (0..90).map(|each| format!("2001:db8:0:{:x}00::1", 1 + each % 45))).await, 60);
    let refused = attempt(&service, "2001:db8:0:ff00::1").await;
    assert_eq!(refused.refused(429, "RATE_LIMITED").header("x-ratelimit-limit"), "100");
    attempt(&service, "2001:db8:1::1").await.data(200);
}

#[tokio::test]
async fn rate_limit_headers_report_the_tightest_limit() {
    let service = reached_from_anywhere(10).await;
    let told = |answer: &Answer| {
        let header = |name| answer.header(name).parse::<u32>().unwrap();
        (header("x-ratelimit-limit"), header("x-ratelimit-remaining"))
    };
    assert_eq!(told(&attempt(&service, "192.0.2.1").await), (10, 9));
    attempts(&service, (0..34).map(|each| format!("192.0.2.{}", 10 + each % 20))).await;
    // The address has eight left, its network four.
    assert_eq!(told(&attempt(&service, "192.0.2.1").await), (40, 4));
}

#[tokio::test]
async fn what_a_network_refuses_costs_its_addresses_and_the_networks_around_it_nothing() {
    let service = reached_from_anywhere(10).await;
    assert_eq!(attempts(&service, vec!["2001:db8::1".to_owned(); 300]).await, 10);
    assert_eq!(attempts(&service, (1..10).map(|each| format!("2001:db8:0:{each:x}::1"))).await, 9);
    assert_eq!(attempts(&service, vec!["2001:db8:0:ff::1".to_owned(); 300]).await, 10);
    // 29 of the /56's forty are used, and eleven are left.
    assert_eq!(attempts(&service, (0..60).map(|each| format!("2001:db8:0:{:x}::1", 0x10 + each % 20))).await, 11);
}

#[tokio::test]
async fn the_setting_moves_the_networks_with_the_addresses_and_lifts_them_with_them() {
    let service = reached_from_anywhere(2).await;
    assert_eq!(attempts(&service, vec!["192.0.2.1".to_owned(); 5]).await, 2);
    assert_eq!(attempts(&service, (2..30).map(|host| format!("192.0.2.{host}"))).await, 6);
    let service = reached_from_anywhere(0).await;
    assert_eq!(attempts(&service, vec!["192.0.2.1".to_owned(); 120]).await, 120);
}
