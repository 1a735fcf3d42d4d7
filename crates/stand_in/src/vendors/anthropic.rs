//! Anthropic: `POST /v1/messages`.

use serde_json::{Value, json};

use super::vendor::{Vendor, exact};
use crate::{
    answer_content::{AnswerContent, query, title},
    credentials::{UNKNOWN_MODEL, key_of},
    fault::{Fault, Refusal},
    reaction::Reaction,
    received::{Received, known_fields, location, text_field, tools},
    state::State,
};

const BASIC: &str = "web_search_20250305";
/// It runs code on results unless only direct calls are allowed.
const FILTERING: &str = "web_search_20260318";

pub(crate) struct Anthropic;

impl Vendor for Anthropic {
    fn base_path(&self) -> &'static str {
        "/anthropic/v1"
    }

    fn check(&self, received: &Received) -> Result<(), Fault> {
        let key = key_of(askline_domain::engines::Engine::Anthropic);
        received.check("/anthropic/v1/messages", "x-api-key", "", key)?;
        if received.header("anthropic-version") != Some("2023-06-01") {
            return Err(Fault::BadRequest("anthropic-version: header is required".into()));
        }
        let body = &received.body;
        known_fields(
            body,
            &["model", "max_tokens", "messages", "system", "tools", "tool_choice", "temperature", "metadata", "stream"],
        )?;
        if text_field(body, "model")? == UNKNOWN_MODEL {
            return Err(Fault::UnknownModel);
        }
        if body["max_tokens"].as_u64().is_none_or(|tokens| tokens == 0) {
            return Err(Fault::BadRequest("max_tokens: Field required".into()));
        }
        let messages = body["messages"].as_array().filter(|messages| !messages.is_empty());
        let messages = messages.ok_or_else(|| Fault::BadRequest("messages: Field required".into()))?;
        for message in messages {
            known_fields(message, &["role", "content"])?;
            if message["content"].as_str().is_none_or(str::is_empty) && !message["content"].is_array() {
                return Err(Fault::BadRequest("messages.0.content: Field required".into()));
            }
        }
        let known =
            ["type", "name", "max_uses", "user_location", "allowed_domains", "blocked_domains", "allowed_callers"];
        for tool in tools(body, &[BASIC, FILTERING], &known)? {
            if tool.get("allowed_callers").is_some_and(|callers| *callers != json!(["direct"])) {
                return Err(Fault::BadRequest("tools.0.allowed_callers: not supported by the stand-in".into()));
            }
            if text_field(tool, "name")? != "web_search" {
                return Err(Fault::BadRequest("tools.0.name: Input should be 'web_search'".into()));
            }
            location(tool, &["type", "country", "region", "city", "timezone"])?;
        }
        Ok(())
    }

    fn searches(&self, body: &Value) -> bool {
        let forced = body["tool_choice"] == json!({ "type": "tool", "name": "web_search" });
        let continued = body["messages"].as_array().is_some_and(|messages| messages.len() > 1);
        // With code of the model between, the results are not in the response.
        let is_direct = body["tools"][0]["type"] == BASIC || body["tools"][0]["allowed_callers"] == json!(["direct"]);
        (forced || continued) && is_direct
    }

    fn answer(
        &self,
        reaction: &Reaction,
        wanted: &AnswerContent,
        received: &Received,
        state: &State,
    ) -> Result<Value, Fault> {
        let mut content = Vec::new();
        let messages = received.body["messages"].as_array().map_or(&[][..], Vec::as_slice);
        let continued = messages.last().is_some_and(|message| message["role"] == "assistant");
        if continued {
            let given_back =
                messages.iter().any(|message| message["content"].to_string().contains("encrypted_content"));
            if !given_back {
                return Err(Fault::BadRequest("messages.1.content: the results of the search are missing".into()));
            }
        } else {
            content.extend(searches(reaction, wanted));
        }
        let mut stop_reason = match reaction {
            Reaction::Incomplete => "max_tokens",
            Reaction::Refusal => "refusal",
            _ => "end_turn",
        };
        let mut passages = wanted.passages.as_slice();
        if let Reaction::PauseTurn { times } = reaction
            && *times > 0
        {
            state.plan_next(askline_domain::engines::Engine::Anthropic, Reaction::PauseTurn { times: times - 1 });
            (stop_reason, passages) = ("pause_turn", &[]);
        }
        for passage in passages {
            let citations = passage.url.iter().map(|url| {
                json!({
                    "type": "web_search_result_location", "url": url, "title": title(url), "encrypted_index": "Eo8BC",
                    "cited_text": "…",
                })
            });
            let citations: Vec<Value> = citations.collect();
            let citations = if citations.is_empty() { Value::Null } else { citations.into() };
            content.push(json!({ "type": "text", "text": passage.text, "citations": citations }));
        }
        if wanted.with_unknown {
            content.push(json!({ "type": "dream", "citations": 4 }));
            let other = json!([{ "type": "char_location", "url": "https://wrong.example/" }, 5]);
            content.push(json!({ "type": "text", "text": " ", "citations": other }));
        }
        Ok(json!({
            "id": "msg_01", "type": "message", "role": "assistant", "model": exact(&received.body["model"]),
            "stop_reason": stop_reason, "stop_sequence": null, "content": content,
            "usage": { "input_tokens": 6039, "output_tokens": 931, "server_tool_use": { "web_search_requests": 1 } },
        }))
    }

    fn refuse(&self, fault: &Fault, received: &Received) -> Refusal {
        let refusal = |status, kind: &str, message: &str| {
            let error = json!({ "type": kind, "message": message });
            Refusal::new(status, json!({ "type": "error", "error": error, "request_id": "req_01" }))
        };
        match fault {
            Fault::BadKey => refusal(401, "authentication_error", &format!("invalid x-api-key {}", received.key())),
            Fault::NoKey => refusal(401, "authentication_error", "x-api-key header is required"),
            Fault::OutOfCredit => refusal(400, "invalid_request_error", "Your credit balance is too low."),
            Fault::Forbidden => refusal(403, "permission_error", "Not allowed."),
            Fault::UnknownModel => refusal(404, "not_found_error", "model: no-such-model"),
            Fault::RateLimited(wait) => refusal(429, "rate_limit_error", "Too many requests.").with_wait(*wait),
            Fault::DailyQuota | Fault::ServerError => refusal(500, "api_error", "Internal server error"),
            Fault::Overloaded => refusal(529, "overloaded_error", "Overloaded"),
            Fault::BadRequest(message) => refusal(400, "invalid_request_error", message),
            Fault::NotFound => refusal(404, "not_found_error", "Not found"),
            Fault::MethodNotAllowed => refusal(405, "invalid_request_error", "Method Not Allowed"),
        }
    }
}

/// The blocks before the text: each search with its results.
fn searches(reaction: &Reaction, wanted: &AnswerContent) -> Vec<Value> {
    let mut blocks =
        vec![json!({ "type": "text", "text": if wanted.passages.is_empty() { "" } else { "I'll look. " } })];
    for (number, pages) in wanted.searches.iter().enumerate() {
        let id = format!("srvtoolu_0{number}");
        blocks.push(json!({
            "type": "server_tool_use", "id": id, "name": "web_search", "input": { "query": query(number) },
        }));
        let found: Vec<Value> = pages
            .iter()
            .map(|url| {
                json!({
                    "type": "web_search_result", "url": url, "title": title(url), "encrypted_content": "EqgfC",
                    "page_age": null,
                })
            })
            .collect();
        let content = match reaction {
            Reaction::SearchFailed => json!({ "type": "web_search_tool_result_error", "error_code": "unavailable" }),
            _ => found.into(),
        };
        blocks.push(json!({ "type": "web_search_tool_result", "tool_use_id": id, "content": content }));
    }
    blocks
}
