//! Iterates over the operations of an OpenAPI document.

use serde_json::{Map, Value};

/// Every operation of the paths.
pub(super) fn paths(document: &Value) -> impl Iterator<Item = &Value> {
    let items = document.get("paths").and_then(Value::as_object).into_iter().flat_map(Map::values);
    items.filter_map(Value::as_object).flat_map(Map::values)
}

/// Every operation of the paths, mutable.
pub(super) fn paths_mut(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let items = document.get_mut("paths").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut);
    items.filter_map(Value::as_object_mut).flat_map(Map::values_mut)
}
