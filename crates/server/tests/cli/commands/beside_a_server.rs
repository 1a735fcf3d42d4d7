//! Commands beside a server: it notices their changes, and they print its public address. The server needs no restart.

use std::sync::atomic::{AtomicU32, Ordering};

use askline_stand_in::until_blocking as until;

use crate::instance::Instance;

#[test]
fn a_key_made_beside_a_server_works_and_once_revoked_is_refused() {
    let instance = Instance::new();
    let server = instance.serve();
    let org = instance.organization("enterprise");
    let key = instance.json(&["key", "create", "--org", &org, "--scope", "sites:read"]);
    let authorization = format!("Authorization: Bearer {}", key["key"].as_str().unwrap());
    let status = || server.get("/api/v1/sites", &[&authorization]).status;
    until("a new key is known", || status() == 200);
    instance.json(&["key", "revoke", key["id"].as_str().unwrap()]);
    until("a revoked key is refused", || status() == 401);
}

#[test]
fn a_plan_changed_beside_a_server_counts() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    let key = instance.json(&["key", "create", "--org", &org, "--scope", "sites:read"]);
    let authorization = format!("Authorization: Bearer {}", key["key"].as_str().unwrap());
    let server = instance.serve();
    let status = || server.get("/api/v1/sites", &[&authorization]).status;
    assert_eq!(status(), 200);
    instance.json(&["org", "set-plan", &org, "free"]);
    until("the lower plan is felt", || status() == 403);
}

/// The address that each of these commands prints, and its note on stderr.
fn printed_addresses(instance: &Instance, org: &str) -> Vec<(String, String)> {
    // A domain that was added before would be named on stderr.
    static ADDED: AtomicU32 = AtomicU32::new(0);
    let domain = format!("site{}.example.com", ADDED.fetch_add(1, Ordering::Relaxed));
    let commands: [(&[&str], &str); 3] = [
        (&["site", "create", "--org", org, "--domain", &domain, "--json"], "snippet"),
        (&["user", "reset-password", "owner@example.com", "--json"], "url"),
        (&["org", "create", "--name", "Other", "--owner-email", "new@example.com", "--json"], "acceptUrl"),
    ];
    let ran = commands.into_iter().map(|(arguments, field)| {
        let outcome = instance.run(arguments);
        let answer = outcome.json();
        let text = answer[field].as_str().or(answer["invitation"][field].as_str()).unwrap_or_default();
        let start = text.find("http").unwrap_or_else(|| panic!("{arguments:?} prints no address: {answer}"));
        let address = text[start..].split(['"', '#']).next().unwrap_or_default();
        (
            address.trim_end_matches(|end: char| end.is_alphabetic() || end == '.').trim_end_matches('/').to_owned(),
            outcome.stderr,
        )
    });
    ran.collect()
}

#[test]
fn commands_print_the_public_address_of_the_service_that_runs_on_the_folder() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let public = [("ASKLINE_PUBLIC_URL", "https://ask.example.com")];
    let server = instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &public);
    let check = |instance: &Instance| {
        for (address, said) in printed_addresses(instance, &org) {
            assert_eq!((address.as_str(), said.as_str()), ("https://ask.example.com", ""));
        }
    };
    check(&instance);
    // The server's address is also used while it is stopped.
    assert_eq!(server.terminate().0, 0);
    check(&instance);
    // The settings of the command itself take precedence.
    let own = [("ASKLINE_PUBLIC_URL", "https://other.example.com")];
    let reset = instance.run_with(&["user", "reset-password", "owner@example.com", "--json"], &own, "");
    let url = reset.json()["url"].as_str().unwrap().to_owned();
    assert!(url.starts_with("https://other.example.com/enter#"), "{url}");
}

#[test]
fn where_no_public_address_is_known_commands_name_what_this_machine_reaches_and_say_so() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let check = |expected: &str| {
        for (address, said) in printed_addresses(&instance, &org) {
            assert_eq!(address, expected);
            assert_eq!(said.lines().count(), 1, "{said}");
            assert!(said.contains("public address is not known") && said.contains("public_url"), "{said}");
        }
    };
    check("http://127.0.0.1:8080");
    // A server that listens on another address of this machine is found.
    let server = instance.serve();
    check(&format!("http://{}", server.address));
    drop(server);
}
