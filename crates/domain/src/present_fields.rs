//! Marks every field of a view as always present in its JSON schema.

use schemars::Schema;
use serde_json::Value;

/// Describes every field of a view as always present: a field without a value is null, never omitted.
///
/// For `#[schemars(transform = every_field_present)]` on a type that skips no field.
pub fn every_field_present(schema: &mut Schema) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return;
    };
    let names: Vec<Value> = properties.keys().map(|name| name.as_str().into()).collect();
    schema.insert("required".into(), names.into());
}

/// Like [`every_field_present`], except for what only some rows of a list have: `other` in the row that sums up the items without
/// their own row, `previous` and `change` in those that are compared with the previous period.
pub fn every_field_of_a_row_present(schema: &mut Schema) {
    every_field_present(schema);
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| name != "other" && name != "previous" && name != "change");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schemars::JsonSchema;
    use serde::Serialize;

    #[derive(Serialize, JsonSchema)]
    struct Inner {
        a: Option<String>,
        b: u32,
    }

    #[derive(Serialize, JsonSchema)]
    #[schemars(transform = every_field_present)]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
        c: Option<u32>,
    }

    #[test]
    fn a_field_without_a_value_is_described_as_null_and_as_always_there() {
        let schema = schemars::schema_for!(Outer).to_value();
        assert_eq!(schema["required"], serde_json::json!(["a", "b", "c"]));
        assert_eq!(schema["properties"]["a"]["type"], serde_json::json!(["string", "null"]));
        assert_eq!(schema["properties"]["c"]["type"], serde_json::json!(["integer", "null"]));
    }
}
