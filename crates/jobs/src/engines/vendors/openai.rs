//! OpenAI: the Responses API with its web search.

use askline_domain::engines::answer::{EngineFailureKind as Kind, EngineQuestion};
use serde_json::{Value, json};

use crate::engines::{
    requests::{
        fault::Fault,
        instructions::{self, MAX_ANSWER_TOKENS},
        one_request::Dialect,
    },
    responses::{
        json::{is_type, items, text},
        reading::Reading,
        responses_output::{opened, output, said},
    },
};

/// Codes that mean an empty account, with any status.
const NO_CREDIT: &[&str] = &["insufficient_quota", "credit_balance_exhausted", "billing_hard_limit_reached"];

/// The requests and responses of OpenAI.
pub const DIALECT: Dialect = Dialect { path: "responses", request, read, refusal };

fn request(model: &str, question: &EngineQuestion) -> Value {
    let mut tool = json!({ "type": "web_search" });
    if let Some(country) = &question.region {
        tool["user_location"] = json!({ "type": "approximate", "country": country });
    }
    let mut request = json!({
        "model": model,
        "input": question.text,
        "tools": [tool],
        "tool_choice": "required",
        // Without this, only cited pages would be reported, not those that were only read.
        "include": ["web_search_call.action.sources"],
        "max_output_tokens": MAX_ANSWER_TOKENS,
        "store": false,
    });
    if let Some(instructions) = instructions::language(question) {
        request["instructions"] = instructions.into();
    }
    request
}

/// Reads a response with 200.
pub fn read(body: &Value) -> Result<Reading, Fault> {
    let output = output(body, failed_run)?;
    let said = said(output)?;
    if said.refused {
        return Err(Fault::lasting(Kind::Declined).called(Some("refusal")));
    }
    let searches: Vec<&Value> = output.iter().filter(|item| is_type(item, "web_search_call")).collect();
    let failed = searches.iter().filter(|call| text(call, "/status") == Some("failed")).count();
    if failed > 0 && failed == searches.len() {
        return Err(Fault::passing(Kind::SearchFailed));
    }
    let mut reading = Reading {
        model: text(body, "/model").map(str::to_owned),
        text: said.text,
        searched: !searches.is_empty(),
        cited: said.links.into_iter().map(Into::into).collect(),
        ..Reading::default()
    };
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

/// `status: "failed"` in a response with 200.
fn failed_run(body: &Value) -> Fault {
    let code = text(body, "/error/code");
    let fault = match code {
        Some("rate_limit_exceeded") => Fault::passing(Kind::RateLimited),
        Some("invalid_prompt") => Fault::lasting(Kind::Declined),
        Some(code) if NO_CREDIT.contains(&code) => Fault::lasting(Kind::OutOfCredit),
        _ => Fault::passing(Kind::EngineFailed),
    };
    fault.called(code)
}

/// Reads a response with another status.
pub fn refusal(status: u16, body: &Value) -> Fault {
    let (code, kind) = (text(body, "/error/code"), text(body, "/error/type"));
    let broke = [code, kind].into_iter().flatten().any(|word| NO_CREDIT.contains(&word));
    let fault = if broke { Fault::lasting(Kind::OutOfCredit) } else { Fault::of_status(status) };
    fault.called(code).called(kind)
}
