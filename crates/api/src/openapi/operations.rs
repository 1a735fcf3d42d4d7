//! Iterates over the operations of an OpenAPI document.

use serde_json::{Map, Value};

/// Every operation of the paths.
pub(super) fn paths(document: &Value) -> impl Iterator<Item = &Value> {
    document.get("paths").into_iter().flat_map(in_items)
}

/// Every operation of the paths, or of the webhooks, of a document: `items` is that part of it.
pub(super) fn in_items(items: &Value) -> impl Iterator<Item = &Value> {
    let items = items.as_object().into_iter().flat_map(Map::values);
    items.filter_map(Value::as_object).flat_map(Map::values)
}

/// Every operation of the paths, mutable.
pub(super) fn paths_mut(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    document.get_mut("paths").into_iter().flat_map(in_items_mut)
}

/// Every operation in `items`, mutable.
pub(super) fn in_items_mut(items: &mut Value) -> impl Iterator<Item = &mut Value> {
    let items = items.as_object_mut().into_iter().flat_map(Map::values_mut);
    items.filter_map(Value::as_object_mut).flat_map(Map::values_mut)
}
