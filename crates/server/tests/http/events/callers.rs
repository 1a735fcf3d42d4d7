//! Whose events are accepted: origins, privacy settings, limits of addresses, credentials.

use askline_api::settings::{ApiSettings, RequestLimits};
use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use super::{PATH, check_taken, event, post, post_with, press, presses};
use crate::harness::{Org, Service};

async fn put_config(service: &Service, org: &Org, config: Value) {
    let path = format!("/api/v1/sites/{}/config", org.site);
    service.send(Method::PUT, &path, Some(&org.session), Some(&config)).await.data(200);
}

#[tokio::test]
async fn events_are_taken_from_the_sites_own_origins_alone() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    for (origin, allowed) in [
        ("https://example.com", true),
        ("https://www.example.com", true),
        ("http://example.com", false),
        ("https://example.com:444", false),
        ("https://evil.example", false),
        ("https://example.com.evil.example", false),
        ("null", false),
    ] {
        let answer = post_with(&service, ("origin", origin), &press(org.site)).await;
        let codes: &[_] = if allowed { &[] } else { &[(0, "ORIGIN_NOT_ALLOWED")] };
        check_taken(&answer, u32::from(allowed), u32::from(!allowed), codes);
    }
    assert_eq!(presses(&service, &org).await, 2);
    // Two sites in one request: the origin is checked for each of them.
    let other = service.site_of(&org, "other.example").await;
    let there = event(other, json!({ "url": "https://other.example/" }));
    let both = json!({ "events": [there, press(org.site)] });
    let answer = post_with(&service, ("origin", "https://example.com"), &both).await;
    check_taken(&answer, 1, 1, &[(0, "ORIGIN_NOT_ALLOWED")]);
}

#[tokio::test]
async fn an_origin_that_is_refused_is_remembered_with_its_count_until_it_is_allowed() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    for origin in ["https://blog.example.com", "https://evil.example", "https://blog.example.com", "null"] {
        post_with(&service, ("origin", origin), &press(org.site)).await.data(202);
    }
    let at = event(org.site, json!({ "url": "https://other.example/" }));
    check_taken(&post(&service, &at).await, 0, 1, &[(0, "ORIGIN_NOT_ALLOWED")]);
    service.app.flush_notes().await.unwrap();
    let path = format!("/api/v1/sites/{}", org.site);
    let listed = format!("{path}/refused-origins");
    let shown = async || {
        let found = service.get(&listed, &org.session).await.data(200)["items"].as_array().unwrap().clone();
        let one = |one: &Value| json!([one["origin"], one["count"], one["sameDomain"]]);
        found.iter().map(one).collect::<Vec<_>>()
    };
    let foreign = [json!(["https://evil.example", 1, false]), json!(["https://other.example", 1, false])];
    let own = json!(["https://blog.example.com", 2, true]);
    assert_eq!(shown().await, [&[own], &foreign[..]].concat());
    let origins = json!({ "allowedOrigins": ["https://example.com", "https://blog.example.com"] });
    service.send(Method::PATCH, &path, Some(&org.session), Some(&origins)).await.data(200);
    assert_eq!(shown().await, foreign);
}

#[tokio::test]
async fn a_site_is_seen_on_the_origin_of_the_page_that_sent_the_event() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let seen = event(org.site, json!({ "url": "https://www.example.com/pruning?x=1" }));
    check_taken(&post(&service, &seen).await, 1, 0, &[]);
    service.app.flush_notes().await.unwrap();
    let site = service.get(&format!("/api/v1/sites/{}", org.site), &org.session).await;
    assert_eq!(site.data(200)["install"]["lastSeenUrl"], "https://www.example.com/pruning");
}

#[tokio::test]
async fn a_change_of_the_site_holds_for_the_next_event() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let own = event(org.site, json!({ "type": "ai_click", "platform": "c_house" }));
    check_taken(&post(&service, &own).await, 0, 1, &[(0, "UNKNOWN_PLATFORM")]);
    let house = json!({ "id": "c_house", "label": "House AI", "urlTemplate": "https://ai.example.com/?q={{prompt}}" });
    put_config(&service, &org, json!({ "customPlatforms": [house] })).await;
    check_taken(&post(&service, &own).await, 1, 0, &[]);
    let path = format!("/api/v1/sites/{}", org.site);
    let origins = json!({ "allowedOrigins": ["https://new.example.com"] });
    service.send(Method::PATCH, &path, Some(&org.session), Some(&origins)).await.data(200);
    check_taken(&post(&service, &press(org.site)).await, 0, 1, &[(0, "ORIGIN_NOT_ALLOWED")]);
    let moved = event(org.site, json!({ "url": "https://new.example.com/" }));
    check_taken(&post(&service, &moved).await, 1, 0, &[]);
    service.send(Method::DELETE, &path, Some(&org.session), None).await.data(200);
    check_taken(&post(&service, &press(org.site)).await, 0, 1, &[(0, "UNKNOWN_SITE")]);
}

#[tokio::test]
async fn who_asks_not_to_be_tracked_is_left_out_where_the_site_says_so() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let mut counted = 0;
    // Privacy settings, and the accepted events with: no header, DNT: 1, Sec-GPC: 1, DNT: 0.
    for (privacy, taken) in [
        (json!({}), [1, 0, 0, 1]),
        (json!({ "respectDoNotTrack": true }), [1, 0, 0, 1]),
        (json!({ "respectDoNotTrack": false }), [1, 1, 1, 1]),
        (json!({ "track": false }), [0, 0, 0, 0]),
        (json!({ "track": false, "respectDoNotTrack": false }), [0, 0, 0, 0]),
        (json!({ "track": true }), [1, 0, 0, 1]),
    ] {
        put_config(&service, &org, json!({ "privacy": privacy })).await;
        for (header, taken) in [("x-none", "1"), ("dnt", "1"), ("sec-gpc", "1"), ("dnt", "0")].into_iter().zip(taken) {
            let answer = post_with(&service, header, &press(org.site)).await;
            check_taken(&answer, taken, 1 - taken, &[]);
            counted += i64::from(taken);
            assert_eq!(presses(&service, &org).await, counted, "{privacy} {header:?}");
        }
    }
}

#[tokio::test]
async fn an_address_gets_600_requests_in_a_minute_and_no_more() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let first = post(&service, &press(org.site)).await;
    check_taken(&first, 1, 0, &[]);
    assert_eq!((first.header("x-ratelimit-limit"), first.header("x-ratelimit-remaining")), ("600", "599"));
    // A refused request counts like any other.
    for _ in 0..599 {
        service.answer(service.request(Method::POST, PATH)).await.refused(415, "UNSUPPORTED_MEDIA_TYPE");
    }
    for wait in ["60", "1"] {
        let refused = post(&service, &press(org.site)).await;
        refused.refused(429, "RATE_LIMITED");
        assert_eq!((refused.header("retry-after"), refused.header("access-control-allow-origin")), (wait, "*"));
        assert_eq!(refused.header("x-ratelimit-reset"), "1781524860");
        service.advance(if wait == "60" { 59 } else { 1 });
    }
    check_taken(&post(&service, &press(org.site)).await, 1, 0, &[]);
    assert_eq!(presses(&service, &org).await, 2);
}

#[tokio::test]
async fn a_forwarded_address_is_believed_from_trusted_proxies_only() {
    let trusting = vec!["127.0.0.0/8".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
    // Trusted networks, and for each request the header, and whether its address had not used its one request yet.
    for (trusted_proxies, requests) in [
        (vec![], vec![("192.0.2.1", true), ("192.0.2.2", false), ("198.51.100.7, 192.0.2.3", false)]),
        (
            trusting,
            vec![
                ("192.0.2.1", true),
                ("192.0.2.1", false),
                ("192.0.2.2", true),
                // Values that the client itself wrote are on the left and are ignored.
                ("203.0.113.9, 192.0.2.2", false),
                ("192.0.2.3, 10.1.2.3", true),
                ("192.0.2.3", false),
                ("192.0.2.5:4711", true),
                ("nonsense, 192.0.2.5", false),
                ("\u{e9}, 192.0.2.5", false),
                ("2001:db8::1", true),
                ("2001:db8:ffff::1", true),
            ],
        ),
    ] {
        let limits = RequestLimits { intake_per_minute: 1, ..RequestLimits::default() };
        let service = Service::start_with(ApiSettings { trusted_proxies, limits, ..ApiSettings::default() }).await;
        let org = service.organization(Plan::Pro).await;
        for (forwarded, admitted) in requests {
            let answer = post_with(&service, ("x-forwarded-for", forwarded), &press(org.site)).await;
            assert_eq!(answer.status.as_u16(), if admitted { 202 } else { 429 }, "{forwarded}");
        }
    }
}

#[tokio::test]
async fn credentials_and_idempotency_keys_are_not_looked_at() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    for credential in [&key, &org.session, "ak_made_up"] {
        let answer = service.send(Method::POST, PATH, Some(credential), Some(&press(org.site))).await;
        check_taken(&answer, 1, 0, &[]);
        assert_eq!(answer.header("x-ratelimit-limit"), "600");
    }
    for _ in 0..2 {
        let answer = post_with(&service, ("idempotency-key", "same"), &press(org.site)).await;
        check_taken(&answer, 1, 0, &[]);
        assert_eq!(answer.header("idempotency-replayed"), "");
    }
    assert_eq!(presses(&service, &org).await, 5);
    let evil = service.request(Method::POST, PATH).bearer_auth(&key).header("origin", "https://evil.example");
    check_taken(&service.answer(evil.json(&press(org.site))).await, 0, 1, &[(0, "ORIGIN_NOT_ALLOWED")]);
}

#[tokio::test]
async fn a_page_of_any_origin_may_call_without_credentials() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let preflight = service
        .request(Method::OPTIONS, PATH)
        .header("origin", "https://example.com")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "content-type");
    let preflight = service.answer(preflight).await;
    preflight.data(200);
    assert!(preflight.header("access-control-allow-methods").contains("POST"));
    assert!(preflight.header("access-control-allow-headers").contains("content-type"));
    let taken = post_with(&service, ("origin", "https://example.com"), &press(org.site)).await;
    let refused = post_with(&service, ("origin", "https://example.com"), &json!(7)).await;
    let not_here = service.send(Method::GET, PATH, None, None).await;
    assert_eq!(not_here.refused(405, "METHOD_NOT_ALLOWED").header("allow"), "POST");
    for answer in [&preflight, &taken, refused.refused(422, "VALIDATION_FAILED")] {
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        assert_eq!(answer.header("access-control-allow-credentials"), "");
    }
    for header in ["retry-after", "x-request-id"] {
        assert!(taken.header("access-control-expose-headers").to_lowercase().contains(header));
    }
}
