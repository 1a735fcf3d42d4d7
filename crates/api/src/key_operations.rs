//! What an API key can read or start, as operations with named arguments. They are for clients that call tools instead of paths.
//!
//! Created from the routes and from the same shapes as the OpenAPI document. Nothing is executed here: a caller sends
//! [`KeyOperation::request`] through the router, and so through the guard.

use askline_domain::keys::scope::Scope;
use axum::http::Method;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::{
    openapi,
    pipeline::{
        error::ApiError,
        route_table::{
            Route, RouteTable,
            policy::{Access, Policy},
        },
        tenant::ORG_PARAMETER,
    },
};

/// The largest whole number up to which a double is exact.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// The routes with a body that are operations: one that only reads, and those that start a job.
const WITH_BODY: [(&str, Effect); 3] = [
    ("test_rules", Effect::Reads),
    ("regenerate_prompts", Effect::StartsJob),
    ("regenerate_prompt", Effect::StartsJob),
];

/// Operations that are no tools: they help developers find out what their programs did.
const NO_TOOLS: [&str; 2] = ["list_requests", "show_request"];

/// The side effect of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// None: it only reads.
    Reads,
    /// It starts work in the background, which replaces generated texts and may cost credits.
    StartsJob,
}

/// A route that an API key may call.
#[derive(Debug, Clone)]
pub struct KeyOperation {
    /// The route's row in the table.
    pub policy: &'static Policy,
    /// What it does.
    pub effect: Effect,
    arguments: Vec<Argument>,
    takes_body: bool,
    data_schema: Value,
}

/// The request for some arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationRequest {
    /// The route's method.
    pub method: Method,
    /// Path and query.
    pub target: String,
    /// The JSON text of the body, if the route has one.
    pub body: Option<String>,
}

#[derive(Debug, Clone)]
struct Argument {
    name: String,
    place: Place,
    required: bool,
    schema: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Path,
    Query,
    Body,
}

/// The routes by which a key can read data in the envelope, and those that start jobs, in the order of the table.
pub fn key_operations(table: &RouteTable) -> Vec<KeyOperation> {
    let known = |route: &Route| Some(KeyOperation::of(route, effect_of(route.policy)?));
    table.routes().iter().filter_map(known).collect()
}

/// `None` if a key may not call it, or if it is not suitable as a tool.
fn effect_of(policy: &Policy) -> Option<Effect> {
    let for_keys = matches!(policy.access, Access::Key(_) | Access::AnyKey | Access::AnyCaller)
        && !NO_TOOLS.contains(&policy.operation);
    let with_body = WITH_BODY.into_iter().find(|(operation, _)| *operation == policy.operation);
    match policy.method {
        Method::GET => (for_keys && policy.answers_in_envelope()).then_some(Effect::Reads),
        _ => with_body.filter(|_| for_keys).map(|(_, effect)| effect),
    }
}

impl KeyOperation {
    fn of(route: &Route, effect: Effect) -> Self {
        // With inlined schemas: there is no document around an operation's schema to refer to.
        let mut generator =
            SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true).into_generator();
        let policy = route.policy;
        let is_about_a_file = |argument: &Argument| policy.downloads.parameters.contains(&&*argument.name);
        let parameters = openapi::parameters(route, &mut generator).into_iter().filter_map(Argument::of);
        let mut arguments: Vec<Argument> = parameters.filter(|argument| !is_about_a_file(argument)).collect();
        let body = openapi::body_schema(route, &mut generator);
        arguments.extend(body.iter().flat_map(Argument::of_body));
        arguments.iter_mut().for_each(|argument| openapi::make_plain(&mut argument.schema));
        let data_schema = openapi::data_schema(route, &mut generator);
        Self { policy, effect, arguments, takes_body: body.is_some(), data_schema }
    }

    /// JSON Schema (2020-12) of the envelope's `data`, without references.
    pub fn data_schema(&self) -> &Value {
        &self.data_schema
    }

    /// The scope that a key needs; `None` if any valid key may call it.
    pub fn scope(&self) -> Option<Scope> {
        match self.policy.access {
            Access::Key(scope) => Some(scope),
            _ => None,
        }
    }

    /// JSON Schema (2020-12) of the arguments, without references.
    pub fn input_schema(&self) -> Map<String, Value> {
        let properties: Map<String, Value> =
            self.arguments.iter().map(|argument| (argument.name.clone(), argument.schema.clone())).collect();
        let required: Vec<&str> =
            self.arguments.iter().filter(|argument| argument.required).map(|argument| argument.name.as_str()).collect();
        let schema = json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false,
        });
        match schema {
            Value::Object(schema) => schema,
            _ => unreachable!("the text above is an object"),
        }
    }

    /// Creates the request for these arguments, without those that are null. The error names an argument that is unknown, missing from the path, or of a type that a URL cannot
    /// express; everything else is checked when the request is handled.
    pub fn request(&self, arguments: &Map<String, Value>) -> Result<OperationRequest, ApiError> {
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
            if self.argument(name).is_some_and(|argument| argument.place == Place::Query) {
                for text in texts(name, value)? {
                    query.append_pair(name, &text);
                }
            }
        }
        let query = query.finish();
        let path = parts.join("/");
        let target = if query.is_empty() { path } else { format!("{path}?{query}") };
        let in_body = |name: &str| self.argument(name).is_some_and(|argument| argument.place == Place::Body);
        let body = self.takes_body.then(|| {
            let fields = arguments.iter().filter(|(name, _)| in_body(name));
            Value::Object(fields.map(|(name, value)| (name.clone(), value.clone())).collect()).to_string()
        });
        Ok(OperationRequest { method: self.policy.method.clone(), target, body })
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
    /// An argument for a parameter of the OpenAPI document. Headers are left out, and so is `orgId` in the query: the
    /// organization is the key's own.
    fn of(mut parameter: Value) -> Option<Self> {
        let name = parameter["name"].as_str()?.to_owned();
        let place = if parameter["in"] == "path" { Place::Path } else { Place::Query };
        if parameter["in"] == "header" || (place == Place::Query && name == ORG_PARAMETER) {
            return None;
        }
        let mut schema = parameter["schema"].take();
        without_sizes(&mut schema);
        if let Some(description) = parameter.get("description") {
            schema["description"] = description.clone();
        }
        Some(Self { name, place, required: place == Place::Path, schema })
    }

    /// An argument for each field of a body.
    fn of_body(body: &Value) -> Vec<Self> {
        let is_required = |name: &str| {
            let required = body["required"].as_array();
            required.is_some_and(|names| names.iter().any(|required| required == name))
        };
        let fields = body["properties"].as_object().into_iter().flatten();
        fields
            .map(|(name, schema)| {
                let mut schema = schema.clone();
                openapi::without_null(&mut schema);
                without_sizes(&mut schema);
                Self { name: name.clone(), place: Place::Body, required: is_required(name), schema }
            })
            .collect()
    }
}

/// Removes `uint32` and similar formats: JSON Schema does not have them, and some assistants refuse a tool with an unknown format.
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

/// The characters that are percent-encoded in a segment, so that a value never ends it: all except RFC 3986's unreserved ones.
/// The period is encoded too, since two would lead out of the segment.
const IN_A_SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'~');

/// A value as one segment of a path.
fn segment(name: &str, value: Option<&Value>) -> Result<String, ApiError> {
    let texts = texts(name, value.unwrap_or(&Value::Null))?;
    match texts.as_slice() {
        [text] if !text.is_empty() => Ok(utf8_percent_encode(text, IN_A_SEGMENT).to_string()),
        _ => Err(ApiError::parameter(name, format!("{name}: must be one string that is not empty."))),
    }
}

/// A value as texts of a query string: one for each value of a list.
fn texts(name: &str, value: &Value) -> Result<Vec<String>, ApiError> {
    match value {
        Value::Array(values) if !values.iter().any(Value::is_array) => {
            let each: Result<Vec<Vec<String>>, ApiError> = values.iter().map(|value| texts(name, value)).collect();
            Ok(each?.concat())
        }
        Value::String(text) => Ok(vec![text.clone()]),
        Value::Bool(flag) => Ok(vec![flag.to_string()]),
        Value::Number(number) => Ok(vec![match number.as_f64() {
            // JSON Schema accepts 30.0 as an integer, so some clients send it.
            Some(whole) if number.is_f64() && whole.fract() == 0.0 && whole.abs() <= MAX_EXACT => {
                format!("{whole:.0}")
            }
            _ => number.to_string(),
        }]),
        Value::Null => Err(ApiError::parameter(name, format!("{name}: is missing."))),
        _ => Err(ApiError::parameter(
            name,
            format!("{name}: must be a string, a number, true or false, or a list of these."),
        )),
    }
}

#[cfg(test)]
mod tests;
