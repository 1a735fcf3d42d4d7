//! What connectors send: the question unchanged, no request twice, only fields of the engines' APIs.

use askline_app::new_readings::StoredResponse;
use askline_domain::engines::{
    Engine,
    answer::{EngineAnswer, EngineQuestion},
};
use askline_jobs::engines::{
    access::{EngineAccess, SearchVersion},
    read_stored,
};
use askline_stand_in::{Reaction, Received, StandIn};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::connectors::{access, ask, connector, question, stand_in};

async fn sent(stand_in: &StandIn, engine: Engine, question: &EngineQuestion) -> Value {
    connector(&access(stand_in, engine)).ask(question).await.expect("an answer");
    let received = stand_in.received();
    let last = received.iter().rfind(|request| request.engine == Some(engine)).expect("a request");
    last.body.clone()
}

fn located() -> EngineQuestion {
    EngineQuestion { region: Some("DE".into()), language: Some("pt-BR".into()), ..question() }
}

#[tokio::test]
async fn the_question_is_sent_untouched_and_alone() {
    let stand_in = stand_in().await;
    let asked = EngineQuestion { text: "  Ein \"Test\"?\n{{x}} 🏠 ".into(), region: None, language: None };
    let places = [
        (Engine::OpenAi, "/input"),
        (Engine::Anthropic, "/messages/0/content"),
        (Engine::Perplexity, "/input"),
        (Engine::Xai, "/input/0/content"),
        (Engine::Gemini, "/contents/0/parts/0/text"),
    ];
    for (engine, place) in places {
        let body = sent(&stand_in, engine, &asked).await;
        assert_eq!(body.pointer(place), Some(&Value::from(asked.text.clone())), "{engine}");
        for instruction in ["/instructions", "/system", "/systemInstruction", "/input/1"] {
            assert_eq!(body.pointer(instruction), None, "{engine}");
        }
    }
}

#[tokio::test]
async fn a_slash_at_the_end_of_the_base_changes_nothing() {
    let stand_in = stand_in().await;
    for engine in Engine::EVERY {
        let mut access = access(&stand_in, engine);
        access.base_url = format!("{}/", stand_in.base_url(engine)).parse().expect("an address");
        connector(&access).ask(&question()).await.expect("an answer");
    }
}

#[tokio::test]
async fn country_and_language_go_beside_the_question() {
    let stand_in = stand_in().await;
    let asked = located();
    let approximate = json!({ "type": "approximate", "country": "DE" });
    for (engine, location, instruction) in [
        (Engine::OpenAi, approximate.clone(), "/instructions"),
        (Engine::Anthropic, approximate, "/system"),
        (Engine::Perplexity, json!({ "country": "DE" }), "/instructions"),
        (Engine::Xai, json!({ "type": "approximate", "country": "DE" }), "/input/0/content"),
    ] {
        let body = sent(&stand_in, engine, &asked).await;
        assert_eq!(body.pointer("/tools/0/user_location"), Some(&location), "{engine}");
        let told = body.pointer(instruction).and_then(Value::as_str).unwrap_or_default();
        assert!(told.contains("pt-BR") && !told.contains("DE"), "{engine}: {told}");
    }
    let body = sent(&stand_in, Engine::Gemini, &asked).await;
    let told = body.pointer("/systemInstruction/parts/0/text").and_then(Value::as_str).unwrap_or_default();
    assert!(told.contains("pt-BR") && told.contains("DE"), "{told}");
}

#[tokio::test]
async fn perplexity_has_a_parameter_for_languages_of_two_letters() {
    let stand_in = stand_in().await;
    for (tag, preference, is_told) in
        [("de", json!("de"), false), ("pt-BR", json!("pt"), true), ("gsw", Value::Null, true)]
    {
        let asked = EngineQuestion { language: Some(tag.into()), ..question() };
        let body = sent(&stand_in, Engine::Perplexity, &asked).await;
        assert_eq!((&body["language_preference"], body["instructions"].is_string()), (&preference, is_told), "{tag}");
    }
}

#[tokio::test]
async fn each_version_of_anthropics_search_returns_its_sources_in_the_response() {
    let stand_in = stand_in().await;
    for (search, callers) in [(SearchVersion::Basic, None), (SearchVersion::Filtering, Some(&json!(["direct"])))] {
        stand_in.plan(Engine::Anthropic, Reaction::Cited { urls: vec!["https://example.org/a".into()] });
        let access = EngineAccess { search, ..access(&stand_in, Engine::Anthropic) };
        let answer = connector(&access).ask(&question()).await.expect("an answer");
        let cited: Vec<&str> = answer.cited.iter().map(|source| source.url.as_str()).collect();
        assert_eq!((answer.searched, cited), (true, vec!["https://example.org/a"]), "{search:?}");
        let sent = stand_in.received().last().expect("a request").body.clone();
        let tool = &sent["tools"][0];
        assert_eq!((&tool["type"], tool.get("allowed_callers")), (&json!(search.tool()), callers));
    }
}

#[tokio::test]
async fn xai_is_made_to_search_and_asked_to_keep_nothing() {
    let stand_in = stand_in().await;
    let body = sent(&stand_in, Engine::Xai, &question()).await;
    assert_eq!((&body["tool_choice"], &body["store"]), (&json!("required"), &json!(false)));
    assert!(body["max_output_tokens"].is_u64());
}

#[tokio::test]
async fn openai_request_disables_storage_requires_a_tool_and_includes_search_sources() {
    let stand_in = stand_in().await;
    let body = sent(&stand_in, Engine::OpenAi, &question()).await;
    assert_eq!(body["store"], false);
    assert_eq!(body["tool_choice"], "required");
    assert_eq!(body["include"], json!(["web_search_call.action.sources"]));
}

#[tokio::test]
async fn nothing_is_repeated_however_it_failed() {
    for engine in Engine::EVERY {
        let stand_in = stand_in().await;
        let reactions = [
            Reaction::ServerError,
            Reaction::Overloaded,
            Reaction::BreakOff,
            Reaction::TruncatedJson,
            Reaction::Redirected,
        ];
        for (asked, reaction) in reactions.iter().enumerate() {
            ask(&stand_in, engine, reaction).await.expect_err("a failure");
            assert_eq!(stand_in.received().len(), asked + 1, "{engine} {reaction:?}");
        }
    }
}

#[tokio::test]
async fn a_pause_is_continued_three_times_at_most() {
    let stand_in = stand_in().await;
    ask(&stand_in, Engine::Anthropic, &Reaction::PauseTurn { times: 9 }).await.expect_err("no end");
    let received = stand_in.received();
    let messages: Vec<usize> =
        received.iter().map(|request| request.body["messages"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!(messages, [1, 2, 3, 4]);
    assert!(received[1..].iter().all(|request| request.body.get("tool_choice").is_none()));
}

#[tokio::test]
async fn redirects_are_looked_at_without_a_key_and_not_followed() {
    let stand_in = stand_in().await;
    let urls: Vec<String> = (0..70).map(|n| format!("{}/never/{n}", stand_in.address())).collect();
    let answer = ask(&stand_in, Engine::Gemini, &Reaction::Cited { urls: urls.clone() }).await.expect("an answer");
    let received = stand_in.received();
    let looks: Vec<&Received> = received.iter().filter(|request| request.engine.is_none()).collect();
    assert_eq!(looks.len(), 50);
    for look in looks {
        assert!(look.method == "HEAD" && look.path.starts_with("/grounding-api-redirect/"), "{look:?}");
        assert!(look.header("x-goog-api-key").is_none() && look.header("authorization").is_none());
    }
    let cited: Vec<&str> = answer.cited.iter().take(50).map(|source| source.url.as_str()).collect();
    assert_eq!(cited, urls[..50]);
    assert_eq!(answer.targets.len(), 50);
}

#[tokio::test]
async fn a_stored_response_is_read_again_as_it_was_read() {
    let stand_in = stand_in().await;
    let urls: Vec<String> = (0..60).map(|n| format!("{}/page/{n}", stand_in.address())).collect();
    for engine in Engine::EVERY {
        let answer = ask(&stand_in, engine, &Reaction::Cited { urls: urls.clone() }).await.expect("an answer");
        let stored = StoredResponse {
            engine,
            model: &answer.model,
            body: &answer.raw,
            targets: Some(&answer.targets),
            consulted: &[],
        };
        let again = read_stored(stored).expect("an answer");
        let parts = |answer: &EngineAnswer| {
            (answer.text.clone(), answer.searched, answer.cited.clone(), answer.consulted.clone())
        };
        assert_eq!(parts(&again), parts(&answer), "{engine}");
    }
}

#[tokio::test]
async fn fifty_questions_at_once_are_all_answered() {
    let stand_in = stand_in().await;
    let connectors: Vec<_> = Engine::EVERY.into_iter().map(|engine| connector(&access(&stand_in, engine))).collect();
    let question = question();
    let asked = (0..50).map(|n| connectors[n % connectors.len()].ask(&question));
    for answer in join_all(asked).await {
        assert_eq!(answer.expect("an answer").cited.len(), 1);
    }
}
