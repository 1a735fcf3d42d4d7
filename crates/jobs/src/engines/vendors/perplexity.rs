//! Perplexity: the Agent API. Bodies in the shape of the retired Sonar API are read, too.

use std::collections::HashMap;

use askline_domain::monitors::engine_answer::{EngineFailureKind as Kind, EngineQuestion};
use serde_json::{Value, json};

use crate::engines::{
    requests::{
        fault::Fault,
        instructions::{self, MAX_ANSWER_TOKENS},
        one_request::Dialect,
    },
    responses::{
        json::{is_type, items, says, text, word},
        markers,
        reading::Reading,
        responses_output::{output, said},
        sources::Link,
    },
};

/// The requests and responses of Perplexity.
pub const DIALECT: Dialect = Dialect { path: "agent", request, read, refusal };

/// Uses only fields that the API knows, because it refuses others.
fn request(model: &str, question: &EngineQuestion) -> Value {
    let mut tool = json!({ "type": "web_search" });
    if let Some(country) = &question.region {
        tool["user_location"] = json!({ "country": country });
    }
    let mut request = json!({
        "model": model,
        "input": question.text,
        "tools": [tool],
        // A tool that is only offered is often not used.
        "tool_choice": { "type": "web_search" },
        "max_output_tokens": MAX_ANSWER_TOKENS,
    });
    if let Some(tag) = &question.language {
        // The parameter accepts a language of two letters; the regional variant is given in words.
        let (language, kind) = tag.split_once('-').map_or((tag.as_str(), None), |(one, rest)| (one, Some(rest)));
        if language.len() == 2 {
            request["language_preference"] = language.into();
        }
        if kind.is_some() || language.len() != 2 {
            request["instructions"] = instructions::language(question).into();
        }
    }
    request
}

/// Reads a response with 200.
pub fn read(body: &Value) -> Result<Reading, Fault> {
    if body.get("choices").is_some() && body.get("output").is_none() {
        return read_sonar(body);
    }
    if text(body, "/status") == Some("cancelled") {
        return Err(failed_run(body));
    }
    let output = output(body, failed_run)?;
    let mut said = said(output);
    if said.refused {
        return Err(Fault::lasting(Kind::Declined).called(Some("refusal")));
    }
    let searches = || output.iter().filter(|item| is_type(item, "search_results"));
    // Numbers continue from one list of results to the next.
    let mut by_number: HashMap<u64, &Value> = HashMap::new();
    for result in searches().flat_map(|search| items(search, "/results")) {
        if let Some(number) = word(result.get("id")).and_then(|id| id.parse().ok()) {
            by_number.entry(number).or_insert(result);
        }
    }
    let marked = markers::numbers(&said.text).into_iter().filter_map(|(at, number)| {
        let result = by_number.get(&number)?;
        Some(Link { at, url: text(result, "/url")?, title: text(result, "/title") })
    });
    said.links.extend(marked);
    let counted = body.pointer("/usage/tool_calls_details/search_web/invocation").and_then(Value::as_u64);
    let mut reading = Reading {
        model: text(body, "/model").map(str::to_owned),
        text: said.text,
        searched: searches().next().is_some() || counted.is_some_and(|searches| searches > 0),
        cited: said.links.into_iter().map(Into::into).collect(),
        ..Reading::default()
    };
    for search in searches() {
        for query in items(search, "/queries") {
            reading.add_query(query.as_str());
        }
        for result in items(search, "/results") {
            reading.consulted.add(text(result, "/url").unwrap_or_default(), text(result, "/title"));
        }
    }
    Ok(reading)
}

/// Reads `choices[0].message.content` with `citations` as URLs; `[1]` is the first of them.
fn read_sonar(body: &Value) -> Result<Reading, Fault> {
    let Some(answer) = text(body, "/choices/0/message/content") else {
        return Err(Fault::passing(Kind::Unreadable).called(Some("no content")));
    };
    if matches!(text(body, "/choices/0/finish_reason"), Some("length" | "content_filter")) {
        return Err(Fault::lasting(Kind::Declined).called(text(body, "/choices/0/finish_reason")));
    }
    let citations = items(body, "/citations");
    let results = items(body, "/search_results");
    let marked = markers::numbers(answer).into_iter().filter_map(|(at, number)| {
        let url = citations.get(usize::try_from(number).ok()?.checked_sub(1)?)?.as_str()?;
        let title = results.iter().find(|result| text(result, "/url") == Some(url));
        Some(Link { at, url, title: title.and_then(|result| text(result, "/title")) })
    });
    let mut reading = Reading {
        model: text(body, "/model").map(str::to_owned),
        text: answer.to_owned(),
        searched: body.pointer("/usage/num_search_queries").and_then(Value::as_u64).is_some_and(|count| count > 0),
        cited: marked.map(Into::into).collect(),
        ..Reading::default()
    };
    for result in results {
        reading.consulted.add(text(result, "/url").unwrap_or_default(), text(result, "/title"));
    }
    for url in citations.iter().filter_map(Value::as_str) {
        reading.consulted.add(url, None);
    }
    Ok(reading)
}

/// A run that failed or was canceled, in a response with 200. Its code may be a status.
fn failed_run(body: &Value) -> Fault {
    let (code, kind) = (word(body.pointer("/error/code")), text(body, "/error/type"));
    let status = code.as_deref().and_then(|code| code.parse().ok()).filter(|status| (400..600).contains(status));
    let fault = match status {
        Some(status) => of_status(status, body),
        None if says(kind, &["rate_limit"]) => Fault::passing(Kind::RateLimited),
        None => Fault::passing(Kind::EngineFailed),
    };
    fault.called(code.as_deref()).called(kind)
}

/// Reads a response with another status. Codes are numbers here.
pub fn refusal(status: u16, body: &Value) -> Fault {
    let code = word(body.pointer("/error/code")).filter(|code| *code != status.to_string());
    of_status(status, body).called(code.as_deref()).called(text(body, "/error/type"))
}

/// The fault of a status. An account without credit also gets 401.
fn of_status(status: u16, body: &Value) -> Fault {
    let told = [text(body, "/error/message"), text(body, "/error/type")];
    let broke = told.into_iter().any(|text| says(text, &["credit", "insufficient_quota", "insufficient quota"]));
    match status {
        401 | 403 | 429 if broke => Fault::lasting(Kind::OutOfCredit),
        // Documented as a missing, wrong or unauthorized key.
        403 => Fault::lasting(Kind::BadKey),
        _ => Fault::of_status(status),
    }
}
