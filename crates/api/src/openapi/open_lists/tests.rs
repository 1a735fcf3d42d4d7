//! Tests that lists are open in responses and closed in requests.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::openapi::{self, open_answers::reach, operations};

/// The served document.
fn document() -> Value {
    openapi::document(&crate::routes::table(), "test")
}

/// Every part of a document that its requests or its responses consist of: the inline parts of operations, under no name, and
/// the schemas that these refer to. A message to a webhook is read like a response.
fn parts(document: &Value, of_responses: bool) -> Vec<(String, &Value)> {
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let (paths, webhooks) = (operations::paths(document), operations::in_items(&document["webhooks"]));
    let mut inline: Vec<&Value> = if of_responses {
        let messages = webhooks.map(|message| &message["requestBody"]);
        paths.map(|operation| &operation["responses"]).chain(messages).collect()
    } else {
        paths.flat_map(|operation| [&operation["requestBody"], &operation["parameters"]]).collect()
    };
    inline.push(&document["components"][if of_responses { "responses" } else { "parameters" }]);
    let mut names = BTreeSet::new();
    inline.iter().for_each(|part| reach(part, schemas, &mut names));
    let named = names.into_iter().map(|name| (name.clone(), &schemas[&name]));
    named.chain(inline.into_iter().map(|part| (String::new(), part))).collect()
}

/// How often each list of values is in the requests of a document, with the lists of the schemas that they refer to.
fn lists_of_requests(document: &Value) -> BTreeMap<String, usize> {
    let mut lists = BTreeMap::new();
    for (_, part) in parts(document, false) {
        let found = std::cell::RefCell::new(Vec::new());
        any(part, &|members| {
            found.borrow_mut().extend(members.get("enum").map(Value::to_string));
            false
        });
        for list in found.into_inner() {
            *lists.entry(list).or_default() += 1;
        }
    }
    lists
}

#[test]
fn no_response_has_a_closed_list_unless_the_table_names_it() {
    let document = document();
    let closed: BTreeSet<String> = parts(&document, true)
        .into_iter()
        .filter(|(_, part)| any(part, &|members| is_list(members) || tags_of(members).is_some()))
        .map(|(name, _)| name)
        .collect();
    let named: BTreeSet<String> = CLOSED.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(closed, named);
    assert!(CLOSED.iter().all(|(_, reason)| reason.ends_with('.')));
}

#[test]
fn no_response_chooses_between_a_closed_list_and_any_text() {
    let is_choice = |members: &Map<String, Value>| {
        let choices = members.get("anyOf").or_else(|| members.get("oneOf")).and_then(Value::as_array);
        choices.is_some_and(|choices| choices.iter().filter(|choice| choice["type"] == "string").count() > 1)
    };
    let document = document();
    let choosing = parts(&document, true).into_iter().find(|(_, part)| any(part, &is_choice));
    assert_eq!(choosing, None, "generators make classes of this that are hard to use");
}

#[test]
fn every_constant_of_a_response_identifies_the_response() {
    let document = document();
    let mut constants = BTreeSet::new();
    for (name, part) in parts(&document, true) {
        if any(part, &|members| members.contains_key("const")) {
            constants.insert(name);
        }
    }
    // The result of a deletion, and the format of an export; inline, the type of a message.
    assert_eq!(constants, ["", "Deleted", "PromptExport"].map(str::to_owned).into());
}

#[test]
fn requests_keep_every_list_that_they_had() {
    let open = document();
    let closed = openapi::closed_document(&crate::routes::table(), "test");
    assert_eq!(lists_of_requests(&open), lists_of_requests(&closed));
    for (name, part) in parts(&open, false) {
        assert!(!any(part, &|members| members.contains_key(KNOWN_VALUES)), "{name} is open in a request");
    }
}

#[test]
fn an_open_list_names_its_known_values_and_says_that_there_may_be_more() {
    let mut schema = json!({
        "properties": {
            "how": { "type": ["string", "null"], "enum": ["fast", "slow", null], "description": "How fast." },
            "why": { "type": "string", "enum": ["a"], "description": "Why.\n\n* `a`: One reason." },
        },
    });
    assert!(has_open_list("Example", &schema));
    open_lists("Example", &mut schema);
    assert_eq!(
        schema["properties"],
        json!({
            "how": {
                "type": ["string", "null"],
                "description": "How fast. A later release may add values.",
                "x-extensible-enum": ["fast", "slow"],
            },
            "why": {
                "type": "string",
                "description": "Why.\n\n* `a`: One reason.\n\nA later release may add values.",
                "x-extensible-enum": ["a"],
            },
        })
    );
}

#[test]
fn a_list_of_the_table_stays_closed() {
    let schema = json!({ "type": "string", "enum": ["ended"] });
    let mut opened = schema.clone();
    open_lists("EndedStatus", &mut opened);
    assert_eq!((opened == schema, has_open_list("EndedStatus", &schema)), (true, false));
}

#[test]
fn variants_become_one_object_so_that_another_variant_can_be_read() {
    let mut schema = json!({
        "description": "A shape.",
        "oneOf": [
            {
                "type": "object", "description": "A circle.", "required": ["kind", "radius"],
                "properties": { "kind": { "const": "circle" }, "radius": { "type": "number", "description": "Its radius." } },
            },
            { "type": "object", "description": "A point.", "required": ["kind"], "properties": { "kind": { "const": "point" } } },
        ],
    });
    assert!(has_open_list("Shape", &schema));
    open_lists("Shape", &mut schema);
    assert_eq!(
        schema,
        json!({
            "description": "A shape.",
            "type": "object",
            "properties": {
                "radius": { "type": "number", "description": "Only with `circle`. Its radius." },
                "kind": {
                    "type": "string",
                    "description": "The variant.\n\n* `circle`: A circle.\n* `point`: A point.\n\nA later release may add values.",
                    "x-extensible-enum": ["circle", "point"],
                },
            },
            "required": ["kind"],
        })
    );
}
