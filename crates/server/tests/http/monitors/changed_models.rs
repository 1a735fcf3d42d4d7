//! Askline's notes about engines that answer with another model.

use askline_domain::engines::Engine;
use serde_json::{Value, json};

use super::Scene;
use crate::monitors::engines::Act;

#[tokio::test]
async fn another_model_is_noted_on_the_charts_unless_it_answered_before() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai"] })).await;
    for model in ["first", "second", "first", "second", "third"] {
        scene.engine(Engine::OpenAi).next(Act::says("Nothing.", &[]).by(model));
        scene.run(&monitor).await;
        scene.service.advance(3_600);
    }
    let path = format!("/api/v1/annotations/{}", scene.org.site);
    let listed = scene.service.get(&path, &scene.org.session).await.data(200)["items"].clone();
    let of_models = listed.as_array().unwrap().iter().filter(|note| note["kind"] == "model");
    let texts: Vec<&Value> = of_models.map(|note| &note["text"]).collect();
    assert_eq!(texts, ["ChatGPT: second → third", "ChatGPT: first → second"]);
}
