//! The dashboard's cookie: its name, and which pages can make changes with it.

use askline_api::settings::ApiSettings;
use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::json;

use super::post;
use crate::harness::{PASSWORD, Service};

const SECURE: &str = "__Host-askline_session";
const PLAIN: &str = "askline_session";

async fn reached_under(public_url: &str) -> Service {
    Service::start_with(ApiSettings { public_url: Some(public_url.into()), ..ApiSettings::default() }).await
}

async fn behind_a_trusted_proxy() -> Service {
    let trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    Service::start_with(ApiSettings { trusted_proxies, ..ApiSettings::default() }).await
}

/// Signs in with these headers; returns the name of the session's cookie and its attributes.
async fn session_cookie(service: &Service, headers: &[(&str, &str)]) -> (String, Vec<String>) {
    let org = service.organization(Plan::Pro).await;
    let body = json!({ "email": org.owner_email, "password": PASSWORD });
    let mut request = service.request(Method::POST, "/api/v1/auth/login").json(&body);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = service.answer(request).await;
    answer.data(200);
    let cookies: Vec<&str> = answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    let cookie = cookies.iter().find(|cookie| cookie.contains("askline_session=")).unwrap();
    let (pair, attributes) = cookie.split_once("; ").unwrap();
    let (name, _) = pair.split_once('=').unwrap();
    (name.to_owned(), attributes.split("; ").map(str::to_owned).collect())
}

#[tokio::test]
async fn where_the_public_address_has_tls_the_cookie_is_bound_to_it() {
    let forwarded = [("x-forwarded-proto", "https")];
    for (service, headers, expected) in [
        (reached_under("https://ask.example.com").await, &[][..], SECURE),
        (reached_under("http://ask.example.com").await, &forwarded, PLAIN),
        (Service::start().await, &[], PLAIN),
        (Service::start().await, &forwarded, PLAIN),
        (behind_a_trusted_proxy().await, &forwarded, SECURE),
        (behind_a_trusted_proxy().await, &[], PLAIN),
    ] {
        let (name, attributes) = session_cookie(&service, headers).await;
        assert_eq!(name, expected, "{headers:?}");
        assert_eq!(attributes.contains(&"Secure".to_owned()), expected == SECURE);
        assert!(!attributes.iter().any(|attribute| attribute.starts_with("Domain")), "{attributes:?}");
        for attribute in ["HttpOnly", "SameSite=Strict", "Path=/"] {
            assert!(attributes.iter().any(|each| each == attribute), "{attribute}: {attributes:?}");
        }
    }
}

#[tokio::test]
async fn only_the_cookie_of_the_name_in_force_is_a_session() {
    for (service, taken, ignored) in [
        (reached_under("https://ask.example.com").await, SECURE, PLAIN),
        (reached_under("http://ask.example.com").await, PLAIN, SECURE),
    ] {
        let org = service.organization(Plan::Pro).await;
        let read = async |name: &str| {
            let request =
                service.request(Method::GET, "/api/v1/me").header("cookie", format!("{name}={}", org.session));
            service.answer(request).await
        };
        read(taken).await.data(200);
        // Cookies that another host of the domain, or an attacker on plain HTTP, could have set.
        read(ignored).await.refused(401, "UNAUTHENTICATED");
        let ended = post(&service, "/api/v1/auth/logout", Some(&org.session), json!(null)).await;
        let removed = ended.header("set-cookie");
        assert!(removed.starts_with(&format!("{taken}=;")) && removed.contains("Max-Age=0"), "{removed}");
        assert_eq!(ended.header("clear-site-data"), "\"cache\"");
    }
}

/// Tries to rename the site with the owner's cookie and these headers, and checks whether that succeeded.
async fn check_cookie_write(service: &Service, headers: &[(&str, &str)], allowed: bool) {
    check_write_by(PLAIN, service, headers, allowed).await;
}

async fn check_write_by(cookie: &str, service: &Service, headers: &[(&str, &str)], allowed: bool) {
    let org = service.organization(Plan::Pro).await;
    let path = format!("/api/v1/sites/{}", org.site);
    let cookie = format!("theme=dark; {cookie}={}", org.session);
    let mut write = service.request(Method::PATCH, &path).json(&json!({ "name": "Renamed" }));
    let mut read = service.request(Method::GET, &path);
    for (name, value) in [&[("cookie", cookie.as_str())][..], headers].concat() {
        (write, read) = (write.header(name, value), read.header(name, value));
    }
    let written = service.answer(write).await;
    if allowed {
        written.data(200);
    } else {
        written.refused(403, "ORIGIN_NOT_ALLOWED");
    }
    let read = service.answer(read).await;
    assert_eq!(read.data(200)["name"] == "Renamed", allowed, "{headers:?}");
    assert_eq!(read.header("access-control-allow-origin"), "", "{headers:?}");
}

#[tokio::test]
async fn the_cookie_reads_from_anywhere_and_changes_things_from_the_dashboard_alone() {
    let service = Service::start_unlimited().await;
    let own = format!("http://{}", service.address);
    let longer = format!("{own}.evil.example");
    for (headers, allowed) in [
        (&[("origin", own.as_str())][..], true),
        (&[("sec-fetch-site", "same-origin")], true),
        (&[], false),
        (&[("origin", "http://evil.example")], false),
        (&[("origin", &longer)], false),
        (&[("origin", "null")], false),
        (&[("sec-fetch-site", "cross-site")], false),
        (&[("sec-fetch-site", "same-site")], false),
        (&[("origin", "http://evil.example"), ("sec-fetch-site", "same-origin")], false),
    ] {
        check_cookie_write(&service, headers, allowed).await;
    }
    let public_url = Some("https://ask.example.com".to_owned());
    let service = Service::start_with(ApiSettings { public_url, ..ApiSettings::default() }).await;
    let own = format!("http://{}", service.address);
    for (origin, allowed) in
        [("https://ask.example.com", true), ("http://ask.example.com", false), (own.as_str(), false)]
    {
        check_write_by(SECURE, &service, &[("origin", origin)], allowed).await;
    }
}

#[tokio::test]
async fn of_forwarded_hosts_only_a_trusted_proxys_counts_as_the_dashboards() {
    let told = [("x-forwarded-proto", "https"), ("x-forwarded-host", "ask.example.com")];
    let with = |origin: &'static str| [&told[..], &[("origin", origin)]].concat();
    let service = behind_a_trusted_proxy().await;
    let name = format!("__Host-{PLAIN}");
    check_write_by(&name, &service, &with("https://ask.example.com"), true).await;
    check_write_by(&name, &service, &with("http://ask.example.com"), false).await;
    check_write_by(&name, &service, &with("https://evil.example"), false).await;
    let service = Service::start_unlimited().await;
    check_cookie_write(&service, &with("https://ask.example.com"), false).await;
}

#[tokio::test]
async fn a_page_that_shows_one_account_neither_reads_nor_changes_with_the_cookie_of_another() {
    let service = Service::start().await;
    let [shown, other] = [service.organization(Plan::Pro).await, service.organization(Plan::Pro).await];
    let user = |session: &str| {
        let request = service.request(Method::GET, "/api/v1/me").bearer_auth(session);
        async { service.answer(request).await.data(200)["user"]["id"].as_str().unwrap().to_owned() }
    };
    let account = user(&shown.session).await;
    for method in [Method::GET, Method::PATCH] {
        for (account, session, is_accepted) in [
            (Some(account.as_str()), &shown.session, true),
            (None, &other.session, true),
            (Some(account.as_str()), &other.session, false),
            (Some("user_of_a_mistake"), &shown.session, false),
            (Some(""), &shown.session, false),
        ] {
            let mut request =
                service.request(method.clone(), "/api/v1/me").header("cookie", format!("{PLAIN}={session}"));
            request = request.header("sec-fetch-site", "same-origin");
            if let Some(account) = account {
                request = request.header("askline-account", account);
            }
            if method == Method::PATCH {
                request = request.json(&json!({ "name": "Renamed" }));
            }
            let answer = service.answer(request).await;
            if is_accepted {
                answer.data(200);
            } else {
                answer.refused(401, "SESSION_EXPIRED");
            }
        }
    }
}
