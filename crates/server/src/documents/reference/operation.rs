//! An operation as HTML: parameters, body, a request, and responses with their headers and examples.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::{
    document::{Document, Operation, schema_name},
    escaped,
    prose::{inline, prose},
    schema::{fields, limits, line, type_name},
};

/// The section of an operation.
pub(super) fn operation(document: &Document, one: &Operation<'_>) -> String {
    let id = escaped(one.id());
    let scope = match one.scope() {
        "" => String::new(),
        scope => format!("<span class=\"scope\">scope <code>{}</code></span>", escaped(scope)),
    };
    let mut html = format!(
        "<section class=\"operation\" id=\"{id}\"><h3><a href=\"#{id}\">{}</a></h3>\
         <p class=\"line\"><span class=\"method {}\">{}</span> <code>{}</code>{scope}</p>{}",
        escaped(one.summary()),
        one.method,
        one.method.to_uppercase(),
        escaped(one.path),
        prose(one.operation["description"].as_str().unwrap_or_default()),
    );
    html.push_str(&parameters(document, one.operation));
    for (media_type, content) in content_of(&one.operation["requestBody"]) {
        let _ = write!(
            html,
            "<h4>Body <code>{}</code></h4>{}",
            escaped(media_type),
            described(document, &content["schema"])
        );
    }
    let _ = write!(html, "<h4>Request</h4><pre><code>{}</code></pre><h4>Responses</h4>", escaped(&curl(document, one)));
    for (status, response) in one.operation["responses"].as_object().into_iter().flatten() {
        html.push_str(&answer(document, status, document.resolved(response)));
    }
    html.push_str("</section>");
    html
}

fn parameters(document: &Document, operation: &Value) -> String {
    let mut rows = String::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let parameter = document.resolved(parameter);
        let schema = &parameter["schema"];
        let about = parameter["description"].as_str().or_else(|| document.resolved(schema)["description"].as_str());
        let _ = write!(
            rows,
            "<dt><code>{}</code> <span class=\"type\">{} in {}</span>{}</dt><dd>{}{}</dd>",
            escaped(parameter["name"].as_str().unwrap_or_default()),
            type_name(document, schema),
            escaped(parameter["in"].as_str().unwrap_or_default()),
            if parameter["required"] == true { "<span class=\"required\">required</span>" } else { "" },
            about.map(prose).unwrap_or_default(),
            limits(document, schema),
        );
    }
    if rows.is_empty() { rows } else { format!("<h4>Parameters</h4><dl class=\"fields\">{rows}</dl>") }
}

/// A type and its fields.
fn described(document: &Document, schema: &Value) -> String {
    let name = if schema_name(schema).is_some() { line(document, schema) } else { String::new() };
    name + &fields(document, schema).unwrap_or_else(|| line(document, schema))
}

fn content_of(part: &Value) -> impl Iterator<Item = (&String, &Value)> {
    part["content"].as_object().into_iter().flat_map(Map::iter)
}

/// A response: of a refusal only its codes, whose meanings are on another page.
fn answer(document: &Document, status: &str, response: &Value) -> String {
    let shown = escaped(status);
    let about = response["description"].as_str().unwrap_or_default();
    if status.starts_with(['4', '5']) {
        let codes: Vec<String> = about
            .lines()
            .filter_map(|line| line.strip_prefix("* ")?.split_once(':'))
            .map(|(code, _)| inline(code))
            .collect();
        return format!("<p class=\"response refusal\"><span class=\"status\">{shown}</span> {}</p>", codes.join(" "));
    }
    let mut html = format!(
        "<details class=\"response\" open><summary><span class=\"status\">{shown}</span> {}</summary>",
        inline(about)
    );
    let headers: Vec<String> = response["headers"]
        .as_object()
        .into_iter()
        .flat_map(Map::keys)
        .map(|name| format!("<code>{}</code>", escaped(name)))
        .collect();
    if !headers.is_empty() {
        let _ = write!(html, "<p class=\"headers\">Headers: {}</p>", headers.join(" "));
    }
    for (media_type, content) in content_of(response) {
        // Every response has the same envelope, so only its data is shown.
        let schema = &content["schema"];
        let data = if media_type == "application/json" { schema["properties"].get("data") } else { None };
        let _ =
            write!(html, "<p><code>{}</code></p>{}", escaped(media_type), described(document, data.unwrap_or(schema)));
        if let Some(example) = content.get("example") {
            let example = example.as_str().map_or_else(|| pretty(example), escaped);
            let _ = write!(html, "<details><summary>Example</summary><pre><code>{example}</code></pre></details>");
        }
    }
    html.push_str("</details>");
    html
}

/// A request as a command.
fn curl(document: &Document, one: &Operation<'_>) -> String {
    let mut path = one.path.to_owned();
    for parameter in one.operation["parameters"].as_array().into_iter().flatten() {
        let parameter = document.resolved(parameter);
        if let (Some(name), Some(example)) = (parameter["name"].as_str(), parameter["example"].as_str()) {
            path = path.replace(&format!("{{{name}}}"), example);
        }
    }
    let method = if one.method == "get" { String::new() } else { format!("-X {} ", one.method.to_uppercase()) };
    let mut lines = vec![format!("curl {method}\"$ASKLINE_URL{path}\"")];
    let schemes: Vec<&String> = one.operation["security"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_object)
        .flat_map(Map::keys)
        .collect();
    for (scheme, variable) in [("apiKey", "ASKLINE_KEY"), ("session", "ASKLINE_SESSION")] {
        if lines.len() == 1 && schemes.iter().any(|one| *one == scheme) {
            lines.push(format!("-H \"Authorization: Bearer ${variable}\""));
        }
    }
    if let Some((media_type, content)) = content_of(&one.operation["requestBody"]).next() {
        lines.push(format!("-H \"Content-Type: {media_type}\""));
        let example = content["example"].as_str().map_or_else(|| content["example"].to_string(), str::to_owned);
        lines.push(format!("-d '{}'", example.replace('\'', "'\\''")));
    }
    lines.join(" \\\n  ")
}

/// A value as JSON that people read.
fn pretty(value: &Value) -> String {
    escaped(&serde_json::to_string_pretty(value).unwrap_or_default())
}
