//! Moves parts that several operations share into `components` and refers to them.
//!
//! Messages to webhooks stay inline: some generators do not follow references there.

use serde_json::{Map, Value, json};

use super::operations::{paths, paths_mut};

/// The field of an inline response that holds the name by which it is shared. Responses with the same name differ only
/// in their examples.
pub(super) const SHARED_AS: &str = "x-shared-as";

/// Moves repeated parts of the document's operations into its components.
pub(super) fn share(document: &mut Value) {
    let responses = take_responses(document);
    document["components"]["responses"] = Value::Object(responses);
    let headers = take_headers(document);
    document["components"]["headers"] = Value::Object(headers);
    let parameters = take_parameters(document);
    document["components"]["parameters"] = Value::Object(parameters);
}

fn reference(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}

/// Moves every error response, with the first example that an operation recorded for its name.
fn take_responses(document: &mut Value) -> Map<String, Value> {
    let mut shared = Map::new();
    for operation in paths_mut(document) {
        for response in operation["responses"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            let Some(Value::String(name)) = response.as_object_mut().and_then(|fields| fields.remove(SHARED_AS)) else {
                continue;
            };
            let written = std::mem::replace(response, reference("responses", &name));
            let kept = shared.entry(name).or_insert_with(|| written.clone());
            let example = &written["content"]["application/json"]["example"];
            if kept["content"]["application/json"].get("example").is_none() && !example.is_null() {
                kept["content"]["application/json"]["example"] = example.clone();
            }
        }
    }
    shared
}

/// Moves the first form of every response header; a header that differs from the first of its name stays inline.
fn take_headers(document: &mut Value) -> Map<String, Value> {
    let mut shared = Map::new();
    let mut share_of = |response: &mut Value| {
        for (name, header) in response.get_mut("headers").and_then(Value::as_object_mut).into_iter().flatten() {
            if shared.entry(name.clone()).or_insert_with(|| header.clone()) == header {
                *header = reference("headers", name);
            }
        }
    };
    for response in document["components"]["responses"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        share_of(response);
    }
    for operation in paths_mut(document) {
        operation["responses"].as_object_mut().into_iter().flat_map(Map::values_mut).for_each(&mut share_of);
    }
    shared
}

/// Moves parameters that operations repeat, ignoring their examples. The most frequent form of each name is shared under that
/// name, and the next one in each place with the place as a suffix; further forms stay inline.
fn take_parameters(document: &mut Value) -> Map<String, Value> {
    let mut forms: Vec<(usize, Value)> = Vec::new();
    for parameter in paths(document).filter_map(|operation| operation["parameters"].as_array()).flatten() {
        match forms.iter_mut().find(|(_, form)| is_same(form, parameter)) {
            Some((count, _)) => *count += 1,
            None => forms.push((1, parameter.clone())),
        }
    }
    forms.retain(|(count, _)| *count > 1);
    forms.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let mut shared = Map::new();
    for (_, form) in forms {
        let (name, place) = (form["name"].as_str().unwrap_or_default(), form["in"].as_str().unwrap_or_default());
        let free = [name.to_owned(), format!("{name}_{place}")].into_iter().find(|name| !shared.contains_key(name));
        if let Some(free) = free {
            shared.insert(free, form);
        }
    }
    for operation in paths_mut(document) {
        for parameter in operation["parameters"].as_array_mut().into_iter().flatten() {
            if let Some((name, _)) = shared.iter().find(|(_, form)| is_same(form, parameter)) {
                *parameter = reference("parameters", name);
            }
        }
    }
    shared
}

/// Whether two parameters are equal except for their recorded examples.
fn is_same(one: &Value, other: &Value) -> bool {
    let without_example = |parameter: &Value| {
        let fields = parameter.as_object().into_iter().flatten();
        fields
            .filter(|(name, _)| *name != "example")
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect::<Map<_, _>>()
    };
    one["name"] == other["name"] && without_example(one) == without_example(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_used_twice_become_references_and_parts_used_once_stay_inline() {
        let refusal = json!({ "description": "no", "content": { "application/json": {} }, SHARED_AS: "No" });
        let of = |parameter: &str| json!({ "parameters": [{ "name": "a", "in": parameter }], "responses": { "400": refusal } });
        let mut document = json!({
            "paths": {
                "/a": { "get": of("query"), "put": of("query") },
                "/b": { "get": of("header"), "put": of("header") },
                "/c": { "get": of("path") },
            },
            "components": {},
        });
        share(&mut document);
        let shared = json!({ "$ref": "#/components/parameters/a" });
        assert_eq!(document["paths"]["/a"]["get"]["parameters"], json!([shared]));
        assert_eq!(document["paths"]["/a"]["put"]["parameters"], json!([shared]));
        let in_header = json!({ "$ref": "#/components/parameters/a_header" });
        assert_eq!(document["paths"]["/b"]["put"]["parameters"], json!([in_header]));
        assert_eq!(document["paths"]["/c"]["get"]["parameters"], json!([{ "name": "a", "in": "path" }]));
        assert_eq!(document["paths"]["/b"]["get"]["responses"]["400"], json!({ "$ref": "#/components/responses/No" }));
        let kept = json!({ "description": "no", "content": { "application/json": {} } });
        assert_eq!(document["components"]["responses"], json!({ "No": kept }));
    }
}
