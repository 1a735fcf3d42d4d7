//! Finds operations and references in the OpenAPI document.

use serde_json::Value;

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
/// The maximum number of references that are followed from one to the next.
const MAX_STEPS: usize = 10;

/// The document.
pub(super) struct Document(pub Value);

/// An operation with its place.
pub(super) struct Operation<'d> {
    pub method: &'d str,
    pub path: &'d str,
    pub operation: &'d Value,
}

impl Document {
    /// The operations by their first tag, in the order of the document's tags.
    pub(super) fn by_tag(&self) -> Vec<(&str, Vec<Operation<'_>>)> {
        let names = self.0["tags"].as_array().into_iter().flatten().filter_map(|tag| tag["name"].as_str());
        let mut tags: Vec<(&str, Vec<Operation<'_>>)> = names.map(|name| (name, Vec::new())).collect();
        for (path, item) in self.0["paths"].as_object().into_iter().flatten() {
            for method in METHODS {
                let Some(operation) = item.get(method) else { continue };
                let tag = operation["tags"][0].as_str().unwrap_or("other");
                let one = Operation { method, path, operation };
                match tags.iter_mut().find(|(name, _)| *name == tag) {
                    Some((_, operations)) => operations.push(one),
                    None => tags.push((tag, vec![one])),
                }
            }
        }
        tags.retain(|(_, operations)| !operations.is_empty());
        tags
    }

    /// Follows references; any other value is returned as it is.
    pub(super) fn resolved<'d>(&'d self, value: &'d Value) -> &'d Value {
        let mut found = value;
        for _ in 0..MAX_STEPS {
            match found["$ref"].as_str().and_then(|name| self.0.pointer(name.trim_start_matches('#'))) {
                Some(next) => found = next,
                None => break,
            }
        }
        found
    }
}

/// The name of the schema to which a value refers.
pub(super) fn schema_name(value: &Value) -> Option<&str> {
    value["$ref"].as_str()?.strip_prefix("#/components/schemas/")
}

impl Operation<'_> {
    pub(super) fn id(&self) -> &str {
        self.operation["operationId"].as_str().unwrap_or_default()
    }
    pub(super) fn summary(&self) -> &str {
        self.operation["summary"].as_str().unwrap_or_else(|| self.id())
    }
    /// The scope that a key needs; empty if a scope is not enough or not needed.
    pub(super) fn scope(&self) -> &str {
        self.operation["x-required-scope"].as_str().unwrap_or_default()
    }
}
