//! Anthropic: the Messages API with its web search. A paused response is continued.

use std::time::Duration;

use askline_app::ports::monitors::answer_engine::AnswerEngine;
use askline_domain::engines::{
    Engine,
    answer::{EngineAnswer, EngineFailure, EngineFailureKind as Kind, EngineQuestion},
};
use async_trait::async_trait;
use serde_json::{Value, json};

use crate::engines::{
    access::{EngineAccess, NotConnected, SearchVersion},
    requests::{
        connection::{Connection, Reply},
        fault::Fault,
        instructions::{self, MAX_ANSWER_TOKENS},
    },
    responses::{
        evidence::{address_of, list_or_empty, missing, title_of},
        json::{is_type, items, says, text},
        kept_body::kept_json,
        reading::Reading,
        responses_output::BETWEEN_MESSAGES,
    },
};

/// The version of the API.
const VERSION: &str = "2023-06-01";
/// The type of the citations that point at a result of the search.
const SEARCH_CITATION: &str = "web_search_result_location";
/// The maximum number of searches for one answer; each costs money.
const MAX_SEARCHES: u32 = 3;
/// The maximum number of times that a paused answer is continued.
const MAX_CONTINUATIONS: usize = 3;

/// The connector.
pub struct Anthropic {
    connection: Connection,
    search: SearchVersion,
    max_time: Duration,
}

impl Anthropic {
    /// Creates a connector with this access.
    pub fn new(access: &EngineAccess) -> Result<Self, NotConnected> {
        let connection =
            Connection::new(access, &["messages"], "x-api-key", "")?.with_header("anthropic-version", VERSION);
        Ok(Self { connection, search: access.search, max_time: access.max_time })
    }

    /// Sends the question, and continues while the answer pauses.
    async fn replies(&self, mut request: Value) -> Result<Vec<Reply>, EngineFailure> {
        let mut replies: Vec<Reply> = Vec::new();
        while replies.len() <= MAX_CONTINUATIONS {
            let reply = self.connection.send(&request, refusal).await?;
            let paused = text(&reply.json, "/stop_reason") == Some("pause_turn");
            if paused {
                continue_after(&mut request, &reply.json);
            }
            replies.push(reply);
            if !paused {
                break;
            }
        }
        Ok(replies)
    }
}

#[async_trait]
impl AnswerEngine for Anthropic {
    fn engine(&self) -> Engine {
        Engine::Anthropic
    }

    async fn ask(&self, question: &EngineQuestion) -> Result<EngineAnswer, EngineFailure> {
        let request = request(self.connection.model(), self.search, question);
        // All parts of an answer together may take no longer than an answer in one part.
        let Ok(replies) = tokio::time::timeout(self.max_time, self.replies(request)).await else {
            return Err(self.connection.timed_out());
        };
        let mut replies = replies?;
        let bodies: Vec<Value> = replies.iter().map(|reply| reply.json.clone()).collect();
        let read = read(&bodies);
        let raw = match replies.pop() {
            Some(reply) if replies.is_empty() => reply.raw,
            _ => {
                let all = Value::Array(bodies);
                kept_json(&all.to_string(), &all)
            }
        };
        self.connection.finish(read, raw)
    }
}

fn request(model: &str, search: SearchVersion, question: &EngineQuestion) -> Value {
    let mut tool = json!({ "type": search.tool(), "name": "web_search", "max_uses": MAX_SEARCHES });
    if search == SearchVersion::Filtering {
        // Results that only code of the model has seen would be sources that the response may not contain.
        tool["allowed_callers"] = json!(["direct"]);
    }
    if let Some(country) = &question.region {
        tool["user_location"] = json!({ "type": "approximate", "country": country });
    }
    let mut request = json!({
        "model": model,
        "max_tokens": MAX_ANSWER_TOKENS,
        "messages": [{ "role": "user", "content": question.text }],
        "tools": [tool],
        "tool_choice": { "type": "tool", "name": "web_search" },
    });
    if let Some(instructions) = instructions::language(question) {
        request["system"] = instructions.into();
    }
    request
}

/// Sends back what was said so far. The model has searched by then, and a forced tool would make it search again.
fn continue_after(request: &mut Value, body: &Value) {
    let said = json!({ "role": "assistant", "content": body.get("content").cloned().unwrap_or_default() });
    if let Some(fields) = request.as_object_mut() {
        fields.remove("tool_choice");
    }
    if let Some(messages) = request.get_mut("messages").and_then(Value::as_array_mut) {
        messages.push(said);
    }
}

/// Reads the successful responses of one answer: one, or several if it paused. Looks for `content[].text`, the addresses of
/// `content[].citations[]`, and the list in `web_search_tool_result.content`.
pub fn read(bodies: &[Value]) -> Result<Reading, Fault> {
    let Some(last) = bodies.last() else { return Err(Fault::passing(Kind::Unreadable)) };
    if bodies.iter().any(|body| body.get("content").and_then(Value::as_array).is_none()) {
        return Err(missing("no content"));
    }
    match text(last, "/stop_reason") {
        None | Some("end_turn" | "stop_sequence") => {}
        // The answer did not end; at the next attempt it may.
        Some(reason @ ("pause_turn" | "tool_use")) => {
            return Err(Fault::passing(Kind::Declined).called(Some(reason)));
        }
        Some(reason) => return Err(Fault::lasting(Kind::Declined).called(Some(reason))),
    }
    let mut reading = Reading { model: text(last, "/model").map(str::to_owned), ..Reading::default() };
    let (mut searches, mut search_error) = (0_u32, None);
    let mut interrupted = false;
    for block in bodies.iter().flat_map(|body| items(body, "/content")) {
        if !is_type(block, "text") {
            interrupted = true;
        }
        match text(block, "/type") {
            Some("text") => {
                // Adjacent blocks are pieces of one sentence; a search between them ends it.
                if std::mem::take(&mut interrupted) && !reading.text.is_empty() {
                    reading.text.push_str(BETWEEN_MESSAGES);
                }
                let Some(said) = text(block, "/text") else { return Err(missing("a block without text")) };
                reading.text.push_str(said);
                for citation in
                    list_or_empty(block, &["/citations"])?.iter().filter(|one| is_type(one, SEARCH_CITATION))
                {
                    let Some(url) = address_of(citation) else { return Err(missing("a citation without an address")) };
                    reading.cite(url, title_of(citation));
                }
            }
            Some("server_tool_use") if text(block, "/name") == Some("web_search") => {
                reading.searched = true;
                reading.add_query(text(block, "/input/query"));
            }
            Some("web_search_tool_result") => {
                reading.searched = true;
                if let Some(results) = block.get("content").and_then(Value::as_array) {
                    searches += 1;
                    for result in results.iter().filter(|result| is_type(result, "web_search_result")) {
                        let Some(url) = address_of(result) else { return Err(missing("a result without an address")) };
                        reading.consulted.add(url, title_of(result));
                    }
                } else if let Some(code) = text(block, "/content/error_code") {
                    search_error = search_error.or(Some(code));
                } else {
                    return Err(missing("search results that are neither a list nor an error"));
                }
            }
            Some("web_fetch_tool_result") => {
                reading.consulted.add(text(block, "/content/url").unwrap_or_default(), None);
            }
            _ => {}
        }
    }
    let billed = |body: &Value| body.pointer("/usage/server_tool_use/web_search_requests").and_then(Value::as_u64);
    let billed: u64 = bodies.iter().filter_map(billed).fold(0, u64::saturating_add);
    reading.billed_queries = u32::try_from(billed).unwrap_or(u32::MAX);
    match search_error {
        Some(code) if searches == 0 => Err(Fault::passing(Kind::SearchFailed).called(Some(code))),
        _ => Ok(reading),
    }
}

/// Reads a response with another status.
pub fn refusal(status: u16, body: &Value) -> Fault {
    let (kind, told) = (text(body, "/error/type"), text(body, "/error/message"));
    let code = text(body, "/error/details/error_code");
    let fault = match status {
        400 if says(told, &["credit balance"]) => Fault::lasting(Kind::OutOfCredit),
        400 if says(told, &["web search is not enabled", "web_search is not enabled"]) => {
            Fault::lasting(Kind::Forbidden)
        }
        429 if code == Some("enforced_spend_limit_reached") => Fault::lasting(Kind::OutOfCredit),
        _ => Fault::of_status(status),
    };
    fault.called(kind).called(code)
}
