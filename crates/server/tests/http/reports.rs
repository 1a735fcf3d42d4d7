//! Reports have the dashboard's figures, and clients read nothing internal.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan, shared::clock::Clock as _};
use jiff::Timestamp;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    events::{count, event},
    harness::{Answer, Org, Service},
    mcp::call,
};

const DAY_SECONDS: u64 = 24 * 60 * 60;
const QUESTION: &str = "q_00000000000000000000000001";
const SEARCHBOT: &str = "Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)";

/// A server, an organization, and a key of it, since a session would end within a week.
async fn start() -> (Service, Org, String) {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::AnalyticsRead]).await;
    service.offer(&org, &[QUESTION.into()]).await;
    (service, org, key)
}

fn advance_to(service: &Service, time: &str) {
    let time: Timestamp = time.parse().unwrap();
    service.advance(u64::try_from(time.as_second() - service.clock.now().as_second()).expect("a later time"));
}

async fn report(service: &Service, org: &Org, key: &str, query: &str) -> Answer {
    service.get(&format!("/api/v1/reports/{}?{query}", org.site), key).await
}

/// An event on a page.
fn on(org: &Org, path: &str, fields: Value) -> Value {
    let mut event = event(org.site, fields);
    event["url"] = json!(format!("https://example.com{path}"));
    event
}

/// What readers do on a day: any of it on any of a few pages.
fn some_day(org: &Org, random: &mut StdRng) -> Vec<Value> {
    let kinds = [
        json!({}),
        json!({ "referrer": "https://chatgpt.com/" }),
        json!({ "widget": false }),
        json!({ "type": "ai_click", "platform": "chatgpt" }),
        json!({ "type": "question_click", "questionId": QUESTION, "platform": "claude" }),
        json!({ "type": "copy" }),
    ];
    let pages = ["/", "/a", "/a/b"];
    let events = random.random_range(0..16);
    let mut any = |_| on(org, pages[random.random_range(0..3)], kinds[random.random_range(0..6)].clone());
    (0..events).map(&mut any).collect()
}

/// The server's log of the last hour: the crawler asked for a page so often, and was refused.
async fn refuse_crawler(service: &Service, org: &Org, times: usize) {
    let session = service.session_of(service.owner_of(org).await).await;
    let sources = format!("/api/v1/logs/{}/sources", org.site);
    let new = json!({ "name": "web", "format": "combined" });
    let made = service.send(Method::POST, &sources, Some(&session), Some(&new)).await.data(201).clone();
    let at = (service.clock.now() - jiff::SignedDuration::from_hours(1)).strftime("%d/%b/%Y:%H:%M:%S +0000");
    let line = format!("203.0.113.9 - - [{at}] \"GET /a HTTP/1.1\" 403 5 \"-\" \"{SEARCHBOT}\"\n");
    let token = made["token"].as_str().unwrap();
    let batch = service.request(Method::POST, "/api/v1/logs/ingest").bearer_auth(token);
    let batch = batch.header("content-type", "text/plain").body(line.repeat(times));
    service.answer(batch).await.data(202);
}

/// A report compared with what the dashboard shows for the same days.
async fn compare_with_dashboard(service: &Service, org: &Org, key: &str, period: &str) -> Value {
    let report = report(service, org, key, &format!("period={period}")).await.data(200).clone();
    let days =
        |from: &str, to: &str| format!("from={}&to={}", report[from].as_str().unwrap(), report[to].as_str().unwrap());
    let (days, before) = (days("from", "to"), days("previousFrom", "previousTo"));
    let overview = async |query: String| {
        let path = format!("/api/v1/analytics/{}/overview?{query}", org.site);
        service.get(&path, key).await.data(200).clone()
    };
    let shown = overview(format!("{days}&compare=previous")).await;
    let then = overview(before.clone()).await;
    let figures = report["figures"].as_array().unwrap();
    assert_eq!(figures.len(), 4);
    for figure in figures {
        let name = figure["figure"].as_str().unwrap();
        let of = |overview: &Value| match name {
            "citationRate" => overview["citations"][name].as_f64(),
            _ => overview["totals"][name].as_f64(),
        };
        let pair = (figure["value"].as_f64(), figure["previous"].as_f64());
        assert_eq!(pair, (of(&shown), of(&then)), "{period}: {figure}");
        if let Some(clear) = shown["previous"]["clearChanges"][name].as_bool() {
            assert_eq!(["rise", "fall"].iter().any(|one| figure["change"] == *one), clear, "{period}: {figure}");
        }
    }
    assert_eq!((&report["series"], &report["site"]), (&shown["series"], &shown["site"]), "{period}");
    for page in report["rising"]["pages"].as_array().unwrap() {
        let path = page["path"].as_str().unwrap();
        let asks = async |days: &str| overview(format!("{days}&page={path}")).await["totals"]["asks"].clone();
        assert_eq!(
            (&page["asks"], &page["previousAsks"]),
            (&asks(&days).await, &asks(&before).await),
            "{period}: {page}"
        );
    }
    for question in report["rising"]["questions"].as_array().unwrap() {
        let clicks = &overview(before.clone()).await["totals"]["questionClicks"];
        assert_eq!(&question["previousQuestionClicks"], clicks, "{period}: all clicks are of one question");
    }
    report
}

#[tokio::test]
async fn a_report_has_the_dashboards_figures_across_the_end_of_a_year_and_a_change_of_clocks() {
    let (service, org, key) = start().await;
    let mut random = StdRng::seed_from_u64(53);
    for (start, days) in [("2026-10-13T12:00:00Z", 14), ("2026-12-15T12:00:00Z", 28)] {
        advance_to(&service, start);
        for day in 0..days {
            let mut events = some_day(&org, &mut random);
            if day == 18 {
                events
                    .extend((0..15).map(|_| on(&org, "/rising", json!({ "type": "ai_click", "platform": "chatgpt" }))));
                events.extend((0..40).map(|_| {
                    on(
                        &org,
                        "/rising",
                        json!({ "type": "question_click", "questionId": QUESTION, "platform": "claude" }),
                    )
                }));
            }
            count(&service, &events).await;
            service.advance(DAY_SECONDS);
        }
    }
    // Now it is Tuesday, 12 January 2027, at noon.
    for period in ["2026-W43", "2026-W44", "2026-W52", "2027-W01", "2026-10", "2026-11"] {
        compare_with_dashboard(&service, &org, &key, period).await;
    }
    let month = compare_with_dashboard(&service, &org, &key, "2026-12").await;
    assert_eq!([&month["previousFrom"], &month["previousTo"]], ["2026-10-31", "2026-11-30"], "as many days");
    let week = compare_with_dashboard(&service, &org, &key, "2026-W53").await;
    assert_eq!([&week["from"], &week["to"]], ["2026-12-28", "2027-01-03"]);
    assert_eq!(week["rising"]["pages"][0]["path"], "/rising");
    assert_eq!(week["rising"]["questions"], json!([]), "the text of the question is no longer known");
    let codes = |report: &Value| -> Vec<String> {
        report["news"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect()
    };
    let news = codes(&week);
    assert!(news.contains(&"page_rose".to_owned()) && !news.contains(&"question_rose".to_owned()), "{news:?}");
    assert_eq!(week["toDo"], "open_page");

    // What nobody counted is in the latest report alone, and the tool has the same one.
    refuse_crawler(&service, &org, 25).await;
    advance_to(&service, "2027-01-25T06:00:00Z");
    let latest = report(&service, &org, &key, "").await.data(200).clone();
    assert_eq!(latest["period"], "2027-W03");
    assert_eq!(
        (&latest["needs"][0]["code"], &latest["toDo"]),
        (&json!("not_installed"), &json!("check_widget")),
        "{latest}"
    );
    let refused = report(&service, &org, &key, "period=2027-W02").await.data(200).clone();
    let need = json!({ "code": "crawler_refused", "since": "2027-01-12", "crawler": "OAI-SearchBot", "refused": 25 });
    assert_eq!(refused["needs"], json!([need]), "the widget of today is not that of then");
    assert_eq!((codes(&refused)[0].as_str(), &refused["toDo"]), ("crawler_refused", &json!("allow_crawler")));
    let client = report(&service, &org, &key, "period=2027-W02&audience=client").await.data(200).clone();
    assert_eq!(
        (&client["needs"], &client["toDo"], codes(&client).len() + 1),
        (&json!([]), &json!(null), codes(&refused).len())
    );
    assert_eq!(client["figures"], refused["figures"]);
    let told = call(&service, &key, "show_report", json!({ "siteId": org.site, "period": "2027-W02" })).await;
    assert_eq!(told.answer()["facts"]["toDo"], "allow_crawler");
}

#[tokio::test]
async fn a_report_is_refused_for_what_is_no_finished_week_or_month_and_empty_for_a_site_without_events() {
    let (service, org, key) = start().await;
    for period in ["2026-W25", "2026-06", "2026-W54", "2025-W53", "2027-W01", "2026-13", "1999-12", "last", "2026-W1"] {
        let answer = report(&service, &org, &key, &format!("period={period}")).await;
        answer.refused(400, "INVALID_PARAMETER");
        assert!(answer.text.contains("period must"), "{period}: {}", answer.text);
    }
    report(&service, &org, &key, "audience=everyone").await.refused(400, "INVALID_PARAMETER");
    let empty = report(&service, &org, &key, "").await.data(200).clone();
    assert_eq!((&empty["period"], &empty["news"]), (&json!("2026-W24"), &json!([])));
    assert_eq!((&empty["needs"][0]["code"], &empty["toDo"]), (&json!("not_installed"), &json!("check_widget")));
    let figures = empty["figures"].as_array().unwrap().iter().map(|one| (one["value"].clone(), one["change"].clone()));
    let expected =
        [(json!(0.0), "too_short"), (json!(0.0), "too_short"), (json!(null), "untested"), (json!(null), "too_short")];
    assert_eq!(figures.collect::<Vec<_>>(), expected.map(|(value, change)| (value, json!(change))));
    // A week of the year 2000 has no earlier one with events either.
    assert_eq!(report(&service, &org, &key, "period=2000-W01").await.data(200)["news"], json!([]));
}
