//! OpenAI: `POST /v1/responses`.

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

pub(crate) struct OpenAi;

impl Vendor for OpenAi {
    fn base_path(&self) -> &'static str {
        "/openai/v1"
    }

    fn check(&self, received: &Received) -> Result<(), Fault> {
        let key = key_of(askline_domain::engines::Engine::OpenAi);
        received.check("/openai/v1/responses", "authorization", "Bearer ", key)?;
        let body = &received.body;
        known_fields(
            body,
            &[
                "model",
                "input",
                "instructions",
                "tools",
                "tool_choice",
                "include",
                "max_output_tokens",
                "store",
                "temperature",
                "reasoning",
                "metadata",
                "stream",
            ],
        )?;
        if text_field(body, "model")? == UNKNOWN_MODEL {
            return Err(Fault::UnknownModel);
        }
        text_field(body, "input")?;
        for tool in tools(body, &["web_search"], &["type", "search_context_size", "user_location", "filters"])? {
            location(tool, &["type", "country", "region", "city", "timezone"])?;
        }
        let known = ["web_search_call.action.sources", "web_search_call.results"];
        let included = body.get("include").and_then(Value::as_array).into_iter().flatten();
        match included.filter_map(Value::as_str).find(|value| !known.contains(value)) {
            Some(value) => Err(Fault::BadRequest(format!("Invalid value: '{value}'."))),
            None => Ok(()),
        }
    }

    fn searches(&self, body: &Value) -> bool {
        let forced = body["tool_choice"] == "required" || body["tool_choice"]["type"] == "web_search";
        forced && body["tools"][0]["type"] == "web_search"
    }

    fn answer(
        &self,
        reaction: &Reaction,
        wanted: &AnswerContent,
        received: &Received,
        _: &State,
    ) -> Result<Value, Fault> {
        let asked = &received.body;
        let with_sources = asked["include"].to_string().contains("web_search_call.action.sources");
        let mut output = vec![json!({ "type": "reasoning", "id": "rs_01", "summary": [] })];
        for (number, pages) in wanted.searches.iter().enumerate() {
            let mut action = json!({ "type": "search", "query": query(number), "queries": [query(number)] });
            if with_sources {
                action["sources"] = pages.iter().map(|url| json!({ "type": "url", "url": url })).collect();
            }
            let status = if *reaction == Reaction::SearchFailed { "failed" } else { "completed" };
            output.push(
                json!({ "type": "web_search_call", "id": format!("ws_0{number}"), "status": status, "action": action }),
            );
        }
        if wanted.with_unknown {
            output.push(json!({ "type": "dream_call", "id": 7, "content": { "annotations": 3 } }));
            output.push(json!({ "type": "web_search_call", "status": "completed", "action": { "type": "open_page", "url": null } }));
        }
        let content = match reaction {
            Reaction::Refusal => json!([{ "type": "refusal", "refusal": "I cannot help with that." }]),
            _ => output_text(wanted),
        };
        output.push(json!({ "type": "message", "id": "msg_01", "role": "assistant", "status": "completed", "content": content }));
        let mut body = json!({
            "id": "resp_01", "object": "response", "created_at": 1_790_000_000, "status": "completed", "error": null,
            "incomplete_details": null, "model": exact(&asked["model"]), "output": output, "parallel_tool_calls": true,
            "tool_choice": asked["tool_choice"], "tools": asked["tools"],
            "usage": { "input_tokens": 8200, "output_tokens": 310, "total_tokens": 8510 },
        });
        match reaction {
            Reaction::FailureInside200 => {
                body["status"] = "failed".into();
                body["error"] = json!({ "code": "server_error", "message": "The model failed." });
            }
            Reaction::Incomplete => {
                body["status"] = "incomplete".into();
                body["incomplete_details"] = json!({ "reason": "max_output_tokens" });
            }
            _ => {}
        }
        Ok(body)
    }

    fn refuse(&self, fault: &Fault, received: &Received) -> Refusal {
        let refusal = |status, kind: &str, code: &str, message: &str| {
            let error = json!({ "message": message, "type": kind, "param": null, "code": code });
            Refusal::new(status, json!({ "error": error }))
        };
        let invalid = "invalid_request_error";
        match fault {
            Fault::BadKey => {
                let message = format!("Incorrect API key provided: {}.", received.key());
                refusal(401, invalid, "invalid_api_key", &message)
            }
            Fault::NoKey => refusal(401, invalid, "invalid_api_key", "You didn't provide an API key."),
            Fault::OutOfCredit => {
                refusal(429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota.")
            }
            Fault::Forbidden => refusal(403, invalid, "unsupported_country_region_territory", "Country not supported."),
            Fault::UnknownModel => refusal(404, invalid, "model_not_found", "The model does not exist."),
            Fault::RateLimited(wait) => {
                refusal(429, "requests", "rate_limit_exceeded", "Rate limit reached for org-1.").with_wait(*wait)
            }
            Fault::DailyQuota | Fault::ServerError => {
                refusal(500, "server_error", "server_error", "An error occurred.")
            }
            Fault::Overloaded => refusal(503, "server_is_overloaded", "server_is_overloaded", "Try again later."),
            Fault::BadRequest(message) => refusal(400, invalid, "unknown_parameter", message),
            Fault::NotFound => refusal(404, invalid, "unknown_url", "Invalid URL."),
            Fault::MethodNotAllowed => refusal(405, invalid, "method_not_supported", "Not allowed."),
        }
    }
}

/// One part with links in OpenAI's format. Positions count characters.
fn output_text(wanted: &AnswerContent) -> Value {
    let (mut text, mut annotations) = (String::new(), Vec::new());
    for passage in &wanted.passages {
        text.push_str(&passage.text);
        if let Some(url) = &passage.url {
            let start = text.chars().count() + 1;
            text.push_str(&format!(" ([{}]({url})) ", title(url)));
            annotations.push(json!({
                "type": "url_citation", "start_index": start, "end_index": text.chars().count() - 1, "url": url,
                "title": title(url),
            }));
        }
    }
    if wanted.links_reversed {
        annotations.reverse();
    }
    if wanted.with_unknown {
        annotations.push(json!({ "type": "file_citation", "file_id": "file_1", "url": "https://wrong.example/" }));
    }
    json!([{ "type": "output_text", "text": text, "annotations": annotations, "logprobs": [] }])
}
