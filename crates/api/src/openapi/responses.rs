//! Describes the responses of a route: success, errors by status, headers.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::{headers, shared_parts::SHARED_AS};
use crate::{
    files::table_file::XLSX_TYPE,
    fresh_proofs,
    pipeline::{
        error::{Code, ErrorBody},
        response::reply::{MetaNote, Pagination, Range},
        route_table::{Route, policy::Access},
        tenant::TenantSource,
    },
};

pub(super) fn responses(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let policy = route.policy;
    let mut responses = Map::new();
    let mut content = Map::new();
    if policy.answers_in_envelope() {
        content.insert("application/json".into(), json!({ "schema": success_schema(route, generator) }));
    }
    for media_type in policy.downloads.types {
        let schema = match *media_type {
            "application/json" => json!({ "type": "object" }),
            XLSX_TYPE => json!({ "type": "string", "format": "binary" }),
            _ => json!({ "type": "string" }),
        };
        content.insert((*media_type).into(), json!({ "schema": schema }));
    }
    // The operation has its own summary, so the description is only the name of the status.
    let name = policy.success.canonical_reason().unwrap_or("Success");
    let mut success =
        json!({ "description": format!("{name}."), "headers": headers::of_success(policy), "content": content });
    if policy.redirects {
        success["headers"]["Location"] = json!({ "required": true, "schema": { "type": "string" } });
        success.as_object_mut().map(|success| success.remove("content"));
    }
    if policy.tells {
        responses.insert("200".into(), without(&["Location"], success.clone()));
    }
    if policy.defers {
        let accepted =
            json!({ "description": "Accepted.", "headers": success["headers"], "content": success["content"] });
        let unsent: &[&str] = if policy.defers_with_cookie { &["Location"] } else { &["Location", "Set-Cookie"] };
        responses.insert("202".into(), without(unsent, accepted));
    }
    responses.insert(policy.success.as_u16().to_string(), success);
    if policy.revalidates {
        let headers = headers::of_success(policy);
        responses.insert("304".into(), json!({ "description": "Not modified.", "headers": headers }));
    }
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for code in errors(route, generator) {
        by_status.entry(code.status().as_u16()).or_default().push(code);
    }
    for (status, codes) in by_status {
        let mut description: Vec<String> =
            codes.iter().map(|code| format!("* `{}`: {}", code.as_str(), code.meaning())).collect();
        let mut name = shared_name(&codes);
        if policy.any_origin {
            description.push("\nPages of every origin may read it.".into());
            name.push_str("ForEveryOrigin");
        }
        let headers = headers::of_refusal(policy, status, &codes);
        responses.insert(
            status.to_string(),
            json!({
                "description": description.join("\n"),
                "headers": headers,
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Failure" } } },
                SHARED_AS: name,
            }),
        );
    }
    Value::Object(responses)
}

/// The shared name of an error response with these codes, all of one status: the status and every code that is not usual for it,
/// or only the codes if the status has no usual ones or one of them is missing.
fn shared_name(codes: &[Code]) -> String {
    let usual: &[Code] = match codes.first().map(|code| code.status().as_u16()) {
        Some(400) => &[Code::BadRequest, Code::InvalidParameter],
        Some(401) => &[Code::Unauthenticated, Code::SessionExpired],
        Some(403) => &[Code::InsufficientScope, Code::Forbidden, Code::OriginNotAllowed],
        Some(409) => &[Code::Conflict],
        Some(422) => &[Code::ValidationFailed],
        _ => &[],
    };
    let name_of = |code: &Code| code.as_str().split('_').map(capitalized).collect::<String>();
    if usual.is_empty() || !usual.iter().all(|code| codes.contains(code)) {
        return codes.iter().map(name_of).collect();
    }
    let status = codes[0].status().canonical_reason().unwrap_or_default();
    let more = codes.iter().filter(|code| !usual.contains(code)).map(name_of);
    status.split_whitespace().map(str::to_owned).chain(more).collect()
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    format!("{first}{}", rest.to_ascii_lowercase())
}

/// Every code that the route can return.
fn errors(route: &Route, generator: &mut SchemaGenerator) -> BTreeSet<Code> {
    let policy = route.policy;
    let mut codes = BTreeSet::from([
        Code::BadRequest,
        Code::InvalidParameter,
        Code::PayloadTooLarge,
        Code::RateLimited,
        Code::InternalError,
        Code::Unavailable,
    ]);
    let key = [
        Code::InvalidApiKey,
        Code::ApiKeyExpired,
        Code::ApiKeyRevoked,
        Code::InsufficientScope,
        Code::PlanRequired,
        Code::IpNotAllowed,
    ];
    let session = [Code::SessionExpired, Code::OriginNotAllowed];
    match policy.access {
        Access::Key(_) | Access::AnyKey | Access::AnyCaller => {
            codes.extend(key);
            codes.extend(session);
            codes.extend([Code::Unauthenticated, Code::Forbidden]);
        }
        Access::Session(_) | Access::AnySession => {
            codes.extend(session);
            codes.extend([Code::Unauthenticated, Code::InsufficientScope, Code::Forbidden]);
        }
        Access::AnyoneOrSession => {
            codes.extend(session);
            codes.extend([Code::Unauthenticated, Code::InsufficientScope]);
        }
        Access::Link => codes.extend([Code::Unauthenticated, Code::SessionExpired, Code::Forbidden]),
        Access::Keyless => codes.extend([Code::InsufficientScope]),
        Access::Anyone => {}
    }
    if policy.for_services {
        codes.extend([Code::InvalidApiKey, Code::ApiKeyExpired, Code::PlanRequired, Code::IpNotAllowed]);
    }
    if policy.plan.is_some() {
        codes.insert(Code::PlanRequired);
    }
    if policy.path.contains('{') || policy.tenant_source != TenantSource::Nobody {
        codes.insert(Code::NotFound);
    }
    // The caller's permission may change while the request runs.
    if policy.method != Method::GET && policy.tenant_source != TenantSource::Nobody {
        codes.insert(Code::Conflict);
    }
    if route.shapes.body_media_type.is_some() {
        codes.extend([Code::UnsupportedMediaType, Code::ValidationFailed]);
    }
    if policy.idempotent {
        codes.extend([Code::IdempotencyInProgress, Code::IdempotencyKeyReused]);
    }
    if policy.conditional {
        codes.insert(Code::PreconditionFailed);
    }
    if is_paged(route, generator) {
        codes.insert(Code::InvalidCursor);
    }
    let has_sessions = !matches!(policy.access, Access::AnyKey | Access::Anyone | Access::Keyless | Access::Link);
    if has_sessions && policy.tenant_source != TenantSource::Nobody {
        codes.insert(Code::SecondFactorDemanded);
    }
    if fresh_proofs::may_ask(policy.operation) {
        codes.insert(Code::ReauthenticationRequired);
    }
    codes.extend(policy.errors);
    codes
}

/// Whether a route returns a list page by page: it does if it accepts a cursor.
fn is_paged(route: &Route, generator: &mut SchemaGenerator) -> bool {
    (route.shapes.query)(generator).get("properties").is_some_and(|properties| properties.get("cursor").is_some())
}

/// A response without these headers.
fn without(names: &[&str], mut response: Value) -> Value {
    if let Some(headers) = response["headers"].as_object_mut() {
        headers.retain(|name, _| !names.contains(&name.as_str()));
    }
    response
}

/// The schemas of `meta`, by name.
pub(super) fn meta_schemas(generator: &mut SchemaGenerator) -> [(&'static str, Value); 4] {
    let pagination = generator.subschema_for::<Pagination>().to_value();
    let range = generator.subschema_for::<Range>().to_value();
    let notes = generator.subschema_for::<Vec<MetaNote>>().to_value();
    [(false, false), (true, false), (false, true), (true, true)].map(|(is_paged, is_windowed)| {
        let mut schema = json!({
            "type": "object",
            "properties": { "requestId": { "type": "string", "pattern": "^req_[0-9a-z]{26}$" } },
        });
        let mut required = vec!["requestId"];
        for (name, part) in [(is_paged, ("pagination", &pagination)), (is_windowed, ("range", &range))]
            .into_iter()
            .filter_map(|(is_there, part)| is_there.then_some(part))
        {
            schema["properties"][name] = part.clone();
            required.push(name);
        }
        if is_windowed {
            schema["properties"]["notes"] = notes.clone();
        }
        schema["required"] = json!(required);
        (meta_name(is_paged, is_windowed), schema)
    })
}

fn meta_name(is_paged: bool, is_windowed: bool) -> &'static str {
    match (is_paged, is_windowed) {
        (false, false) => "Meta",
        (true, false) => "PageMeta",
        (false, true) => "WindowMeta",
        (true, true) => "WindowPageMeta",
    }
}

fn meta_reference(is_paged: bool, is_windowed: bool) -> Value {
    json!({ "$ref": format!("#/components/schemas/{}", meta_name(is_paged, is_windowed)) })
}

fn success_schema(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let data = (route.shapes.data)(generator);
    let meta = meta_reference(is_paged(route, generator), route.policy.windowed);
    json!({
        "type": "object",
        "properties": { "data": data, "error": { "type": "null" }, "meta": meta },
        "required": ["data", "error", "meta"],
    })
}

pub(super) fn failure_schema(generator: &mut SchemaGenerator) -> Value {
    let error = generator.subschema_for::<ErrorBody<'static>>();
    json!({
        "type": "object",
        "properties": { "data": { "type": "null" }, "error": error, "meta": meta_reference(false, false) },
        "required": ["data", "error", "meta"],
    })
}
