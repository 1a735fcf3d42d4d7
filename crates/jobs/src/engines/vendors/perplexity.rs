//! Perplexity: the Agent API. Bodies in the shape of the retired Sonar API are read, too.

use std::collections::HashMap;

use askline_domain::{
    citations::answer_text::markers,
    engines::answer::{EngineFailureKind as Kind, EngineQuestion},
};
use serde_json::{Value, json};

use crate::engines::{
    requests::{
        fault::Fault,
        instructions::{self, MAX_ANSWER_TOKENS},
        one_request::Dialect,
    },
    responses::{
        evidence::{address_of, follow, list, missing, title_of},
        json::{is_type, items, says, text, word},
        reading::{CitedPage, Reading},
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
    let mut said = said(output)?;
    if said.refused {
        return Err(Fault::lasting(Kind::Declined).called(Some("refusal")));
    }
    let searches: Vec<&Value> = output.iter().filter(|item| is_type(item, "search_results")).collect();
    let mut results: Vec<&Value> = Vec::new();
    let mut has_list = false;
    for search in &searches {
        if let Some(found) = list(search, &["/results", "/search_results"])? {
            has_list = true;
            results.extend(found);
        }
    }
    let by_number = numbered(&results);
    let marked = follow(markers::numbers(&said.text), has_list.then_some(|number| by_number.get(&number).copied()))?;
    said.links.extend(marked.sources.into_iter().map(link));
    let counted = body.pointer("/usage/tool_calls_details/search_web/invocation").and_then(Value::as_u64);
    let mut reading = Reading {
        model: text(body, "/model").map(str::to_owned),
        text: said.text,
        searched: !searches.is_empty() || counted.is_some_and(|searches| searches > 0),
        cited: said.links.into_iter().map(Into::into).collect(),
        dangling_markers: marked.dangling,
        billed_queries: counted.and_then(|searches| u32::try_from(searches).ok()).unwrap_or_default(),
        ..Reading::default()
    };
    for query in searches.iter().flat_map(|search| items(search, "/queries")) {
        reading.add_query(query.as_str());
    }
    add_consulted(&mut reading, results)?;
    for page in
        output.iter().filter(|item| is_type(item, "fetch_url_results")).flat_map(|item| items(item, "/contents"))
    {
        reading.consulted.add(text(page, "/url").unwrap_or_default(), text(page, "/title"));
    }
    Ok(reading)
}

/// The results by the numbers in markers: their `id`, or their place if none has one. Numbers continue from one list of results to the
/// next.
fn numbered<'a>(results: &[&'a Value]) -> HashMap<u64, &'a Value> {
    let id = |result: &Value| word(result.get("id").or_else(|| result.get("index"))).and_then(|id| id.parse().ok());
    let mut by_number: HashMap<u64, &Value> = HashMap::new();
    if results.iter().any(|result| id(result).is_some()) {
        for &result in results {
            if let Some(number) = id(result) {
                by_number.entry(number).or_insert(result);
            }
        }
    } else {
        by_number.extend((1..).zip(results.iter().copied()));
    }
    by_number
}

fn link((at, source): (u64, &Value)) -> Link<'_> {
    Link { at, url: address_of(source).unwrap_or_default(), title: title_of(source) }
}

fn add_consulted<'a>(reading: &mut Reading, sources: impl IntoIterator<Item = &'a Value>) -> Result<(), Fault> {
    for source in sources {
        let Some(url) = address_of(source) else { return Err(missing("a result without an address")) };
        reading.consulted.add(url, title_of(source));
    }
    Ok(())
}

/// Reads `choices[0].message.content` with `citations` as URLs; `[1]` is the first of them. If `citations` is missing, the numbers
/// are those of `search_results`.
fn read_sonar(body: &Value) -> Result<Reading, Fault> {
    let Some(answer) = text(body, "/choices/0/message/content") else { return Err(missing("no content")) };
    if matches!(text(body, "/choices/0/finish_reason"), Some("length" | "content_filter")) {
        return Err(Fault::lasting(Kind::Declined).called(text(body, "/choices/0/finish_reason")));
    }
    let citations = list(body, &["/citations", "/choices/0/message/citations"])?;
    let results = list(body, &["/search_results"])?;
    let counted = citations.filter(|list| !list.is_empty()).or(results).or(citations);
    let at_number = |list: &'_ [Value], number: u64| -> Option<usize> {
        usize::try_from(number).ok()?.checked_sub(1).filter(|place| *place < list.len())
    };
    let marked =
        follow(markers::numbers(answer), counted.map(|list| move |number| at_number(list, number).map(|n| &list[n])))?;
    let titled = |(at, source): (u64, &'_ Value)| {
        let url = address_of(source).unwrap_or_default().to_owned();
        let result = results.unwrap_or_default().iter().find(|result| address_of(result) == Some(url.as_str()));
        let title = title_of(source).or_else(|| result.and_then(title_of)).map(str::to_owned);
        CitedPage { at, url, title, page_known: true }
    };
    let mut reading = Reading {
        model: text(body, "/model").map(str::to_owned),
        text: answer.to_owned(),
        searched: body.pointer("/usage/num_search_queries").and_then(Value::as_u64).is_some_and(|count| count > 0),
        cited: marked.sources.into_iter().map(titled).collect(),
        dangling_markers: marked.dangling,
        ..Reading::default()
    };
    add_consulted(&mut reading, results.unwrap_or_default())?;
    add_consulted(&mut reading, citations.unwrap_or_default())?;
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
