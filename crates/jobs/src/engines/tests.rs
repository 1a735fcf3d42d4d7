//! Tests that the parsers read documented examples correctly, and that no input causes panics.

use askline_domain::{
    citations::answer_text::markers,
    engines::answer::{Again, EngineAnswer, EngineFailureKind as Kind},
};
use proptest::prelude::*;
use reqwest::header::HeaderMap;
use serde_json::{Map, Value, json};

use super::{
    requests::{fault::Fault, retry_after::wait_of},
    responses::reading::Reading,
    vendors::{anthropic, gemini, openai, perplexity, xai},
};

const OPENAI: &str = include_str!("examples/openai.json");
const ANTHROPIC: &str = include_str!("examples/anthropic.json");
const PERPLEXITY: &str = include_str!("examples/perplexity.json");
const XAI: &str = include_str!("examples/xai.json");
const GEMINI: &str = include_str!("examples/gemini.json");

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("an example is JSON")
}

fn check(read: Result<Reading, Fault>, model: &str, cited: &[&str], consulted: &[&str]) -> EngineAnswer {
    let answer = read.and_then(|reading| reading.into_answer("asked", String::new())).expect("an answer");
    let urls = |sources: &[askline_domain::engines::answer::EngineSource]| -> Vec<String> {
        sources.iter().map(|source| source.url.clone()).collect()
    };
    assert_eq!((answer.model.as_str(), answer.searched), (model, true));
    assert_eq!(urls(&answer.cited), cited);
    assert_eq!(urls(&answer.consulted), consulted);
    assert_eq!(answer.queries, ["article to audio tools"]);
    assert!(answer.text.contains("Example Reader does this"), "{}", answer.text);
    answer
}

#[test]
fn the_documented_examples_are_read() {
    let (a, b) = ("https://example.org/a", "https://other.example/b");
    let openai = openai::read(&parsed(OPENAI));
    check(openai, "gpt-6-luna-2026-09-22", &["https://example.org/a?utm_source=openai"], &[a, b]);
    let answer = check(anthropic::read(&[parsed(ANTHROPIC)]), "claude-haiku-5-5", &[a], &[a]);
    assert_eq!(answer.text, "I'll search for this.\n\nExample Reader does this.");
    assert_eq!(answer.cited[0].title.as_deref(), Some("Example Reader"));
    check(perplexity::read(&parsed(PERPLEXITY)), "perplexity/sonar", &[a], &[a, b]);
    check(xai::read(&parsed(XAI)), "grok-4.7", &[a], &[a, b]);
    let grounded = gemini::read(&parsed(GEMINI)).expect("an answer");
    assert_eq!((grounded.chunks.len(), grounded.cited), (2, vec![(0, 0)]));
    assert_eq!(grounded.reading.text, "Example Reader does this.");
    assert_eq!(grounded.reading.model.as_deref(), Some("gemini-3.8-flash"));
}

fn check_refusal(fault: Fault, kind: Kind, again: Again) {
    assert_eq!((fault.kind, fault.again), (kind, again), "{:?}", fault.codes);
}

#[test]
fn a_refusal_that_its_status_hides_is_found_in_its_body() {
    use Again::{Later, Never};
    let coded = |code: &str| json!({ "error": { "message": "", "type": "", "param": null, "code": code } });
    check_refusal(openai::refusal(429, &coded("credit_balance_exhausted")), Kind::OutOfCredit, Never);
    check_refusal(openai::refusal(429, &coded("rate_limit_exceeded")), Kind::RateLimited, Later);
    check_refusal(openai::refusal(503, &coded("slow_down")), Kind::EngineFailed, Later);
    check_refusal(openai::refusal(400, &coded("model_not_found")), Kind::BadRequest, Never);

    let flat = |error: &str| json!({ "code": "x", "error": error });
    check_refusal(xai::refusal(400, &flat("Incorrect API key provided: xa***")), Kind::BadKey, Never);
    check_refusal(xai::refusal(400, &flat("No such field")), Kind::BadRequest, Never);
    check_refusal(xai::refusal(403, &flat("The API key is blocked.")), Kind::BadKey, Never);
    check_refusal(xai::refusal(403, &flat("Not in your region")), Kind::Forbidden, Never);
    check_refusal(xai::refusal(429, &flat("You reached your monthly spending limit")), Kind::OutOfCredit, Never);
    check_refusal(xai::refusal(410, &flat("Live search is deprecated")), Kind::BadRequest, Never);

    let limit =
        json!({ "error": { "type": "rate_limit_error", "details": { "error_code": "enforced_spend_limit_reached" } } });
    check_refusal(anthropic::refusal(429, &limit), Kind::OutOfCredit, Never);
    let off = json!({ "error": { "type": "invalid_request_error", "message": "Web search is not enabled for this organization." } });
    check_refusal(anthropic::refusal(400, &off), Kind::Forbidden, Never);
    check_refusal(anthropic::refusal(402, &Value::Null), Kind::OutOfCredit, Never);
    check_refusal(anthropic::refusal(504, &Value::Null), Kind::EngineFailed, Later);

    let google = |status: &str| json!({ "error": { "status": status, "details": [] } });
    check_refusal(gemini::refusal(400, &google("FAILED_PRECONDITION")), Kind::Forbidden, Never);
    check_refusal(gemini::refusal(400, &google("INVALID_ARGUMENT")), Kind::BadRequest, Never);
    check_refusal(gemini::refusal(429, &google("RESOURCE_EXHAUSTED")), Kind::RateLimited, Later);

    let sonar = json!({ "error": { "message": "Sonar is now the Agent API", "type": "invalid_request", "code": 400 } });
    check_refusal(perplexity::refusal(400, &sonar), Kind::BadRequest, Never);
    assert_eq!(perplexity::refusal(400, &sonar).codes, ["invalid_request"]);
    check_refusal(perplexity::refusal(403, &Value::Null), Kind::BadKey, Never);
}

#[test]
fn a_failed_run_of_perplexity_is_read_by_its_number() {
    let failed = |error: Value| perplexity::read(&json!({ "status": "failed", "error": error })).expect_err("failed");
    check_refusal(failed(json!({ "code": 429 })), Kind::RateLimited, Again::Later);
    check_refusal(failed(json!({ "code": "401" })), Kind::BadKey, Again::Never);
    check_refusal(failed(json!({ "type": "rate_limit_exceeded" })), Kind::RateLimited, Again::Later);
    check_refusal(failed(Value::Null), Kind::EngineFailed, Again::Later);
}

#[test]
fn marks_lead_to_results_of_every_search() {
    let body = json!({ "status": "completed", "output": [
        { "type": "search_results", "queries": ["one"], "results": [{ "id": 1, "url": "https://a.example/" }] },
        { "type": "search_results", "queries": ["two"], "results": [{ "id": "2", "url": "https://b.example/" }, { "id": 3, "url": "https://c.example/" }] },
        { "type": "message", "content": [{ "type": "output_text", "text": "Zwei[2], eins[1], zwei[2][9]." }] },
    ] });
    let answer = perplexity::read(&body).and_then(|reading| reading.into_answer("m", String::new())).expect("read");
    let cited: Vec<&str> = answer.cited.iter().map(|source| source.url.as_str()).collect();
    assert_eq!(cited, ["https://b.example/", "https://a.example/"]);
    assert_eq!(answer.queries, ["one", "two"]);
}

/// Checks which pages a text from Perplexity links, and how many it is based on.
fn check_perplexity(text: &str, results: &[&str], cited: &[&str]) {
    let results: Vec<Value> = results.iter().zip(1..).map(|(url, id)| json!({ "id": id, "url": url })).collect();
    let body = json!({ "status": "completed", "output": [
        { "type": "search_results", "queries": ["q"], "results": results },
        { "type": "message", "content": [{ "type": "output_text", "text": text }] },
    ] });
    let answer = perplexity::read(&body).and_then(|reading| reading.into_answer("m", String::new())).expect("read");
    let urls: Vec<&str> = answer.cited.iter().map(|source| source.url.as_str()).collect();
    assert_eq!((urls.as_slice(), answer.consulted.len()), (cited, results.len()), "{text}");
}

#[test]
fn an_answer_counts_for_no_more_than_it_says() {
    let (a, b) = ("https://a.example/", "https://b.example/");
    // Markers without sources, and sources without markers.
    check_perplexity("Light.[1][web:2]", &[], &[]);
    check_perplexity("Light.", &[a, b], &[]);
    // A URL that no search found is still a link; other text is not.
    check_perplexity("Light.[x](https://invented.example/)[1]", &[a], &["https://invented.example/", a]);
    check_perplexity("Light.[x](javascript:alert(1)) [y](/z) [2]", &[a, b], &[b]);
    check_perplexity("<html><body><a href=\"https://a.example/\">Light</a>【2†source】", &[a, b], &[a, b]);
    // Links in the text and markers are one list, in the order of the text.
    check_perplexity("ü https://c.example/ [2] [a](https://a.example/)[1]", &[a, b], &["https://c.example/", b, a]);
}

#[test]
fn json_of_another_kind_is_no_answer() {
    for body in
        [json!({}), json!([]), json!("text"), json!(null), json!({ "output": 5, "content": {}, "candidates": [] })]
    {
        check_refusal(openai::read(&body).expect_err("no answer"), Kind::Unreadable, Again::Later);
        check_refusal(xai::read(&body).expect_err("no answer"), Kind::Unreadable, Again::Later);
        check_refusal(perplexity::read(&body).expect_err("no answer"), Kind::Unreadable, Again::Later);
        check_refusal(gemini::read(&body).expect_err("no answer"), Kind::Unreadable, Again::Later);
        check_refusal(anthropic::read(&[body]).expect_err("no answer"), Kind::Unreadable, Again::Later);
    }
}

/// Reads a body with every engine's parser, as an answer and as a refusal.
fn read_as_everything(body: &Value, status: u16) {
    let readings =
        [openai::read(body), xai::read(body), perplexity::read(body), anthropic::read(std::slice::from_ref(body))];
    for reading in readings.into_iter().chain([gemini::read(body).map(|grounded| grounded.reading)]) {
        let _ = reading.and_then(|reading| reading.into_answer("asked", String::new()));
    }
    for refusal in [openai::refusal, xai::refusal, perplexity::refusal, anthropic::refusal, gemini::refusal] {
        let _ = refusal(status, body).sentence(askline_domain::engines::Engine::OpenAi, Some(status));
    }
    let _ = wait_of(&HeaderMap::new(), body);
}

/// Names that the parsers look for, so that made-up bodies resemble real ones.
const NAMES: &[&str] = &[
    "output",
    "content",
    "candidates",
    "choices",
    "message",
    "text",
    "type",
    "annotations",
    "url",
    "title",
    "status",
    "error",
    "code",
    "details",
    "retryDelay",
    "citations",
    "search_results",
    "results",
    "id",
    "queries",
    "action",
    "sources",
    "groundingMetadata",
    "groundingChunks",
    "groundingSupports",
    "groundingChunkIndices",
    "web",
    "uri",
    "segment",
    "startIndex",
    "start_index",
    "parts",
    "thought",
    "finishReason",
    "stop_reason",
    "model",
    "violations",
];
/// Texts that the parsers recognize.
const TEXTS: &[&str] = &[
    "message",
    "output_text",
    "url_citation",
    "web_search_call",
    "search_results",
    "web_search_tool_result",
    "completed",
    "failed",
    "STOP",
    "end_turn",
    "text",
    "https://example.org/ä?utm_source=x#y",
    "[1][2, 3] [[1]](https://a.example/(b))",
    "[[",
    "[",
    "]",
    "é[1",
    "46s",
    "-1s",
    "",
];

fn made_up_body() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        prop::sample::select(TEXTS).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 96, 6, |inner| {
        let field = (prop::sample::select(NAMES), inner.clone());
        prop_oneof![
            prop::collection::vec(inner, 0..6).prop_map(Value::from),
            prop::collection::vec(field, 0..8).prop_map(|fields| {
                Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
            }),
        ]
    })
}

/// The pointers to everything in a body.
fn places(value: &Value, pointer: String, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, item)| places(item, format!("{pointer}/{n}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, item)| places(item, format!("{pointer}/{name}"), found));
        }
        _ => {}
    }
    found.push(pointer);
}

proptest! {
    #[test]
    fn no_body_makes_a_parser_panic(body in made_up_body(), status in 100_u16..700) {
        read_as_everything(&body, status);
    }

    #[test]
    fn no_damage_to_a_real_body_makes_a_parser_panic(
        example in prop::sample::select(&[OPENAI, ANTHROPIC, PERPLEXITY, XAI, GEMINI][..]),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        length in any::<prop::sample::Index>(),
        whole in any::<bool>(),
    ) {
        let mut bytes = example.as_bytes().to_vec();
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if !whole {
            bytes.truncate(length.index(bytes.len()));
        }
        if let Ok(body) = serde_json::from_str::<Value>(&String::from_utf8_lossy(&bytes)) {
            read_as_everything(&body, 400);
        }
    }

    #[test]
    fn no_stranger_within_a_real_body_makes_a_parser_panic(
        example in prop::sample::select(&[OPENAI, ANTHROPIC, PERPLEXITY, XAI, GEMINI][..]),
        strangers in prop::collection::vec((any::<prop::sample::Index>(), made_up_body()), 1..4),
    ) {
        let mut body = parsed(example);
        for (place, stranger) in strangers {
            let mut pointers = Vec::new();
            places(&body, String::new(), &mut pointers);
            *body.pointer_mut(&pointers[place.index(pointers.len())]).expect("a place of it") = stranger;
        }
        read_as_everything(&body, 400);
    }

    #[test]
    fn no_text_makes_the_search_for_marks_panic(text in "[\\[\\]()é1,x: 【】†web]{0,60}") {
        let characters = text.chars().count() as u64;
        prop_assert!(markers::numbers(&text).into_iter().all(|(at, _)| at < characters));
    }
}
