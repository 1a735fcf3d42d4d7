//! Schemas of requests are closed, schemas of responses are open. An unknown field in a request is refused; a response may get
//! new fields in a later release.
//!
//! A schema that both use gets a copy for requests, named `…Input`, if it or a part of it is closed; the original is opened.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::operations::paths_mut;

const SCHEMAS: &str = "#/components/schemas/";

/// Removes `additionalProperties: false` from every schema that a response may contain.
pub(super) fn open_answers(document: &mut Value) {
    let (asked, answered) = reached(document);
    let Some(mut schemas) = document["components"]["schemas"].as_object_mut().map(std::mem::take) else { return };
    let answered_closed: BTreeSet<String> =
        answered.iter().filter(|name| is_closed_within(&schemas[*name], &schemas)).cloned().collect();
    let copied: BTreeSet<String> = asked.intersection(&answered_closed).cloned().collect();
    for name in &copied {
        let mut copy = schemas[name].clone();
        rename(&mut copy, &copied);
        schemas.insert(input_name(name), copy);
    }
    // Schemas that only requests use refer to the closed copies.
    for name in asked.difference(&answered) {
        if let Some(schema) = schemas.get_mut(name) {
            rename(schema, &copied);
        }
    }
    for operation in paths_mut(document) {
        for part in ["requestBody", "parameters"] {
            if let Some(part) = operation.get_mut(part) {
                rename(part, &copied);
            }
        }
        if let Some(responses) = operation.get_mut("responses") {
            open(responses);
        }
    }
    for name in &answered {
        if let Some(schema) = schemas.get_mut(name) {
            open(schema);
        }
    }
    document["components"]["schemas"] = Value::Object(schemas);
}

/// The names of the schemas in requests and in responses. A message to a webhook counts as a response: a receiver must accept
/// fields that a later release adds.
pub(super) fn reached(document: &Value) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut asked, mut answered) = (BTreeSet::new(), BTreeSet::new());
    let Some(schemas) = document["components"]["schemas"].as_object() else { return (asked, answered) };
    let mut reach_both = |part: &str, asks: &[&str], answers: &[&str]| {
        let items = document.get(part).and_then(Value::as_object).into_iter().flat_map(Map::values);
        for operation in items.filter_map(Value::as_object).flat_map(Map::values) {
            asks.iter().for_each(|field| reach(&operation[*field], schemas, &mut asked));
            answers.iter().for_each(|field| reach(&operation[*field], schemas, &mut answered));
        }
    };
    reach_both("paths", &["requestBody", "parameters"], &["responses"]);
    reach_both("webhooks", &[], &["requestBody"]);
    (asked, answered)
}

fn input_name(name: &str) -> String {
    format!("{name}Input")
}

/// The names of all schemas that `value` refers to, directly or through another.
fn reach(value: &Value, schemas: &Map<String, Value>, names: &mut BTreeSet<String>) {
    for_each_reference(value, &mut |name| {
        if let Some(schema) = schemas.get(name)
            && names.insert(name.to_owned())
        {
            reach(schema, schemas, names);
        }
    });
}

fn for_each_reference(value: &Value, found: &mut impl FnMut(&str)) {
    match value {
        Value::Object(members) => {
            if let Some(name) = members.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix(SCHEMAS))
            {
                found(name);
            }
            for member in members.values() {
                for_each_reference(member, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| for_each_reference(value, found)),
        _ => {}
    }
}

/// Whether a schema, or one that it refers to, forbids additional properties.
fn is_closed_within(schema: &Value, schemas: &Map<String, Value>) -> bool {
    let mut names = BTreeSet::new();
    reach(schema, schemas, &mut names);
    is_closed(schema) || names.iter().any(|name| is_closed(&schemas[name]))
}

fn is_closed(value: &Value) -> bool {
    match value {
        Value::Object(members) => {
            members.get("additionalProperties") == Some(&Value::Bool(false)) || members.values().any(is_closed)
        }
        Value::Array(values) => values.iter().any(is_closed),
        _ => false,
    }
}

fn open(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.get("additionalProperties") == Some(&Value::Bool(false)) {
                members.remove("additionalProperties");
            }
            members.values_mut().for_each(open);
        }
        Value::Array(values) => values.iter_mut().for_each(open),
        _ => {}
    }
}

fn rename(value: &mut Value, copied: &BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get_mut("$ref")
                && let Some(name) = reference.strip_prefix(SCHEMAS)
                && copied.contains(name)
            {
                *reference = format!("{SCHEMAS}{}", input_name(name));
            }
            members.values_mut().for_each(|member| rename(member, copied));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, copied)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn reference(name: &str) -> Value {
        json!({ "schema": { "$ref": format!("{SCHEMAS}{name}") } })
    }

    #[test]
    fn requests_stay_closed_and_answers_are_open_also_where_they_share_a_schema() {
        let mut document = json!({
            "paths": { "/a": { "put": {
                "requestBody": reference("Outer"),
                "responses": { "200": reference("Answer") },
            } } },
            "components": { "schemas": {
                "Outer": { "properties": { "inner": { "$ref": format!("{SCHEMAS}Inner") } }, "additionalProperties": false },
                "Answer": { "properties": { "inner": { "$ref": format!("{SCHEMAS}Inner") } } },
                "Inner": { "additionalProperties": false },
            } },
        });
        open_answers(&mut document);
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["Inner"], json!({}));
        assert_eq!(schemas["InnerInput"], json!({ "additionalProperties": false }));
        assert_eq!(schemas["Outer"]["properties"]["inner"]["$ref"], format!("{SCHEMAS}InnerInput"));
        assert_eq!(schemas["Answer"]["properties"]["inner"]["$ref"], format!("{SCHEMAS}Inner"));
        assert_eq!(schemas["Outer"]["additionalProperties"], false);
    }
}
