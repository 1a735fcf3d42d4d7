//! Citations of each page, shown next to what readers did on it.

use askline_domain::engines::Engine;
use reqwest::Method;
use serde_json::{Value, json};

use super::Scene;
use crate::monitors::engines::Act;

async fn view(scene: &Scene, number: u32, path: &str) {
    let event = json!({
        "siteId": scene.org.site, "type": "view", "eventId": format!("0197f2a0-5b7e-7c3a-9d52-3f1e8c6b4a{number:02}"),
        "url": format!("https://example.com{path}"), "title": format!("Page {path}"),
    });
    scene.service.send(Method::POST, "/api/v1/events", None, Some(&event)).await.data(202);
}

async fn pages(scene: &Scene, query: &str) -> Value {
    let path = format!("/api/v1/analytics/{}/pages{query}", scene.org.site);
    scene.service.get(&path, &scene.org.session).await.data(200).clone()
}

fn shown(report: &Value) -> Vec<(String, i64, i64)> {
    let items = report["items"].as_array().unwrap();
    let row = |item: &Value| {
        (
            item["path"].as_str().unwrap().to_owned(),
            item["views"].as_i64().unwrap(),
            item["citations"].as_i64().unwrap(),
        )
    };
    items.iter().map(row).collect()
}

fn rows(rows: &[(&str, i64, i64)]) -> Vec<(String, i64, i64)> {
    rows.iter().map(|(path, views, citations)| ((*path).to_owned(), *views, *citations)).collect()
}

#[tokio::test]
async fn pages_show_how_many_answers_cite_them_at_once_and_also_without_views() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai"], "samplesPerRun": 2 })).await;
    let engine = scene.engine(Engine::OpenAi);
    engine.next(Act::says("", &["https://example.com/new", "https://www.example.com/a?x=1", "https://example.com/a"]));
    engine.next(Act::says("", &["http://example.com/a#b", "https://other.org/a", "https://docs.example.com/d"]));
    // Cited pages are listed even if the site has no events.
    scene.run(&monitor).await;
    assert_eq!(shown(&pages(&scene, "?sort=citations").await), rows(&[("/a", 0, 2), ("/new", 0, 1)]));
    view(&scene, 1, "/a").await;
    view(&scene, 2, "/b").await;
    view(&scene, 3, "/b").await;
    let report = pages(&scene, "?sort=citations").await;
    assert_eq!(shown(&report), rows(&[("/a", 1, 2), ("/new", 0, 1), ("/b", 2, 0)]));
    assert_eq!((&report["totals"]["pages"], &report["totals"]["views"]), (&json!(3), &json!(3)));
    assert_eq!((&report["items"][1]["clickRate"], &report["items"][1]["title"]), (&Value::Null, &Value::Null));
    assert_eq!(shown(&pages(&scene, "?sort=citations&order=asc&limit=1").await), rows(&[("/b", 2, 0)]));
    assert_eq!(shown(&pages(&scene, "?q=NEW").await), rows(&[("/new", 0, 1)]));
    assert_eq!(shown(&pages(&scene, "?page=/a").await), rows(&[("/a", 1, 2)]));
    // The answers of a new run show up although no event came in between.
    engine.always(Act::says("", &["https://example.com/b"]));
    scene.run(&monitor).await;
    assert_eq!(shown(&pages(&scene, "?page=/b").await), rows(&[("/b", 2, 2)]));
    let path = format!("/api/v1/analytics/{}/pages?format=csv&sort=path", scene.org.site);
    let csv = scene.service.get(&path, &scene.org.session).await.text;
    assert!(csv.lines().nth(1).unwrap().starts_with("/a,Page /a,1,0,0,0,0,2,"), "{csv}");
    scene.service.advance(86_400);
    let compared = pages(&scene, "?days=1&compare=previous").await;
    assert_eq!((shown(&compared), &compared["previous"]["totals"]["pages"]), (rows(&[]), &json!(3)));
}
