//! Perplexity: `POST /v1/agent`, strict about unknown fields.

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

pub(crate) struct Perplexity;

impl Vendor for Perplexity {
    fn base_path(&self) -> &'static str {
        "/perplexity/v1"
    }

    fn check(&self, received: &Received) -> Result<(), Fault> {
        let key = key_of(askline_domain::engines::Engine::Perplexity);
        received.check("/perplexity/v1/agent", "authorization", "Bearer ", key)?;
        let body = &received.body;
        known_fields(
            body,
            &[
                "preset",
                "model",
                "models",
                "input",
                "instructions",
                "language_preference",
                "tools",
                "tool_choice",
                "max_output_tokens",
                "max_steps",
                "stream",
                "background",
                "store",
                "response_format",
            ],
        )?;
        if body.get("preset").is_none() && text_field(body, "model")? == UNKNOWN_MODEL {
            return Err(Fault::UnknownModel);
        }
        text_field(body, "input")?;
        let known = ["type", "search_type", "search_context_size", "max_results", "user_location", "filters"];
        for tool in tools(body, &["web_search", "fetch_url"], &known)? {
            location(tool, &["country", "region", "city", "latitude", "longitude"])?;
        }
        Ok(())
    }

    fn searches(&self, body: &Value) -> bool {
        body["tool_choice"]["type"] == "web_search" && body["tools"][0]["type"] == "web_search"
    }

    fn answer(
        &self,
        reaction: &Reaction,
        wanted: &AnswerContent,
        received: &Received,
        _: &State,
    ) -> Result<Value, Fault> {
        if let Reaction::RetiredShape { .. } = reaction {
            return Ok(sonar(wanted, received));
        }
        // Numbers continue from one list of results to the next.
        let mut found: Vec<(usize, &str)> =
            wanted.found().into_iter().enumerate().map(|(n, url)| (n + 1, url)).collect();
        let text = marked(wanted, &found);
        let mut output = Vec::new();
        for (number, pages) in wanted.searches.iter().enumerate() {
            let results: Vec<Value> = found
                .drain(..pages.len())
                .map(|(id, url)| json!({ "id": id, "url": url, "title": title(url), "snippet": "…", "date": null, "source": "web" }))
                .collect();
            output.push(json!({ "type": "search_results", "queries": [query(number)], "results": results }));
        }
        if wanted.with_unknown {
            output
                .push(json!({ "type": "finance_results", "results": [{ "id": 1, "url": "https://wrong.example/" }] }));
            output.push(json!({ "type": "skill_loaded", "name": null }));
        }
        let part = match reaction {
            Reaction::Refusal => json!({ "type": "refusal", "refusal": "I cannot help with that." }),
            _ => json!({ "type": "output_text", "text": text, "annotations": [] }),
        };
        output.push(
            json!({ "type": "message", "id": "msg_7f", "role": "assistant", "status": "completed", "content": [part] }),
        );
        let mut body = json!({
            "id": "resp_7f", "object": "response", "created_at": 1_790_000_000, "completed_at": 1_790_000_006,
            "status": "completed", "model": exact(&received.body["model"]), "error": null, "output": output,
            "usage": {
                "input_tokens": 900, "output_tokens": 210, "total_tokens": 1110,
                "cost": { "currency": "USD", "total_cost": 0.00326 },
                "tool_calls_details": { "search_web": { "invocation": wanted.searches.len() } },
            },
        });
        let status = match reaction {
            Reaction::FailureInside200 => "failed",
            Reaction::Cancelled => "cancelled",
            Reaction::Incomplete => "incomplete",
            _ => "completed",
        };
        body["status"] = status.into();
        if matches!(status, "failed" | "cancelled") {
            body["error"] = json!({ "message": "The upstream model failed.", "type": "internal_error", "code": 500 });
        }
        Ok(body)
    }

    fn refuse(&self, fault: &Fault, received: &Received) -> Refusal {
        let refusal = |status: u16, kind: &str, message: &str| {
            Refusal::new(status, json!({ "error": { "message": message, "type": kind, "code": status } }))
        };
        match fault {
            Fault::BadKey => refusal(401, "unauthorized", &format!("Invalid API key {}.", received.key())),
            Fault::NoKey => refusal(401, "unauthorized", "No API key."),
            Fault::OutOfCredit => refusal(401, "insufficient_quota", "You have no credits left."),
            Fault::Forbidden => refusal(403, "forbidden", "Not allowed."),
            Fault::UnknownModel => refusal(400, "invalid_request", "Unsupported model."),
            Fault::RateLimited(wait) => {
                refusal(429, "request_rate_limit_exceeded", "Too many requests.").with_wait(*wait)
            }
            Fault::DailyQuota | Fault::ServerError => refusal(500, "internal_error", "An error occurred."),
            Fault::Overloaded => refusal(424, "failed_dependency", "The upstream model is overloaded."),
            Fault::BadRequest(message) => refusal(400, "invalid_request", message),
            Fault::NotFound => refusal(404, "not_found", "No such path."),
            Fault::MethodNotAllowed => refusal(405, "method_not_allowed", "Not allowed."),
        }
    }
}

/// The text with a mark after each passage: the number of its page, which is found by its exact URL.
fn marked(wanted: &AnswerContent, found: &[(usize, &str)]) -> String {
    let mut text = String::new();
    for passage in &wanted.passages {
        text.push_str(&passage.text);
        let number = found.iter().find(|(_, url)| Some(*url) == passage.url.as_deref()).map(|(number, _)| number);
        if let Some(number) = number {
            text.push_str(&format!("[{number}] "));
        }
    }
    text
}

fn sonar(wanted: &AnswerContent, received: &Received) -> Value {
    let found: Vec<(usize, &str)> = wanted.found().into_iter().enumerate().map(|(n, url)| (n + 1, url)).collect();
    let results: Vec<Value> =
        found.iter().map(|(_, url)| json!({ "title": title(url), "url": url, "snippet": "…" })).collect();
    json!({
        "id": "1", "object": "chat.completion", "model": exact(&received.body["model"]),
        "choices": [{ "index": 0, "finish_reason": "stop", "message": { "role": "assistant", "content": marked(wanted, &found) } }],
        "citations": wanted.found(), "search_results": results,
        "usage": { "prompt_tokens": 14, "completion_tokens": 70, "total_tokens": 84, "num_search_queries": 1 },
    })
}
