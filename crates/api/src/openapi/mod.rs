//! The OpenAPI 3.1 document, created from the route table and the types of the routes.

mod examples;
mod figures;
mod flowing_text;
mod headers;
mod open_answers;
mod open_lists;
mod operations;
mod optional_fields;
mod plain_schemas;
mod prose;
mod responses;
mod shared_parts;
mod webhooks;

use std::collections::{BTreeMap, BTreeSet};

use askline_domain::{identity::role::Role, organizations::plan::Plan, services};
use schemars::{Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::pipeline::{
    guard::cookies,
    route_table::{
        Route, RouteTable,
        policy::{Access, Policy},
    },
    tenant::{ORG_PARAMETER, TenantSource},
};
use flowing_text::flow_descriptions;
pub(crate) use plain_schemas::make_plain;

/// The description of `If-None-Match`.
const OTHER_STATE: &str =
    "The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused.";

/// The whole document.
pub fn document(table: &RouteTable, version: &str) -> Value {
    let mut document = closed_document(table, version);
    open_answers::open_answers(&mut document);
    optional_fields::tell_defaults_in_words(&mut document);
    shared_parts::share(&mut document);
    flow_descriptions(&mut document);
    document
}

/// The document before its responses are opened for what later releases add.
fn closed_document(table: &RouteTable, version: &str) -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for route in table.routes() {
        paths
            .entry(route.policy.path)
            .or_default()
            .insert(route.policy.method.as_str().to_lowercase(), operation(route, &mut generator));
    }
    let failure = responses::failure_schema(&mut generator);
    let metas = responses::meta_schemas(&mut generator);
    let messages = webhooks::webhooks(&mut generator);
    let mut schemas: Map<String, Value> = generator.take_definitions(true);
    schemas.insert("Failure".into(), failure);
    schemas.extend(metas.map(|(name, schema)| (name.to_owned(), schema)));
    let mut document = json!({
        "openapi": "3.1.0",
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "info": {
            "title": "Askline",
            "version": version,
            "description": "How readers and AI assistants use your website: widget, events, analytics, prompts. \
                Every response of `/api` is an envelope of `data`, `error` and `meta`; errors have stable codes. \
                Examples are recorded from the service; their lists and files are shortened to three entries and show only \
                English.",
            "contact": { "name": "The operator of this instance" },
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        // The names that every surface shows for the ids in answers.
        "x-services": services::iter().map(|service| (service.id, service.name)).collect::<BTreeMap<_, _>>(),
        "tags": tags(table),
        "paths": paths,
        "webhooks": messages,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "apiKey": {
                    "type": "http", "scheme": "bearer", "bearerFormat": "ak_…",
                    "description": "An API key of the Pro plan or higher, with the scope that the operation names.",
                },
                "session": {
                    "type": "http", "scheme": "bearer", "bearerFormat": "st_…",
                    "description": "A session token of `POST /api/v1/auth/login`.",
                },
                "linkSession": {
                    "type": "http", "scheme": "bearer", "bearerFormat": "ls_…",
                    "description": "A session of a shared link, from `POST /api/v1/auth/link`. It reads what the link shows, and nothing else.",
                },
                "serviceToken": {
                    "type": "http", "scheme": "bearer", "bearerFormat": "sv_…",
                    "description": "A token of a service account, which acts as a member with its role. Needs the Pro plan or higher.",
                },
                "sessionCookie": {
                    "type": "apiKey", "in": "cookie", "name": cookies::SESSION,
                    "description": "The dashboard's own cookie, set by `POST /api/v1/auth/login`; `HttpOnly` and \
                        `SameSite=Strict`. Named `__Host-askline_session` where the public address is \
                        `https`. Changes made with it must come from a page of this service (`Origin`).",
                },
            },
        },
    });
    make_plain(&mut document);
    plain_schemas::widen_bare_null(&mut document);
    figures::describe(&mut document);
    document
}

fn tag_of(policy: &Policy) -> &str {
    policy.path.trim_start_matches("/api/v1/").split(['/', '.']).next().unwrap_or("api")
}

fn tags(table: &RouteTable) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    table
        .policies()
        .map(tag_of)
        .filter(|tag| seen.insert(*tag))
        .map(|tag| json!({ "name": tag, "description": prose::of_tag(tag) }))
        .chain([webhooks::tag()])
        .collect()
}

fn operation(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let policy = route.policy;
    let mut operation = json!({
        "operationId": policy.operation,
        "summary": policy.summary,
        "description": description(policy),
        "tags": [tag_of(policy)],
        "parameters": parameters(route, generator),
        "responses": responses::responses(route, generator),
        "security": security(policy),
    });
    if let Access::Key(scope) = policy.access {
        operation["x-required-scope"] = json!(scope);
    }
    if let Some(schema) = (route.shapes.body)(generator) {
        let mut content = Map::new();
        let media_type = route.shapes.body_media_type.unwrap_or("application/json");
        content.insert(media_type.into(), json!({ "schema": schema }));
        for media_type in route.shapes.body_other_media_types {
            content.insert((*media_type).into(), json!({ "schema": { "type": "string" } }));
        }
        operation["requestBody"] = json!({ "required": route.shapes.body_required, "content": content });
    }
    examples::add_examples(&mut operation);
    operation
}

fn description(policy: &Policy) -> String {
    let caller = match policy.access {
        Access::Key(scope) => format!("Needs a key with the scope `{scope}`, or {}.", session_of(policy)),
        Access::AnyKey => "Needs any valid API key.".into(),
        Access::AnyCaller => format!("Needs any valid API key, or {}.", session_of(policy)),
        Access::Session(role) => {
            let higher = or_higher(role < Role::Owner);
            let caller = if policy.for_services { "a session or a service account" } else { "a session" };
            format!("Needs {caller} with the role `{role}`{higher}. An API key is never accepted.")
        }
        Access::AnySession => "Needs a session. An API key is never accepted.".into(),
        Access::Anyone => "Needs no credential.".into(),
        Access::AnyoneOrSession => {
            "Needs no credential; acts for the session when one is sent. An API key is never accepted.".into()
        }
        Access::Link => "Needs a session of a shared link. Nothing else is accepted.".into(),
        Access::Keyless => "Must be called without an `Authorization` header.".into(),
    };
    let needs = |plan: Plan| format!(" Needs the {} plan{}.", plan.name(), or_higher(plan < Plan::Enterprise));
    let plan = policy.plan.map(needs).unwrap_or_default();
    format!("{}\n\n{caller}{plan}", prose::of_operation(policy.operation).unwrap_or_default())
}

/// The words after the name of a role or a plan: none after the highest one.
pub const fn or_higher(has_higher: bool) -> &'static str {
    if has_higher { " or higher" } else { "" }
}

fn session_of(policy: &Policy) -> String {
    match policy.needed_role() {
        Some(role) => format!("a session or a service account whose role is at least `{role}`"),
        None => "a session or a service account".into(),
    }
}

fn security(policy: &Policy) -> Value {
    let mut security = security_of(policy.access);
    if let (true, Some(schemes)) = (policy.for_services, security.as_array_mut()) {
        schemes.push(json!({ "serviceToken": [] }));
    }
    if let (true, Some(schemes)) = (policy.for_links.is_some(), security.as_array_mut()) {
        schemes.push(json!({ "linkSession": [] }));
    }
    security
}

fn security_of(access: Access) -> Value {
    match access {
        Access::Key(_) | Access::AnyCaller => json!([{ "apiKey": [] }, { "session": [] }, { "sessionCookie": [] }]),
        Access::AnyKey => json!([{ "apiKey": [] }]),
        Access::Session(_) | Access::AnySession => json!([{ "session": [] }, { "sessionCookie": [] }]),
        Access::AnyoneOrSession => json!([{}, { "session": [] }, { "sessionCookie": [] }]),
        // A link's scheme is added for every row that links may call.
        Access::Anyone | Access::Keyless | Access::Link => json!([]),
    }
}

/// The schema of a JSON body; `None` if the route has none.
pub(crate) fn body_schema(route: &Route, generator: &mut SchemaGenerator) -> Option<Value> {
    (route.shapes.body)(generator).map(Schema::to_value).map(flowing)
}

/// The schema of the envelope's `data`.
pub(crate) fn data_schema(route: &Route, generator: &mut SchemaGenerator) -> Value {
    flowing((route.shapes.data)(generator).to_value())
}

fn flowing(mut schema: Value) -> Value {
    flow_descriptions(&mut schema);
    schema
}

pub(crate) fn parameters(route: &Route, generator: &mut SchemaGenerator) -> Vec<Value> {
    let policy = route.policy;
    let mut parameters = Vec::new();
    let described = (route.shapes.path)(generator);
    for name in policy.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
        let schema = described
            .get("properties")
            .and_then(|properties| properties.get(name))
            .cloned()
            .unwrap_or_else(|| id_schema(name, generator));
        let description = format!("The id of the {}.", thing_of(name));
        parameters.push(json!({
            "name": name, "in": "path", "required": true, "description": description, "schema": schema,
        }));
    }
    let described = (route.shapes.query)(generator);
    if let Some(properties) = described.get("properties").and_then(Value::as_object) {
        for (name, schema) in properties {
            let mut schema = schema.clone();
            without_null(&mut schema);
            without_emptiness(&mut schema);
            let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            let mut parameter = json!({ "name": name, "in": "query", "required": false, "schema": schema });
            if let Some(description) = description {
                parameter["description"] = description;
            }
            parameters.push(parameter);
        }
    }
    if matches!(policy.tenant_source, TenantSource::OrganizationOfCaller | TenantSource::OwnerOf(_))
        && policy.access != Access::AnyKey
    {
        parameters.push(json!({
            "name": ORG_PARAMETER, "in": "query", "required": false,
            "description": "The organization, for members of several.",
            "schema": generator.subschema_for::<askline_domain::shared::ids::OrgId>(),
        }));
    }
    if policy.idempotent {
        let mut key = header_parameter(
            "Idempotency-Key",
            "A repeated request with the same key and body within 24 hours gets the first response, or only its status and \
             `{ data: { id } }` if the response was not kept. A refused request does not use up the key.",
        );
        key["schema"] = json!({ "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$" });
        parameters.push(key);
    }
    if policy.conditional {
        parameters
            .push(header_parameter("If-Match", "The `ETag` of the read that the change is based on, such as `\"7\"`."));
        parameters.push(header_parameter("If-None-Match", OTHER_STATE));
    }
    if policy.revalidates {
        parameters.push(header_parameter("If-None-Match", OTHER_STATE));
    }
    parameters.into_iter().map(flowing).collect()
}

/// The word for what a path parameter identifies: `organization` for `orgId`.
fn thing_of(parameter: &str) -> &str {
    match parameter.strip_suffix("Id").unwrap_or(parameter) {
        "org" => "organization",
        "user" => "member",
        "serviceAccount" => "service account",
        thing => thing,
    }
}

fn id_schema(name: &str, generator: &mut SchemaGenerator) -> Value {
    use askline_domain::shared::ids::{OrgId, SiteId};
    match name {
        "siteId" => generator.subschema_for::<SiteId>(),
        "orgId" => generator.subschema_for::<OrgId>(),
        _ => schemars::json_schema!({ "type": "string" }),
    }
    .to_value()
}

fn header_parameter(name: &str, description: &str) -> Value {
    json!({
        "name": name, "in": "header", "required": false, "description": description,
        "schema": { "type": "string" },
    })
}

/// Forbids empty texts, because a query parameter is absent, never empty.
fn without_emptiness(schema: &mut Value) {
    if let Some(fields) = schema.as_object_mut()
        && fields.get("type").is_some_and(|name| name == "string")
        && !fields.contains_key("enum")
        && !fields.contains_key("format")
    {
        fields.entry("minLength").or_insert_with(|| json!(1));
    }
}

/// Removes `null`, because a query parameter is absent, never null.
pub(crate) fn without_null(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            fields.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(choices)) = fields.get_mut("anyOf") {
        choices.retain(|choice| choice != &json!({ "type": "null" }));
        if let [only] = choices.as_slice() {
            let only = only.clone();
            fields.remove("anyOf");
            if let Value::Object(only) = only {
                fields.extend(only);
            }
        }
    }
    if let Some(Value::Array(values)) = fields.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
}
