//! What the overview shows when a filter does not apply to a figure.

use askline_domain::engines::Engine;
use reqwest::Method;
use serde_json::{Value, json};

use super::Scene;
use crate::{
    events::{count, event},
    monitors::engines::Act,
};

async fn send(scene: &Scene, number: u32, fields: Value) {
    let mut event = json!({
        "siteId": scene.org.site, "eventId": format!("0197f2a0-5b7e-7c3a-9d52-3f1e8c6b4a{number:02}"),
        "type": "view", "url": "https://example.com/a",
    });
    for (name, value) in fields.as_object().unwrap() {
        event[name] = value.clone();
    }
    scene.service.send(Method::POST, "/api/v1/events", None, Some(&event)).await.data(202);
}

async fn overview(scene: &Scene, query: &str) -> Value {
    let path = format!("/api/v1/analytics/{}/overview?days=1&compare=previous{query}", scene.org.site);
    scene.service.get(&path, &scene.org.session).await.data(200).clone()
}

/// Each figure that is reported as not filtered, the filter, and whether the figure is left out.
fn told(overview: &Value) -> Vec<(String, String, bool)> {
    let rows = overview["notFiltered"].as_array().map_or(&[][..], Vec::as_slice).iter();
    rows.map(|row| {
        assert!(row["reason"].as_str().is_some_and(|reason| reason.ends_with('.')), "{row}");
        let text = |name: &str| row[name].as_str().unwrap().to_owned();
        (text("figures"), text("by"), row["leftOut"].as_bool().unwrap())
    })
    .collect()
}

fn rate(overview: &Value) -> Value {
    let citations = &overview["citations"];
    json!([citations["samples"], citations["citedCount"], citations["citationRate"]])
}

#[tokio::test]
async fn each_panel_applies_a_filter_or_says_that_it_cannot() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai"], "samplesPerRun": 4 })).await;
    let engine = scene.engine(Engine::OpenAi);
    engine.next(Act::says("", &["https://example.com/a"]));
    engine.next(Act::says("", &["https://example.com/b", "https://example.com/a"]));
    engine.next(Act::says("", &["https://example.com/b"]));
    engine.next(Act::says("", &["https://other.org/"]));
    scene.run(&monitor).await;
    send(&scene, 1, json!({})).await;
    send(&scene, 2, json!({ "url": "https://example.com/b" })).await;
    send(&scene, 3, json!({ "type": "ai_click", "platform": "chatgpt" })).await;
    send(&scene, 4, json!({ "type": "ai_click", "platform": "claude" })).await;
    let owned = |figures: &str, by: &str, left_out: bool| (figures.to_owned(), by.to_owned(), left_out);

    let all = overview(&scene, "").await;
    assert_eq!((rate(&all), all.get("notFiltered")), (json!([4, 3, 0.75]), None));
    assert!(all["citations"]["difference"].is_object());

    // Filtered by a page, the rate is that page's, as in the list of pages.
    let page = overview(&scene, "&page=/a").await;
    assert_eq!(rate(&page), json!([4, 2, 0.5]));
    assert_eq!(page["citations"]["citationRate"], page["pages"]["items"][0]["citationShare"]);
    assert_eq!((&page["citations"]["byEngine"], page["citations"].get("difference")), (&json!([]), None));
    assert_eq!(told(&page), [owned("citationsByEngine", "page", true)]);
    assert_eq!(rate(&overview(&scene, "&page=/never").await), json!([4, 0, 0.0]));

    let folder = overview(&scene, "&page=/a/**").await;
    assert_eq!((rate(&folder), told(&folder)), (json!([0, 0, null]), vec![owned("citations", "page", true)]));

    let platform = overview(&scene, "&platform=chatgpt").await;
    assert_eq!(rate(&platform), json!([0, 0, null]));
    assert!(told(&platform).contains(&owned("citations", "platform", true)), "{platform}");
    assert_eq!(platform["pages"]["items"][0]["citationShare"], Value::Null);
    let totals = &platform["totals"];
    assert_eq!((&totals["asks"], &totals["views"], &totals["asksPer100Views"]), (&json!(1), &json!(2), &json!(50.0)));
    assert_eq!(platform["previous"]["citations"]["citationRate"], Value::Null);
}

/// The figures of the overview by the names under which `notFiltered` reports them.
const FIGURES: [(&str, &[&str]); 7] = [
    (
        "asks",
        &["/totals/asks", "/totals/questionClicks", "/totals/aiReferrals", "/assistants/items", "/questions/items"],
    ),
    ("shares", &["/totals/shares", "/shares/items"]),
    ("items", &["/items/items"]),
    ("crawlers", &["/crawlers/items", "/automation/crawlerHits"]),
    ("views", &["/totals/views", "/devices/items"]),
    ("citations", &["/citations/citedCount"]),
    ("citationsByEngine", &["/citations/byEngine"]),
];

/// Sends events of each kind: on each page, with each assistant and network.
async fn send_everything(scene: &Scene) {
    const DEVICE: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
    let (service, org) = (&scene.service, &scene.org);
    let question = "q_00000000000000000000000001".to_owned();
    service.offer(org, std::slice::from_ref(&question)).await;
    let item = "m_00000000000000000000000001";
    let menu = json!([{ "id": item, "kind": "command", "label": "Install", "text": "npx a" }]);
    let config = format!("/api/v1/sites/{}/config", org.site);
    service.send(Method::PUT, &config, Some(&org.session), Some(&json!({ "menu": menu }))).await.data(200);
    let mut events = Vec::new();
    for path in ["guides/a", "guides/b", "about"] {
        let url = format!("https://example.com/{path}");
        for (assistant, host) in [("chatgpt", "chatgpt.com"), ("claude", "claude.ai")] {
            events.push(event(org.site, json!({ "url": url, "referrer": format!("https://{host}/") })));
            events.push(event(org.site, json!({ "url": url, "type": "ai_click", "platform": assistant })));
            let asked = json!({ "url": url, "type": "question_click", "questionId": question, "platform": assistant });
            events.push(event(org.site, asked));
        }
        for network in ["linkedin", "reddit"] {
            events.push(event(org.site, json!({ "url": url, "type": "social_click", "network": network })));
        }
        events.push(event(org.site, json!({ "url": url, "type": "copy" })));
        events.push(event(org.site, json!({ "url": url, "type": "item_click", "itemId": item })));
        for agent in ["GPTBot/1.2", DEVICE] {
            let view = event(org.site, json!({ "url": url }));
            let sent = service.request(Method::POST, "/api/v1/events").header("user-agent", agent).json(&view);
            service.answer(sent).await.data(202);
        }
    }
    count(service, &events).await;
}

#[tokio::test]
async fn each_filter_narrows_a_figure_or_is_reported_with_a_reason_and_never_anything_between() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai"], "samplesPerRun": 2 })).await;
    scene.engine(Engine::OpenAi).next(Act::says("", &["https://example.com/guides/a"]));
    scene.engine(Engine::OpenAi).next(Act::says("", &["https://example.com/guides/b"]));
    scene.run(&monitor).await;
    send_everything(&scene).await;
    let all = overview(&scene, "").await;
    let mut narrowed = 0;
    for (filter, by) in [
        ("&page=/guides/a", "page"),
        ("&page=/guides/**", "page"),
        ("&platform=claude", "platform"),
        ("&platform=reddit", "platform"),
    ] {
        let filtered = overview(&scene, filter).await;
        let told = told(&filtered);
        for (name, pointers) in FIGURES {
            let reported =
                told.iter().find(|(figures, at, _)| figures == name && at == by).map(|(_, _, left_out)| *left_out);
            // All citations are left out, so those by engine are.
            let reported = if name == "citationsByEngine" { Some(true) } else { reported };
            for pointer in pointers {
                let (whole, part) = (all.pointer(pointer).expect(pointer), filtered.pointer(pointer).expect(pointer));
                let is_empty = |value: &Value| *value == json!(0) || *value == json!([]);
                assert!(!is_empty(whole), "{pointer} has something to filter");
                match reported {
                    None => assert!(part != whole && !is_empty(part), "{filter} narrows {pointer}: {part}"),
                    Some(true) => assert!(is_empty(part), "{filter} leaves {pointer} out: {part}"),
                    Some(false) if *pointer == "/devices/items" => {
                        let views = |list: &Value| list[0]["views"].clone();
                        assert_eq!(views(part), views(whole), "{filter}: views of devices are those of all");
                    }
                    Some(false) => assert_eq!(part, whole, "{filter} does not narrow {pointer}"),
                }
                narrowed += i32::from(reported.is_none());
            }
        }
    }
    assert!(narrowed > 20, "filters narrow: {narrowed}");
}
