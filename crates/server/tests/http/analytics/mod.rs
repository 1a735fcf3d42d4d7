//! Analytics: whole days of the site's calendar, consistent sums, figures without delay.

mod breakdowns;
mod by_prompt;
mod clear_changes;
mod glance;
mod live;
mod page_list;
mod row_changes;
mod same_figures;
mod series;
mod spellings;

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use jiff::{Timestamp, ToSpan as _, civil::Date};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    events::{count, event},
    harness::{Answer, Org, Service},
};

/// The routes, each with the name of its sum in the CSV and the totals, and with its breakdowns.
const ROUTES: [(&str, &str, &[&str]); 7] = [
    ("ai", "aiClicks", &["byPlatform"]),
    ("social", "socialClicks", &["byNetwork"]),
    ("questions", "questionClicks", &["byQuestion", "byPlatform"]),
    ("shares", "shares", &["byChannel"]),
    ("referrers", "visits", &["byReferrer", "byType"]),
    ("crawlers", "hits", &["byCrawler"]),
    ("items", "itemClicks", &["byItem"]),
];

/// A server, and an organization with its key instead of the owner's session, which would end within a week.
async fn start() -> (Service, Org) {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let session = service.key(&org, &[Scope::AnalyticsRead]).await;
    service.offer(&org, &["q_00000000000000000000000001".into(), "m_00000000000000000000000001".into()]).await;
    (service, Org { session, ..org })
}

/// Sends `question`, which is a route and its query.
async fn ask(service: &Service, org: &Org, question: &str) -> Answer {
    service.get(&format!("/api/v1/analytics/{}/{question}", org.site), &org.session).await
}

async fn data(service: &Service, org: &Org, question: &str) -> Value {
    ask(service, org, question).await.data(200).clone()
}

/// The sum of `value` over rows.
fn sum(rows: &Value) -> i64 {
    rows.as_array().unwrap().iter().map(|row| row["value"].as_i64().unwrap()).sum()
}

/// Clicks on assistants.
fn presses(org: &Org, platforms: &[&str]) -> Vec<Value> {
    platforms.iter().map(|id| event(org.site, json!({ "type": "ai_click", "platform": id }))).collect()
}

/// Advances the clock to a time.
fn advance_to(service: &Service, time: &str) {
    use askline_domain::shared::clock::Clock as _;
    let time: Timestamp = time.parse().unwrap();
    service.advance(u64::try_from(time.as_second() - service.clock.now().as_second()).expect("a later time"));
}

/// Events of each kind, on three pages.
fn of_every_kind(org: &Org) -> Vec<Value> {
    let on = |path: &str, fields: Value| {
        let mut event = event(org.site, fields);
        event["url"] = json!(format!("https://example.com{path}"));
        event
    };
    let question = "q_00000000000000000000000001";
    let mut events = Vec::new();
    for path in ["/", "/a", "/a/b"] {
        events.extend([
            on(path, json!({})),
            on(path, json!({ "referrer": "https://chatgpt.com/" })),
            on(path, json!({ "referrer": "https://www.google.com/" })),
            on(path, json!({ "type": "ai_click", "platform": "chatgpt" })),
            on(path, json!({ "type": "social_click", "network": "x" })),
            on(path, json!({ "type": "question_click", "questionId": question, "platform": "claude" })),
            on(path, json!({ "type": "question_click", "questionId": question })),
            on(path, json!({ "type": "copy" })),
            on(path, json!({ "type": "item_click", "itemId": "m_00000000000000000000000001" })),
        ]);
    }
    events.push(on("/a", json!({ "type": "ai_click", "platform": "claude" })));
    events
}

#[tokio::test]
async fn an_answer_about_ai_clicks_is_exactly_what_the_contract_shows() {
    let (service, org) = start().await;
    count(&service, &presses(&org, &["claude", "chatgpt", "chatgpt"])).await;
    let answer = ask(&service, &org, "ai?days=2").await;
    let expected = json!({
        "totals": { "aiClicks": 3, "days": 2 },
        "series": [{ "date": "2026-06-14", "value": 0 }, { "date": "2026-06-15", "value": 3 }],
        "byPlatform": [{ "platform": "chatgpt", "value": 2 }, { "platform": "claude", "value": 1 }],
    });
    assert_eq!(answer.data(200), &expected);
    let range = json!({ "from": "2026-06-14", "to": "2026-06-15", "timezone": "Europe/Berlin" });
    assert_eq!(answer.body["meta"]["range"], range);
    assert_eq!(answer.body["meta"].as_object().unwrap().len(), 2, "{}", answer.text);
}

#[tokio::test]
async fn a_series_has_every_day_of_the_window_once_oldest_first() {
    let (service, org) = start().await;
    count(&service, &presses(&org, &["chatgpt"])).await;
    for (query, days, first) in [
        ("", 30, "2026-05-17"),
        ("?days=30", 30, "2026-05-17"),
        ("?days=1", 1, "2026-06-15"),
        ("?days=365", 365, "2025-06-16"),
        ("?from=2025-06-16&to=2026-06-15", 365, "2025-06-16"),
        ("?from=2026-06-10", 6, "2026-06-10"),
    ] {
        for (route, _, _) in ROUTES {
            let answer = ask(&service, &org, &format!("{route}{query}")).await;
            let first: Date = first.parse().unwrap();
            let expected: Vec<String> = (0..days).map(|day| (first + i64::from(day).days()).to_string()).collect();
            let rows = answer.data(200)["series"].as_array().unwrap();
            let found: Vec<&str> = rows.iter().map(|row| row["date"].as_str().unwrap()).collect();
            assert_eq!(found, expected, "{route}{query}");
            assert_eq!(answer.data(200)["totals"]["days"], days);
            assert_eq!(answer.body["meta"]["range"]["from"], found[0]);
            assert_eq!(answer.body["meta"]["range"]["to"], "2026-06-15");
            let last = i64::from(route == "ai" || route == "shares");
            assert_eq!((rows[rows.len() - 1]["value"].as_i64(), sum(&json!(rows))), (Some(last), last));
        }
    }
}

#[tokio::test]
async fn an_event_counts_on_the_calendar_day_of_the_site() {
    let (service, org) = start().await;
    // Berlin is two hours ahead of UTC in summer, one in winter; 25 October 2026 has 25 hours.
    for (time, day, value) in [
        ("2026-06-15T21:59:59Z", "2026-06-15", 1),
        ("2026-06-15T22:00:00Z", "2026-06-16", 1),
        ("2026-06-15T22:30:00Z", "2026-06-16", 2),
        ("2026-10-24T21:59:59Z", "2026-10-24", 1),
        ("2026-10-24T22:00:00Z", "2026-10-25", 1),
        ("2026-10-25T22:30:00Z", "2026-10-25", 2),
        ("2026-10-25T23:00:00Z", "2026-10-26", 1),
        ("2026-12-31T23:00:00Z", "2027-01-01", 1),
    ] {
        advance_to(&service, time);
        count(&service, &presses(&org, &["chatgpt"])).await;
        let today = data(&service, &org, "ai?days=1").await;
        assert_eq!(today["series"], json!([{ "date": day, "value": value }]), "{time}");
    }
    let autumn = data(&service, &org, "ai?from=2026-10-24&to=2026-10-26").await;
    let values: Vec<i64> =
        autumn["series"].as_array().unwrap().iter().map(|row| row["value"].as_i64().unwrap()).collect();
    assert_eq!(values, [1, 2, 1]);
    assert_eq!(data(&service, &org, "ai?days=365").await["totals"]["aiClicks"], 8);
}

#[tokio::test]
async fn another_time_zone_moves_today_but_no_day_that_was_counted() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    count(&service, &presses(&org, &["chatgpt"])).await;
    assert_eq!(data(&service, &org, "ai?days=1").await["totals"]["aiClicks"], 1);
    let path = format!("/api/v1/sites/{}", org.site);
    let body = json!({ "timezone": "Pacific/Kiritimati" });
    service.send(Method::PATCH, &path, Some(&org.session), Some(&body)).await.data(200);
    let answer = ask(&service, &org, "ai?days=2").await;
    let series = json!([{ "date": "2026-06-15", "value": 1 }, { "date": "2026-06-16", "value": 0 }]);
    assert_eq!(answer.data(200)["series"], series);
    assert_eq!(answer.body["meta"]["range"]["timezone"], "Pacific/Kiritimati");
    count(&service, &presses(&org, &["chatgpt"])).await;
    assert_eq!(data(&service, &org, "ai?days=1").await["totals"]["aiClicks"], 1);
}

#[tokio::test]
async fn series_total_and_breakdowns_have_the_same_sum_whatever_is_asked() {
    let (service, org) = start().await;
    for _ in 0..3 {
        count(&service, &of_every_kind(&org)).await;
        service.advance(24 * 3_600);
    }
    let at_all = [12, 9, 18, 30, 27, 0, 9];
    for (query, expected) in [
        ("days=4", at_all),
        ("days=4&compare=previous", at_all),
        ("days=3", at_all.map(|value| value / 3 * 2)),
        ("from=2026-06-16&to=2026-06-16", at_all.map(|value| value / 3)),
        ("days=4&page=/a", [6, 3, 6, 12, 9, 0, 3]),
        ("days=4&page=/nowhere", [0; 7]),
        ("days=4&platform=chatgpt", [9, 0, 0, 9, 9, 0, 0]),
        ("days=4&platform=claude", [3, 0, 9, 3, 0, 0, 0]),
        ("days=4&platform=x", [0, 9, 0, 9, 0, 0, 0]),
        ("days=4&platform=grok", [0; 7]),
        ("days=4&platform=claude&page=/a", [3, 0, 3, 3, 0, 0, 0]),
    ] {
        for ((route, name, breakdowns), expected) in ROUTES.into_iter().zip(expected) {
            let data = data(&service, &org, &format!("{route}?{query}")).await;
            assert_eq!(data["totals"][name], expected, "{route}?{query}");
            for rows in breakdowns.iter().chain(&["series"]) {
                assert_eq!(sum(&data[*rows]), expected, "{route}?{query} {rows}");
            }
        }
    }
}

#[tokio::test]
async fn a_wrong_parameter_is_named_on_every_route() {
    let (service, org) = start().await;
    let long = format!("page=/{}", "a".repeat(1_024));
    for route in ROUTES.map(|(route, _, _)| route).into_iter().chain(["pages"]) {
        for (query, name) in [
            ("days=0", "days"),
            ("days=366", "days"),
            ("days=-1", "days"),
            ("days=1.5", "days"),
            ("days=30x", "days"),
            ("days=abc", "days"),
            ("days=99999999999", "days"),
            ("days=1e2", "days"),
            ("days=%207", "days"),
            ("days=7&days=30", "days"),
            ("days=", "days"),
            ("days", "days"),
            ("days=7&from=2026-06-01&to=2026-06-02", "days"),
            ("from=2026-06-02&to=2026-06-01", "to"),
            ("from=2025-06-15&to=2026-06-15", "from"),
            ("from=2026-13-01", "from"),
            ("from=2026-06-01&to=20260602", "to"),
            ("from=2026-06-01T00:00:00Z", "from"),
            ("platform=", "platform"),
            ("page=", "page"),
            ("compare=last", "compare"),
            ("format=pdf", "format"),
            ("Days=7", "Days"),
            ("day=7", "day"),
            (&long, "page"),
        ] {
            let answer = ask(&service, &org, &format!("{route}?{query}")).await;
            answer.refused(400, "INVALID_PARAMETER");
            assert_eq!(answer.body["error"]["details"][0]["path"], name, "{route}?{query}: {}", answer.text);
        }
    }
}

#[tokio::test]
async fn previous_window_is_reported_beside_the_current_one_on_request() {
    let (service, org) = start().await;
    for (day, clicks) in [("2026-06-15", 5), ("2026-06-16", 1), ("2026-06-17", 2), ("2026-06-18", 3)] {
        advance_to(&service, &format!("{day}T12:00:00Z"));
        count(&service, &presses(&org, &vec!["chatgpt"; clicks])).await;
    }
    for (query, present, previous) in [
        ("days=1", 3, 2),
        ("days=2", 5, 6),
        ("days=3", 6, 5),
        ("days=4", 11, 0),
        ("from=2026-06-16&to=2026-06-17", 3, 5),
        ("days=2&page=/", 5, 6),
        ("days=2&platform=claude", 0, 0),
    ] {
        for (route, name) in [("ai", "aiClicks"), ("shares", "aiClicks"), ("pages", "aiClicks")] {
            let data = data(&service, &org, &format!("{route}?{query}&compare=previous")).await;
            assert_eq!(
                (&data["totals"][name], &data["previous"]["totals"][name]),
                (&json!(present), &json!(previous)),
                "{query}"
            );
            assert_eq!(data["previous"]["totals"]["days"], data["totals"]["days"]);
            let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            assert_eq!(keys(&data["previous"]["totals"]), keys(&data["totals"]));
        }
    }
    assert_eq!(data(&service, &org, "ai?days=2").await.get("previous"), None);
}

#[tokio::test]
async fn a_csv_has_a_header_and_the_same_numbers() {
    let (service, org) = start().await;
    count(&service, &of_every_kind(&org)).await;
    for (route, name, _) in ROUTES {
        let json = data(&service, &org, &format!("{route}?days=3")).await;
        let rows = json["series"].as_array().unwrap().iter();
        let rows: String = rows.map(|row| format!("{},{}\n", row["date"].as_str().unwrap(), row["value"])).collect();
        let answer = ask(&service, &org, &format!("{route}?days=3&format=csv")).await;
        assert_eq!(answer.status, 200);
        assert!(answer.header("content-type").starts_with("text/csv"));
        assert_eq!(answer.text.replace("\r\n", "\n"), format!("date,{name}\n{rows}"));
        // Requested alternately, neither format replaces the other in the cache.
        assert_eq!(data(&service, &org, &format!("{route}?days=3&format=json")).await, json);
    }
}

#[tokio::test]
async fn what_was_answered_202_is_in_the_next_answer() {
    let (service, org) = start().await;
    for number in 1..=20 {
        count(&service, &presses(&org, &["chatgpt"])).await;
        for question in ["ai", "ai?days=1", "shares?page=/", "ai?platform=chatgpt", "pages"] {
            let totals = &data(&service, &org, question).await["totals"]["aiClicks"];
            assert_eq!(totals, number, "{question}");
        }
    }
    // This also holds for many concurrent writes and reads.
    let at_once = (0..30).map(|number| {
        let (service, org) = (&service, &org);
        async move {
            let mut press = presses(org, &["chatgpt"]);
            press[0]["url"] = json!(format!("https://example.com/p{number}"));
            count(service, &press).await;
            let page = data(service, org, &format!("ai?page=/p{number}")).await;
            let all = data(service, org, "ai").await["totals"]["aiClicks"].as_i64().unwrap();
            assert_eq!((&page["totals"]["aiClicks"], all > 20), (&json!(1), true));
        }
    });
    futures_util::future::join_all(at_once).await;
    assert_eq!(data(&service, &org, "ai").await["totals"]["aiClicks"], 50);
    // An event of one site does not change the figures of another.
    let other =
        Org { site: service.site_of(&service.organization(Plan::Pro).await, "example.com").await, ..org.clone() };
    count(&service, &presses(&other, &["claude"])).await;
    assert_eq!(data(&service, &org, "ai").await["totals"]["aiClicks"], 50);
}

#[tokio::test]
async fn a_site_that_the_caller_may_not_see_looks_like_none() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let stranger = service.organization(Plan::Pro).await;
    let second = service.site_of(&org, "second.example").await;
    let body = json!({ "scopes": ["analytics:read"], "siteIds": [second] });
    let key =
        service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.data(201)["key"].clone();
    let key = key.as_str().unwrap();
    let theirs = service.key(&stranger, &[Scope::All]).await;
    let own = service.key(&org, &[Scope::AnalyticsRead]).await;
    for route in ROUTES.map(|(route, _, _)| route).into_iter().chain(["pages"]) {
        let path = |site: &str| format!("/api/v1/analytics/{site}/{route}");
        let (first, second) = (org.site.to_string(), second.to_string());
        for (bearer, site) in [
            (&*theirs, &*first),
            (&stranger.session, &first),
            (key, &first),
            (&own, "site_00000000000000000000000007"),
            (&own, "nonsense"),
        ] {
            service.get(&path(site), bearer).await.refused(404, "NOT_FOUND");
        }
        for (bearer, site) in [(&*own, &first), (&org.session, &first), (key, &second)] {
            service.get(&path(site), bearer).await.data(200);
        }
    }
}
