//! The `outputSchema` of a tool: the schema of its structured content, including refusals.

use serde_json::{Map, Value, json};

use super::answer_plan::{AnswerPlan, Leaf, Shape};

/// The columns of the table that replaces a fact that is too long for one answer.
pub(super) const PART_COLUMNS: [&str; 1] = ["part"];

/// The JSON Schema (2020-12) of the answers with this layout, and of the API's errors.
pub(super) fn output_schema(plan: &AnswerPlan) -> Map<String, Value> {
    let facts: Map<String, Value> = plan.facts.iter().map(|fact| (fact.name.clone(), cell(fact))).collect();
    let tables: Map<String, Value> = plan
        .tables
        .iter()
        .map(|plan| (plan.name.clone(), table(plan.columns.iter().map(|column| (column.name.as_str(), cell(column))))))
        .collect();
    let schema = json!({
        "type": "object",
        "properties": {
            "facts": {
                "type": "object", "properties": facts, "additionalProperties": false,
                "description": "Single values by their place in the API's data. Only on the first page.",
            },
            "tables": {
                "type": "object", "properties": tables,
                "additionalProperties": table([(PART_COLUMNS[0], json!({}))].into_iter()),
                "description": "Lists by their place in the API's data, those that this page has rows of. A fact too long \
                    for one answer is a table of its parts, in order.",
            },
            "units": {
                "type": "object", "additionalProperties": { "type": "string" },
                "description": "What numbers count, by the last word of their names.",
            },
            "range": {
                "type": "object", "required": ["from", "to", "timezone"],
                "properties": { "from": { "type": "string" }, "to": { "type": "string" }, "timezone": { "type": "string" } },
                "description": "The days that the answer is about, both included.",
            },
            "leftOut": {
                "type": "array", "items": { "type": "string" }, "description": "What is not in this page, and how to get it.",
            },
            "nextCursor": {
                "type": ["string", "null"], "description": "Pass it as `cursor`, with the same other arguments, for more.",
            },
            "code": { "type": "string", "description": "Of a refusal: the API's code." },
            "message": { "type": "string", "description": "Of a refusal: what is wrong." },
        },
        "anyOf": [{ "required": ["facts", "tables", "units", "leftOut", "nextCursor"] }, { "required": ["code", "message"] }],
    });
    match schema {
        Value::Object(schema) => schema,
        _ => unreachable!("the text above is an object"),
    }
}

fn table<'c>(columns: impl Iterator<Item = (&'c str, Value)>) -> Value {
    let (names, cells): (Vec<&str>, Vec<Value>) = columns.unzip();
    let count = names.len();
    json!({
        "type": "object",
        "required": ["columns", "rows", "rowsFound"],
        "properties": {
            "columns": { "const": names },
            "rows": {
                "type": "array",
                "items": { "type": "array", "prefixItems": cells, "minItems": count, "maxItems": count },
            },
            "rowsFound": { "type": "integer", "description": "Rows that were read for this page; of a list there may be more." },
        },
        "additionalProperties": false,
    })
}

fn cell(leaf: &Leaf) -> Value {
    let or_null = |types: &[String]| json!(types.iter().map(String::as_str).chain(["null"]).collect::<Vec<_>>());
    match &leaf.shape {
        Shape::Scalar(types) => json!({ "type": or_null(types) }),
        Shape::List(types) => json!({ "type": ["array", "null"], "items": { "type": or_null(types) } }),
        Shape::Rows(_) => json!({ "type": ["array", "null"], "items": { "type": "array" } }),
        Shape::Count => json!({ "type": ["integer", "null"] }),
        Shape::Open => json!({}),
    }
}
