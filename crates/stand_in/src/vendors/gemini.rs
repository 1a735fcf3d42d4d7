//! Google: `POST /v1beta/models/{model}:generateContent`. Sources are redirects on this server.

use serde_json::{Value, json};

use super::vendor::Vendor;
use crate::{
    answer_content::{AnswerContent, query, title},
    credentials::{UNKNOWN_MODEL, key_of},
    fault::{Fault, Refusal, Wait},
    reaction::Reaction,
    received::{Received, known_fields, text_field},
    state::{Redirect, State},
};

pub(crate) struct Gemini;

impl Vendor for Gemini {
    fn base_path(&self) -> &'static str {
        "/gemini/v1beta"
    }

    fn check(&self, received: &Received) -> Result<(), Fault> {
        let path = received.path.clone();
        let model = model(&path).ok_or(Fault::NotFound)?;
        received.check(&path, "x-goog-api-key", "", key_of(askline_domain::engines::Engine::Gemini))?;
        if model == UNKNOWN_MODEL {
            return Err(Fault::UnknownModel);
        }
        let body = &received.body;
        known_fields(
            body,
            &["contents", "tools", "generationConfig", "systemInstruction", "toolConfig", "safetySettings"],
        )?;
        for content in
            body["contents"].as_array().ok_or_else(|| Fault::BadRequest("contents is not specified".into()))?
        {
            known_fields(content, &["role", "parts"])?;
            text_field(&content["parts"][0], "text")?;
        }
        if let Some(instruction) = body.get("systemInstruction") {
            known_fields(instruction, &["role", "parts"])?;
            text_field(&instruction["parts"][0], "text")?;
        }
        for tool in body["tools"].as_array().into_iter().flatten() {
            known_fields(tool, &["google_search", "googleSearch"])?;
        }
        known_fields(body.get("generationConfig").unwrap_or(&json!({})), &["maxOutputTokens", "temperature"])
    }

    fn searches(&self, body: &Value) -> bool {
        body["tools"][0].get("google_search").or_else(|| body["tools"][0].get("googleSearch")).is_some()
    }

    fn answer(
        &self,
        reaction: &Reaction,
        wanted: &AnswerContent,
        received: &Received,
        state: &State,
    ) -> Result<Value, Fault> {
        if *reaction == Reaction::BlockedPrompt {
            return Ok(json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" }, "usageMetadata": {} }));
        }
        let mut chunks: Vec<Value> = Vec::new();
        for url in wanted.found() {
            let redirect = match reaction {
                Reaction::DeadRedirects { .. } => Redirect::Nowhere,
                Reaction::HangingRedirects { .. } => Redirect::Hanging,
                _ => Redirect::To(url.to_owned()),
            };
            chunks.push(json!({ "web": { "uri": state.add_redirect(redirect), "title": title(url) } }));
        }
        if wanted.with_unknown {
            chunks.push(json!({ "maps": { "uri": "https://wrong.example/" } }));
        }
        let (text, supports) = supported(wanted);
        let mut parts = vec![json!({ "text": "Thinking about it.", "thought": true })];
        if !text.is_empty() {
            parts.push(json!({ "text": text }));
        }
        if wanted.with_unknown {
            parts.push(json!({ "dream": { "text": "no text" } }));
        }
        let metadata = match wanted.searches.len() {
            0 => json!({}),
            searches => json!({
                "webSearchQueries": (0..searches).map(query).collect::<Vec<_>>(),
                "searchEntryPoint": { "renderedContent": "<style></style><div></div>" },
                "groundingChunks": chunks, "groundingSupports": supports,
            }),
        };
        let finish = match reaction {
            Reaction::Incomplete => "MAX_TOKENS",
            Reaction::Refusal => "SAFETY",
            _ => "STOP",
        };
        Ok(json!({
            "candidates": [{
                "content": { "role": "model", "parts": parts }, "finishReason": finish, "index": 0,
                "groundingMetadata": metadata,
            }],
            "usageMetadata": { "promptTokenCount": 12, "candidatesTokenCount": 140, "totalTokenCount": 302 },
            "modelVersion": format!("{}-2026-09-22", model(&received.path).unwrap_or_default()), "responseId": "abc",
        }))
    }

    fn refuse(&self, fault: &Fault, received: &Received) -> Refusal {
        let refusal = |status: u16, name: &str, message: &str, details: Value| {
            let error = json!({ "code": status, "message": message, "status": name, "details": details });
            Refusal::new(status, json!({ "error": error }))
        };
        let info = |reason: &str| json!([{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason }]);
        let invalid = "INVALID_ARGUMENT";
        match fault {
            Fault::BadKey => {
                let message = format!("API key not valid: {}.", received.key());
                refusal(400, invalid, &message, info("API_KEY_INVALID"))
            }
            Fault::NoKey => refusal(403, "PERMISSION_DENIED", "Unregistered callers are not allowed.", json!([])),
            Fault::OutOfCredit | Fault::DailyQuota => {
                let violation = json!({ "quotaId": "GenerateRequestsPerDayPerProjectPerModel", "quotaValue": "50" });
                let failure =
                    json!({ "@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [violation] });
                refusal(429, "RESOURCE_EXHAUSTED", "You exceeded your quota.", json!([failure, retry_info("46s")]))
            }
            Fault::Forbidden => refusal(403, "PERMISSION_DENIED", "Blocked.", info("API_KEY_SERVICE_BLOCKED")),
            Fault::UnknownModel => refusal(404, "NOT_FOUND", "models/no-such-model is not found.", json!([])),
            Fault::RateLimited(wait) => {
                let violation = json!({ "quotaId": "GenerateRequestsPerMinutePerProjectPerModel" });
                let failure =
                    json!({ "@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [violation] });
                let details = match wait {
                    Wait::Unsaid => json!([failure]),
                    Wait::Seconds(seconds) | Wait::Date(seconds) => {
                        json!([failure, retry_info(&format!("{seconds}s"))])
                    }
                    Wait::Milliseconds(span) => {
                        json!([failure, retry_info(&format!("{}s", f64::from(*span) / 1_000.0))])
                    }
                };
                refusal(429, "RESOURCE_EXHAUSTED", "Too many requests.", details)
            }
            Fault::ServerError => refusal(500, "INTERNAL", "An internal error has occurred.", json!([])),
            Fault::Overloaded => refusal(503, "UNAVAILABLE", "The model is overloaded.", json!([])),
            Fault::BadRequest(message) => refusal(400, invalid, message, json!([])),
            Fault::NotFound | Fault::MethodNotAllowed => refusal(404, "NOT_FOUND", "Not found.", json!([])),
        }
    }
}

fn retry_info(delay: &str) -> Value {
    json!({ "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay })
}

fn model(path: &str) -> Option<&str> {
    path.strip_prefix("/gemini/v1beta/models/")?.strip_suffix(":generateContent").filter(|model| !model.contains('/'))
}

/// The text, and the page that supports each passage. Positions count bytes; like the real engine, it leaves out a position of
/// zero.
fn supported(wanted: &AnswerContent) -> (String, Vec<Value>) {
    let found = wanted.found();
    let (mut text, mut supports) = (String::new(), Vec::new());
    for passage in &wanted.passages {
        let start = text.len();
        text.push_str(&passage.text);
        let Some(index) = found.iter().position(|url| Some(*url) == passage.url.as_deref()) else { continue };
        let mut segment = json!({ "endIndex": text.len(), "text": passage.text });
        if start > 0 {
            segment["startIndex"] = start.into();
        }
        supports.push(json!({ "segment": segment, "groundingChunkIndices": [index] }));
    }
    if wanted.links_reversed {
        supports.reverse();
    }
    if wanted.with_unknown {
        supports.push(json!({ "segment": { "startIndex": 5 }, "groundingChunkIndices": [found.len()] }));
    }
    (text, supports)
}
