//! Compares the headers of every response with the OpenAPI document, in both directions.

use std::{collections::BTreeMap, sync::LazyLock};

use askline_api::routes::documents::openapi_json;
use reqwest::{Method, StatusCode, header::HeaderMap};
use serde_json::Value;

/// Headers of HTTP itself. OpenAPI describes the media type elsewhere; the others belong to the connection, the transfer or caches.
const OF_HTTP: [&str; 7] =
    ["connection", "content-encoding", "content-length", "content-type", "date", "transfer-encoding", "vary"];

/// The described headers of a response, in lower case, and whether each is required.
pub type Headers = BTreeMap<String, bool>;

/// An operation of the document.
struct Operation {
    method: String,
    parts: Vec<String>,
    responses: BTreeMap<u16, Headers>,
}

static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(|| {
    let document: Value = serde_json::from_slice(&openapi_json()).unwrap();
    let followed = |value: &Value| match value["$ref"].as_str() {
        Some(name) => document.pointer(name.trim_start_matches('#')).unwrap().clone(),
        None => value.clone(),
    };
    let headers = |response: &Value| -> Headers {
        let named = followed(response)["headers"].as_object().cloned().unwrap_or_default();
        named.iter().map(|(name, header)| (name.to_lowercase(), followed(header)["required"] == true)).collect()
    };
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            operations.push(Operation {
                method: method.to_uppercase(),
                parts: path.split('/').map(str::to_owned).collect(),
                responses: responses.iter().map(|(status, one)| (status.parse().unwrap(), headers(one))).collect(),
            });
        }
    }
    operations
});

/// The headers that the document describes for a response; `None` if it describes no such operation or status.
pub fn described(method: &Method, path: &str, status: StatusCode) -> Option<&'static Headers> {
    let sent: Vec<&str> = path.split('/').collect();
    let is_parameter = |part: &&String| part.starts_with('{');
    let fits = |operation: &&Operation| {
        operation.method == method.as_str()
            && operation.parts.len() == sent.len()
            && operation.parts.iter().zip(&sent).all(|(part, sent)| part == sent || is_parameter(&part))
    };
    let fitting = OPERATIONS.iter().filter(fits);
    let operation = fitting.min_by_key(|operation| operation.parts.iter().filter(is_parameter).count())?;
    operation.responses.get(&status.as_u16())
}

/// Checks that the document describes each header of a response, and that each header that it calls required was sent.
pub fn check(method: &Method, path: &str, status: StatusCode, headers: &HeaderMap) {
    let Some(described) = described(method, path, status) else { return };
    for name in headers.keys().map(|name| name.as_str()).filter(|name| !OF_HTTP.contains(name)) {
        assert!(described.contains_key(name), "{method} {path} {status}: the document does not describe {name}");
    }
    for (name, _) in described.iter().filter(|(_, is_required)| **is_required) {
        assert!(headers.contains_key(name), "{method} {path} {status}: {name} is missing");
    }
}
