//! Examples of requests and responses. A test records them from the running service (`server/tests/http/document/examples.rs`),
//! so they are real and up to date.

use std::sync::LazyLock;

use serde_json::{Map, Value};

/// For each operation: `parameters`, `requests` by media type, and `answers` by status and media type.
static RECORDED: LazyLock<Map<String, Value>> =
    LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).expect("a test wrote the file"));

/// Adds the recorded examples of an operation to its parameters, its body and its responses.
pub(super) fn add_examples(operation: &mut Value) {
    let Some(recorded) = operation["operationId"].as_str().and_then(|name| RECORDED.get(name)) else { return };
    for parameter in operation["parameters"].as_array_mut().into_iter().flatten() {
        if let Some(example) = parameter["name"].as_str().and_then(|name| recorded["parameters"].get(name)) {
            parameter["example"] = example.clone();
        }
    }
    for (media_type, content) in content_of(operation.get_mut("requestBody")) {
        if let Some(example) = recorded["requests"].get(media_type) {
            content["example"] = example.clone();
        }
    }
    for (status, answers) in recorded["answers"].as_object().into_iter().flatten() {
        for (media_type, content) in content_of(operation["responses"].get_mut(status)) {
            if let Some(example) = answers.get(media_type) {
                content["example"] = example.clone();
            }
        }
    }
}

fn content_of(part: Option<&mut Value>) -> impl Iterator<Item = (&String, &mut Value)> {
    part.and_then(|part| part.get_mut("content")).and_then(Value::as_object_mut).into_iter().flatten()
}
