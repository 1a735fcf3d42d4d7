//! The OpenAPI document as client generators read it. Nothing in it makes a generated client fail to compile, or send
//! values that its user did not set.

use std::collections::{BTreeMap, BTreeSet};

use askline_api::routes::documents::openapi_json;
use askline_domain::webhooks::{EventName, TEST_MESSAGE};
use serde_json::{Value, json};

/// The maximum size of the document in bytes.
const MAX_BYTES: usize = 1_250_000;

/// The document as the service sends it.
pub(crate) fn document() -> Value {
    serde_json::from_slice(&openapi_json()).unwrap()
}

/// Every operation, with its id.
fn operations(document: &Value) -> Vec<(&str, &Value)> {
    let items = ["paths", "webhooks"].into_iter().flat_map(|part| document[part].as_object().unwrap().values());
    let operations = items.flat_map(|item| item.as_object().unwrap().values());
    operations.map(|operation| (operation["operationId"].as_str().unwrap(), operation)).collect()
}

/// Follows a reference (`$ref`); any other value is returned as it is.
pub(crate) fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(name) => document.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name} is missing")),
        None => value,
    }
}

/// Calls `look` with each object of the document that is not part of an example, its place, and whether it is one of several
/// choices.
fn walk(
    value: &Value,
    place: &str,
    is_choice: bool,
    look: &mut impl FnMut(&str, &serde_json::Map<String, Value>, bool),
) {
    match value {
        Value::Object(members) => {
            look(place, members, is_choice);
            for (name, member) in members.iter().filter(|(name, _)| *name != "example") {
                let are_choices = matches!(name.as_str(), "anyOf" | "oneOf");
                match member.as_array().filter(|choices| are_choices && choices.len() > 1) {
                    Some(choices) => {
                        choices.iter().for_each(|choice| walk(choice, &format!("{place}/{name}"), true, look))
                    }
                    None => walk(member, &format!("{place}/{name}"), false, look),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| walk(value, place, false, look)),
        _ => {}
    }
}

/// The places of the document for which `is_found` is true.
fn places(is_found: impl Fn(&serde_json::Map<String, Value>, bool) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    walk(&document(), "", false, &mut |place, members, is_choice| {
        if is_found(members, is_choice) {
            found.push(place.to_owned());
        }
    });
    found
}

#[test]
fn the_document_is_small() {
    let bytes = openapi_json().len();
    println!("{bytes} bytes");
    assert!(bytes <= MAX_BYTES, "{bytes}");
}

#[test]
fn every_refusal_is_defined_once_and_operations_only_refer_to_it() {
    let document = document();
    let mut references = BTreeMap::new();
    for (id, operation) in operations(&document).into_iter().filter(|(id, _)| !id.starts_with("receive_")) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            if status.starts_with(['4', '5']) {
                let name = response["$ref"].as_str().unwrap_or_else(|| panic!("{id} {status} is written out"));
                *references.entry(name).or_insert(0_usize) += 1;
                let codes = resolved(&document, response)["description"].as_str().unwrap();
                assert!(codes.starts_with("* `"), "{id} {status}: {codes}");
            }
        }
    }
    let shared = document["components"]["responses"].as_object().unwrap();
    assert_eq!(references.len(), shared.len(), "one that nobody refers to");
    let different: BTreeSet<String> = shared.values().map(|response| response["description"].to_string()).collect();
    assert_eq!(different.len(), shared.len(), "two that say the same");
    assert!(references.values().sum::<usize>() > 800, "{references:?}");
}

#[test]
fn every_reference_leads_somewhere_and_no_parameter_is_written_out_three_times() {
    let document = document();
    walk(&document, "", false, &mut |place, members, _| {
        if let Some(name) = members.get("$ref").and_then(Value::as_str) {
            assert!(document.pointer(name.trim_start_matches('#')).is_some(), "{place}: {name}");
        }
    });
    let mut written_out: BTreeMap<String, usize> = BTreeMap::new();
    // Parameters of webhook messages have no references, since openapi-generator does not follow them there.
    let asked = operations(&document).into_iter().filter(|(id, _)| !id.starts_with("receive_"));
    for parameter in asked.flat_map(|(_, operation)| operation["parameters"].as_array().unwrap()) {
        if parameter.get("$ref").is_none() {
            *written_out.entry(parameter.to_string()).or_default() += 1;
        }
    }
    assert!(written_out.values().all(|count| *count < 3), "{written_out:?}");
}

#[test]
fn nothing_is_of_a_type_that_has_null_alone() {
    let found = places(|schema, is_choice| schema.get("type").is_some_and(|name| name == "null") && !is_choice);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn no_field_and_no_parameter_has_a_default() {
    // As the name of a field, `default` has a schema; as a keyword, it has a value and is beside a type or a reference.
    let is_schema = |schema: &serde_json::Map<String, Value>| {
        ["type", "$ref", "anyOf", "oneOf"].iter().any(|key| schema.contains_key(*key))
    };
    let found = places(|schema, _| schema.contains_key("default") && is_schema(schema));
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn no_schema_is_called_what_a_generated_constructor_or_another_schema_is_called() {
    let document = document();
    let names: Vec<&String> = document["components"]["schemas"].as_object().unwrap().keys().collect();
    assert!(names.len() > 300, "{}", names.len());
    let mut seen = BTreeSet::new();
    for name in names {
        // Go writes `NewThing` and `NullableThing` for each schema `Thing`; TypeScript and Python have an `Error` of their own.
        for prefix in ["New", "Nullable", "Create", "Update"] {
            let rest = name.strip_prefix(prefix).unwrap_or_default();
            assert!(!rest.starts_with(|first: char| first.is_uppercase()), "{name}: say {rest}Create or {rest}Update");
        }
        assert!(!name.ends_with(|last: char| last.is_ascii_digit()), "{name} has a number in place of a name");
        assert!(!["Error", "Object", "Array", "Date", "Response", "Request"].contains(&name.as_str()), "{name}");
        assert!(seen.insert(name.to_lowercase()), "{name} differs from another in its case alone");
    }
    for (id, operation) in operations(&document) {
        let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let Some(name) = body.as_str().and_then(|name| name.rsplit('/').next()) else { continue };
        let ending = if id.starts_with("create_") {
            "Create"
        } else if id.starts_with("update_") {
            "Update"
        } else {
            ""
        };
        assert!(name.ends_with(ending), "{id} takes {name}");
    }
}

#[test]
fn what_a_client_goes_on_with_is_always_there() {
    let document = document();
    let required = document["components"]["schemas"]["Pagination"]["required"].as_array().unwrap();
    assert!(required.contains(&json!("nextCursor")), "{required:?}");
    for (id, operation) in operations(&document) {
        let Some(success) = ["200", "201"].iter().find_map(|status| operation["responses"].get(status)) else {
            continue;
        };
        let data = resolved(&document, &success["content"]["application/json"]["schema"]["properties"]["data"]);
        if data["properties"].get("endedSessions").is_some() && id != "accept_invitation" {
            assert_eq!(data["properties"]["token"]["type"], "string", "{id}");
            assert!(data["required"].as_array().unwrap().contains(&json!("token")), "{id}");
        }
    }
}

#[test]
fn every_message_to_a_webhook_is_described_with_its_headers_and_its_data() {
    let document = document();
    let described: BTreeSet<&str> = document["webhooks"].as_object().unwrap().keys().map(String::as_str).collect();
    let sent: BTreeSet<&str> = EventName::EVERY.iter().map(|event| event.as_str()).chain([TEST_MESSAGE]).collect();
    assert_eq!(described, sent);
    for (name, item) in document["webhooks"].as_object().unwrap() {
        let headers = item["post"]["parameters"].as_array().unwrap().iter();
        let headers: Vec<&Value> = headers.map(|header| &resolved(&document, header)["name"]).collect();
        assert_eq!(headers, ["webhook-id", "webhook-timestamp", "webhook-signature"], "{name}");
        let body = &item["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"];
        assert_eq!(body["type"]["const"], *name);
        let data = resolved(&document, &body["data"]);
        assert!(data["properties"].as_object().is_some_and(|fields| !fields.is_empty()), "{name}");
    }
}

#[test]
fn json_is_what_a_client_gets_unless_it_asks_for_a_file() {
    let document = document();
    let mut with_files = 0;
    for (id, operation) in operations(&document) {
        let Some(content) = operation["responses"]["200"]["content"].as_object() else { continue };
        if content.len() < 2 {
            continue;
        }
        with_files += 1;
        // Generators that support only one type per response use JSON, and ignore the text types.
        assert!(content.contains_key("application/json"), "{id}");
        let others = content.iter().filter(|(media_type, _)| *media_type != "application/json");
        assert!(others.clone().all(|(_, content)| content["schema"]["type"] == "string"), "{id}");
        let mut parameters = operation["parameters"].as_array().unwrap().iter().map(|one| resolved(&document, one));
        let format =
            parameters.find(|parameter| parameter["name"] == "format").unwrap_or_else(|| panic!("{id} has no format"));
        let forms = &resolved(&document, &format["schema"])["enum"];
        assert!(forms.as_array().is_some_and(|forms| forms.contains(&json!("json"))), "{id}: {format}");
    }
    assert!(with_files >= 9, "{with_files}");
}

#[test]
fn parameters_of_one_name_are_of_one_form() {
    let document = document();
    let mut forms: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (id, operation) in operations(&document) {
        for parameter in operation["parameters"].as_array().unwrap() {
            let parameter = resolved(&document, parameter);
            let (name, schema) = (parameter["name"].as_str().unwrap(), &parameter["schema"]);
            if matches!(name, "from" | "to") {
                forms.entry(name).or_default().insert(schema.to_string());
            }
            if name == "include" {
                assert_eq!(schema["type"], "array", "{id}");
            }
        }
    }
    assert!(forms.values().all(|forms| forms.len() == 1), "{forms:?}");
    assert_eq!(forms.len(), 2);
}
