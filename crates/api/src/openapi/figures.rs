//! Describes every figure in the document with its definition.

use askline_domain::analytics::figures::{FIGURES, Figure};
use serde_json::{Value, json};

/// Describes the numbers that are figures, in every schema of the document, and lists the figures with their names and days.
pub(super) fn describe(document: &mut Value) {
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        for (name, schema) in schemas {
            describe_in(name, schema);
        }
    }
    document["x-figures"] = FIGURES.iter().map(entry).collect();
}

fn describe_in(schema: &str, part: &mut Value) {
    match part {
        Value::Object(members) => {
            if let Some(properties) = members.get_mut("properties").and_then(Value::as_object_mut) {
                for (field, property) in properties.iter_mut().filter(|(_, property)| is_number(property)) {
                    if let Some(figure) = Figure::of(schema, field) {
                        property["description"] = figure.description().into();
                    }
                }
            }
            members.values_mut().for_each(|member| describe_in(schema, member));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| describe_in(schema, item)),
        _ => {}
    }
}

/// Whether a property is a number, or a number or null.
fn is_number(property: &Value) -> bool {
    let kinds = match &property["type"] {
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    kinds.iter().any(|kind| kind == "integer" || kind == "number")
}

fn entry(figure: &Figure) -> Value {
    json!({
        "field": figure.field, "schemas": figure.schemas, "name": figure.name, "definition": figure.definition,
        "denominator": figure.denominator, "days": figure.counted.days(), "isExplained": figure.is_explained,
    })
}
