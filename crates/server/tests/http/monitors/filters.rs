//! What the overview shows when a filter does not apply to a figure.

use askline_domain::monitors::engine::Engine;
use reqwest::Method;
use serde_json::{Value, json};

use super::Scene;
use crate::monitors::engines::Act;

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
    assert_eq!(told(&platform), [owned("views", "platform", false), owned("citations", "platform", true)]);
    let totals = &platform["totals"];
    assert_eq!((&totals["asks"], &totals["views"], &totals["asksPer100Views"]), (&json!(1), &json!(2), &json!(50.0)));
    assert_eq!(platform["previous"]["citations"]["citationRate"], Value::Null);
}
