//! Archived monitors: nothing is asked, and the answers stay.

use askline_domain::engines::Engine;
use reqwest::Method;
use serde_json::{Value, json};

use super::Scene;
use crate::monitors::engines::Act;

impl Scene {
    async fn set_archived(&self, monitor: &Value, archived: bool) -> Value {
        self.service.advance(1);
        let path = format!("/{}", monitor["id"].as_str().unwrap());
        self.send(Method::PATCH, &path, Some(&json!({ "archived": archived }))).await.data(200).clone()
    }
}

#[tokio::test]
async fn an_archived_monitor_asks_nothing_and_keeps_its_answers_until_it_is_restored() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["perplexity"], "cadence": "daily" })).await;
    assert_eq!(monitor["archivedAt"], Value::Null);
    scene.engine(Engine::Perplexity).always(Act::says("Nothing.", &["https://example.com/a"]));
    scene.run(&monitor).await;
    let archived = scene.set_archived(&monitor, true).await;
    assert_eq!((&archived["archivedAt"], &archived["nextRunAt"]), (&archived["updatedAt"], &Value::Null));
    // Archiving it again changes nothing.
    assert_eq!(scene.set_archived(&monitor, true).await, archived);
    let refused = scene.begin(&monitor).await;
    refused.refused(409, "CONFLICT");
    assert!(refused.text.contains("archived"), "{}", refused.text);
    scene.service.advance(3 * 86_400);
    assert_eq!(scene.tick().await, 0);
    let session = scene.new_session().await;
    let summary = format!("/api/v1/citations/{}/summary?groupBy=monitor", scene.org.site);
    let rows = scene.service.get(&summary, &session).await.data(200)["byMonitor"].clone();
    assert_eq!((&rows[0]["monitorId"], &rows[0]["samples"]), (&monitor["id"], &json!(1)));
    let path = format!("/api/v1/monitors/{}/{}", scene.org.site, monitor["id"].as_str().unwrap());
    let body = json!({ "archived": false });
    let restored = scene.service.send(Method::PATCH, &path, Some(&session), Some(&body)).await.data(200).clone();
    assert_eq!(restored["archivedAt"], Value::Null);
    scene.jump_to(&restored["nextRunAt"]);
    assert_eq!(scene.tick().await, 1);
}
