//! A refusal of a value lists the allowed values of the document, each once.

use std::collections::BTreeSet;

use askline_domain::organizations::plan::Plan;
use serde_json::{Value, json};

use crate::{
    document::the_document::{document, resolved},
    harness::{Answer, Service},
};

/// The texts that a schema allows; empty if it allows any.
fn texts<'a>(document: &'a Value, schema: &'a Value) -> BTreeSet<&'a str> {
    let schema = resolved(document, schema);
    let listed = schema["enum"].as_array().into_iter().flatten().chain(schema.get("const"));
    let own = listed.filter_map(Value::as_str);
    let choices = ["anyOf", "oneOf"].into_iter().filter_map(|name| schema[name].as_array()).flatten();
    own.chain(choices.chain(schema.get("items")).flat_map(|part| texts(document, part))).collect()
}

/// Fails unless the one violation of a parameter lists these values, each once.
fn check(name: &str, parameter: &str, answer: &Answer, allowed: &BTreeSet<&str>) {
    let violations = answer.body["error"]["details"].as_array().unwrap_or_else(|| panic!("{name}: {}", answer.text));
    let [violation] = &violations[..] else { panic!("{name}: {}", answer.text) };
    assert_eq!(violation["path"], parameter, "{name}");
    let listed: Vec<&str> = violation["allowed"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), *allowed, "{name}");
    assert_eq!(listed.len(), allowed.len(), "{name}: {listed:?}");
    let words = violation["message"].as_str().unwrap().trim_end_matches('.');
    assert_eq!(words, format!("{parameter}: must be one of {}", listed.join(", ")), "{name}");
}

#[tokio::test]
async fn a_query_parameter_refused_for_its_value_lists_the_values_of_the_document_once_each() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let document = document();
    let mut checked = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let url = path.replace("{siteId}", &org.site.to_string()).replace("{orgId}", &org.id.to_string());
        for (method, operation) in item.as_object().unwrap() {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let parameter = resolved(&document, parameter);
                let allowed = texts(&document, &parameter["schema"]);
                if parameter["in"] != "query" || allowed.is_empty() {
                    continue;
                }
                let name = parameter["name"].as_str().unwrap();
                let body = (method != "get").then(|| json!({}));
                let url = format!("{url}?{name}=unknown");
                let method = method.to_uppercase().parse().unwrap();
                let answer = service.send(method, &url, Some(&org.session), body.as_ref()).await;
                check(&url, name, &answer, &allowed);
                checked += 1;
            }
        }
    }
    assert!(checked >= 60, "{checked}");
}
