//! The filters of each list, from the OpenAPI document.

use askline_api::{pipeline::route_table::policy::Policy, routes::documents::openapi_json};
use serde_json::Value;

use crate::harness::Org;

/// Parameters that choose the form or the part of an answer, and not its rows.
const NO_FILTERS: [&str; 12] =
    ["cursor", "days", "format", "from", "groupBy", "include", "interval", "limit", "order", "orgId", "table", "to"];

/// The queries with which a route is asked: none, and if it reads, each value of each filter alone.
pub fn queries_of(policy: &Policy, org: &Org) -> Vec<String> {
    let document: Value = serde_json::from_slice(&openapi_json()).unwrap();
    let operation = &document["paths"][policy.path][policy.method.as_str().to_lowercase()];
    let mut queries = vec![String::new()];
    if policy.method != "GET" {
        return queries;
    }
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let parameter = followed(&document, parameter);
        let name = parameter["name"].as_str().unwrap();
        if parameter["in"] != "query" || NO_FILTERS.contains(&name) {
            continue;
        }
        // The language of a file's headings has no effect alone.
        if name == "since" && policy.path.ends_with("/webhook-events") {
            // The id of an event.
            continue;
        }
        if policy.path.ends_with("/callback") {
            // What a provider sends back.
            continue;
        }
        if name == "language" && policy.path.contains("/analytics/") {
            continue;
        }
        let schema = followed(&document, &parameter["schema"]);
        let values = match (schema["enum"].as_array(), schema["type"].as_str()) {
            (Some(values), _) => values.iter().map(|value| value.as_str().unwrap().to_owned()).collect(),
            (None, Some("boolean")) => vec!["true".to_owned(), "false".to_owned()],
            _ => values_of(name, org),
        };
        queries.extend(values.iter().map(|value| format!("?{name}={value}")));
    }
    queries
}

/// Values of a filter without a list of its values: one of many rows, and one of none.
fn values_of(name: &str, org: &Org) -> Vec<String> {
    let (filled, none) = ("00000000000000000000000007", "00000000000000000000000000");
    match name {
        "action" => vec!["key.created".to_owned(), "plan.changed".to_owned()],
        "actorId" => vec!["s".to_owned(), format!("usr_{none}")],
        "targetId" => vec![org.site.to_string(), format!("key_{none}")],
        "monitorId" => vec![format!("mon_{filled}"), format!("mon_{none}")],
        "engines" => vec!["openai".to_owned(), "gemini".to_owned()],
        "language" => vec!["en".to_owned(), "de".to_owned()],
        "page" => vec!["/".to_owned(), "/guides/**".to_owned()],
        "platform" => vec!["chatgpt".to_owned()],
        "widgetVersion" => vec!["1.0.0".to_owned()],
        "since" => vec!["2020-01-01".to_owned(), "2100-01-01".to_owned()],
        "q" => vec!["site".to_owned(), "nothing".to_owned()],
        _ => panic!("the filter {name} has no value in this table"),
    }
}

/// The object to which a reference of the document points, or the object itself.
fn followed<'a>(document: &'a Value, mut object: &'a Value) -> &'a Value {
    while let Some(reference) = object["$ref"].as_str() {
        object = document.pointer(reference.trim_start_matches('#')).unwrap();
    }
    object
}
