//! Every refusal of `/api` has the envelope. This includes unknown paths and methods, and malformed or oversized
//! bodies.

use askline_api::settings::ApiSettings;
use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::json;

use crate::harness::{Service, unlimited};

#[tokio::test]
async fn unknown_paths_and_methods_answer_in_the_envelope() {
    let service = Service::start_unlimited().await;
    for path in ["/api/v1/nothing", "/api/", "/api/v2/keys", "/api/v1/sites/", "/api/v1/%ff"] {
        service.send(Method::GET, path, None, None).await.refused(404, "NOT_FOUND");
    }
    for (path, meant) in [
        ("/API/v1/Sites", "/api/v1/sites"),
        ("/api/v1/sites/", "/api/v1/sites"),
        ("/api/v1/Analytics/site_1/AI", "/api/v1/analytics/site_1/ai"),
    ] {
        let answer = service.send(Method::GET, path, None, None).await;
        let message = answer.refused(404, "NOT_FOUND").body["error"]["message"].as_str().unwrap();
        assert!(message.ends_with(&format!(" Did you mean {meant}?")), "{message}");
    }
    let answer = service.send(Method::PUT, "/api/v1/keys", None, None).await;
    answer.refused(405, "METHOD_NOT_ALLOWED");
    assert_eq!(answer.header("allow"), "GET, HEAD, POST");
}

#[tokio::test]
async fn bodies_that_cannot_be_read_are_refused_before_anything_is_stored() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let send = |media_type: &'static str, body: String| {
        service.answer(
            service
                .request(Method::POST, "/api/v1/keys")
                .bearer_auth(&org.session)
                .header("content-type", media_type)
                .body(body),
        )
    };
    send("application/json", "{\"scopes\":".into()).await.refused(400, "BAD_REQUEST");
    send("application/json", format!("{}{}", "[".repeat(33), "]".repeat(33))).await.refused(400, "BAD_REQUEST");
    send("text/plain", "{}".into()).await.refused(415, "UNSUPPORTED_MEDIA_TYPE");
    send("application/json", "x".repeat(64 * 1024 + 1)).await.refused(413, "PAYLOAD_TOO_LARGE");
    let unknown = send("application/json", json!({ "scopes": ["*"], "scpes": 1 }).to_string()).await;
    unknown.refused(422, "VALIDATION_FAILED");
    assert_eq!(unknown.body["error"]["details"][0]["path"], "scpes");
    let misspelt = send("application/json", json!({ "scopes": ["analytcs:read"] }).to_string()).await;
    misspelt.refused(422, "VALIDATION_FAILED");
    assert_eq!(misspelt.body["error"]["details"][0]["path"], "scopes[0]");
    assert_eq!(misspelt.body["error"]["details"][0]["code"], "UNKNOWN_SCOPE");
    let keys = service.get("/api/v1/keys", &org.session).await;
    assert_eq!(keys.data(200)["items"], json!([]));
}

#[tokio::test]
async fn query_parameters_are_checked_by_name() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    let base = format!("/api/v1/analytics/{}/ai", org.site);
    for (query, name) in [
        ("days=0", "days"),
        ("days=366", "days"),
        ("days=-1", "days"),
        ("days=1.5", "days"),
        ("days=x", "days"),
        ("days=", "days"),
        ("dayz=30", "dayz"),
        ("from=2026-02-30", "from"),
        ("from=2026-06-15&to=2026-06-14", "to"),
        ("to=2026-06-15", "from"),
        ("from=2026-06-01&days=3", "days"),
        ("from=2025-01-01&to=2026-06-01", "from"),
        ("compare=next", "compare"),
        ("format=xml", "format"),
    ] {
        let answer = service.get(&format!("{base}?{query}"), &key).await;
        answer.refused(400, "INVALID_PARAMETER");
        assert_eq!(answer.body["error"]["details"][0]["path"], name, "{query}: {}", answer.text);
    }
    service.get("/api/v1/sites?cursor=abc", &key).await.refused(400, "INVALID_CURSOR");
    service.get("/api/v1/sites?limit=201", &key).await.refused(400, "INVALID_PARAMETER");
    let long = format!("{base}?page={}", "a".repeat(8 * 1024));
    service.get(&long, &key).await.refused(413, "PAYLOAD_TOO_LARGE");
}

#[tokio::test]
async fn the_explanation_of_a_code_has_an_absolute_address_where_the_own_one_is_known() {
    for (public_url, expected) in [
        (None, "/docs/errors#NOT_FOUND"),
        (Some("https://ask.example.com"), "https://ask.example.com/docs/errors#NOT_FOUND"),
    ] {
        let settings =
            ApiSettings { public_url: public_url.map(str::to_owned), limits: unlimited(), ..ApiSettings::default() };
        let answer = Service::start_with(settings).await.send(Method::GET, "/api/v1/nothing", None, None).await;
        assert_eq!(answer.refused(404, "NOT_FOUND").body["error"]["docUrl"], expected);
    }
}

#[tokio::test]
async fn only_the_public_routes_let_other_origins_call() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let origin = "https://example.com";
    let open = [("GET", format!("/api/v1/sites/{}/config", org.site)), ("POST", "/api/v1/events".into())];
    for (method, path) in open {
        for method in [method.parse().unwrap(), Method::OPTIONS] {
            let answer = service.answer(service.request(method, &path).header("origin", origin)).await;
            assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
            let exposed = answer.header("access-control-expose-headers").to_lowercase();
            let readable =
                ["etag", "ratelimit", "ratelimit-policy", "retry-after", "x-ratelimit-reset", "x-request-id"];
            assert!(readable.iter().all(|name| exposed.split(", ").any(|one| one == *name)), "{exposed}");
        }
    }
    for path in ["/api/v1/sites", "/api/v1/keys", "/api/v1/auth/login"] {
        let answer = service.answer(service.request(Method::OPTIONS, path).header("origin", origin)).await;
        answer.refused(405, "METHOD_NOT_ALLOWED");
        assert_eq!(answer.header("access-control-allow-origin"), "");
    }
}

#[tokio::test]
async fn the_openapi_document_describes_every_row() {
    let service = Service::start_unlimited().await;
    let answer = service.answer(service.request(Method::GET, "/api/v1/openapi.json")).await;
    let document: serde_json::Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    for (method, path, _) in crate::every_route::contract_table::ROUTES {
        let operation = &document["paths"][*path][method.to_lowercase()];
        assert!(operation["operationId"].is_string(), "{method} {path}");
        assert!(operation["responses"]["429"].is_object(), "{method} {path}");
    }
}

#[tokio::test]
async fn every_violation_of_a_request_is_reported_at_once_with_its_path() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = json!({
        "name": 1, "text": null, "kind": "sumary", "weight": "x", "platformIds": [1], "nmae": "x",
    });
    let answer =
        service.send(Method::POST, &format!("/api/v1/prompts/{}", org.site), Some(&org.session), Some(&body)).await;
    let details = answer.refused(422, "VALIDATION_FAILED").body["error"]["details"].as_array().unwrap().clone();
    let mut found: Vec<(&str, &str)> =
        details.iter().map(|detail| (detail["path"].as_str().unwrap(), detail["code"].as_str().unwrap())).collect();
    found.sort_unstable();
    let expected = [
        ("kind", "UNKNOWN_VALUE"),
        ("name", "WRONG_TYPE"),
        ("nmae", "UNKNOWN_FIELD"),
        ("platformIds[0]", "WRONG_TYPE"),
        ("text", "WRONG_TYPE"),
        ("weight", "WRONG_TYPE"),
    ];
    assert_eq!(found, expected, "{}", answer.text);
    let kind = details.iter().find(|detail| detail["path"] == "kind").unwrap();
    assert!(kind["allowed"].as_array().unwrap().contains(&json!("summary")), "{kind}");
    let query = service
        .get(&format!("/api/v1/prompts/{}?limit=x&stauts=a&status=b&kind=c&kind=d", org.site), &org.session)
        .await;
    let details = query.refused(400, "INVALID_PARAMETER").body["error"]["details"].as_array().unwrap().clone();
    let paths: Vec<&str> = details.iter().map(|detail| detail["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["limit", "stauts", "status", "kind", "kind"], "{}", query.text);
}

#[tokio::test]
async fn duplicate_key_is_refused_at_any_depth() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let path = format!("/api/v1/sites/{}/config", org.site);
    for (body, place) in [
        (r#"{"enabled":true,"enabled":false}"#, "enabled"),
        (r#"{"theme":{"radius":1,"radius":2}}"#, "theme.radius"),
        (r#"{"labels":{"en":{"title":"a"},"en":{"title":"b"}}}"#, "labels.en"),
        (r#"{"labels":{"en":{"title":"a","title":"b"}}}"#, "labels.en.title"),
        (r#"{"config":{"labels":{"en":{"title":"a","title":"b"}}}}"#, "config.labels.en.title"),
    ] {
        let request = service.request(Method::PUT, &path).bearer_auth(&org.session);
        let answer = service.answer(request.header("content-type", "application/json").body(body)).await;
        let detail = &answer.refused(422, "VALIDATION_FAILED").body["error"]["details"][0];
        assert_eq!((&detail["path"], &detail["code"]), (&json!(place), &json!("DUPLICATE")), "{body}");
    }
    let version = service.get(&format!("/api/v1/sites/{}", org.site), &org.session).await;
    assert_eq!(version.data(200)["config"]["version"], 1);
}
