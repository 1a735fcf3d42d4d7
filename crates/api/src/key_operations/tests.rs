//! Requests for arguments, and the schemas of arguments.

use super::*;
use crate::routes;

fn operation(name: &str) -> KeyOperation {
    key_operations(&routes::table()).into_iter().find(|each| each.policy.operation == name).expect(name)
}

fn check_target(name: &str, arguments: Value, expected: &str) {
    let request = operation(name).request(arguments.as_object().expect("an object"));
    let request = request.map_err(|error| error.message);
    assert_eq!(request.map(|request| (request.target, request.body)), Ok((expected.to_owned(), None)));
}

fn check_refused(name: &str, arguments: Value, named: &str) {
    let error = operation(name).request(arguments.as_object().expect("an object")).expect_err(named);
    assert_eq!(error.details[0].path, named, "{}", error.message);
    assert!(error.message.starts_with(&format!("{named}: ")), "{}", error.message);
}

#[test]
fn every_row_that_a_key_can_read_is_an_operation_and_of_the_others_only_those_that_are_named() {
    let table = routes::table();
    let made: Vec<&str> = key_operations(&table).iter().map(|each| each.policy.operation).collect();
    let expected: Vec<&str> = table
        .policies()
        .filter(|policy| {
            let reads = policy.method == Method::GET && policy.answers_in_envelope();
            reads || WITH_BODY.iter().any(|(operation, _)| *operation == policy.operation)
        })
        .filter(|policy| {
            matches!(policy.access, Access::Key(_)) || ["show_own_api_key", "show_job"].contains(&policy.operation)
        })
        .map(|policy| policy.operation)
        .filter(|operation| !NO_TOOLS.contains(operation))
        .collect();
    assert!(WITH_BODY.iter().all(|(operation, _)| made.contains(operation)), "{made:?}");
    assert_eq!(made, expected);
    assert!(made.contains(&"show_ai_clicks") && made.contains(&"show_own_api_key"), "{made:?}");
    assert!(!made.contains(&"show_me") && !made.contains(&"show_public_config") && !made.contains(&"list_api_keys"));
}

#[test]
fn every_operation_has_a_name_of_its_own() {
    let mut names: Vec<&str> = key_operations(&routes::table()).iter().map(|each| each.policy.operation).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn every_input_schema_is_complete_in_itself_and_asks_for_each_part_of_the_path() {
    for operation in key_operations(&routes::table()) {
        let schema = Value::Object(operation.input_schema());
        let name = operation.policy.operation;
        let text = schema.to_string();
        assert!(!text.contains("$ref") && !text.contains("\"null\"") && !text.contains("int32"), "{name}: {text}");
        assert_eq!(schema["type"], "object", "{name}");
        let of_body = if name == "test_rules" { vec!["url"] } else { Vec::new() };
        let of_path = operation.policy.path.split(['{', '}']).skip(1).step_by(2);
        assert_eq!(schema["required"], json!(of_path.chain(of_body).collect::<Vec<_>>()), "{name}");
        for (argument, schema) in schema["properties"].as_object().expect("properties") {
            assert!(schema["type"].is_string(), "{name}.{argument} takes several types, or anything: {schema}");
            assert!(!operation.policy.downloads.parameters.contains(&argument.as_str()), "{name}.{argument}");
            assert!(argument != ORG_PARAMETER || operation.policy.path.contains("{orgId}"), "{name}");
        }
    }
}

#[test]
fn arguments_become_the_request_that_a_caller_of_the_api_would_send() {
    check_target("list_sites", json!({}), "/api/v1/sites");
    check_target("list_sites", json!({ "limit": 3 }), "/api/v1/sites?limit=3");
    check_target(
        "show_ai_clicks",
        json!({ "siteId": "site_1", "days": 30.0, "page": "/a b&c=d" }),
        "/api/v1/analytics/site_1/ai?days=30&page=%2Fa+b%26c%3Dd",
    );
    check_target("show_ai_clicks", json!({ "siteId": "site_1", "days": 1.5 }), "/api/v1/analytics/site_1/ai?days=1.5");
    check_target("list_sites", json!({ "cursor": ["a", "b"] }), "/api/v1/sites?cursor=a&cursor=b");
}

#[test]
fn fields_of_a_body_are_arguments_beside_those_of_path_and_query() {
    let arguments = json!({ "siteId": "s", "questions": false, "estimate": true });
    let request = operation("regenerate_prompts").request(arguments.as_object().expect("an object"));
    let expected = OperationRequest {
        method: Method::POST,
        target: "/api/v1/prompts/s/regenerate?estimate=true".into(),
        body: Some(r#"{"questions":false}"#.into()),
    };
    assert_eq!(request.map_err(|error| error.message), Ok(expected));
    let empty = operation("regenerate_prompts").request(json!({ "siteId": "s" }).as_object().expect("an object"));
    assert_eq!(empty.map(|request| request.body).ok(), Some(Some("{}".into())));
}

#[test]
fn a_value_never_leaves_its_segment() {
    check_target("show_site", json!({ "siteId": "../keys?a=b#c%2F" }), "/api/v1/sites/%2E%2E%2Fkeys%3Fa%3Db%23c%252F");
}

#[test]
fn what_is_unknown_missing_or_shapeless_is_named() {
    check_refused("show_ai_clicks", json!({}), "siteId");
    check_refused("show_ai_clicks", json!({ "siteId": "" }), "siteId");
    check_refused("show_ai_clicks", json!({ "siteId": ["a", "b"] }), "siteId");
    check_refused("show_ai_clicks", json!({ "siteId": "s", "dais": 3 }), "dais");
    for (name, value) in [("format", "csv"), ("table", "assistants"), ("language", "de")] {
        check_refused("show_ai_clicks", json!({ "siteId": "s", name: value }), name);
    }
    check_refused("show_ai_clicks", json!({ "siteId": "s", "days": { "most": 3 } }), "days");
    check_refused("show_ai_clicks", json!({ "siteId": "s", "days": [[3]] }), "days");
    check_refused("list_sites", json!({ "orgId": "org_1" }), "orgId");
}
