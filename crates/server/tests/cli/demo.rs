//! `askline demo` as whoever tries the product meets it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::instance::{Instance, Server};

fn started(instance: &Instance) -> Server {
    instance.start(&["demo", "--listen", "127.0.0.1:0", "--json"], &[])
}

/// What the API answers the demo's key.
fn asked(server: &Server, path: &str) -> Value {
    let authorization = format!("Authorization: Bearer {}", server.said["key"].as_str().unwrap());
    let answer = server.get(&format!("/api/v1{path}"), &[&authorization]);
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    serde_json::from_str::<Value>(answer.body.trim()).unwrap()["data"].take()
}

/// A run's id, and for each answer whether it cites the site; newest run first.
type Run<'a> = (&'a str, Vec<bool>);

fn items(data: &Value) -> &Vec<Value> {
    data["items"].as_array().unwrap()
}

#[test]
fn a_demo_says_once_how_to_get_in_and_shows_its_page() {
    let instance = Instance::new();
    let server = started(&instance);
    let page = server.get("/demo/", &[]);
    let site = server.said["siteId"].as_str().unwrap();
    assert_eq!(page.status, 200);
    assert!(page.body.contains(&format!("<script src=\"/widget.js\" data-site=\"{site}\" async></script>")));
    assert_eq!(server.said["organizations"].as_array().unwrap().len(), 4);
    let clicks = asked(&server, &format!("/analytics/{site}/ai?days=90"));
    assert!(clicks["totals"]["aiClicks"].as_u64().unwrap() > 500, "{clicks}");
    assert!(!server.log().contains("WARN"), "{}", server.log());
    assert_eq!(server.terminate().0, 0);
    // The data was given, so it stays, and is an instance like any other.
    assert_eq!(instance.json(&["org", "list"])["items"].as_array().unwrap().len(), 4);
    assert_eq!(instance.json(&["doctor"])["healthy"], true);
    instance.run(&["demo", "--listen", "127.0.0.1:0"]).refused(1, &["askline serve"]);
}

#[test]
fn the_address_that_a_demo_prints_lets_in_once_and_the_log_in_beside_it_stays_good() {
    let instance = Instance::new();
    let server = started(&instance);
    let token = server.said["enter"].as_str().unwrap().split_once("/enter#").unwrap().1;
    let enter = || server.post("/api/v1/auth/one-time", &[], &json!({ "token": token }));
    assert_eq!((enter().status, enter().status), (200, 401));
    let first = &server.said["organizations"][0];
    let log_in = json!({ "email": first["email"], "password": first["password"] });
    assert_eq!(server.post("/api/v1/auth/login", &[], &log_in).status, 200);
}

#[test]
fn the_first_organization_of_a_demo_has_three_sites_and_one_of_them_needs_attention() {
    let instance = Instance::new();
    let server = started(&instance);
    let sites = asked(&server, "/sites");
    let mut statuses: Vec<&str> =
        items(&sites).iter().map(|site| site["install"]["status"].as_str().unwrap()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, ["installed", "installed", "stale"]);
}

#[test]
fn in_a_demo_s_newest_runs_a_citation_was_gained_and_one_was_lost() {
    let instance = Instance::new();
    let server = started(&instance);
    let site = server.said["siteId"].as_str().unwrap();
    let found = asked(&server, &format!("/citations/{site}?days=14&limit=200"));
    // For each question and engine.
    let mut asked_of: BTreeMap<(&str, &str), Vec<Run>> = BTreeMap::new();
    for citation in items(&found) {
        let text = |name: &str| citation[name].as_str().unwrap();
        let runs = asked_of.entry((text("query"), text("engine"))).or_default();
        if runs.last().is_none_or(|(run, _)| *run != text("runId")) {
            runs.push((text("runId"), Vec::new()));
        }
        runs.last_mut().unwrap().1.push(citation["cited"].as_bool().unwrap());
    }
    let changed = |was: bool| {
        let all = |answers: &[bool], wanted| answers.iter().all(|cited| *cited == wanted);
        asked_of.values().filter(|runs| runs.len() == 2 && all(&runs[1].1, was) && all(&runs[0].1, !was)).count()
    };
    assert_eq!((changed(false), changed(true)), (1, 1), "{asked_of:?}");
}
