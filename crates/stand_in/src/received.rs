//! A received request, and the checks that all engines share.

use askline_domain::engines::Engine;
use serde::Serialize;
use serde_json::Value;

use crate::fault::Fault;

/// A request.
#[derive(Debug, Clone, Serialize)]
pub struct Received {
    /// Its engine; `None` for a request for a redirect.
    pub engine: Option<Engine>,
    /// Its method.
    pub method: String,
    /// Its path and query.
    pub path: String,
    /// Its headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// Its body; null if it is not JSON.
    pub body: Value,
}

impl Received {
    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// Checks that it is a POST of JSON to this path, with this key after this prefix in this header.
    pub(crate) fn check(&self, path: &str, header: &str, prefix: &str, key: &str) -> Result<(), Fault> {
        if self.path != path {
            return Err(Fault::NotFound);
        }
        if self.method != "POST" {
            return Err(Fault::MethodNotAllowed);
        }
        let given = self.header(header).and_then(|value| value.strip_prefix(prefix)).ok_or(Fault::NoKey)?;
        if given != key {
            return Err(Fault::BadKey);
        }
        if self.header("content-type") != Some("application/json") || !self.body.is_object() {
            return Err(Fault::BadRequest("the body is not JSON".into()));
        }
        Ok(())
    }

    /// Its API key, from any of the headers for keys.
    pub(crate) fn key(&self) -> &str {
        let headers = ["authorization", "x-api-key", "x-goog-api-key"];
        let value = headers.into_iter().find_map(|name| self.header(name)).unwrap_or_default();
        value.strip_prefix("Bearer ").unwrap_or(value)
    }
}

/// Refuses an object with a field that is not in `known`.
pub(crate) fn known_fields(value: &Value, known: &[&str]) -> Result<(), Fault> {
    let fields = value.as_object().ok_or_else(|| Fault::BadRequest("not an object".into()))?;
    match fields.keys().find(|field| !known.contains(&field.as_str())) {
        Some(field) => Err(Fault::BadRequest(format!("Unknown parameter: '{field}'."))),
        None => Ok(()),
    }
}

/// The text in this field of an object; an error if it is missing or empty.
pub(crate) fn text_field<'a>(value: &'a Value, field: &str) -> Result<&'a str, Fault> {
    let text = value.get(field).and_then(Value::as_str).filter(|text| !text.is_empty());
    text.ok_or_else(|| Fault::BadRequest(format!("Missing required parameter: '{field}'.")))
}

/// The tools of a request. Each must have one of these types and only known fields.
pub(crate) fn tools<'a>(body: &'a Value, kinds: &[&str], known: &[&str]) -> Result<&'a [Value], Fault> {
    let tools = body.get("tools").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for tool in tools {
        known_fields(tool, known)?;
        if !kinds.contains(&text_field(tool, "type")?) {
            return Err(Fault::BadRequest("Invalid value: 'tools[0].type'.".into()));
        }
    }
    Ok(tools)
}

/// Refuses a location with an unknown field, a wrong type, or a country that is not two capital letters.
pub(crate) fn location(tool: &Value, known: &[&str]) -> Result<(), Fault> {
    let Some(location) = tool.get("user_location") else { return Ok(()) };
    known_fields(location, known)?;
    if known.contains(&"type") && location.get("type").and_then(Value::as_str) != Some("approximate") {
        return Err(Fault::BadRequest("Invalid value: 'user_location.type'.".into()));
    }
    let country = text_field(location, "country")?;
    if country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase()) {
        Ok(())
    } else {
        Err(Fault::BadRequest("Invalid value: 'user_location.country'.".into()))
    }
}
