//! What a key can read, as operations with named arguments: for callers that know tools and no paths.
//!
//! Made from the rows of the route table and the same shapes as the OpenAPI document. It answers nothing itself: an
//! operation is carried out by sending [`ReadOperation::target`] through the router, and so through the guard.

use askline_domain::scope::Scope;
use axum::http::Method;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::{
    error::ApiError,
    guard::Access,
    openapi,
    route_table::{Policy, Route, RouteTable},
    tenant::ORG_PARAMETER,
};

/// The parameter that asks for a download instead of the envelope.
const DOWNLOAD_PARAMETER: &str = "format";
/// Whole numbers that a double holds exactly reach to here.
const EXACT_MOST: f64 = 9_007_199_254_740_992.0;

/// A row of the table that reads, and that a key may call.
#[derive(Debug, Clone)]
pub struct ReadOperation {
    /// The row.
    pub policy: &'static Policy,
    arguments: Vec<Argument>,
}

#[derive(Debug, Clone)]
struct Argument {
    name: String,
    in_path: bool,
    schema: Value,
}

/// Every row that a key can read by, in the order of the table.
pub fn read_operations(table: &RouteTable) -> Vec<ReadOperation> {
    table.routes().iter().filter(|route| is_for_keys(route.policy)).map(ReadOperation::of).collect()
}

fn is_for_keys(policy: &Policy) -> bool {
    policy.method == Method::GET
        && matches!(policy.access, Access::Key(_) | Access::AnyKey)
        && policy.answers_in_envelope()
}

impl ReadOperation {
    fn of(route: &Route) -> Self {
        // A schema of its own for each operation: there is no document around it to refer to.
        let mut generator =
            SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true).into_generator();
        let arguments = openapi::parameters(route, &mut generator).into_iter().filter_map(Argument::of);
        let policy = route.policy;
        let asks_for_download = |name: &str| !policy.downloads.is_empty() && name == DOWNLOAD_PARAMETER;
        Self { policy, arguments: arguments.filter(|argument| !asks_for_download(&argument.name)).collect() }
    }

    /// The scope that a key needs; `None` when any valid key may call it.
    pub fn scope(&self) -> Option<Scope> {
        match self.policy.access {
            Access::Key(scope) => Some(scope),
            _ => None,
        }
    }

    /// JSON Schema (2020-12) of the arguments, complete in itself.
    pub fn input_schema(&self) -> Map<String, Value> {
        let properties: Map<String, Value> =
            self.arguments.iter().map(|argument| (argument.name.clone(), argument.schema.clone())).collect();
        let required: Vec<&str> =
            self.arguments.iter().filter(|argument| argument.in_path).map(|argument| argument.name.as_str()).collect();
        let schema = json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false,
        });
        match schema {
            Value::Object(schema) => schema,
            _ => unreachable!("the text above is an object"),
        }
    }

    /// Path and query of the request that these arguments ask for. Names the argument that is unknown, missing or of a
    /// kind that a query string has no form for; everything else is checked where the request arrives.
    pub fn target(&self, arguments: &Map<String, Value>) -> Result<String, ApiError> {
        if let Some(name) = arguments.keys().find(|name| self.argument(name).is_none()) {
            return Err(ApiError::parameter(name, format!("{name}: is not an argument. {}", self.takes())));
        }
        let mut parts = Vec::new();
        for part in self.policy.path.split('/') {
            parts.push(match part.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                None => part.to_owned(),
                Some(name) => segment(name, arguments.get(name))?,
            });
        }
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in arguments {
            if self.argument(name).is_some_and(|argument| !argument.in_path) {
                for text in texts(name, value)? {
                    query.append_pair(name, &text);
                }
            }
        }
        let query = query.finish();
        let path = parts.join("/");
        Ok(if query.is_empty() { path } else { format!("{path}?{query}") })
    }

    fn argument(&self, name: &str) -> Option<&Argument> {
        self.arguments.iter().find(|argument| argument.name == name)
    }

    fn takes(&self) -> String {
        let names: Vec<&str> = self.arguments.iter().map(|argument| argument.name.as_str()).collect();
        match names.as_slice() {
            [] => "There are none.".into(),
            names => format!("There are: {}.", names.join(", ")),
        }
    }
}

impl Argument {
    /// From a parameter of the OpenAPI document. Headers are for HTTP; the organization is the key's own.
    fn of(mut parameter: Value) -> Option<Self> {
        let name = parameter["name"].as_str()?.to_owned();
        let in_path = parameter["in"] == "path";
        if parameter["in"] == "header" || (!in_path && name == ORG_PARAMETER) {
            return None;
        }
        let mut schema = parameter["schema"].take();
        without_sizes(&mut schema);
        if let Some(description) = parameter.get("description") {
            schema["description"] = description.clone();
        }
        Some(Self { name, in_path, schema })
    }
}

/// Takes out `uint32` and the like: no format of JSON Schema, and some assistants refuse a tool with a strange one.
fn without_sizes(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_size = |text: &str| text.trim_start_matches('u').starts_with("int");
            if fields.get("format").and_then(Value::as_str).is_some_and(is_size) {
                fields.remove("format");
            }
            fields.values_mut().for_each(without_sizes);
        }
        Value::Array(items) => items.iter_mut().for_each(without_sizes),
        _ => {}
    }
}

/// A value as one segment of a path.
fn segment(name: &str, value: Option<&Value>) -> Result<String, ApiError> {
    let texts = texts(name, value.unwrap_or(&Value::Null))?;
    match texts.as_slice() {
        [text] if !text.is_empty() => Ok(percent_encoded(text)),
        _ => Err(ApiError::parameter(name, format!("{name}: must be one text that is not empty."))),
    }
}

/// Everything but RFC 3986's unreserved characters in `%XX`, so that a value never ends its segment.
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'~' => encoded.push(char::from(byte)),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// A value as a query string says it; a list repeats its name.
fn texts(name: &str, value: &Value) -> Result<Vec<String>, ApiError> {
    match value {
        Value::Array(values) if !values.iter().any(Value::is_array) => {
            let each: Result<Vec<Vec<String>>, ApiError> = values.iter().map(|value| texts(name, value)).collect();
            Ok(each?.concat())
        }
        Value::String(text) => Ok(vec![text.clone()]),
        Value::Bool(flag) => Ok(vec![flag.to_string()]),
        Value::Number(number) => Ok(vec![match number.as_f64() {
            // JSON Schema takes 30.0 for an integer, so some clients send it.
            Some(whole) if number.is_f64() && whole.fract() == 0.0 && whole.abs() <= EXACT_MOST => {
                format!("{whole:.0}")
            }
            _ => number.to_string(),
        }]),
        Value::Null => Err(ApiError::parameter(name, format!("{name}: is missing or null."))),
        _ => Err(ApiError::parameter(
            name,
            format!("{name}: must be a text, a number, true or false, or a list of these."),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes;

    fn operation(name: &str) -> ReadOperation {
        read_operations(&routes::table()).into_iter().find(|each| each.policy.operation == name).expect(name)
    }

    fn check_target(name: &str, arguments: Value, expected: &str) {
        let target = operation(name).target(arguments.as_object().expect("an object"));
        assert_eq!(target.map_err(|error| error.message).as_deref(), Ok(expected));
    }

    fn check_refused(name: &str, arguments: Value, named: &str) {
        let error = operation(name).target(arguments.as_object().expect("an object")).expect_err(named);
        assert_eq!(error.details[0].path, named, "{}", error.message);
        assert!(error.message.starts_with(&format!("{named}: ")), "{}", error.message);
    }

    #[test]
    fn every_row_that_a_key_can_read_is_an_operation_and_no_other_row_is() {
        let table = routes::table();
        let made: Vec<&str> = read_operations(&table).iter().map(|each| each.policy.operation).collect();
        let expected: Vec<&str> = table
            .policies()
            .filter(|policy| policy.method == Method::GET && policy.answers_in_envelope())
            .filter(|policy| matches!(policy.access, Access::Key(_)) || policy.path == "/api/v1/keys/self")
            .map(|policy| policy.operation)
            .collect();
        assert_eq!(made, expected);
        assert!(made.contains(&"show_ai_clicks") && made.contains(&"show_own_api_key"), "{made:?}");
        assert!(
            !made.contains(&"show_me") && !made.contains(&"show_public_config") && !made.contains(&"list_api_keys")
        );
    }

    #[test]
    fn every_operation_has_a_name_of_its_own() {
        let mut names: Vec<&str> = read_operations(&routes::table()).iter().map(|each| each.policy.operation).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn every_input_schema_is_complete_in_itself_and_asks_for_each_part_of_the_path() {
        for operation in read_operations(&routes::table()) {
            let schema = Value::Object(operation.input_schema());
            let name = operation.policy.operation;
            let text = schema.to_string();
            assert!(!text.contains("$ref") && !text.contains("\"null\"") && !text.contains("int32"), "{name}: {text}");
            assert_eq!(schema["type"], "object", "{name}");
            let of_path = operation.policy.path.matches('{').count();
            assert_eq!(schema["required"].as_array().map(Vec::len), Some(of_path), "{name}");
            for (argument, schema) in schema["properties"].as_object().expect("properties") {
                let says = ["type", "enum", "oneOf", "anyOf", "const"].iter().any(|word| schema.get(word).is_some());
                assert!(says, "{name}.{argument} takes anything: {schema}");
                assert_ne!(argument, DOWNLOAD_PARAMETER, "{name}");
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
        check_target(
            "show_ai_clicks",
            json!({ "siteId": "site_1", "days": 1.5 }),
            "/api/v1/analytics/site_1/ai?days=1.5",
        );
        check_target("list_sites", json!({ "cursor": ["a", "b"] }), "/api/v1/sites?cursor=a&cursor=b");
    }

    #[test]
    fn a_value_never_leaves_its_segment() {
        check_target(
            "show_site",
            json!({ "siteId": "../keys?a=b#c%2F" }),
            "/api/v1/sites/%2E%2E%2Fkeys%3Fa%3Db%23c%252F",
        );
    }

    #[test]
    fn what_is_unknown_missing_or_shapeless_is_named() {
        check_refused("show_ai_clicks", json!({}), "siteId");
        check_refused("show_ai_clicks", json!({ "siteId": "" }), "siteId");
        check_refused("show_ai_clicks", json!({ "siteId": ["a", "b"] }), "siteId");
        check_refused("show_ai_clicks", json!({ "siteId": null }), "siteId");
        check_refused("show_ai_clicks", json!({ "siteId": "s", "dais": 3 }), "dais");
        check_refused("show_ai_clicks", json!({ "siteId": "s", "format": "csv" }), "format");
        check_refused("show_ai_clicks", json!({ "siteId": "s", "days": { "most": 3 } }), "days");
        check_refused("show_ai_clicks", json!({ "siteId": "s", "days": [[3]] }), "days");
        check_refused("list_sites", json!({ "orgId": "org_1" }), "orgId");
    }
}
