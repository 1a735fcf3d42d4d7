//! Reads the output of a Responses API: OpenAI's, and those modeled on it. Unknown items and parts are skipped.

use askline_domain::engines::answer::EngineFailureKind as Kind;
use serde_json::Value;

use super::{
    evidence::{address_of, list_or_empty, missing, title_of},
    json::{is_type, text},
    sources::Link,
};
use crate::engines::requests::fault::Fault;

/// Separates two messages of one answer.
pub const BETWEEN_MESSAGES: &str = "\n\n";

/// The content of the messages of an output.
#[derive(Debug, Default)]
pub struct MessageContent<'a> {
    /// Their texts, joined.
    pub text: String,
    /// Their `url_citation` annotations; places count from the beginning of the joined text.
    pub links: Vec<Link<'a>>,
    /// Whether a part of them is a refusal.
    pub refused: bool,
}

/// Reads the messages of an output. Looks for `content[].text` and the addresses of `content[].annotations[]`.
pub fn said(output: &[Value]) -> Result<MessageContent<'_>, Fault> {
    let mut said = MessageContent::default();
    let mut characters = 0_u64;
    for message in output.iter().filter(|item| is_type(item, "message")) {
        if !said.text.is_empty() {
            said.text.push_str(BETWEEN_MESSAGES);
            characters += BETWEEN_MESSAGES.len() as u64;
        }
        if let Some(content) = text(message, "/content") {
            said.text.push_str(content);
            characters += content.chars().count() as u64;
            continue;
        }
        let Some(parts) = message.get("content").and_then(Value::as_array) else {
            return Err(missing("a message without content"));
        };
        for part in parts {
            said.refused |= is_type(part, "refusal");
            if !is_type(part, "output_text") {
                continue;
            }
            let Some(part_text) = text(part, "/text") else { return Err(missing("a part without text")) };
            for annotation in list_or_empty(part, &["/annotations"])?.iter().filter(|one| is_type(one, "url_citation"))
            {
                let Some(url) = address_of(annotation) else { return Err(missing("an annotation without an address")) };
                let start = annotation.get("start_index").and_then(Value::as_u64);
                let at = start.map_or(u64::MAX, |start| characters.saturating_add(start));
                said.links.push(Link { at, url, title: title_of(annotation) });
            }
            said.text.push_str(part_text);
            characters += part_text.chars().count() as u64;
        }
    }
    Ok(said)
}

/// The pages that a search call retrieved or opened. Looks for `action.sources[].url` and `action.url`; a source of another type
/// than `url`, such as a weather service, is no page.
pub fn opened(call: &Value) -> Result<Vec<(&str, Option<&str>)>, Fault> {
    let mut pages = Vec::new();
    for source in list_or_empty(call, &["/action/sources", "/sources"])? {
        if source.get("type").is_some() && !is_type(source, "url") {
            continue;
        }
        let Some(url) = address_of(source) else { return Err(missing("a source without an address")) };
        pages.push((url, title_of(source)));
    }
    pages.extend(text(call, "/action/url").map(|url| (url, None)));
    Ok(pages)
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
        None => Err(missing("no output")),
    }
}
