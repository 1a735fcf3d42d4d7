//! No parameter is ignored: each one changes the response, or is refused and named. Some tests run on every operation.

use std::collections::BTreeMap;

use askline_api::{
    pipeline::route_table::policy::{Access, Policy},
    routes::{self, documents::openapi_json},
};
use askline_domain::{engines::Engine, keys::scope::Scope, organizations::plan::Plan, shared::clock::Clock as _};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    events::{count, event},
    harness::{Answer, Service},
    monitors::{Scene, engines::Act},
};

/// A request to an operation with the ids of its examples, and the credential that it needs.
async fn answer(service: &Service, policy: &Policy, path: &str, bearers: (&str, &str, &str)) -> Answer {
    let request = service.request(policy.method.clone(), path);
    let request = match policy.access {
        Access::Anyone | Access::Keyless => request,
        Access::AnyKey => request.bearer_auth(bearers.1),
        Access::Link => request.bearer_auth(bearers.2),
        _ => request.bearer_auth(bearers.0),
    };
    service.answer(request.header("content-type", "application/json").body("{}")).await
}

#[tokio::test]
async fn every_operation_names_a_parameter_that_it_does_not_know() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    let link = service.link_session(&org, &json!({})).await;
    for policy in routes::table().policies() {
        // These are closed on this instance, whatever is sent; sites add parameters of their own to what readers' browsers call,
        // and providers to the addresses that they send browsers back to.
        let is_closed = ["sign_up", "create_organization", "sign_in_by_gate"].contains(&policy.operation);
        if is_closed || policy.any_origin || policy.redirects {
            continue;
        }
        let path = policy.path.replace("{siteId}", &org.site.to_string()).replace("{orgId}", &org.id.to_string());
        // Objects whose owner is looked up by an id, and refusals of the credential, come first.
        let is_owner_unknown =
            ["{keyId}", "{webhookId}", "{channelId}", "{recipientId}", "{jobId}"].iter().any(|id| path.contains(id));
        let path = path.replace(['{', '}'], "");
        let told = answer(&service, policy, &format!("{path}?unheardOf=1"), (&org.session, &key, &link)).await;
        let has_own_token = policy.operation == "ingest_logs";
        if is_owner_unknown && told.status == 404 || has_own_token && told.status == 401 {
            continue;
        }
        told.refused(400, "INVALID_PARAMETER");
        assert_eq!(told.body["error"]["details"][0]["path"], "unheardOf", "{}", policy.operation);
    }
}

/// A site with readers on two days and two pages, and with answers of two engines.
async fn filled() -> (Scene, String) {
    let scene = Scene::new().await;
    // Before anything is read of the site.
    let offered = ["q_00000000000000000000000001".to_owned(), "m_00000000000000000000000001".to_owned()];
    scene.service.offer(&scene.org, &offered).await;
    let monitor = scene.create(json!({ "engines": ["openai", "perplexity"], "samplesPerRun": 2 })).await;
    scene.engine(Engine::OpenAi).always(Act::says("Example", &["https://example.com/a", "https://other.example/x"]));
    scene.engine(Engine::Perplexity).always(Act::says("Nothing", &["https://third.example/"]));
    scene.run(&monitor).await;
    scene.service.advance(2 * 24 * 60 * 60);
    scene.run(&monitor).await;
    let (service, org) = (&scene.service, &scene.org);
    let kinds = [
        json!({}),
        json!({ "type": "ai_click", "platform": "claude" }),
        json!({ "type": "ai_click", "platform": "chatgpt" }),
        json!({ "type": "social_click", "network": "x" }),
        json!({ "type": "question_click", "questionId": "q_00000000000000000000000001", "platform": "claude" }),
        json!({ "type": "question_click", "questionId": "q_00000000000000000000000001", "platform": "chatgpt" }),
        json!({ "type": "item_click", "itemId": "m_00000000000000000000000001" }),
        json!({ "type": "copy" }),
        json!({ "referrer": "https://claude.ai/" }),
    ];
    let on = |path: &str, age: u64, fields: &Value| {
        let mut fields = fields.clone();
        fields["url"] = json!(format!("https://example.com{path}"));
        fields["age"] = json!(age);
        event(org.site, fields)
    };
    let events = kinds.iter().flat_map(|kind| [on("/guides/a", 0, kind), on("/z", 80_000, kind), on("/z", 0, kind)]);
    count(service, &events.collect::<Vec<_>>()).await;
    for agent in ["GPTBot/1.2", "ClaudeBot/1.0"] {
        let view = json!({ "events": [event(org.site, json!({})), event(org.site, json!({ "age": 80_000 }))] });
        service.answer(service.request(Method::POST, "/api/v1/events").header("user-agent", agent).json(&view)).await;
    }
    let sources = format!("/api/v1/logs/{}/sources", org.site);
    let made = service.send(Method::POST, &sources, Some(&org.session), Some(&json!({ "name": "web" }))).await;
    let token = made.data(201)["token"].as_str().unwrap().to_owned();
    let line = |path: &str, agent: &str, hours: i64| {
        let at = (service.clock.now() - jiff::SignedDuration::from_hours(hours)).strftime("%d/%b/%Y:%H:%M:%S +0000");
        format!("203.0.113.9 - - [{at}] \"GET {path} HTTP/1.1\" 200 5 \"-\" \"{agent}\"\n")
    };
    let lines = [
        line("/guides/a", "GPTBot/1.2", 1),
        line("/z", "OAI-SearchBot/1.0", 1),
        line("/z", "OAI-SearchBot/1.0", 30),
        line("/z", "OAI-SearchBot/1.0", 24 * 40),
    ];
    let batch = service.request(Method::POST, "/api/v1/logs/ingest").bearer_auth(token);
    let batch = batch.header("content-type", "text/plain").body(lines.concat());
    assert_eq!(service.answer(batch).await.data(202)["kept"], 4);
    let monitor = monitor["id"].as_str().unwrap().to_owned();
    (scene, monitor)
}

/// A value of each parameter that changes a response of [`filled`].
fn value_of(name: &str, schema: &Value, monitor: &str) -> String {
    let listed = |schema: &Value| schema["enum"][0].as_str().map(str::to_owned);
    match name {
        "days" => "1".into(),
        "from" | "to" => "2026-06-17".into(),
        "page" | "path" => "/z".into(),
        "platform" => "claude".into(),
        "monitorId" => monitor.replace(char::is_numeric, "0"),
        "interval" => "week".into(),
        "sort" => "path".into(),
        "order" => "asc".into(),
        "q" => "guides".into(),
        "limit" => "1".into(),
        "cursor" => "c2".into(),
        "cited" => "true".into(),
        "language" => "de".into(),
        "groupBy" => schema["enum"].as_array().and_then(|all| all.last()?.as_str()).unwrap_or_default().to_owned(),
        "engine" => "openai".into(),
        "crawler" => "GPTBot".into(),
        "pages" => "not_read".into(),
        "period" => "month".into(),
        "audience" => "client".into(),
        _ => listed(schema).or_else(|| listed(&schema["items"])).unwrap_or_else(|| panic!("{name} has no value here")),
    }
}

#[tokio::test]
async fn every_parameter_of_a_report_changes_it_or_is_refused_by_name_in_every_format() {
    let (scene, monitor) = filled().await;
    let (service, org) = (&scene.service, &scene.org);
    let document: Value = serde_json::from_slice(&openapi_json()).unwrap();
    let followed = |value: &Value| match value["$ref"].as_str() {
        Some(name) => document.pointer(name.trim_start_matches('#')).unwrap().clone(),
        None => value.clone(),
    };
    let mut ignored = Vec::new();
    let mut checked = 0;
    for policy in routes::table().policies().filter(|policy| policy.windowed && policy.method == Method::GET) {
        // A shared link's view has no parameters.
        if policy.access == Access::Link {
            continue;
        }
        let parameters = document["paths"][policy.path]["get"]["parameters"].as_array().unwrap();
        let parameters: BTreeMap<String, Value> = parameters
            .iter()
            .map(&followed)
            .filter(|parameter| parameter["in"] == "query")
            .map(|parameter| {
                let mut schema = followed(&parameter["schema"]);
                schema["items"] = followed(&schema["items"]);
                (parameter["name"].as_str().unwrap().to_owned(), schema)
            })
            .collect();
        let table = parameters.get("table").map(|table| value_of("table", table, &monitor));
        let mut forms = vec!["format=json".to_owned()];
        if parameters.contains_key("format") {
            forms.push("format=csv".into());
        } else {
            forms = vec![String::new()];
        }
        if let Some(table) = &table {
            forms.extend([format!("format=csv&table={table}"), format!("format=xlsx&table={table}")]);
        }
        let path = policy.path.replace("{siteId}", &org.site.to_string());
        let ask = async |query: String| {
            let request = service.request(Method::GET, &format!("{path}?{query}")).bearer_auth(&org.session);
            let answer = request.send().await.unwrap();
            let (status, bytes) = (answer.status().as_u16(), answer.bytes().await.unwrap().to_vec());
            let told: Value = serde_json::from_slice(&bytes).unwrap_or_default();
            let meta = json!([told["meta"]["notes"], told["meta"]["range"]]);
            let parts = (told["data"].clone(), meta, told["error"]["details"].clone());
            // A file is compared as it is; a response of JSON without its request id.
            (status, if told.is_null() { bytes } else { parts.0.to_string().into_bytes() }, parts.1, parts.2)
        };
        for form in &forms {
            let plain = ask(form.clone()).await;
            assert_eq!(plain.0, 200, "{} {form}", policy.operation);
            for (name, schema) in parameters.iter().filter(|(name, _)| !form.contains(&format!("{name}="))) {
                if name == "format" {
                    continue;
                }
                let told = ask(format!("{form}&{name}={}", value_of(name, schema, &monitor))).await;
                let is_named =
                    told.3.as_array().is_some_and(|all| !all.is_empty()) || (told.0 == 400 && name == "cursor");
                let is_used = told.0 == 200 && (told.1 != plain.1 || told.2 != plain.2);
                if !is_named && !is_used {
                    ignored.push(format!("{} {form}: {name}", policy.operation));
                }
                checked += 1;
            }
        }
    }
    assert!(ignored.is_empty(), "{ignored:#?}");
    assert!(checked > 200, "{checked}");
}
