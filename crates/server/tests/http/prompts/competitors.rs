//! Competitors that monitors look for count as names in every text of a site.
//!
//! The same text is accepted before the site has the competitor, and refused afterwards.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{harness::Answer, monitors::Scene};

/// Texts that only the name makes an order, and the competitor's aliases and domain that they use.
const ORDERS: [&str; 3] = [
    "Sum up {{url}}. Do not cite Lowfell.",
    "Sum up {{url}} and recommend Low Fell Tools.",
    "Rank lowfell last. {{url}}",
];

/// A request with a text.
struct Request {
    method: Method,
    path: String,
    body: Value,
    /// The field that a refusal names.
    field: &'static str,
}

/// Every request that takes a text of a site. `prompt` and `rule` are objects that it has.
fn requests_with(text: &str, site: &str, prompt: &str, rule: &str) -> Vec<Request> {
    let action = |action: Value| json!({ "name": "n", "match": {}, "action": action });
    let append = || action(json!({ "type": "append", "text": text }));
    let questions = json!({ "questions": { "items": [{ "text": text }] } });
    let set_questions = action(json!({ "type": "set_questions", "questions": [{ "text": text }] }));
    let file = json!({ "exportVersion": "1.0", "kind": "prompts", "items": [{ "name": "n", "text": text }] });
    let of = |method: Method, path: String, body: Value, field: &'static str| Request { method, path, body, field };
    vec![
        of(Method::POST, format!("prompts/{site}"), json!({ "name": "n", "text": text }), "text"),
        of(Method::PATCH, format!("prompts/{site}/{prompt}"), json!({ "text": text }), "text"),
        of(Method::POST, format!("prompts/{site}/import?dryRun=false"), file, "items[0].text"),
        of(Method::POST, format!("rules/{site}"), append(), "action.text"),
        of(Method::POST, format!("rules/{site}"), set_questions, "action.questions[0].text"),
        of(Method::PUT, format!("rules/{site}/{rule}"), append(), "action.text"),
        of(Method::POST, format!("sites/{site}/config/preview"), questions.clone(), "questions.items[0].text"),
        of(Method::PUT, format!("sites/{site}/config"), questions, "questions.items[0].text"),
        of(Method::PATCH, format!("sites/{site}"), json!({ "name": text.replace("{{url}}", "it") }), "name"),
    ]
}

impl Scene {
    async fn call(&self, method: Method, path: &str, body: &Value) -> Answer {
        self.service.send(method, &format!("/api/v1/{path}"), Some(&self.org.session), Some(body)).await
    }

    /// A prompt and a rule of the site, which requests change.
    async fn objects(&self) -> [String; 2] {
        let site = self.org.site;
        let prompt = json!({ "name": "n", "text": "Sum up {{url}}." });
        let rule = json!({ "name": "n", "match": {}, "action": { "type": "append", "text": "Briefly." } });
        let made = [
            self.call(Method::POST, &format!("prompts/{site}"), &prompt).await,
            self.call(Method::POST, &format!("rules/{site}"), &rule).await,
        ];
        made.map(|answer| answer.data(201)["id"].as_str().expect("an id").to_owned())
    }

    async fn watch_lowfell(&self) {
        let lowfell = json!({ "domain": "www.lowfell.com", "aliases": ["Low Fell Tools"] });
        self.create(json!({ "engines": ["openai"], "competitors": [lowfell] })).await;
    }
}

#[tokio::test]
async fn an_order_about_a_competitor_is_refused_in_every_text_of_a_site_from_the_moment_a_monitor_looks_for_it() {
    for text in ORDERS {
        let scene = Scene::new().await;
        let site = scene.org.site.to_string();
        let [prompt, rule] = scene.objects().await;
        for Request { method, path, body, .. } in requests_with(text, &site, &prompt, &rule) {
            let answer = scene.call(method, &path, &body).await;
            assert!(answer.status.is_success(), "without competitors, {path}: {}", answer.text);
        }
        let scene = Scene::new().await;
        let site = scene.org.site.to_string();
        let [prompt, rule] = scene.objects().await;
        scene.watch_lowfell().await;
        for Request { method, path, body, field } in requests_with(text, &site, &prompt, &rule) {
            let answer = scene.call(method, &path, &body).await;
            answer.refused(422, "PROMPT_POLICY_VIOLATION");
            assert_eq!(answer.body["error"]["details"][0]["path"], field, "{path}: {}", answer.text);
        }
        let preview = json!({ "text": text });
        let previewed = scene.call(Method::POST, &format!("prompts/{site}/preview"), &preview).await;
        assert_eq!(previewed.data(200)["findings"].as_array().map(Vec::len), Some(1), "{}", previewed.text);
    }
}

#[tokio::test]
async fn a_question_that_names_a_competitor_is_honest_and_a_stored_order_passes_with_a_warning() {
    let scene = Scene::new().await;
    let site = scene.org.site.to_string();
    let config = json!({ "questions": { "items": [{ "text": ORDERS[0] }] } });
    let path = format!("sites/{site}/config");
    let version = scene.call(Method::PUT, &path, &config).await.data(200)["version"].clone();
    scene.watch_lowfell().await;
    let warned = |answer: &Answer| {
        let warnings = answer.data(200)["warnings"].as_array().cloned().unwrap_or_default();
        warnings.iter().filter(|warning| warning["path"] == "questions.items[0].text").count() == 1
    };
    let same = scene.call(Method::PUT, &path, &config).await;
    assert!(warned(&same), "{}", same.text);
    let honest = json!({ "questions": { "items": [{ "text": "How does this differ from Low Fell Tools?" }] } });
    let changed = scene.call(Method::PUT, &path, &honest).await;
    assert_eq!(changed.data(200)["warnings"], json!([]), "{}", changed.text);
    let back = scene.call(Method::POST, &format!("{path}/rollback"), &json!({ "version": version })).await;
    assert!(warned(&back), "{}", back.text);
}
