//! Tests that the stand-in refuses what the engines refuse. A wrong connector therefore fails its test.

use askline_domain::engines::Engine;
use askline_stand_in::{StandIn, key_of};
use serde_json::{Value, json};

use crate::connectors::stand_in;

async fn post(stand_in: &StandIn, engine: Engine, path: &str, header: (&str, &str), body: &Value) -> (u16, Value) {
    let url = format!("{}{path}", stand_in.base_url(engine));
    let request = reqwest::Client::new().post(url).header("content-type", "application/json");
    let request = request.header(header.0, header.1).header("anthropic-version", "2023-06-01");
    let answer = request.body(body.to_string()).send().await.expect("an answer");
    (answer.status().as_u16(), serde_json::from_str(&answer.text().await.expect("a text")).unwrap_or(Value::Null))
}

/// A request that each engine accepts.
fn good(engine: Engine) -> (&'static str, (&'static str, String), Value) {
    let bearer = ("authorization", format!("Bearer {}", key_of(engine)));
    match engine {
        Engine::OpenAi => ("/responses", bearer, json!({ "model": "m", "input": "?" })),
        Engine::Perplexity => ("/agent", bearer, json!({ "model": "m", "input": "?" })),
        Engine::Xai => ("/responses", bearer, json!({ "model": "m", "input": [{ "role": "user", "content": "?" }] })),
        Engine::Anthropic => (
            "/messages",
            ("x-api-key", key_of(engine).to_owned()),
            json!({ "model": "m", "max_tokens": 9, "messages": [{ "role": "user", "content": "?" }] }),
        ),
        Engine::Gemini => (
            "/models/m:generateContent",
            ("x-goog-api-key", key_of(engine).to_owned()),
            json!({ "contents": [{ "role": "user", "parts": [{ "text": "?" }] }] }),
        ),
    }
}

#[tokio::test]
async fn what_an_engine_refuses_is_refused() {
    let stand_in = stand_in().await;
    for engine in Engine::EVERY {
        let (path, (name, value), body) = good(engine);
        let header = (name, value.as_str());
        assert_eq!(post(&stand_in, engine, path, header, &body).await.0, 200, "{engine}");
        let mut unknown = body.clone();
        unknown["surprise"] = true.into();
        let refused = if engine == Engine::Xai { 422 } else { 400 };
        assert_eq!(post(&stand_in, engine, path, header, &unknown).await.0, refused, "{engine}");
        assert_eq!(post(&stand_in, engine, path, header, &json!({})).await.0, refused, "{engine}");
        assert_eq!(post(&stand_in, engine, "/elsewhere", header, &body).await.0, 404, "{engine}");
        let no_key = post(&stand_in, engine, path, ("x-other", "x"), &body).await.0;
        assert_eq!(no_key, if engine == Engine::Gemini { 403 } else { 401 }, "{engine}");
        let in_query = format!("{path}?key={}", key_of(engine));
        assert_ne!(post(&stand_in, engine, &in_query, ("x-other", "x"), &body).await.0, 200, "{engine}");
    }
}

#[tokio::test]
async fn who_does_not_have_it_search_gets_an_answer_from_memory() {
    let stand_in = stand_in().await;
    for engine in Engine::EVERY {
        let (path, (name, value), mut body) = good(engine);
        let offered = match engine {
            Engine::OpenAi | Engine::Perplexity => Some(json!([{ "type": "web_search" }])),
            Engine::Anthropic => Some(json!([{ "type": "web_search_20250305", "name": "web_search" }])),
            // In the stand-in, these always search if they are offered the tool.
            Engine::Xai | Engine::Gemini => None,
        };
        if let Some(tools) = offered {
            body["tools"] = tools;
        }
        let (status, answer) = post(&stand_in, engine, path, (name, &value), &body).await;
        assert!(status == 200 && !answer.to_string().contains("example.org"), "{engine} {answer}");
    }
}
