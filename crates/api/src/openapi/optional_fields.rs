//! Optional fields are marked only by `required` in the document, never by a `default`.
//!
//! For a field with a default, generators create a field that is required or always sent. So the description states the default.
//! Fields that a response always has are required there.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{open_answers::reached, operations::paths_mut};

/// Removes every `default` from the document.
pub(super) fn tell_defaults_in_words(document: &mut Value) {
    let (asked, answered) = reached(document);
    let only_answered: BTreeSet<&String> = answered.difference(&asked).collect();
    for (name, schema) in document["components"]["schemas"].as_object_mut().into_iter().flatten() {
        of_fields(schema, only_answered.contains(name));
    }
    for operation in paths_mut(document) {
        for parameter in operation["parameters"].as_array_mut().into_iter().flatten() {
            let default = parameter["schema"].as_object_mut().and_then(|schema| schema.remove("default"));
            tell(parameter, default);
        }
    }
}

/// Handles the fields of every object in a schema. `is_answer`: the schema is used only in responses, so a field with a default
/// is always present.
fn of_fields(schema: &mut Value, is_answer: bool) {
    match schema {
        Value::Object(members) => {
            let mut present = Vec::new();
            for (name, field) in members.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
                let Some(default) = field.as_object_mut().and_then(|field| field.remove("default")) else { continue };
                if is_answer {
                    present.push(Value::from(name.as_str()));
                } else {
                    tell(field, Some(default));
                }
            }
            require(members, present);
            members.values_mut().for_each(|member| of_fields(member, is_answer));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| of_fields(value, is_answer)),
        _ => {}
    }
}

fn require(schema: &mut Map<String, Value>, names: Vec<Value>) {
    if names.is_empty() {
        return;
    }
    if let Value::Array(required) = schema.entry("required").or_insert_with(|| Value::Array(Vec::new())) {
        let new: Vec<Value> = names.into_iter().filter(|name| !required.contains(name)).collect();
        required.extend(new);
    }
}

/// Adds a default to a description, unless it is missing, null, an empty list, or an object, whose fields have their own
/// defaults.
fn tell(described: &mut Value, default: Option<Value>) {
    let is_told = match &default {
        None | Some(Value::Null | Value::Object(_)) => false,
        Some(Value::Array(values)) => !values.is_empty(),
        Some(_) => true,
    };
    let Some(default) = default.filter(|_| is_told) else { return };
    let text = default.as_str().map_or_else(|| default.to_string(), str::to_owned);
    let about = described["description"].as_str().unwrap_or_default();
    described["description"] = format!("{about} Default: `{text}`.").trim_start().into();
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_default_becomes_words_in_a_request_and_a_required_field_in_an_answer() {
        let schema = json!({ "type": "object", "properties": {
            "size": { "type": "string", "description": "How large.", "default": "md" },
            "theme": { "$ref": "#/components/schemas/Theme", "default": { "size": "md" } },
        } });
        let mut asked = schema.clone();
        of_fields(&mut asked, false);
        let told = json!({ "type": "object", "properties": {
            "size": { "type": "string", "description": "How large. Default: `md`." },
            "theme": { "$ref": "#/components/schemas/Theme" },
        } });
        assert_eq!(asked, told);
        let mut answered = schema;
        of_fields(&mut answered, true);
        assert_eq!(answered["required"], json!(["size", "theme"]));
        assert_eq!(answered["properties"]["size"], json!({ "type": "string", "description": "How large." }));
    }
}
