//! What the overview of all sites shows about citations and credits.

use serde_json::{Value, json};

use super::*;

const OWN: &str = "https://example.com/a";

/// Code, question and engine of each row that needs attention on the only site.
pub async fn attention(scene: &Scene, bearer: &str) -> Vec<Value> {
    scene.service.app.flush_notes().await.unwrap();
    let board = scene.service.get("/api/v1/analytics/overview", bearer).await;
    let rows = board.data(200)["items"][0]["attention"].as_array().unwrap().clone();
    // Whether the widget is installed is the subject of another test.
    let rows = rows.into_iter().filter(|row| row["code"] != "not_installed");
    rows.map(|row| json!([row["code"], row["query"], row["engine"]])).collect()
}

#[tokio::test]
async fn low_credits_need_attention_where_monitors_spend_them() {
    let scene = Scene::new().await;
    let (at, audit) = (scene.service.app.now(), scene.service.audit(scene.org.id, "credits.adjusted"));
    askline_app::credits::adjust(&*scene.service.metadata, scene.org.id, -950, "test", at, audit)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(attention(&scene, &scene.org.session).await, Vec::<Value>::new(), "nothing spends them");
    scene.create(json!({ "engines": ["openai"] })).await;
    assert_eq!(attention(&scene, &scene.org.session).await, [json!(["credits_low", null, null])]);
}

#[tokio::test]
async fn overview_pages_and_board_report_the_same_citation_rate() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai"], "samplesPerRun": 4 })).await;
    for cited in [true, true, true, false] {
        scene.engine(Engine::OpenAi).next(Act::says("", if cited { &[OWN] } else { &[] }));
    }
    scene.run(&monitor).await;
    let get = async |path: String| scene.service.get(&path, &scene.org.session).await.data(200).clone();
    let site = scene.org.site;
    let overview = get(format!("/api/v1/analytics/{site}/overview?compare=previous")).await;
    let board = get("/api/v1/analytics/overview".into()).await;
    let summary = get(format!("/api/v1/citations/{site}/summary")).await;
    let pages = get(format!("/api/v1/analytics/{site}/pages")).await;
    let rates = [&overview["citations"], &board["items"][0], &summary["totals"]];
    assert!(rates.iter().all(|rates| rates["citationRate"] == 0.75), "{rates:?}");
    assert!(rates.iter().all(|one| one["interval95"] == summary["totals"]["interval95"]));
    assert_eq!(json!([overview["citations"]["samples"], overview["citations"]["questions"]]), json!([4, 1]));
    for page in [&overview["pages"]["items"][0], &pages["items"][0]] {
        assert_eq!(json!([page["path"], page["citations"], page["citationShare"]]), json!(["/a", 3, 0.75]));
        assert_eq!(page["interval95"], summary["totals"]["interval95"], "one page is cited, by the same answers");
    }
    assert_eq!(overview["previous"]["citations"]["citationRate"], Value::Null);
}
