//! Schemas of arguments in the form that every vendor's models accept.
//!
//! They have `type` and `enum`, with the meanings in a short description. Some vendors refuse a tool with other keywords, such as Google's function declarations with `oneOf`, `const` or the
//! format `date`. What the dropped keywords say is checked by the API, which names the argument in its refusal.

use serde_json::{Map, Value};

/// Texts of arguments that mean the same in every tool, in place of the API's longer ones.
const TEXTS: [(&str, &str); 13] = [
    ("siteId", "The site's id or domain."),
    ("days", "Days up to today."),
    ("from", "First date, YYYY-MM-DD."),
    ("to", "Last date, YYYY-MM-DD."),
    ("page", "Only this path, or a folder such as /guides/**."),
    ("compare", "previous: adds the period before; year: that of a year ago."),
    ("interval", "Length of a row of a series."),
    ("engine", "Only this engine."),
    ("monitorId", "Only this tracked question."),
    ("order", "Smallest (asc) or largest (desc) first."),
    ("sort", "What rows are sorted by."),
    ("limit", "Rows on a page."),
    ("cursor", "nextCursor of the last page."),
];
/// Keywords that some vendors refuse, or that do not help a model to choose a value.
const DROPPED: [&str; 8] =
    ["default", "format", "maxItems", "maxLength", "minItems", "minLength", "pattern", "uniqueItems"];

/// Rewrites the schemas of all arguments of a tool.
pub(super) fn make_short(properties: &mut Map<String, Value>) {
    for (name, schema) in properties.iter_mut() {
        let default = schema.get("default").filter(|value| value.is_number() || value.is_string()).cloned();
        shorten(schema);
        let text = TEXTS.iter().find(|(known, _)| known == name).map(|(_, text)| (*text).to_owned());
        let text = text.or_else(|| schema["description"].as_str().map(str::to_owned)).unwrap_or_default();
        let default = default.map(|value| match value {
            Value::String(text) => format!(" Default: {text}."),
            other => format!(" Default: {other}."),
        });
        schema["description"] = format!("{text}{}", default.unwrap_or_default()).trim().into();
    }
}

fn shorten(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    schema.retain(|keyword, _| !DROPPED.contains(&keyword.as_str()));
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = one_line(text);
    }
    if let Some(items) = schema.get_mut("items") {
        shorten(items);
    }
    for property in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        shorten(property.1);
    }
}

/// A list of meanings as one line.
fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start_matches("* ").trim()).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ").replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::tools;
    use serde_json::json;

    const KEYWORDS: [&str; 9] = [
        "type",
        "enum",
        "description",
        "items",
        "properties",
        "required",
        "additionalProperties",
        "minimum",
        "maximum",
    ];

    fn check(place: &str, schema: &Value) {
        let object = schema.as_object().expect(place);
        for keyword in object.keys() {
            assert!(KEYWORDS.contains(&keyword.as_str()), "{place} has {keyword}");
        }
        assert!(schema["type"].is_string(), "{place} has no single type: {schema}");
        if let Some(items) = object.get("items") {
            check(&format!("{place}[]"), items);
        }
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            check(&format!("{place}.{name}"), schema);
        }
    }

    #[test]
    fn every_argument_of_every_tool_uses_only_keywords_that_every_vendor_accepts() {
        let mut names = Vec::new();
        for known in tools::all() {
            let schema = Value::Object((*known.tool.input_schema).clone());
            check(known.name(), &schema);
            let properties = schema["properties"].as_object().expect("properties");
            for (name, schema) in properties {
                assert!(!schema["description"].as_str().expect(name).is_empty(), "{}.{name}", known.name());
                names.push(name.clone());
            }
        }
        for (name, _) in TEXTS {
            assert!(names.iter().any(|known| known == name), "{name} is no argument");
        }
    }

    #[test]
    fn a_default_and_the_meanings_of_values_are_in_the_description() {
        let mut schema = json!({ "side": {
            "type": "string", "enum": ["a"], "default": "a", "pattern": "^a$", "description": "The side.\n\n* `a`: By name.",
        } });
        make_short(schema.as_object_mut().expect("an object"));
        let expected =
            json!({ "side": { "type": "string", "enum": ["a"], "description": "The side. a: By name. Default: a." } });
        assert_eq!(schema, expected);
    }
}
