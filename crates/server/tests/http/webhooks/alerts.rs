//! Alerts about a finished day of a site: each is sent once.

use std::sync::atomic::{AtomicUsize, Ordering};

use askline_domain::{keys::scope::Scope, organizations::plan::Plan, shared::clock::Clock as _};
use askline_server::background::alerts::look_at_sites;
use reqwest::{Method, header::USER_AGENT};
use serde_json::{Value, json};

use super::{made, receiver::Receiver};
use crate::{
    events::{count, event},
    harness::{Org, Service},
};

const DAY: u64 = 86_400;
const SEARCHBOT: &str = "Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)";
const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

struct Alerted {
    service: Service,
    org: Org,
    receiver: Receiver,
    /// The messages that [`Self::alerts`] has returned.
    returned: AtomicUsize,
}

impl Alerted {
    async fn start() -> Self {
        let service = Service::start_unlimited().await;
        let org = service.organization(Plan::Pro).await;
        let receiver = Receiver::start().await;
        let kinds = ["crawler.refused", "referrals.dropped", "referrals.risen", "site.stale"];
        made(&service, &org, &receiver.url, &kinds).await;
        Self { service, org, receiver, returned: AtomicUsize::new(0) }
    }

    /// A day with this many visits from assistants passes; it is noon before and after.
    async fn day(&self, visits: usize) {
        let visit = || event(self.org.site, json!({ "referrer": "https://chatgpt.com/" }));
        let views: Vec<Value> = (0..visits).map(|_| visit()).collect();
        if !views.is_empty() {
            count(&self.service, &views).await;
        }
        self.service.advance(DAY);
    }

    /// Two servers look at what is due, at the same time.
    async fn look(&self) {
        self.service.app.flush_notes().await.unwrap();
        let (ports, now) = (self.service.app.ports(), self.service.app.now());
        let (one, other) = tokio::join!(look_at_sites(ports, now), look_at_sites(ports, now));
        one.unwrap();
        other.unwrap();
        self.service.run_due_jobs().await;
    }

    /// The alerts that arrived since the last call.
    async fn alerts(&self) -> Vec<Value> {
        self.look().await;
        let received = self.receiver.received();
        let before = self.returned.swap(received.len(), Ordering::Relaxed);
        received[before..].iter().map(|message| serde_json::from_str(&message.body).unwrap()).collect()
    }

    async fn kinds(&self) -> Vec<String> {
        self.alerts().await.iter().map(|alert| alert["type"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn visits_that_drop_are_sent_once_while_the_drop_lasts_and_their_return_is_no_rise() {
    let alerted = Alerted::start().await;
    for day in 0..56 {
        alerted.day(30).await;
        if day % 14 == 0 {
            assert_eq!(alerted.kinds().await, [] as [String; 0], "{day}");
        }
    }
    assert_eq!(alerted.kinds().await, [] as [String; 0]);
    // 10 August 2026 is a Monday.
    alerted.day(3).await;
    let alerts = alerted.alerts().await;
    let [alert] = &alerts[..] else { panic!("{alerts:?}") };
    assert_eq!(alert["type"], "referrals.dropped");
    assert_eq!(alert["data"]["referrals"], json!({ "date": "2026-08-10", "visits": 3, "expected": 30.0 }));
    assert_eq!(alert["data"]["site"]["domain"], "example.com");
    let step = &alert["data"]["nextStep"];
    assert_eq!(step["path"], format!("/sites/{}/overview", alerted.org.site));
    assert!(step["text"].as_str().unwrap().ends_with('.'));
    assert_eq!(alerted.kinds().await, [] as [String; 0], "a day is looked at once");
    for visits in [0, 3, 30, 28] {
        alerted.day(visits).await;
        assert_eq!(alerted.kinds().await, [] as [String; 0], "{visits}");
    }
    alerted.day(90).await;
    assert_eq!(alerted.kinds().await, ["referrals.risen"]);
    // A clock that is set back by a day changes nothing.
    let (ports, yesterday) =
        (alerted.service.app.ports(), alerted.service.app.now() - jiff::SignedDuration::from_hours(24));
    look_at_sites(ports, yesterday).await.unwrap();
    assert_eq!(alerted.kinds().await, [] as [String; 0]);
}

#[tokio::test]
async fn a_search_crawler_that_is_refused_after_it_was_answered_is_sent_once_until_it_is_answered_again() {
    let alerted = Alerted::start().await;
    let (service, org) = (&alerted.service, &alerted.org);
    let path = format!("/api/v1/logs/{}/sources", org.site);
    let source = service.send(Method::POST, &path, Some(&org.session), Some(&json!({ "name": "web" }))).await;
    let token = source.data(201)["token"].as_str().unwrap().to_owned();
    let reads = async |status: u16, times: usize| {
        let at = (service.clock.now() - jiff::SignedDuration::from_hours(1)).strftime("%d/%b/%Y:%H:%M:%S +0000");
        let line = |number: usize| {
            format!("203.0.113.9 - - [{at}] \"GET /{number} HTTP/1.1\" {status} 5 \"-\" \"{SEARCHBOT}\"\n")
        };
        let text: String = (0..times).map(line).collect();
        let request = service.request(Method::POST, "/api/v1/logs/ingest").bearer_auth(&token);
        service.answer(request.header("content-type", "text/plain").body(text)).await.data(202);
        service.advance(DAY);
    };
    reads(403, 40).await;
    assert_eq!(alerted.kinds().await, [] as [String; 0], "it was never answered");
    reads(200, 20).await;
    assert_eq!(alerted.kinds().await, [] as [String; 0]);
    reads(429, 19).await;
    assert_eq!(alerted.kinds().await, [] as [String; 0], "too few");
    reads(429, 1).await;
    let alerts = alerted.alerts().await;
    let [alert] = &alerts[..] else { panic!("{alerts:?}") };
    assert_eq!(
        alert["data"]["crawler"],
        json!({ "name": "OAI-SearchBot", "maker": "OpenAI", "purpose": "search", "refusedSince": "2026-06-17",
            "requests": 20, "refused": 20 })
    );
    assert_eq!(alert["data"]["nextStep"]["path"], format!("/sites/{}/crawlers", org.site));
    reads(403, 30).await;
    assert_eq!(alerted.kinds().await, [] as [String; 0], "it lasts");
    reads(200, 1).await;
    assert_eq!(alerted.kinds().await, [] as [String; 0]);
    reads(503, 20).await;
    assert_eq!(alerted.kinds().await, ["crawler.refused"]);
}

#[tokio::test]
async fn a_site_whose_widget_is_loaded_without_views_is_stale_once_until_views_arrive() {
    let alerted = Alerted::start().await;
    let (service, org) = (&alerted.service, &alerted.org);
    let key = service.key(org, &[Scope::SitesRead]).await;
    let load = async |times: usize| {
        let path = format!("/api/v1/sites/{}/config?language=en", org.site);
        for _ in 0..times {
            service.answer(service.request(Method::GET, &path).header(USER_AGENT, BROWSER)).await.data(200);
        }
    };
    for _ in 0..7 {
        load(3).await;
        alerted.day(1).await;
    }
    assert_eq!(alerted.kinds().await, [] as [String; 0]);
    load(60).await;
    service.advance(DAY);
    let alerts = alerted.alerts().await;
    let [alert] = &alerts[..] else { panic!("{alerts:?}") };
    let data = &alert["data"];
    assert_eq!((&alert["type"], &data["reason"]), (&json!("site.stale"), &json!("no_views")));
    assert_eq!(data["silentSince"], "2026-06-22");
    assert_eq!(data["nextStep"]["path"], format!("/sites/{}/start", org.site));
    let shown = service.get(&format!("/api/v1/sites/{}/missing-views", org.site), &key).await;
    assert_eq!(shown.data(200)["since"], data["silentSince"]);
    load(60).await;
    service.advance(DAY);
    assert_eq!(alerted.kinds().await, [] as [String; 0], "once");
}

#[tokio::test]
async fn the_other_webhooks_of_the_organization_are_sent_that_one_was_disabled() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (gone, other) = (Receiver::start().await, Receiver::start().await);
    let (id, _) = made(&service, &org, &gone.url, &["key.created", "webhook.disabled"]).await;
    made(&service, &org, &other.url, &["webhook.disabled"]).await;
    gone.next_times(1, 410);
    service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&json!({ "scopes": ["sites:read"] }))).await;
    service.run_due_jobs().await;
    service.run_due_jobs().await;
    assert_eq!(gone.received().len(), 1);
    let received = other.received();
    let [message] = &received[..] else { panic!("{received:?}") };
    let data = serde_json::from_str::<Value>(&message.body).unwrap()["data"].clone();
    let webhook = &data["webhook"];
    assert_eq!((&webhook["id"], &webhook["disabledReason"]), (&json!(id), &json!("gone")));
    assert_eq!(webhook["consecutiveFailures"], 1);
    assert!(gone.url.starts_with(webhook["origin"].as_str().unwrap()));
    assert_eq!(data["nextStep"]["path"], format!("/orgs/{}/webhooks", org.id));
}
