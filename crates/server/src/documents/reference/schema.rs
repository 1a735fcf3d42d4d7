//! Schemas as HTML: the name of a type, and the fields of an object. A schema with a name is a link to its own section.

use std::fmt::Write as _;

use serde_json::Value;

use super::{
    document::{Document, schema_name},
    escaped,
    prose::prose,
};

/// How deep fields of objects without a name are drawn inside each other.
const MAX_DEPTH: usize = 6;
/// Keywords that limit a value, with their words.
const LIMITS: [(&str, &str); 8] = [
    ("minimum", "at least"),
    ("maximum", "at most"),
    ("minLength", "characters at least"),
    ("maxLength", "characters at most"),
    ("minItems", "items at least"),
    ("maxItems", "items at most"),
    ("default", "default"),
    ("pattern", "matches"),
];

/// The type of a value in words, as HTML.
pub(super) fn type_name(document: &Document, schema: &Value) -> String {
    if let Some(name) = schema_name(schema) {
        let name = escaped(name);
        return format!("<a href=\"#schema-{name}\">{name}</a>");
    }
    let schema = document.resolved(schema);
    if let Some(value) = schema.get("const") {
        return escaped(&value.to_string());
    }
    let values = |values: &Value| {
        let values: Vec<String> =
            values.as_array().into_iter().flatten().map(|value| escaped(&value.to_string())).collect();
        values.join(" | ")
    };
    if schema.get("enum").is_some() {
        return values(&schema["enum"]);
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if let Some(known) = schema.get("x-extensible-enum") {
        let null = if types.contains(&"null") { " | null" } else { "" };
        return format!("{} | other{null}", values(known));
    }
    if let Some(choices) = choices(schema) {
        let mut names: Vec<String> = choices.iter().map(|choice| type_name(document, choice)).collect();
        names.dedup();
        return names.join(" | ");
    }
    let shown = |name: &&str| match *name {
        "array" => format!("{}[]", type_name(document, &schema["items"])),
        "string" => escaped(schema["format"].as_str().unwrap_or("string")),
        name => escaped(name),
    };
    let shown: Vec<String> = types.iter().map(shown).collect();
    if shown.is_empty() { "any".into() } else { shown.join(" | ") }
}

/// The type and the limits of a value that has no fields.
pub(super) fn line(document: &Document, schema: &Value) -> String {
    format!("<p class=\"type\"><code>{}</code></p>{}", type_name(document, schema), limits(document, schema))
}

/// The limits of a value; empty if it has none.
pub(super) fn limits(document: &Document, schema: &Value) -> String {
    let schema = document.resolved(schema);
    let named =
        LIMITS.iter().filter_map(|(key, words)| Some((words, schema.get(*key).filter(|value| !value.is_null())?)));
    let words: Vec<String> = named.map(|(words, value)| format!("{words} {}", escaped(&value.to_string()))).collect();
    if words.is_empty() { String::new() } else { format!("<p class=\"limits\">{}</p>", words.join(", ")) }
}

/// The fields of an object, of the items of a list, or of each of several choices; `None` without fields.
pub(super) fn fields(document: &Document, schema: &Value) -> Option<String> {
    fields_at(document, schema, 0)
}

fn fields_at(document: &Document, schema: &Value, depth: usize) -> Option<String> {
    // A schema with a name has its own section.
    if depth > MAX_DEPTH || (depth > 0 && schema_name(schema).is_some()) {
        return None;
    }
    let schema = document.resolved(schema);
    if schema.get("items").is_some() {
        return fields_at(document, &schema["items"], depth + 1);
    }
    if let Some(choices) = choices(schema) {
        let drawn: Vec<String> = choices.iter().filter_map(|choice| fields_at(document, choice, depth + 1)).collect();
        let drawn: String = drawn.iter().map(|choice| format!("<div>{choice}</div>")).collect();
        let names = line(document, schema);
        return Some(if drawn.is_empty() {
            names
        } else {
            format!("{names}<div class=\"choices-of-schema\">{drawn}</div>")
        });
    }
    let parts: Vec<&Value> = std::iter::once(schema)
        .chain(schema["allOf"].as_array().into_iter().flatten().map(|part| document.resolved(part)))
        .collect();
    let required = |name: &str| {
        parts.iter().any(|part| part["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name)))
    };
    let mut rows = String::new();
    for (name, property) in parts.iter().filter_map(|part| part["properties"].as_object()).flatten() {
        let mark = if required(name) { "<span class=\"required\">required</span>" } else { "" };
        let about = property["description"].as_str().or_else(|| document.resolved(property)["description"].as_str());
        let inner = fields_at(document, property, depth + 1)
            .map(|inner| format!("<details><summary>Fields</summary>{inner}</details>"))
            .unwrap_or_default();
        let _ = write!(
            rows,
            "<dt><code>{}</code> <span class=\"type\">{}</span>{mark}</dt><dd>{}{}{inner}</dd>",
            escaped(name),
            type_name(document, property),
            about.map(prose).unwrap_or_default(),
            limits(document, property),
        );
    }
    if rows.is_empty() { None } else { Some(format!("<dl class=\"fields\">{rows}</dl>")) }
}

fn choices(schema: &Value) -> Option<&Vec<Value>> {
    schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array())
}
