//! `POST /mcp`: routes as tools, with the same access and limits.

use askline_domain::{
    keys::{ApiKey, scope::Scope},
    organizations::plan::Plan,
    sites::visible::VisibleSites,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Org, Service};

mod arguments;
mod jobs;
mod prompts;
mod refusals;
mod windows;

/// The HTTP response to a message.
#[derive(Debug)]
pub struct Heard {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
}

impl Heard {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }
    /// The `result` of an answer that must not be an error.
    pub fn result(&self) -> &Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        assert!(self.body["error"].is_null(), "{}", self.body);
        &self.body["result"]
    }
    /// The structured content of a tool's successful answer.
    pub fn answer(&self) -> &Value {
        let result = self.result();
        assert_eq!(result["isError"], false, "{result}");
        &result["structuredContent"]
    }
    /// A cell of the table `items`.
    pub fn item(&self, row: usize, column: &str) -> &Value {
        let table = &self.answer()["tables"]["items"];
        let names = table["columns"].as_array().unwrap();
        let place = names.iter().position(|name| name == column).expect(column);
        &table["rows"][row][place]
    }
    /// The `error` object of a failed tool, which must have this code.
    pub fn tool_error(&self, code: &str) -> &Value {
        let result = self.result();
        assert_eq!(
            (&result["isError"], &result["structuredContent"]["code"]),
            (&json!(true), &json!(code)),
            "{result}"
        );
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(&format!("{code}: ")), "{text}");
        &result["structuredContent"]
    }
    /// Checks status and API code of a refusal that comes from no tool.
    pub fn refused(&self, status: u16, code: &str) -> &Self {
        assert_eq!(
            (self.status.as_u16(), &self.body["error"]["data"]["code"]),
            (status, &json!(code)),
            "{}",
            self.body
        );
        self
    }
    pub fn remaining(&self) -> u32 {
        self.header("x-ratelimit-remaining").parse().unwrap()
    }
}

/// A request as a client sends it, for tests to change.
pub fn request(service: &Service, bearer: Option<&str>) -> reqwest::RequestBuilder {
    let request = service
        .request(Method::POST, "/mcp")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json");
    match bearer {
        Some(bearer) => request.bearer_auth(bearer),
        None => request,
    }
}

/// Sends a request and reads its response.
pub async fn heard(request: reqwest::RequestBuilder) -> Heard {
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let text = response.text().await.unwrap();
    let body = if text.is_empty() { Value::Null } else { serde_json::from_str(&text).expect(&text) };
    Heard { status, headers, body }
}

pub fn message(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })
}

pub fn initialize() -> Value {
    let client = json!({ "name": "test", "version": "1" });
    message("initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client }))
}

pub async fn send(service: &Service, bearer: Option<&str>, message: &Value) -> Heard {
    heard(request(service, bearer).body(message.to_string())).await
}

pub async fn call(service: &Service, bearer: &str, tool: &str, arguments: Value) -> Heard {
    send(service, Some(bearer), &message("tools/call", json!({ "name": tool, "arguments": arguments }))).await
}

pub async fn tools(service: &Service, bearer: &str) -> Vec<Value> {
    let heard = send(service, Some(bearer), &message("tools/list", json!({}))).await;
    heard.result()["tools"].as_array().unwrap().clone()
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_client_gets_from_initialize_to_the_answer_of_a_tool() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    let begun = send(&service, Some(&key), &initialize()).await;
    assert_eq!((&begun.body["id"], &begun.result()["protocolVersion"]), (&json!(7), &json!("2025-06-18")));
    assert_eq!(begun.result()["serverInfo"]["name"], "askline");
    assert!(begun.result()["instructions"].as_str().unwrap().contains("list_sites"));
    assert!(begun.header("mcp-session-id").is_empty());
    let noted = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(send(&service, Some(&key), &noted).await.status, StatusCode::ACCEPTED);
    let sites = call(&service, &key, "list_sites", json!({})).await;
    assert_eq!(sites.item(0, "id"), &json!(org.site));
    assert!(sites.header("x-request-id").starts_with("req_"));
    assert_eq!(sites.result()["_meta"]["requestId"], sites.header("x-request-id"));
    assert_eq!(sites.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_client_of_the_revision_without_initialize_is_answered_as_well() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let with_meta = |method: &'static str, mut params: Value| {
        params["_meta"] = meta.clone();
        let request = request(&service, Some(&key)).header("mcp-protocol-version", "2026-07-28");
        request.header("mcp-method", method).body(message(method, params).to_string())
    };
    let discovered = heard(with_meta("server/discover", json!({}))).await;
    assert!(discovered.result()["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")));
    let called = with_meta("tools/call", json!({ "name": "list_sites" })).header("mcp-name", "list_sites");
    assert_eq!(heard(called).await.item(0, "id"), &json!(org.site));
    let contradicting = with_meta("tools/call", json!({ "name": "list_sites" })).header("mcp-name", "show_site");
    assert_eq!(heard(contradicting).await.status, StatusCode::BAD_REQUEST);
    // The service has no streams: it answers this request with an error instead of keeping it open.
    let wanted = json!({ "notifications": { "toolsListChanged": true } });
    let listening = heard(with_meta("subscriptions/listen", wanted)).await;
    assert_eq!(listening.body["error"]["code"], -32601, "{}", listening.body);
}

#[tokio::test]
async fn a_key_is_shown_the_tools_of_its_scopes_and_no_others() {
    let service = Service::start().await;
    let org = service.organization(Plan::Enterprise).await;
    let all = tools(&service, &service.key(&org, &[Scope::All]).await).await;
    for tool in &all {
        let name = tool["name"].as_str().unwrap();
        let starts_job = name.starts_with("regenerate_");
        let hints = &tool["annotations"];
        assert_eq!(
            ["readOnlyHint", "destructiveHint", "openWorldHint"].map(|hint| &hints[hint]),
            [!starts_job, starts_job, starts_job].map(|is| if is { &Value::Bool(true) } else { &Value::Bool(false) }),
            "{tool}"
        );
        assert!(tool["title"].as_str().is_some_and(|title| !title.is_empty()), "{tool}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
    }
    let of_sites = tools(&service, &service.key(&org, &[Scope::SitesWrite]).await).await;
    let expected = "show_own_api_key list_sites show_site list_config_versions list_refused_origins show_missing_views \
                    list_annotations show_job";
    assert_eq!(names(&of_sites), expected.split(' ').collect::<Vec<_>>());
    let mut seen = 2;
    for scope in [
        Scope::AnalyticsRead,
        Scope::SitesRead,
        Scope::PromptsRead,
        Scope::PromptsWrite,
        Scope::RulesRead,
        Scope::CreditsRead,
        Scope::CitationsRead,
        Scope::OrgRead,
    ] {
        let shown = tools(&service, &service.key(&org, &[scope]).await).await;
        let needed = format!("Scope: {scope}.");
        let own = shown.iter().filter(|tool| tool["description"].as_str().unwrap().ends_with(&needed)).count();
        let of_any =
            shown.iter().filter(|tool| tool["name"] == "show_own_api_key" || tool["name"] == "show_job").count();
        let of_read = if scope == Scope::PromptsWrite { 2 } else { 0 };
        assert_eq!(shown.len(), own + of_any + of_read, "{scope}: {:?}", names(&shown));
        seen += own;
    }
    assert_eq!(seen, all.len(), "{:?}", names(&all));
}

/// Arguments for the path parameters that a tool requires.
fn arguments_for(tool: &Value, org: &Org) -> Value {
    let mut arguments = json!({});
    for name in tool["inputSchema"]["required"].as_array().unwrap() {
        let name = name.as_str().unwrap();
        arguments[name] = match name {
            "siteId" => json!(org.site),
            "orgId" => json!(org.id),
            _ => json!("no such thing"),
        };
    }
    arguments
}

/// Compares the facts and tables of a tool's answer with the data of the API.
fn check_told(tool: &str, answer: &Value, data: &Value) {
    let at = |value: &Value, path: &str| path.split('.').fold(value.clone(), |value, name| value[name].clone());
    for (path, told) in answer["facts"].as_object().unwrap() {
        assert_eq!(told, &at(data, path), "{tool}: {path}");
    }
    for (path, table) in answer["tables"].as_object().unwrap() {
        let rows = at(data, path).as_array().cloned().unwrap_or_default();
        assert_eq!(
            (&table["rowsFound"], table["rows"].as_array().unwrap().len()),
            (&json!(rows.len()), rows.len()),
            "{tool}"
        );
        for (row, told) in rows.iter().zip(table["rows"].as_array().unwrap()) {
            for (column, told) in table["columns"].as_array().unwrap().iter().zip(told.as_array().unwrap()) {
                let column = column.as_str().unwrap();
                if !column.contains('[') && !column.ends_with(".count") {
                    assert_eq!(told, &at(row, column), "{tool}: {path}: {column}");
                }
            }
        }
    }
}

#[tokio::test]
async fn every_read_tool_returns_the_same_data_or_error_as_its_route() {
    let service = Service::start().await;
    let org = service.organization(Plan::Enterprise).await;
    service.site_of(&org, "second.example.com").await;
    let key = service.key(&org, &[Scope::All]).await;
    let prompt = json!({ "name": "One", "text": "Sum up {{url}}", "kind": "summary" });
    service.send(Method::POST, &format!("/api/v1/prompts/{}", org.site), Some(&key), Some(&prompt)).await.data(201);
    let table = askline_api::routes::table();
    let mut compared = 0;
    for tool in tools(&service, &key).await {
        let name = tool["name"].as_str().unwrap();
        let policy = table.policies().find(|policy| policy.operation == name).unwrap();
        if name == "show_own_api_key" || policy.method != Method::GET {
            continue;
        }
        let arguments = arguments_for(&tool, &org);
        let mut path = policy.path.to_owned();
        for (argument, value) in arguments.as_object().unwrap() {
            path = path.replace(&format!("{{{argument}}}"), &value.as_str().unwrap().replace(' ', "%20"));
        }
        let asked = service.get(&path, &key).await;
        let called = call(&service, &key, name, arguments).await;
        if asked.status.is_success() {
            check_told(name, called.answer(), &asked.body["data"]);
            let text: Value = serde_json::from_str(called.result()["content"][0]["text"].as_str().unwrap()).unwrap();
            assert_eq!(&text, called.answer(), "{name}");
            compared += 1;
        } else {
            assert_eq!(called.tool_error(asked.code()), &asked.body["error"], "{name}");
        }
    }
    assert!(compared >= 12, "{compared}");
}

#[tokio::test]
async fn a_list_is_read_on_by_its_cursor_and_filters_are_passed_on() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    // Entries with the same time have no fixed order, so the second site is made later.
    service.advance(1);
    let second = service.site_of(&org, "second.example.com").await;
    let key = service.key(&org, &[Scope::All]).await;
    let first = call(&service, &key, "list_sites", json!({ "limit": 1 })).await;
    assert_eq!(first.item(0, "id"), &json!(second));
    let cursor = first.answer()["nextCursor"].clone();
    let rest = call(&service, &key, "list_sites", json!({ "limit": 1, "cursor": cursor })).await;
    assert_eq!((rest.item(0, "id"), &rest.answer()["nextCursor"]), (&json!(org.site), &Value::Null));
    let clicks = call(&service, &key, "show_ai_clicks", json!({ "siteId": org.site, "days": 7.0 })).await;
    let facts = &clicks.answer()["facts"];
    assert_eq!((&facts["totals.aiClicks"], &facts["totals.days"]), (&json!(0), &json!(7)));
    assert_eq!(clicks.answer()["units"]["aiClicks"], "clicks on assistants' buttons, without questions");
    for range in [&clicks.answer()["range"], &clicks.result()["_meta"]["range"]] {
        assert_eq!(range["timezone"], "Europe/Berlin");
    }
}

#[tokio::test]
async fn a_tool_that_the_key_is_not_shown_is_refused_by_its_route() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::SitesRead]).await;
    let refused = call(&service, &key, "show_ai_clicks", json!({ "siteId": org.site })).await;
    assert_eq!(refused.tool_error("INSUFFICIENT_SCOPE")["requiredScope"], "analytics:read");
    for tool in ["revoke_api_key", "show_me", "show_public_config", "replace_config", "no_such_tool"] {
        let unknown = call(&service, &key, tool, json!({})).await;
        assert_eq!((unknown.status, &unknown.body["error"]["code"]), (StatusCode::OK, &json!(-32602)), "{tool}");
    }
}

#[tokio::test]
async fn foreign_site_is_refused_exactly_like_an_unknown_one() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let other = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    let absent = "site_00000000000000000000000000";
    for tool in ["show_ai_clicks", "show_site", "list_rules"] {
        let foreign = call(&service, &key, tool, json!({ "siteId": other.site })).await;
        let none = call(&service, &key, tool, json!({ "siteId": absent })).await;
        assert_eq!(foreign.tool_error("NOT_FOUND"), none.tool_error("NOT_FOUND"), "{tool}");
    }
    let apart = call(&service, &key, "show_organization", json!({ "orgId": other.id })).await;
    apart.tool_error("NOT_FOUND");
}

#[tokio::test]
async fn a_key_for_one_site_reaches_that_site_alone() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let second = service.site_of(&org, "second.example.com").await;
    let key = ApiKey::generate(&mut rand::rng());
    let mut record = service.key_record(&org, &key, &[Scope::All]);
    record.site_ids = VisibleSites::only(vec![second]);
    askline_app::keys::add(&*service.metadata, &record, u32::MAX, service.audit(org.id, "key.created")).await.unwrap();
    let reached = call(&service, key.expose(), "show_ai_clicks", json!({ "siteId": second })).await;
    assert!(reached.result()["isError"] == false, "{}", reached.body);
    call(&service, key.expose(), "show_ai_clicks", json!({ "siteId": org.site })).await.tool_error("NOT_FOUND");
}

#[tokio::test]
async fn a_wrong_argument_is_named_with_what_is_wrong_about_it() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    let site = json!(org.site);
    for (arguments, named) in [
        (json!({ "siteId": site, "dais": 3 }), "dais"),
        (json!({ "siteId": site, "days": 0 }), "days"),
        (json!({ "siteId": site, "days": "many" }), "days"),
        (json!({ "siteId": null }), "siteId"),
        (json!({ "siteId": site, "compare": "future" }), "compare"),
        (json!({ "siteId": site, "format": "csv" }), "format"),
        (json!({ "days": 3 }), "siteId"),
    ] {
        let answer = call(&service, &key, "show_ai_clicks", arguments.clone()).await;
        let error = answer.tool_error("INVALID_PARAMETER");
        assert!(error["message"].as_str().unwrap().contains(named), "{arguments}: {error}");
    }
}
