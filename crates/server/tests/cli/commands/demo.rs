//! `askline demo`, as a new user sees it.

use std::process::{Command, Stdio};

use askline_stand_in::until_blocking as until;
use serde_json::{Value, json};

use crate::instance::{Instance, Server};

fn started(instance: &Instance) -> Server {
    instance.start(&["demo", "--listen", "127.0.0.1:0", "--json"], &[])
}

/// The data that the API returns for the demo's key.
fn asked(server: &Server, path: &str) -> Value {
    let authorization = format!("Authorization: Bearer {}", server.said["key"].as_str().unwrap());
    let answer = server.get(&format!("/api/v1{path}"), &[&authorization]);
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    serde_json::from_str::<Value>(answer.body.trim()).unwrap()["data"].take()
}

fn items(data: &Value) -> &Vec<Value> {
    data["items"].as_array().unwrap()
}

/// One demo for all of it, since making its data takes longest.
#[test]
fn a_demo_lets_its_owner_in_and_shows_a_page_sites_gains_and_losses() {
    let instance = Instance::new();
    let server = started(&instance);
    let page = server.get("/demo/", &[]);
    let site = server.said["siteId"].as_str().unwrap();
    assert_eq!(page.status, 200);
    assert!(page.body.contains(&format!("<script src=\"/widget.js\" data-site=\"{site}\" async></script>")));
    assert_eq!(server.said["organizations"].as_array().unwrap().len(), 4);
    assert!(server.said["sharedLink"].as_str().unwrap().contains("/shared#lk_"), "{}", server.said["sharedLink"]);
    assert_eq!(items(&asked(&server, &format!("/annotations/{site}"))).len(), 2);
    let clicks = asked(&server, &format!("/analytics/{site}/ai?days=90"));
    assert!(clicks["totals"]["aiClicks"].as_u64().unwrap() > 500, "{clicks}");
    check_that_its_address_lets_in_once_and_its_log_in_stays_good(&server);
    check_that_one_of_its_three_sites_needs_attention(&server);
    check_that_its_first_site_is_healthy(&server);
    check_that_a_gain_and_a_loss_are_clear_and_a_first_citation_is_only_new(&server);
    assert!(!server.log().contains("WARN"), "{}", server.log());
    assert_eq!(server.terminate().0, 0);
    // The data folder was given, so it stays, and is an instance like any other.
    assert_eq!(instance.json(&["org", "list"])["items"].as_array().unwrap().len(), 4);
    assert_eq!(instance.json(&["doctor"])["healthy"], true);
    instance.run(&["demo", "--listen", "127.0.0.1:0"]).refused(1, &["askline serve"]);
}

#[test]
fn a_demo_that_is_interrupted_while_it_fills_leaves_nothing() {
    let instance = Instance::new();
    let temporary = instance.beside("tmp");
    std::fs::create_dir(&temporary).unwrap();
    let is_filling = |folder: &std::path::Path| folder.join("events.db-wal").metadata().is_ok_and(|log| log.len() > 0);
    let interrupt = |command: &mut Command, filling: &dyn Fn() -> bool| {
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        until("it fills its folder", filling);
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        child.wait().unwrap().code()
    };
    // In a temporary folder, as most people run it.
    let mut command = Command::new(env!("CARGO_BIN_EXE_askline"));
    command.args(["demo", "--listen", "127.0.0.1:0"]).env("TMPDIR", &temporary);
    let code = interrupt(&mut command, &|| {
        std::fs::read_dir(&temporary).unwrap().any(|entry| is_filling(&entry.unwrap().path()))
    });
    assert_eq!((code, std::fs::read_dir(&temporary).unwrap().count()), (Some(130), 0));
    // In a folder that was given, which stays and is empty, so that the next demo can use it.
    let code = interrupt(&mut instance.command(&["demo", "--listen", "127.0.0.1:0"]), &|| is_filling(&instance.data));
    assert_eq!((code, std::fs::read_dir(&instance.data).unwrap().count()), (Some(130), 0));
}

fn check_that_its_address_lets_in_once_and_its_log_in_stays_good(server: &Server) {
    let token = server.said["enter"].as_str().unwrap().split_once("/enter#").unwrap().1;
    let enter = || server.post("/api/v1/auth/one-time", &[], &json!({ "token": token }));
    assert_eq!((enter().status, enter().status), (200, 401));
    let first = &server.said["organizations"][0];
    let log_in = json!({ "email": first["email"], "password": first["password"] });
    let signed_in = server.post("/api/v1/auth/login", &[], &log_in);
    assert_eq!(signed_in.status, 200);
    check_that_nothing_is_sent_to_its_channel_and_its_recipient(server, &signed_in.body);
}

fn check_that_nothing_is_sent_to_its_channel_and_its_recipient(server: &Server, signed_in: &str) {
    let signed_in: Value = serde_json::from_str(signed_in.trim()).unwrap();
    let authorization = format!("Authorization: Bearer {}", signed_in["data"]["token"].as_str().unwrap());
    for (path, state) in [("channels", "disabled"), ("recipients", "pending")] {
        let listed = server.get(&format!("/api/v1/notifications/{path}"), &[&authorization]);
        let listed: Value = serde_json::from_str(listed.body.trim()).unwrap();
        let states: Vec<&Value> = items(&listed["data"]).iter().map(|one| &one["state"]).collect();
        assert_eq!(states, [&json!(state)], "{path}");
    }
}

fn check_that_one_of_its_three_sites_needs_attention(server: &Server) {
    let sites = asked(server, "/sites");
    let mut statuses: Vec<&str> =
        items(&sites).iter().map(|site| site["install"]["status"].as_str().unwrap()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, ["installed", "installed", "stale"]);
}

fn check_that_its_first_site_is_healthy(server: &Server) {
    let sites = asked(server, "/sites");
    let first = &items(&sites)[0];
    assert_eq!((&first["id"], &first["install"]["status"]), (&server.said["siteId"], &json!("installed")), "{first}");
}

fn check_that_a_gain_and_a_loss_are_clear_and_a_first_citation_is_only_new(server: &Server) {
    let site = server.said["siteId"].as_str().unwrap();
    let summary = asked(server, &format!("/citations/{site}/summary?groupBy=monitor&compare=previous"));
    let runs = || summary["byMonitor"].as_array().unwrap().iter().map(|monitor| &monitor["lastRun"]);
    let changes = || runs().flat_map(|run| run["changes"].as_array().unwrap());
    let marked: Vec<&Value> = runs()
        .flat_map(|run| {
            let is_marked = |engine: &Value| run["markedEngines"].as_array().unwrap().contains(engine);
            run["changes"].as_array().unwrap().iter().filter(move |change| is_marked(&change["engine"]))
        })
        .collect();
    let clear = |direction: &str| marked.iter().filter(|change| change["change"]["direction"] == direction).count();
    assert!(clear("rise") >= 1 && clear("fall") >= 1, "{summary:#}");
    assert!(changes().filter(|change| change["different"] == true).count() >= marked.len());
    let flips: Vec<&Value> = changes().filter(|change| change["flipped"] == true).collect();
    assert_eq!(flips.len(), 1, "{summary:#}");
    assert_eq!((&flips[0]["engine"], &flips[0]["different"]), (&json!("anthropic"), &json!(null)));
    let lost = asked(server, "/analytics/overview");
    let lost = items(&lost).iter().flat_map(|row| row["attention"].as_array().unwrap());
    assert!(lost.filter(|attention| attention["code"] == "citation_lost").count() >= 1);
}
