//! xAI: `POST /v1/responses`.

use serde_json::{Value, json};

use super::vendor::{Vendor, exact};
use crate::{
    answer_content::{AnswerContent, query},
    credentials::{UNKNOWN_MODEL, key_of},
    fault::{Fault, Refusal},
    reaction::Reaction,
    received::{Received, known_fields, location, text_field, tools},
    state::State,
};

pub(crate) struct Xai;

impl Vendor for Xai {
    fn base_path(&self) -> &'static str {
        "/xai/v1"
    }

    fn check(&self, received: &Received) -> Result<(), Fault> {
        let key = key_of(askline_domain::engines::Engine::Xai);
        received.check("/xai/v1/responses", "authorization", "Bearer ", key)?;
        let body = &received.body;
        known_fields(body, &["model", "input", "tools", "tool_choice", "max_output_tokens", "store"])?;
        if text_field(body, "model")? == UNKNOWN_MODEL {
            return Err(Fault::UnknownModel);
        }
        let messages = body["input"].as_array().ok_or_else(|| Fault::BadRequest("input: expected a list".into()))?;
        for message in messages {
            known_fields(message, &["role", "content"])?;
            text_field(message, "content")?;
        }
        if messages.last().is_none_or(|message| message["role"] != "user") {
            return Err(Fault::BadRequest("input: no user message".into()));
        }
        let known = ["type", "filters", "enable_image_understanding", "user_location"];
        for tool in tools(body, &["web_search", "x_search"], &known)? {
            location(tool, &["type", "country", "region", "city", "timezone"])?;
        }
        Ok(())
    }

    fn searches(&self, body: &Value) -> bool {
        body["tools"][0]["type"] == "web_search"
    }

    fn answer(
        &self,
        reaction: &Reaction,
        wanted: &AnswerContent,
        received: &Received,
        _: &State,
    ) -> Result<Value, Fault> {
        let mut output: Vec<Value> = (0..wanted.searches.len())
            .map(|number| {
                let action = json!({ "type": "search", "query": query(number) });
                let status = if *reaction == Reaction::SearchFailed { "failed" } else { "completed" };
                json!({ "type": "web_search_call", "id": format!("ws_{number}"), "status": status, "action": action })
            })
            .collect();
        if wanted.with_unknown {
            output.push(json!({ "type": "custom_tool_call", "name": 4, "citations": ["https://wrong.example/"] }));
        }
        let content = match reaction {
            Reaction::Refusal => json!([{ "type": "refusal", "refusal": "I cannot help with that." }]),
            _ => output_text(wanted),
        };
        output.push(
            json!({ "type": "message", "id": "msg_x", "role": "assistant", "status": "completed", "content": content }),
        );
        let mut body = json!({
            "id": "resp_x", "object": "response", "created_at": 1_790_000_000, "model": exact(&received.body["model"]),
            "status": "completed", "output": output, "citations": wanted.found(),
            "usage": { "input_tokens": 5000, "output_tokens": 300, "total_tokens": 5300, "cost_in_usd_ticks": 150_000_000 },
        });
        match reaction {
            Reaction::FailureInside200 => {
                body["status"] = "failed".into();
                body["error"] = json!({ "code": "server_error", "message": "failed" });
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
        let refusal = |status, code: &str, error: &str| Refusal::new(status, json!({ "code": code, "error": error }));
        let invalid = "Client specified an invalid argument";
        let forbidden = "The caller does not have permission to execute the specified operation";
        match fault {
            Fault::BadKey => refusal(400, invalid, &format!("Incorrect API key provided: {}.", received.key())),
            Fault::NoKey => refusal(401, "unauthenticated:no-credentials", "No credentials."),
            Fault::OutOfCredit => refusal(403, forbidden, "Your team has used all available credits."),
            Fault::Forbidden => refusal(403, forbidden, "Not available in your region."),
            Fault::UnknownModel => refusal(404, "Some requested entity was not found", "The model does not exist."),
            Fault::RateLimited(wait) => {
                refusal(429, "Some resource has been exhausted", "Too many requests.").with_wait(*wait)
            }
            Fault::DailyQuota | Fault::ServerError => refusal(500, "Internal error", "An error occurred."),
            Fault::Overloaded => refusal(503, "The service is currently unavailable", "Overloaded."),
            Fault::BadRequest(message) => refusal(422, "Failed to deserialize the JSON body", message),
            Fault::NotFound => refusal(404, "Some requested entity was not found", "No such path."),
            Fault::MethodNotAllowed => refusal(405, "Method not allowed", "Not allowed."),
        }
    }
}

/// One part with `[[n]](url)` in its text. Of several links, the last one is only in the text, without an annotation.
fn output_text(wanted: &AnswerContent) -> Value {
    let (mut text, mut annotations) = (String::new(), Vec::new());
    for (number, passage) in wanted.passages.iter().enumerate() {
        text.push_str(&passage.text);
        if let Some(url) = &passage.url {
            let (start, number) = (text.chars().count(), (number + 1).to_string());
            text.push_str(&format!("[[{number}]]({url})"));
            annotations.push(json!({
                "type": "url_citation", "url": url, "title": number, "start_index": start, "end_index": text.chars().count(),
            }));
        }
    }
    if annotations.len() > 1 {
        annotations.pop();
    }
    if wanted.links_reversed {
        annotations.reverse();
    }
    if wanted.with_unknown {
        annotations.push(json!({ "type": "post_citation", "url": "https://wrong.example/" }));
    }
    json!([{ "type": "output_text", "text": text, "annotations": annotations }])
}
