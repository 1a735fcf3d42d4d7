//! Finds the structural errors in the parameters of a query string, not only the first. It compares the parameters with
//! the schema of the type that reads them, and checks that numbers fit into 32 bits. Their ranges, and lengths of
//! texts, are checked later, on the parsed value.

use std::collections::HashMap;

use askline_domain::shared::violation::Violation;
use serde_json::Value;
use url::form_urlencoded;

use crate::pipeline::request::shape::{MAX_VIOLATIONS, Shape, violation};

/// The errors in the parameters of a query string, up to the maximum of a response.
pub(crate) fn violations(shape: &Shape, query: &str) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut seen = HashMap::new();
    for (name, text) in form_urlencoded::parse(query.as_bytes()) {
        if found.len() >= MAX_VIOLATIONS {
            break;
        }
        let Some(schema) = shape.member(&name) else {
            found.push(violation(&name, "", "is unknown here", Some(shape.members())));
            continue;
        };
        let schema = shape.resolved(schema);
        let is_list = is_of(schema, "array");
        let times = seen.entry(name.clone()).and_modify(|times: &mut u64| *times += 1).or_insert(1);
        if *times > 1 && !is_list {
            found.push(violation(&name, "", "is given more than once", None));
            continue;
        }
        if let Some(most) = schema["maxItems"].as_u64().filter(|most| *times == most + 1) {
            found.push(violation(&name, "", &format!("has more than {most} values"), None));
        }
        let schema = if is_list { shape.resolved(&schema["items"]) } else { schema };
        if let Some((reason, allowed)) = misfit(shape, schema, &text) {
            found.push(violation(&name, "", &reason, allowed));
        }
    }
    found
}

/// Why a text is not a valid value; `None` if it is one.
fn misfit(shape: &Shape, schema: &Value, text: &str) -> Option<(String, Option<Vec<String>>)> {
    if is_of(schema, "integer") {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_signed = !schema["format"].as_str().is_some_and(|format| format.starts_with('u'));
        return match text.parse::<i64>() {
            _ if !is_number || (!is_signed && text.starts_with('-')) => Some(("is not a whole number".into(), None)),
            Ok(number) if i32::try_from(number).is_ok() => None,
            _ => Some(("is too large".into(), None)),
        };
    }
    if is_of(schema, "boolean") {
        return (!matches!(text, "true" | "false")).then(|| ("is neither true nor false".into(), None));
    }
    let allowed = shape.texts(schema);
    let is_unknown = !allowed.is_empty() && !allowed.iter().any(|known| known == text);
    is_unknown.then(|| (format!("must be one of {}", allowed.join(", ")), Some(allowed)))
}

fn is_of(schema: &Value, name: &str) -> bool {
    match &schema["type"] {
        Value::String(only) => only == name,
        Value::Array(names) => names.iter().any(|one| one == name),
        _ => false,
    }
}
