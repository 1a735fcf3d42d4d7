//! Schemas of requests are closed, schemas of responses are open.
//!
//! An unknown field or value in a request is refused; a response may get new fields and values in a later release. A schema
//! that both use is written twice if it or a part of it is closed: an object gets a closed copy for requests, named `…Input`, a
//! list of values an open copy for responses, named `…Output`. Programs name the object that they read and the value that
//! they send.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    open_lists,
    operations::{in_items_mut, paths_mut},
};

const SCHEMAS: &str = "#/components/schemas/";

/// What is added to the name of an object's copy for requests.
const OF_REQUESTS: &str = "Input";

/// What is added to the name of a list's copy for responses.
const OF_RESPONSES: &str = "Output";

/// Opens every schema that a response may contain: `additionalProperties: false` is removed, and a list of values is no longer
/// closed.
pub(super) fn open_answers(document: &mut Value) {
    let (asked, answered) = reached(document);
    let Some(mut schemas) = document["components"]["schemas"].as_object_mut().map(std::mem::take) else { return };
    let answered_closed: BTreeSet<String> =
        answered.iter().filter(|name| is_closed_within(name, &schemas)).cloned().collect();
    let (lists, objects): (BTreeSet<String>, BTreeSet<String>) =
        asked.intersection(&answered_closed).cloned().partition(|name| schemas[name].get("enum").is_some());
    for (names, suffix) in [(&objects, OF_REQUESTS), (&lists, OF_RESPONSES)] {
        for name in names {
            let mut copy = schemas[name].clone();
            rename(&mut copy, names, suffix);
            schemas.insert(format!("{name}{suffix}"), copy);
        }
    }
    // Schemas that only requests use refer to the closed copies.
    for name in asked.difference(&answered) {
        if let Some(schema) = schemas.get_mut(name) {
            rename(schema, &objects, OF_REQUESTS);
        }
    }
    for operation in paths_mut(document) {
        for part in ["requestBody", "parameters"] {
            if let Some(part) = operation.get_mut(part) {
                rename(part, &objects, OF_REQUESTS);
            }
        }
        if let Some(responses) = operation.get_mut("responses") {
            rename(responses, &lists, OF_RESPONSES);
            open("", responses);
        }
    }
    for message in in_items_mut(&mut document["webhooks"]) {
        rename(&mut message["requestBody"], &lists, OF_RESPONSES);
        open("", &mut message["requestBody"]);
    }
    for name in answered.difference(&lists) {
        if let Some(schema) = schemas.get_mut(name) {
            rename(schema, &lists, OF_RESPONSES);
            open(name, schema);
        }
    }
    for name in &lists {
        if let Some(list) = schemas.get_mut(&format!("{name}{OF_RESPONSES}")) {
            open(name, list);
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

/// The names of all schemas that `value` refers to, directly or through another.
pub(super) fn reach(value: &Value, schemas: &Map<String, Value>, names: &mut BTreeSet<String>) {
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

/// Whether a schema, or one that it refers to, forbids additional properties or further values.
fn is_closed_within(name: &str, schemas: &Map<String, Value>) -> bool {
    let mut names = BTreeSet::from([name.to_owned()]);
    reach(&schemas[name], schemas, &mut names);
    names.iter().any(|name| is_closed(name, &schemas[name]))
}

fn is_closed(name: &str, schema: &Value) -> bool {
    let forbids = |members: &Map<String, Value>| members.get("additionalProperties") == Some(&Value::Bool(false));
    open_lists::any(schema, &forbids) || open_lists::has_open_list(name, schema)
}

fn open(name: &str, schema: &mut Value) {
    allow_fields(schema);
    open_lists::open_lists(name, schema);
}

fn allow_fields(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.get("additionalProperties") == Some(&Value::Bool(false)) {
                members.remove("additionalProperties");
            }
            members.values_mut().for_each(allow_fields);
        }
        Value::Array(values) => values.iter_mut().for_each(allow_fields),
        _ => {}
    }
}

/// Adds `suffix` to every reference to one of `names`.
fn rename(value: &mut Value, names: &BTreeSet<String>, suffix: &str) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get_mut("$ref")
                && let Some(name) = reference.strip_prefix(SCHEMAS)
                && names.contains(name)
            {
                reference.push_str(suffix);
            }
            members.values_mut().for_each(|member| rename(member, names, suffix));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, names, suffix)),
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

    #[test]
    fn a_list_that_requests_and_answers_share_stays_closed_under_its_name() {
        let mut document = json!({
            "paths": { "/a": { "put": {
                "requestBody": reference("Shared"),
                "responses": { "200": reference("Shared") },
            } } },
            "webhooks": { "a": { "post": { "requestBody": reference("Word") } } },
            "components": { "schemas": {
                "Shared": { "properties": { "word": { "$ref": format!("{SCHEMAS}Word") } } },
                "Word": { "type": "string", "enum": ["a", "b"] },
            } },
        });
        open_answers(&mut document);
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["Word"], json!({ "type": "string", "enum": ["a", "b"] }));
        assert_eq!((&schemas["WordOutput"]["type"], &schemas["WordOutput"]["enum"]), (&json!("string"), &Value::Null));
        assert_eq!(schemas["SharedInput"]["properties"]["word"]["$ref"], format!("{SCHEMAS}Word"));
        assert_eq!(schemas["Shared"]["properties"]["word"]["$ref"], format!("{SCHEMAS}WordOutput"));
        assert_eq!(document["webhooks"]["a"]["post"]["requestBody"], reference("WordOutput"));
        let operation = &document["paths"]["/a"]["put"];
        assert_eq!(
            (&operation["requestBody"], &operation["responses"]["200"]),
            (&reference("SharedInput"), &reference("Shared"))
        );
    }
}
