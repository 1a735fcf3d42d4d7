//! Sites: registered, shown as they were sent, changed and deleted. A refused request changes nothing, every kept version
//! of a configuration can be restored, and the install status says what was seen.

mod citable;
mod config;
mod menu;
mod missing_views;
mod pages;
mod preview;
mod same_domain;
pub(crate) mod widget_location;

use askline_app::ports::{
    analytics::{Counts, CountsQuestion},
    events::EventPosition,
};
use askline_domain::{
    analytics::filter::AnalyticsFilter,
    events::CounterKind,
    identity::role::Role,
    keys::scope::Scope,
    organizations::plan::Plan,
    shared::{
        calendar::{Day, Window},
        clock::Clock as _,
        ids::SiteId,
    },
};
use jiff::tz::TimeZone;
use reqwest::{Body, Method};
use serde_json::{Value, json};

use crate::harness::{Answer, Org, Service};

const NOON: &str = "2026-06-15T12:00:00.000Z";
const DAY: u64 = 86_400;

/// Asserts that the body was refused, and that `path` is the first error.
pub fn refused_at(answer: &Answer, path: &str, case: &Value) {
    assert_eq!((answer.status.as_u16(), answer.code()), (422, "VALIDATION_FAILED"), "{case}: {}", answer.text);
    assert_eq!(answer.body["error"]["details"][0]["path"], path, "{case}: {}", answer.text);
}

/// An event that the widget sends from a page of example.com.
fn view(site: impl ToString, number: u8) -> Value {
    json!({ "siteId": site.to_string(), "type": "view", "url": "https://example.com/tea/green?secret=1",
        "eventId": format!("0190c1d2-0000-7000-8000-0000000000{number:02x}") })
}

/// The routes of one site, called by its organization's owner.
struct Desk<'a> {
    service: &'a Service,
    org: &'a Org,
    path: String,
}

impl<'a> Desk<'a> {
    fn of(service: &'a Service, org: &'a Org) -> Self {
        Self { service, org, path: format!("/api/v1/sites/{}", org.site) }
    }
    async fn send(&self, method: Method, rest: &str, body: Value) -> Answer {
        self.service.send(method, &format!("{}{rest}", self.path), Some(&self.org.session), Some(&body)).await
    }
    async fn get(&self, rest: &str) -> Answer {
        self.service.get(&format!("{}{rest}", self.path), &self.org.session).await
    }
    async fn site(&self) -> Value {
        self.get("").await.data(200).clone()
    }
    async fn put(&self, config: Value) -> Answer {
        self.send(Method::PUT, "/config", config).await
    }
    /// A write with `If-Match`.
    async fn send_if_match(&self, method: Method, rest: &str, tag: &str, body: &Value) -> Answer {
        let request = self.service.request(method, &format!("{}{rest}", self.path)).bearer_auth(&self.org.session);
        self.service.answer(request.header("if-match", tag).json(body)).await
    }
    /// Sends a configuration as raw bytes.
    async fn put_bytes(&self, body: impl Into<Body>) -> Answer {
        let request = self.service.request(Method::PUT, &format!("{}/config", self.path));
        let request = request.bearer_auth(&self.org.session).header("content-type", "application/json");
        self.service.answer(request.body(body)).await
    }
    /// Site, versions and audit log, none of which a refused request may change.
    async fn everything(&self) -> [Value; 3] {
        let audit = self.service.get("/api/v1/audit", &self.org.session).await;
        [self.site().await, self.get("/config/versions").await.data(200).clone(), audit.data(200).clone()]
    }
}

async fn create(service: &Service, org: &Org, body: &Value) -> Answer {
    service.send(Method::POST, "/api/v1/sites", Some(&org.session), Some(body)).await
}

async fn listed(service: &Service, bearer: &str) -> Vec<Value> {
    service.get("/api/v1/sites", bearer).await.data(200)["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_new_site_is_shown_as_it_was_registered() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = json!({ "name": " Shop ", "domain": "Shop.Example", "timezone": "America/New_York",
        "aliases": [" The Shop ", "Shop & Söhne"], "note": "Moves in May.\r\nAsk first. ",
        "allowedOrigins": ["https://Shop.example:443/", "https://m.shop.example:8443"] });
    let mut created = create(&service, &org, &body).await.data(201).clone();
    let id = created["id"].as_str().unwrap().to_owned();
    assert!(id.starts_with("site_"), "{id}");
    assert_eq!(created.as_object_mut().unwrap().remove("warnings"), Some(json!([])));
    assert_eq!(created, *service.get(&format!("/api/v1/sites/{id}"), &org.session).await.data(200));
    let config = created.as_object_mut().unwrap().remove("config").unwrap();
    assert_eq!(created.as_object_mut().unwrap().remove("scriptUrl"), Some(json!(null)));
    assert_eq!((&config["version"], &config["enabled"]), (&json!(1), &json!(true)));
    let expected = json!({ "id": id, "orgId": org.id.to_string(), "name": "Shop", "domain": "shop.example",
        "aliases": ["The Shop", "Shop & Söhne"],
        "allowedOrigins": ["https://shop.example", "https://m.shop.example:8443"], "timezone": "America/New_York",
        "note": "Moves in May.\nAsk first.",
        "pages": { "distinct": [], "queryParameters": [], "hashRoutes": false },
        "readPages": true, "creditsPerMonth": null, "createdAt": NOON, "updatedAt": NOON,
        "install": { "status": "pending", "diagnostic": null, "widgetVersion": null, "firstSeenAt": null,
            "lastSeenAt": null, "lastSeenUrl": null, "lastSeenAutomated": false, "checkedAt": null, "proposedQueryParameters": [] } });
    assert_eq!(created, expected);
    assert!(listed(&service, &org.session).await.contains(&expected));
}

#[tokio::test]
async fn a_domain_is_enough_for_a_site() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let created = create(&service, &org, &json!({ "domain": "www.tea.example" })).await;
    let created = created.data(201);
    assert_eq!((&created["name"], &created["timezone"]), (&json!("www.tea.example"), &json!("UTC")));
    assert_eq!(created["allowedOrigins"], json!(["https://tea.example", "https://www.tea.example"]));
    assert_eq!((&created["aliases"], &created["note"]), (&json!([]), &json!("")));
}

/// Invalid sites to create or to edit, each with the path that the error names.
fn wrong_sites() -> Vec<(Value, &'static str)> {
    let origins: Vec<String> = (0..21).map(|n| format!("https://s{n}.example")).collect();
    vec![
        (json!({ "timezone": "Europe/Atlantis" }), "timezone"),
        (json!({ "timezone": "" }), "timezone"),
        (json!({ "domain": "https://tea.example" }), "domain"),
        (json!({ "domain": "tea.example/shop" }), "domain"),
        (json!({ "domain": "tea.example:8080" }), "domain"),
        (json!({ "domain": "127.0.0.1" }), "domain"),
        (json!({ "domain": "tea" }), "domain"),
        (json!({ "domain": 5 }), "domain"),
        (json!({ "allowedOrigins": [] }), "allowedOrigins"),
        (json!({ "allowedOrigins": origins }), "allowedOrigins"),
        (json!({ "allowedOrigins": "https://tea.example" }), "allowedOrigins"),
        (json!({ "allowedOrigins": ["https://tea.example", "tea.example"] }), "allowedOrigins[1]"),
        (json!({ "allowedOrigins": ["https://tea.example/shop"] }), "allowedOrigins[0]"),
        (json!({ "allowedOrigins": ["javascript:alert(1)"] }), "allowedOrigins[0]"),
        (json!({ "allowedOrigins": ["*"] }), "allowedOrigins[0]"),
        (json!({ "aliases": ["T"] }), "aliases[0]"),
        (json!({ "aliases": ["Tea", "n".repeat(81)] }), "aliases[1]"),
        (json!({ "aliases": ["Tea House", "tea house"] }), "aliases[1]"),
        (json!({ "aliases": ["Te\u{200b}a"] }), "aliases[0]"),
        (json!({ "aliases": vec!["Tea"; 21] }), "aliases"),
        (json!({ "aliases": null }), "aliases"),
        (json!({ "name": " " }), "name"),
        (json!({ "name": "n".repeat(101) }), "name"),
        (json!({ "name": "a\u{0}b" }), "name"),
        (json!({ "note": "n".repeat(2_001) }), "note"),
        (json!({ "note": "a\u{0}b" }), "note"),
        (json!({ "note": 5 }), "note"),
        (json!({ "timeZone": "UTC" }), "timeZone"),
        (json!({ "orgId": "org_00000000000000000000000007" }), "orgId"),
        (json!({ "id": "site_00000000000000000000000007" }), "id"),
    ]
}

#[tokio::test]
async fn what_is_wrong_with_a_site_is_named_and_nothing_is_stored() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let desk = Desk::of(&service, &org);
    let before = (listed(&service, &org.session).await, desk.everything().await);
    service.advance(1);
    for (fields, path) in wrong_sites() {
        let mut body = fields.clone();
        if body.get("domain").is_none() {
            body["domain"] = json!("tea.example");
        }
        refused_at(&create(&service, &org, &body).await, path, &body);
        refused_at(&desk.send(Method::PATCH, "", fields.clone()).await, path, &fields);
    }
    refused_at(&create(&service, &org, &json!({ "name": "No domain" })).await, "domain", &json!({}));
    let both = create(&service, &org, &json!({ "domain": "tea", "timezone": "Mars" })).await;
    assert_eq!(both.body["error"]["details"].as_array().unwrap().len(), 2, "{}", both.text);
    assert_eq!((listed(&service, &org.session).await, desk.everything().await), before);
}

#[tokio::test]
async fn the_plan_bounds_the_number_of_sites() {
    let service = Service::start_unlimited().await;
    for (plan, most) in [(Plan::Free, 1), (Plan::Pro, 5), (Plan::Business, 50)] {
        // In these tests a new organization already has one site.
        let org = service.organization(plan).await;
        for number in 1..most {
            service.site_of(&org, &format!("s{number}.example")).await;
        }
        let body = json!({ "domain": "more.example" });
        create(&service, &org, &body).await.refused(409, "LIMIT_REACHED");
        assert_eq!(listed(&service, &org.session).await.len(), most, "{plan}");
        Desk::of(&service, &org).send(Method::DELETE, "", json!({})).await.data(200);
        create(&service, &org, &body).await.data(201);
    }
    let org = service.organization(Plan::Enterprise).await;
    for number in 0..60 {
        service.site_of(&org, &format!("s{number}.example")).await;
    }
}

#[tokio::test]
async fn sites_registered_at_once_do_not_pass_the_plans_number() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let bodies: Vec<Value> = (0..20).map(|n| json!({ "domain": format!("s{n}.example") })).collect();
    let answers = futures_util::future::join_all(bodies.iter().map(|body| create(&service, &org, body))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 4);
    assert_eq!(answers.iter().filter(|answer| answer.code() == "LIMIT_REACHED").count(), 16);
    assert_eq!(listed(&service, &org.session).await.len(), 5);
}

#[tokio::test]
async fn sites_are_listed_newest_first_page_by_page() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let mut expected = vec![org.site.to_string()];
    for number in 0..4 {
        service.advance(1);
        expected.insert(0, service.site_of(&org, &format!("s{number}.example")).await.to_string());
    }
    let (mut seen, mut next) = (Vec::new(), String::new());
    for page in 0..3 {
        let answer = service.get(&format!("/api/v1/sites?limit=2{next}"), &org.session).await;
        seen.extend(answer.data(200)["items"].as_array().unwrap().iter().map(|s| s["id"].as_str().unwrap().to_owned()));
        let pagination = &answer.body["meta"]["pagination"];
        assert_eq!((&pagination["limit"], &pagination["hasMore"]), (&json!(2), &json!(page < 2)));
        next = pagination["nextCursor"].as_str().map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        assert_eq!(next.is_empty(), page == 2, "{}", answer.text);
    }
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn an_edit_changes_what_it_names_and_takes_effect_at_once() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let desk = Desk::of(&service, &org);
    let mut expected = desk.site().await;
    service.advance(90);
    for (field, value) in [
        ("name", json!("Tea")),
        ("domain", json!("tea.example")),
        ("timezone", json!("Asia/Tokyo")),
        ("aliases", json!(["Tea House"])),
        ("note", json!("Moves in May.")),
        ("note", json!("")),
        ("allowedOrigins", json!(["https://tea.example"])),
    ] {
        expected[field] = value.clone();
        expected["updatedAt"] = json!("2026-06-15T12:01:30.000Z");
        desk.send(Method::PATCH, "", json!({ field: value })).await.data(200);
        assert_eq!(desk.site().await, expected, "{field}");
    }
    // Events from example.com are refused, because the site's origins no longer include it.
    let taken = service.send(Method::POST, "/api/v1/events", None, Some(&view(org.site, 1))).await;
    assert_eq!(taken.data(202)["errors"][0]["code"], "ORIGIN_NOT_ALLOWED", "{}", taken.text);
}

#[tokio::test]
async fn a_deleted_site_is_not_found_by_any_caller() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let kept = service.site_of(&org, "kept.example").await;
    let desk = Desk::of(&service, &org);
    let body = json!({ "scopes": ["*"], "siteIds": [org.site] });
    let key = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await;
    let key = key.data(201)["key"].as_str().unwrap().to_owned();
    service.send(Method::POST, "/api/v1/events", None, Some(&view(org.site, 1))).await.data(202);
    let config = format!("{}/config", desk.path);
    service.send(Method::GET, &config, None, None).await.data(200);

    let deleted = desk.send(Method::DELETE, "", json!({})).await;
    assert_eq!(deleted.data(200)["id"], org.site.to_string());
    service.send(Method::GET, &config, None, None).await.refused(404, "NOT_FOUND");
    for bearer in [&org.session, &key] {
        for path in [
            desk.path.clone(),
            format!("{config}/versions"),
            format!("/api/v1/analytics/{}/ai", org.site),
            format!("/api/v1/prompts/{}", org.site),
        ] {
            service.get(&path, bearer).await.refused(404, "NOT_FOUND");
        }
        service.send(Method::PUT, &config, Some(bearer), Some(&json!({}))).await.refused(404, "NOT_FOUND");
    }
    desk.send(Method::DELETE, "", json!({})).await.refused(404, "NOT_FOUND");
    let left: Vec<Value> = listed(&service, &org.session).await.iter().map(|site| site["id"].clone()).collect();
    assert_eq!(left, [json!(kept.to_string())]);
    assert_eq!(listed(&service, &key).await, [json!(null); 0], "a key for a site that is gone sees no other");

    let events = json!({ "events": [view(org.site, 2), { "siteId": kept, "type": "view", "url": "https://kept.example/",
        "eventId": "0190c1d2-0000-7000-8000-0000000000ff" }] });
    let taken = service.send(Method::POST, "/api/v1/events", None, Some(&events)).await;
    assert_eq!((&taken.data(202)["accepted"], &taken.data(202)["dropped"]), (&json!(1), &json!(1)));
    assert_eq!(taken.data(202)["errors"][0]["index"], 0);
    assert_eq!(taken.data(202)["errors"][0]["code"], "UNKNOWN_SITE");
}

/// How many raw events and counted views of a site are stored, even if it is no longer registered.
async fn stored_of(service: &Service, site: SiteId) -> (usize, i64) {
    let ports = service.app.ports();
    let events = ports.events.events_after(site, EventPosition::START, 10).await.unwrap();
    let window = Window::last_days(30, Day::of(service.clock.now(), &TimeZone::UTC));
    let counts = ports
        .analytics
        .counts(site, &AnalyticsFilter::default(), vec![CountsQuestion::by_day(CounterKind::View, window)])
        .await
        .unwrap();
    (events.len(), counts.iter().map(Counts::total).sum())
}

#[tokio::test]
async fn nothing_that_was_counted_outlives_a_deleted_site() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let kept = service.site_of(&org, "example.com").await;
    let events = json!({ "events": [view(org.site, 1), view(org.site, 2), view(kept, 3)] });
    let taken = service.send(Method::POST, "/api/v1/events", None, Some(&events)).await;
    assert_eq!(taken.data(202)["accepted"], 3, "{}", taken.text);
    assert_eq!((stored_of(&service, org.site).await, stored_of(&service, kept).await), ((2, 2), (1, 1)));
    Desk::of(&service, &org).send(Method::DELETE, "", json!({})).await.data(200);
    askline_app::sites::gone::take_up_removals(service.app.instance()).await.unwrap();
    assert_eq!((stored_of(&service, org.site).await, stored_of(&service, kept).await), ((0, 0), (1, 1)));
}

#[tokio::test]
async fn the_install_status_follows_when_the_widget_was_last_seen() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let desk = Desk::of(&service, &org);
    let status = async |expected: &str| {
        service.app.flush_notes().await.unwrap();
        let site = desk.site().await;
        assert_eq!(site["install"]["status"], expected, "{site}");
        let listed = listed(&service, &org.session).await;
        assert_eq!(listed[0]["install"], site["install"], "the list says the same");
        site["install"].clone()
    };
    let send = async |number| {
        service
            .send(Method::POST, "/api/v1/events?widgetVersion=1.2.3", None, Some(&view(org.site, number)))
            .await
            .data(202);
    };
    status("pending").await;
    send(1).await;
    assert_eq!(
        status("installed").await,
        json!({ "status": "installed", "diagnostic": null, "widgetVersion": "1.2.3", "firstSeenAt": NOON,
            "lastSeenAt": NOON, "lastSeenUrl": "https://example.com/tea/green",
            "lastSeenAutomated": false, "checkedAt": null, "proposedQueryParameters": [] })
    );
    service.advance(7 * DAY - 1);
    status("installed").await;
    service.advance(1);
    status("stale").await;
    send(2).await;
    let again = status("installed").await;
    assert_eq!((&again["firstSeenAt"], &again["lastSeenAt"]), (&json!(NOON), &json!("2026-06-22T12:00:00.000Z")));
}

#[tokio::test]
async fn a_failed_check_is_an_error_with_advice_until_the_widget_is_seen_again() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let desk = Desk::of(&service, &org);
    let key = service.key(&org, &[Scope::SitesWrite]).await;
    service.advance(5);
    let answer = service.send(Method::POST, &format!("{}/verify", desk.path), Some(&key), None).await;
    let install = &answer.data(200)["install"];
    assert_eq!((&install["status"], &install["diagnostic"]["code"]), (&json!("error"), &json!("no_snippet")));
    assert!(install["diagnostic"]["advice"].as_str().is_some_and(|advice| advice.contains("snippet")), "{install}");
    assert_eq!(install["checkedAt"], "2026-06-15T12:00:05.000Z");
    assert_eq!(desk.site().await["install"], *install);
    service.advance(5);
    service.send(Method::POST, "/api/v1/events", None, Some(&view(org.site, 1))).await.data(202);
    service.app.flush_notes().await.unwrap();
    let install = desk.site().await["install"].clone();
    assert_eq!((&install["status"], &install["diagnostic"]), (&json!("installed"), &Value::Null));
    let (_, viewer) = service.member_of(&org, Role::Viewer).await;
    service.send(Method::POST, &format!("{}/verify", desk.path), Some(&viewer), None).await.refused(403, "FORBIDDEN");
}
