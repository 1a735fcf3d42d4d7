//! Reads the output of a Responses API: OpenAI's, and those modeled on it. Unknown items and parts are skipped.

use askline_domain::monitors::engine_answer::EngineFailureKind as Kind;
use serde_json::Value;

use super::{
    json::{is_type, items, items_of_type, text},
    sources::Link,
};
use crate::engines::requests::fault::Fault;

/// Separates two messages of one answer.
pub const BETWEEN_MESSAGES: &str = "\n\n";

/// The content of the messages of an output.
#[derive(Debug, Default)]
pub struct Said<'a> {
    /// Their texts, joined.
    pub text: String,
    /// Their `url_citation` annotations; places count from the beginning of the joined text.
    pub links: Vec<Link<'a>>,
    /// Whether a part of them is a refusal.
    pub refused: bool,
}

/// Reads the messages of an output.
pub fn said(output: &[Value]) -> Said<'_> {
    let mut said = Said::default();
    let mut characters = 0_u64;
    for message in output.iter().filter(|item| is_type(item, "message")) {
        if !said.text.is_empty() {
            said.text.push_str(BETWEEN_MESSAGES);
            characters += BETWEEN_MESSAGES.len() as u64;
        }
        for part in items(message, "/content") {
            said.refused |= is_type(part, "refusal");
            let Some(part_text) = text(part, "/text").filter(|_| is_type(part, "output_text")) else { continue };
            for annotation in items_of_type(part, "/annotations", "url_citation") {
                let Some(url) = text(annotation, "/url") else { continue };
                let start = annotation.get("start_index").and_then(Value::as_u64);
                let at = start.map_or(u64::MAX, |start| characters.saturating_add(start));
                said.links.push(Link { at, url, title: text(annotation, "/title") });
            }
            said.text.push_str(part_text);
            characters += part_text.chars().count() as u64;
        }
    }
    said
}

/// The output, unless the status of the response says that the answer is incomplete or failed.
pub fn output(body: &Value, read_failure: fn(&Value) -> Fault) -> Result<&[Value], Fault> {
    let reason = text(body, "/incomplete_details/reason");
    match text(body, "/status") {
        Some("completed") | None => {}
        Some("incomplete") => return Err(Fault::lasting(Kind::Declined).called(reason.or(Some("incomplete")))),
        Some("failed") => return Err(read_failure(body)),
        Some(other) => return Err(Fault::passing(Kind::EngineFailed).called(Some(other))),
    }
    match body.get("output").and_then(Value::as_array) {
        Some(output) => Ok(output),
        None => Err(Fault::passing(Kind::Unreadable).called(Some("no output"))),
    }
}
