//! xAI: its Responses API with web search.

use askline_domain::engines::answer::{EngineFailureKind as Kind, EngineQuestion};
use serde_json::{Value, json};

use crate::engines::{
    requests::{
        fault::Fault,
        instructions::{self, MAX_ANSWER_TOKENS},
        one_request::Dialect,
    },
    responses::{
        evidence::{address_of, list_or_empty, missing, title_of},
        json::{items, says, text},
        reading::Reading,
        responses_output::{opened, output, said},
    },
};

/// Items that report a search.
const SEARCHES: &[&str] = &["web_search_call", "x_search_call"];

/// The requests and responses of xAI.
pub const DIALECT: Dialect = Dialect { path: "responses", request, read, refusal };

fn request(model: &str, question: &EngineQuestion) -> Value {
    let told = instructions::language(question).map(|told| json!({ "role": "system", "content": told }));
    let messages: Vec<Value> = told.into_iter().chain([json!({ "role": "user", "content": question.text })]).collect();
    let mut tool = json!({ "type": "web_search" });
    if let Some(country) = &question.region {
        tool["user_location"] = json!({ "type": "approximate", "country": country });
    }
    json!({
        "model": model,
        "input": messages,
        "tools": [tool],
        // A tool that is only offered is often not used.
        "tool_choice": "required",
        "max_output_tokens": MAX_ANSWER_TOKENS,
        "store": false,
    })
}

/// Reads a response with 200.
pub fn read(body: &Value) -> Result<Reading, Fault> {
    let output = output(body, failed_run)?;
    let said = said(output)?;
    if said.refused {
        return Err(Fault::lasting(Kind::Declined).called(Some("refusal")));
    }
    let searches: Vec<&Value> =
        output.iter().filter(|item| text(item, "/type").is_some_and(|kind| SEARCHES.contains(&kind))).collect();
    let failed = searches.iter().filter(|call| text(call, "/status") == Some("failed")).count();
    if failed > 0 && failed == searches.len() {
        return Err(Fault::passing(Kind::SearchFailed));
    }
    // All pages that the engine encountered, used or not.
    let met = list_or_empty(body, &["/citations"])?;
    let searched = !searches.is_empty() || !met.is_empty() || !said.links.is_empty();
    let mut reading = Reading {
        model: text(body, "/model").map(str::to_owned),
        text: said.text,
        searched,
        cited: said.links.into_iter().map(Into::into).collect(),
        ..Reading::default()
    };
    for page in met {
        let Some(url) = address_of(page) else { return Err(missing("a citation without an address")) };
        reading.consulted.add(url, title_of(page));
    }
    for call in searches {
        for query in items(call, "/action/queries") {
            reading.add_query(query.as_str());
        }
        reading.add_query(text(call, "/action/query"));
        for (url, title) in opened(call)? {
            reading.consulted.add(url, title);
        }
    }
    Ok(reading)
}

fn failed_run(body: &Value) -> Fault {
    Fault::passing(Kind::EngineFailed).called(text(body, "/error/code"))
}

/// Reads a response with another status. A wrong key gets 400, and an empty account 403 or 429.
pub fn refusal(status: u16, body: &Value) -> Fault {
    let code = text(body, "/code");
    let told = text(body, "/error").or_else(|| text(body, "/error/message"));
    let fault = match status {
        400 if says(told, &["api key"]) => Fault::lasting(Kind::BadKey),
        403 | 429 if says(told, &["credit", "spending limit", "billing"]) => Fault::lasting(Kind::OutOfCredit),
        403 if says(told, &["api key"]) && says(told, &["blocked", "disabled"]) => Fault::lasting(Kind::BadKey),
        _ => Fault::of_status(status),
    };
    fault.called(code)
}
