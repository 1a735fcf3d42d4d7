//! Converts schemas into the forms that client generators handle best. The meaning stays the same, except that `null` alone
//! becomes an object or null.

use serde_json::{Map, Value};

/// Walks through a document and rewrites each schema in it.
pub(crate) fn make_plain(value: &mut Value) {
    match value {
        Value::Object(schema) => {
            schema.values_mut().for_each(make_plain);
            merge_constants(schema);
            unwrap_single_choice(schema);
        }
        Value::Array(values) => values.iter_mut().for_each(make_plain),
        _ => {}
    }
}

/// Replaces `null` alone by an object or null, since many generators support no type with one value. A `null` among several
/// choices stays.
pub(super) fn widen_bare_null(value: &mut Value) {
    match value {
        Value::Object(schema) => {
            for (keyword, member) in schema.iter_mut() {
                match member {
                    Value::Array(choices) if matches!(keyword.as_str(), "anyOf" | "oneOf") => {
                        choices.iter_mut().filter(|choice| choice["type"] != "null").for_each(widen_bare_null);
                    }
                    // Examples are values, not schemas.
                    _ if keyword == "example" => {}
                    _ => widen_bare_null(member),
                }
            }
            if schema.get("type").is_some_and(|name| name == "null") {
                schema.insert("type".into(), serde_json::json!(["object", "null"]));
            }
        }
        Value::Array(values) => values.iter_mut().for_each(widen_bare_null),
        _ => {}
    }
}

/// Replaces `oneOf` of described constants by one `enum`, whose description lists the meaning of each value.
fn merge_constants(schema: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = schema.get("oneOf") else { return };
    let mut values = Vec::new();
    let mut meanings = String::new();
    for choice in choices {
        if choice["type"] != "string" {
            return;
        }
        let of_choice = match (choice.get("const"), choice.get("enum")) {
            (Some(constant), None) => std::slice::from_ref(constant),
            (None, Some(Value::Array(several))) => several,
            _ => return,
        };
        if let (Some(name), Some(meaning)) = (of_choice[0].as_str(), choice["description"].as_str()) {
            meanings.push_str(&format!("\n* `{name}`: {}", meaning.replace('\n', " ")));
        }
        values.extend(of_choice.iter().cloned());
    }
    let about = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let separator = if about.is_empty() || meanings.is_empty() { "" } else { "\n" };
    let description = format!("{about}{separator}{meanings}").trim().to_owned();
    schema.remove("oneOf");
    schema.insert("type".into(), "string".into());
    schema.insert("enum".into(), values.into());
    if !description.is_empty() {
        schema.insert("description".into(), description.into());
    }
}

/// Replaces a choice of one schema by that schema.
fn unwrap_single_choice(schema: &mut Map<String, Value>) {
    for keyword in ["oneOf", "anyOf"] {
        if let Some(Value::Array(choices)) = schema.get(keyword)
            && let [Value::Object(only)] = choices.as_slice()
        {
            let only = only.clone();
            schema.remove(keyword);
            for (name, value) in only {
                schema.entry(name).or_insert(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn plain(mut schema: Value) -> Value {
        make_plain(&mut schema);
        schema
    }

    #[test]
    fn described_constants_become_one_enumeration_that_keeps_what_each_means() {
        let choices = json!({
            "description": "How often.",
            "oneOf": [
                { "type": "string", "const": "daily", "description": "Once a day." },
                { "type": "string", "enum": ["weekly", "manual"] },
            ],
        });
        let expected = json!({
            "description": "How often.\n\n* `daily`: Once a day.",
            "type": "string",
            "enum": ["daily", "weekly", "manual"],
        });
        assert_eq!(plain(choices), expected);
    }

    #[test]
    fn null_alone_is_an_object_or_null_and_a_choice_of_null_stays() {
        let choice = json!({ "anyOf": [{ "$ref": "#/components/schemas/A" }, { "type": "null" }] });
        let mut schema = json!({ "properties": { "error": { "type": "null" }, "a": choice } });
        widen_bare_null(&mut schema);
        assert_eq!(schema, json!({ "properties": { "error": { "type": ["object", "null"] }, "a": choice } }));
    }

    #[test]
    fn a_choice_of_one_is_written_without_a_choice_and_others_stay() {
        assert_eq!(plain(json!({ "anyOf": [{ "type": "integer" }] })), json!({ "type": "integer" }));
        let several = json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] });
        assert_eq!(plain(several.clone()), several);
    }
}
