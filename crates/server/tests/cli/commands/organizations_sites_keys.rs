//! Commands on organizations, sites and keys: what they print, and their rules.

use crate::instance::Instance;

#[test]
fn what_is_made_is_printed_as_json_and_listed() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    assert!(org.starts_with("org_"));
    let site = instance.json(&[
        "site",
        "create",
        "--org",
        &org,
        "--name",
        "Blog",
        "--domain",
        "Example.com",
        "--timezone",
        "Europe/Berlin",
    ]);
    let id = site["siteId"].as_str().unwrap();
    let snippet = site["snippet"].as_str().unwrap();
    assert!(snippet.contains("/widget.js\"") && snippet.contains(&format!("data-site=\"{id}\"")), "{snippet}");
    assert_eq!(site["domain"], "example.com");
    let key = instance.json(&["key", "create", "--org", &org, "--scope", "analytics:read", "--scope", "sites:read"]);
    let text = key["key"].as_str().unwrap();
    assert!(text.starts_with("ak_") && text.len() == 41, "{text}");
    assert_eq!(key["scopes"], serde_json::json!(["analytics:read", "sites:read"]));
    let listed = instance.run(&["key", "list", "--json"]);
    assert_eq!(listed.json()["items"][0]["id"], key["id"]);
    assert!(!listed.stdout.contains(text), "a key is shown once");
    assert_eq!(instance.json(&["org", "list"])["items"][0]["orgId"], org.as_str());
    assert_eq!(instance.json(&["site", "list"])["items"][0]["siteId"], id);
}

#[test]
fn bad_inputs_are_refused_by_the_rules_of_the_api() {
    let instance = Instance::new();
    let short = ["org", "create", "--name", "x", "--owner-email", "owner@example.com", "--owner-password-stdin"];
    instance.run_with(&short, &[], "short\n").refused(2, &["at least 10 characters"]);
    instance.run(&["org", "create", "--name", "x", "--owner-email", "nobody"]).refused(2, &["email address"]);
    let org = instance.organization("free");
    let site = |domain, zone| instance.run(&["site", "create", "--org", &org, "--domain", domain, "--timezone", zone]);
    site("https://example.com", "UTC").refused(2, &["domain"]);
    site("example.com", "Mars/Olympus").refused(2, &["Mars/Olympus"]);
    assert_eq!(site("example.com", "UTC").code, 0);
    site("example.org", "UTC").refused(1, &["site limit of the Free plan (1)"]);
}

#[test]
fn a_domain_that_was_added_before_is_named_on_stderr_and_stdout_stays_json() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let create = |domain: &str| instance.run(&["site", "create", "--org", &org, "--domain", domain]);
    let first = create("example.com");
    assert_eq!((first.code, first.stderr.contains("already")), (0, false), "{}", first.stderr);
    let second = create("WWW.example.com.");
    assert_eq!(second.code, 0, "{}", second.stderr);
    let id = first.json()["siteId"].as_str().unwrap().to_owned();
    assert!(second.stderr.contains(&id) && second.stderr.contains("example.com already"), "{}", second.stderr);
    assert_eq!(second.json()["domain"], "www.example.com");
}

#[test]
fn plans_decide_over_keys() {
    let instance = Instance::new();
    let org = instance.organization("free");
    let create = ["key", "create", "--org", &org, "--scope", "*"];
    instance.run(&create).refused(1, &["Free plan"]);
    let changed = instance.json(&["org", "set-plan", &org, "pro"]);
    assert_eq!((changed["previousPlan"].as_str(), changed["plan"].as_str()), (Some("free"), Some("pro")));
    for _ in 0..10 {
        assert_eq!(instance.run(&create).code, 0);
    }
    instance.run(&create).refused(1, &["key limit of the Pro plan (10)"]);
}

#[test]
fn an_id_that_names_nothing_is_a_failure() {
    let instance = Instance::new();
    instance.organization("pro");
    let org = "org_01j0000000000000000000000a";
    instance.run(&["org", "set-plan", org, "pro"]).refused(1, &[org]);
    instance.run(&["site", "create", "--org", org, "--domain", "example.com"]).refused(1, &[org]);
    instance.run(&["key", "create", "--org", org, "--scope", "*"]).refused(1, &[org]);
    let key = "key_01j0000000000000000000000a";
    instance.run(&["key", "revoke", key]).refused(1, &[key]);
}

#[test]
fn audit_log_is_intact_and_records_every_change_once() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    instance.site(&org);
    let key = instance.json(&["key", "create", "--org", &org, "--scope", "*"]);
    let id = key["id"].as_str().unwrap();
    for _ in 0..2 {
        assert_eq!(instance.json(&["key", "revoke", id])["status"], "revoked");
    }
    let verified = instance.json(&["audit", "verify"]);
    assert_eq!((verified["intact"].as_bool(), verified["entries"].as_u64()), (Some(true), Some(4)));
    let file = instance.beside("audit.ndjson");
    instance.json(&["export", "audit", "--org", &org, file.to_str().unwrap()]);
    let text = std::fs::read_to_string(&file).unwrap();
    let actions: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["action"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(actions, ["key.revoked", "key.created", "site.created", "organization.created"]);
    assert!(!text.contains(key["key"].as_str().unwrap()));
}

#[test]
fn doctor_finds_a_new_instance_healthy() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    instance.site(&org);
    let found = instance.json(&["doctor"]);
    assert_eq!(found["healthy"], true, "{found}");
}

#[test]
fn doctor_says_when_the_file_of_links_was_written() {
    let instance = Instance::new();
    instance.organization("pro");
    let file = instance.beside("links.json");
    for (content, expected) in
        [(r#"{ "date": "2026-11-20" }"#, "links.file was written on 2026-11-20"), ("{}", "links.file has no date")]
    {
        std::fs::write(&file, content).unwrap();
        let environment = [("ASKLINE_LINKS__FILE", file.to_str().unwrap())];
        let found = instance.run_with(&["doctor", "--json"], &environment, "").json();
        let checks = found["checks"].as_array().unwrap();
        let platforms = checks.iter().find(|check| check["name"] == "platforms").unwrap();
        assert!(platforms["message"].as_str().unwrap().contains(expected), "{platforms}");
    }
}

#[test]
fn doctor_names_the_platforms_that_were_compared_too_long_ago() {
    let instance = Instance::new();
    let file = instance.beside("links.json");
    std::fs::write(&file, r#"{ "platforms": [{ "id": "grok", "checkedOn": "2020-01-31" }] }"#).unwrap();
    let environment = [("ASKLINE_LINKS__FILE", file.to_str().unwrap())];
    let report = |days: &str| {
        let arguments = ["doctor", "--links", "--older-than", days, "--json"];
        instance.run_with(&arguments, &environment, "").json()
    };
    let oldest = &report("180")["items"][0];
    assert_eq!(
        (&oldest["id"], &oldest["checkedOn"], &oldest["outdated"]),
        (&"grok".into(), &"2020-01-31".into(), &true.into())
    );
    assert_eq!(report("1000000")["outdated"], 0);
    instance.run(&["doctor", "--older-than", "5"]).refused(2, &["--links"]);
    assert!(!instance.data.exists(), "it needs no data and makes none");
}

#[test]
fn credits_are_adjusted_with_a_reason_and_never_below_zero() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    let adjust = |amount: &str| instance.run(&["org", "adjust-credits", &org, amount, "--reason", "a gift", "--json"]);
    assert_eq!(adjust("250").json()["available"], 1_250);
    assert_eq!(adjust("-1250").json()["available"], 0);
    adjust("-1").refused(1, &["not available"]);
    adjust("0").refused(2, &["amount"]);
    instance.run(&["org", "adjust-credits", &org, "1", "--reason", " "]).refused(2, &["--reason"]);
}
