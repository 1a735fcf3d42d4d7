//! What schedules cost and find, before a monitor is created.

use reqwest::Method;
use serde_json::{Value, json};

use super::Scene;

#[tokio::test]
async fn each_schedule_has_the_price_of_its_engines_and_says_when_a_change_is_found() {
    let scene = Scene::new().await;
    let listed = async |query: &str| {
        let answer = scene.send(Method::GET, &format!("/choices{query}"), None).await;
        answer.data(200)["items"].as_array().unwrap().clone()
    };
    let of_openai = listed("?engines=openai").await;
    assert_eq!(of_openai.len(), 10, "two cadences with one to five samples");
    // The price is that of the monitor which is created with the choice.
    for choice in [&of_openai[0], &of_openai[2], &of_openai[7]] {
        let settings = json!({
            "engines": ["openai"], "cadence": choice["cadence"], "samplesPerRun": choice["samplesPerRun"],
        });
        assert_eq!(scene.create(settings).await["creditsPerRun"], choice["creditsPerRun"]);
    }
    let price = |choices: &[Value]| choices[0]["creditsPerRun"].as_u64().unwrap();
    assert!(price(&listed("?engines=openai,%20perplexity").await) > price(&of_openai));
    assert!(price(&listed("").await) >= price(&listed("?engines=openai,perplexity").await));
    let [daily, weekly] = [&of_openai[0], &of_openai[5]];
    assert_eq!(json!([daily["cadence"], weekly["cadence"], weekly["samplesPerRun"]]), json!(["daily", "weekly", 1]));
    assert!(weekly["firstChangeDays"].as_u64() >= Some(36 * 7), "{weekly}");
    assert_eq!(daily["finds"].as_array().unwrap().len(), weekly["finds"].as_array().unwrap().len());
    let proposed: Vec<&Value> = of_openai.iter().filter(|choice| choice["isProposed"] == true).collect();
    assert_eq!(proposed.len(), 1);
    assert_eq!(proposed[0]["cadence"], "daily");
    for wrong in ["?engines=", "?engines=openai,nobody"] {
        let answer = scene.send(Method::GET, &format!("/choices{wrong}"), None).await;
        answer.refused(400, "INVALID_PARAMETER");
    }
}
