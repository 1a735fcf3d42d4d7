//! Lists of values: open in responses, closed in requests.
//!
//! A later release may add a value to a list, such as an engine. In a response the list is therefore a `string` whose known
//! values are in `x-extensible-enum`: a generated client accepts values that it does not know. Generators make classes that
//! are hard to use of `anyOf` with an `enum` and a `string`, so no response has that. A request keeps its `enum`.

use serde_json::{Map, Value, json};

/// The keyword with the known values of an open list.
pub(super) const KNOWN_VALUES: &str = "x-extensible-enum";

/// What the description of an open list says in addition.
const MAY_GROW: &str = "A later release may add values.";

/// The lists that no release extends, also in responses: the name of the schema, and the reason.
pub(super) const CLOSED: &[(&str, &str)] = &[
    ("AcceptedStatus", "It says that the request was accepted; any other outcome is an error."),
    ("AutoSubmits", "The third value is everything that is neither yes nor no."),
    ("Background", "A background is light or dark."),
    ("EndedStatus", "It says that the session ended; any other outcome is an error."),
    ("ReceivedStatus", "It says the same for every report, so that nobody learns whether a key exists."),
    ("PasskeyRemovedStatus", "It says that the passkey was removed; any other outcome is an error."),
    ("RemovedStatus", "It says that the member was removed; any other outcome is an error."),
    ("RevokedStatus", "It says that the key was revoked; any other outcome is an error."),
];

/// Whether a schema has a list that responses open. `name`: the schema's name among the components; empty for an inline one.
pub(super) fn has_open_list(name: &str, schema: &Value) -> bool {
    !is_closed(name) && any(schema, &|members| is_list(members) || tags_of(members).is_some())
}

/// Opens every list in a schema.
pub(super) fn open_lists(name: &str, schema: &mut Value) {
    if !is_closed(name) {
        each(schema, &|members| {
            merge_variants(members);
            open_list(members);
        });
    }
}

fn is_closed(name: &str) -> bool {
    CLOSED.iter().any(|(closed, _)| *closed == name)
}

fn is_list(members: &Map<String, Value>) -> bool {
    members.get("enum").is_some_and(Value::is_array)
}

fn open_list(members: &mut Map<String, Value>) {
    let Some(Value::Array(mut values)) = members.remove("enum") else { return };
    values.retain(|value| !value.is_null());
    let about = members.get("description").and_then(Value::as_str).unwrap_or_default();
    if !about.contains("A later release may add") {
        let separator = match about {
            "" => "",
            about if about.contains("\n* ") => "\n\n",
            _ => " ",
        };
        members.insert("description".into(), format!("{about}{separator}{MAY_GROW}").into());
    }
    members.insert(KNOWN_VALUES.into(), values.into());
}

/// The constants that tell the variants of a `oneOf` apart, by the name of their field.
fn tags_of(members: &Map<String, Value>) -> Option<(String, Vec<Value>)> {
    let Some(Value::Array(variants)) = members.get("oneOf") else { return None };
    let tag_of = |variant: &Value| {
        let fields = variant.get("properties")?.as_object()?;
        fields.iter().find_map(|(name, field)| Some((name.clone(), field.get("const")?.clone())))
    };
    let tags: Vec<(String, Value)> = variants.iter().map(tag_of).collect::<Option<_>>()?;
    let (field, _) = tags.first()?.clone();
    let values = tags.into_iter().filter(|(name, _)| *name == field).map(|(_, value)| value).collect::<Vec<_>>();
    (values.len() == variants.len()).then_some((field, values))
}

/// Replaces variants that a constant tells apart by one object: the constants become a list of values, and a field that not
/// every variant has becomes optional. With separate variants, no client could read one of a later release.
fn merge_variants(members: &mut Map<String, Value>) {
    let Some((tag, values)) = tags_of(members) else { return };
    let Some(Value::Array(variants)) = members.remove("oneOf") else { return };
    let mut fields: Map<String, Value> = Map::new();
    let mut owners: Map<String, Value> = Map::new();
    let mut meanings = String::new();
    for (variant, value) in variants.iter().zip(&values) {
        let value = value.as_str().unwrap_or_default();
        let meaning = variant["description"].as_str().unwrap_or_default().replace('\n', " ");
        meanings.push_str(&format!("\n* `{value}`: {meaning}"));
        for (name, field) in variant["properties"].as_object().into_iter().flatten().filter(|(name, _)| **name != tag) {
            fields.entry(name.clone()).or_insert_with(|| field.clone());
            let owned_by = owners.entry(name.clone()).or_insert_with(|| json!([]));
            owned_by.as_array_mut().into_iter().for_each(|owned_by| owned_by.push(format!("`{value}`").into()));
        }
    }
    for (name, field) in &mut fields {
        let owned_by: Vec<&str> = owners[name].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let about = field["description"].as_str().unwrap_or_default();
        field["description"] = format!("Only with {}. {about}", owned_by.join(" and ")).trim_end().into();
    }
    let about = format!("The variant.\n{meanings}");
    fields.insert(tag.clone(), json!({ "type": "string", "enum": values, "description": about }));
    members.insert("type".into(), "object".into());
    members.insert("properties".into(), Value::Object(fields));
    members.insert("required".into(), json!([tag]));
}

/// Calls `edit` for every schema in `value`, an outer one before those in it. Examples are values, not schemas.
fn each(value: &mut Value, edit: &impl Fn(&mut Map<String, Value>)) {
    match value {
        Value::Object(members) => {
            edit(members);
            let inner = members.iter_mut().filter(|(keyword, _)| *keyword != "example" && *keyword != "examples");
            inner.for_each(|(_, member)| each(member, edit));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| each(value, edit)),
        _ => {}
    }
}

/// Whether `found` says so for a schema in `value`.
pub(super) fn any(value: &Value, found: &impl Fn(&Map<String, Value>) -> bool) -> bool {
    match value {
        Value::Object(members) => {
            found(members)
                || members
                    .iter()
                    .filter(|(keyword, _)| *keyword != "example" && *keyword != "examples")
                    .any(|(_, member)| any(member, found))
        }
        Value::Array(values) => values.iter().any(|value| any(value, found)),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
