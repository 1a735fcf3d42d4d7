//! The order in which a request is checked, and how errors are reported. Some tests run on every route that they apply
//! to.

use askline_api::{
    routes::{self, documents::openapi_json},
    settings::ApiSettings,
};
use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Org, PASSWORD, Service, unlimited};

/// A site that does not exist.
const UNKNOWN_SITE: &str = "site_01kv5je9f80000000000000zzz";

fn document() -> Value {
    serde_json::from_slice(&openapi_json()).unwrap()
}

/// The path of an operation, with this site and the other values of its examples.
fn path_of(document: &Value, operation: &Value, template: &str, site: &str) -> String {
    let mut path = template.replace("{siteId}", site);
    for parameter in operation["parameters"].as_array().unwrap() {
        let parameter = match parameter["$ref"].as_str() {
            Some(name) => document.pointer(name.trim_start_matches('#')).unwrap(),
            None => parameter,
        };
        let name = parameter["name"].as_str().unwrap();
        path = path.replace(&format!("{{{name}}}"), parameter["example"].as_str().unwrap_or("x"));
    }
    path
}

async fn sent(service: &Service, method: &Method, path: &str, org: &Org, body: &str) -> Answer {
    let request = service.request(method.clone(), path).bearer_auth(&org.session);
    service.answer(request.header("content-type", "application/json").body(body.to_owned())).await
}

#[tokio::test]
async fn malformed_json_is_reported_before_an_unknown_site_and_that_before_invalid_fields() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let document = document();
    let mut checked = 0;
    for policy in routes::table().policies().filter(|policy| policy.path.contains("{siteId}")) {
        let operation = &document["paths"][policy.path][policy.method.as_str().to_lowercase()];
        let content = operation["requestBody"]["content"].as_object();
        // Routes that also accept files read them themselves.
        if content.is_none_or(|content| content.len() > 1) {
            continue;
        }
        let at = async |site: &str, body: &str| {
            sent(&service, &policy.method, &path_of(&document, operation, policy.path, site), &org, body).await
        };
        let own = org.site.to_string();
        for site in [UNKNOWN_SITE, &own] {
            at(site, "{").await.refused(400, "BAD_REQUEST");
        }
        let wrong = r#"{ "unheardOf": 1 }"#;
        at(UNKNOWN_SITE, wrong).await.refused(404, "NOT_FOUND");
        at(&own, wrong).await.refused(422, "VALIDATION_FAILED");
        checked += 1;
    }
    assert!(checked >= 15, "{checked}");
}

#[tokio::test]
async fn disabled_signup_and_organization_creation_are_refused_whatever_the_body_holds() {
    let closed =
        ApiSettings { limits: unlimited(), signup: false, organizations_per_account: 0, ..ApiSettings::default() };
    let service = Service::start_with(closed).await;
    let org = service.organization(Plan::Pro).await;
    for path in ["/api/v1/auth/signup", "/api/v1/orgs"] {
        for body in ["{", "[]", r#"{ "unheardOf": 1 }"#, r#"{ "name": "" }"#] {
            sent(&service, &Method::POST, path, &org, body).await.refused(403, "FORBIDDEN");
        }
    }
    let open = ApiSettings { limits: unlimited(), signup: true, ..ApiSettings::default() };
    let service = Service::start_with(open).await;
    let body = json!({ "email": "a@example.com", "password": PASSWORD, "name": 7, "orgName": "A" });
    let told = service.send(Method::POST, "/api/v1/auth/signup", None, Some(&body)).await;
    told.refused(422, "VALIDATION_FAILED");
}

/// The places of whole numbers in a value.
fn whole_numbers(value: &Value, place: String, found: &mut Vec<String>) {
    match value {
        Value::Number(number) if number.is_i64() => found.push(place),
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| whole_numbers(value, format!("{place}/{name}"), found));
        }
        Value::Array(values) => {
            values
                .iter()
                .enumerate()
                .for_each(|(index, value)| whole_numbers(value, format!("{place}/{index}"), found));
        }
        _ => {}
    }
}

#[tokio::test]
async fn a_whole_number_may_be_written_as_a_fraction_wherever_one_is_taken() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let document = document();
    let mut checked = 0;
    for policy in routes::table().policies() {
        let operation = &document["paths"][policy.path][policy.method.as_str().to_lowercase()];
        let example = &operation["requestBody"]["content"]["application/json"]["example"];
        let mut found = Vec::new();
        whole_numbers(example, String::new(), &mut found);
        for place in found {
            let template = policy.path.replace("{orgId}", &org.id.to_string());
            let path = path_of(&document, operation, &template, &org.site.to_string());
            let with = |number: Value| {
                let mut body = example.clone();
                *body.pointer_mut(&place).unwrap() = number;
                body.to_string()
            };
            let whole = example.pointer(&place).unwrap().as_i64().unwrap();
            // The example may be invalid here for another reason, but not because of the number's form.
            #[expect(clippy::cast_precision_loss, reason = "examples have small numbers")]
            let body = with(json!(whole as f64));
            assert!(body.contains(".0"), "{body}");
            let told = sent(&service, &policy.method, &path, &org, &body).await;
            assert!(!told.text.contains("WRONG_TYPE"), "{} {place}: {}", policy.operation, told.text);
            let told = sent(&service, &policy.method, &path, &org, &with(json!(1.5))).await;
            assert!(told.text.contains("WRONG_TYPE"), "{} {place}: {}", policy.operation, told.text);
            checked += 1;
        }
    }
    assert!(checked >= 6, "{checked}");
    let rule =
        json!({ "name": "A", "priority": 50.0, "match": { "paths": ["/a"] }, "action": { "type": "hide_widget" } });
    let path = format!("/api/v1/rules/{}", org.site);
    let made = service.send(Method::POST, &path, Some(&org.session), Some(&rule)).await;
    assert_eq!(made.data(201)["priority"], 50);
    let half =
        json!({ "name": "B", "priority": 50.5, "match": { "paths": ["/b"] }, "action": { "type": "hide_widget" } });
    let told = service.send(Method::POST, &path, Some(&org.session), Some(&half)).await;
    assert_eq!(told.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], "priority");
}

#[tokio::test]
async fn an_invalid_version_of_the_widget_is_refused_and_nothing_is_stored() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let event = |number: u8| {
        json!({ "siteId": org.site, "type": "view", "eventId": format!("00000000-0000-4000-8000-0000000000{number:02}"),
            "url": "https://example.com/" })
    };
    for version in ["", "1", "1.0", "a.b.c", "1.0.0%20", "1.0.0-aaaaaaaaaaaaaaaaaaaa"] {
        let path = format!("/api/v1/events?widgetVersion={version}");
        let told = service.send(Method::POST, &path, None, Some(&event(1))).await;
        assert_eq!(
            told.refused(400, "INVALID_PARAMETER").body["error"]["details"][0]["path"],
            "widgetVersion",
            "{version}"
        );
    }
    let taken = service.send(Method::POST, "/api/v1/events?widgetVersion=1.2.3-rc.1", None, Some(&event(1))).await;
    assert_eq!(taken.data(202)["accepted"], 1, "the id was not used up");
}

#[tokio::test]
async fn malformed_bearer_is_refused_with_the_expected_form_and_is_not_echoed() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let cut = &org.session[..20];
    for (path, bearer, status, form) in [
        ("/api/v1/sites", "secret-of-mine", 401, "ak_"),
        ("/api/v1/sites", "ak_secret-of-mine", 401, "ak_"),
        ("/api/v1/sites", cut, 401, "st_"),
        ("/api/v1/me", "secret-of-mine", 401, "st_"),
        ("/api/v1/me", cut, 401, "st_"),
    ] {
        let told = service.get(path, bearer).await;
        let message = told.body["error"]["message"].as_str().unwrap();
        assert_eq!(told.status.as_u16(), status, "{path} {bearer}");
        assert!(message.contains(form) && !told.text.contains(bearer), "{path}: {message}");
    }
    for header in ["Basic YTpi", "Bearer", "secret-of-mine"] {
        let told = service.answer(service.request(Method::GET, "/api/v1/sites").header("authorization", header)).await;
        let message = told.refused(401, "UNAUTHENTICATED").body["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("Authorization: Bearer ak_"), "{message}");
    }
}
