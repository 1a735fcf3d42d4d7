//! What is shown only once is ended if it cannot be printed. Otherwise it would work without anyone knowing it.

use std::{fs::File, process::Stdio};

use serde_json::Value;

use crate::instance::{Instance, Outcome};

/// Runs a command whose stdout is a device that is always full.
fn run_on_full_device(instance: &Instance, arguments: &[&str]) -> Outcome {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = instance.command(arguments);
    let output = command.stdin(Stdio::null()).stdout(full).stderr(Stdio::piped()).output().unwrap();
    Outcome {
        code: output.status.code().unwrap_or(-1),
        stdout: String::new(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn keys(instance: &Instance) -> Vec<Value> {
    instance.json(&["key", "list"])["items"].as_array().unwrap().clone()
}

#[test]
fn a_key_that_cannot_be_printed_is_named_and_revoked() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    let create = ["key", "create", "--org", &org, "--scope", "sites:read"];
    for arguments in [create.to_vec(), [&create[..], &["--json"]].concat()] {
        let full = run_on_full_device(&instance, &arguments);
        let newest = &keys(&instance)[0];
        full.refused(1, &["No space left", newest["id"].as_str().unwrap(), "was revoked"]);
        assert_eq!(newest["status"], "revoked");
        let unread = instance.run_unread(&arguments, &[]);
        let newest = &keys(&instance)[0];
        unread.refused(1, &["nobody reads it", newest["id"].as_str().unwrap(), "was revoked"]);
        assert_eq!(newest["status"], "revoked");
    }
    let old = instance.json(&create)["id"].as_str().unwrap().to_owned();
    let full = run_on_full_device(&instance, &["key", "rotate", &old]);
    let all = keys(&instance);
    full.refused(1, &["No space left", all[0]["id"].as_str().unwrap(), "was revoked", &old, "works until"]);
    assert_eq!((&all[0]["status"], &all[1]["id"]), (&Value::from("revoked"), &Value::from(old)));
    assert_eq!(all[1]["status"], "active");
}

#[test]
fn an_invitation_that_cannot_be_printed_leaves_no_organization() {
    let instance = Instance::new();
    instance.organization("pro");
    let create = ["org", "create", "--name", "Unseen", "--owner-email", "unseen@example.com"];
    let public = [("ASKLINE_PUBLIC_URL", "https://ask.example.com")];
    instance.run_unread(&create, &public).refused(1, &["nobody reads it", "org_", "was deleted"]);
    let organizations = instance.json(&["org", "list"]);
    assert_eq!(organizations["items"].as_array().unwrap().len(), 1, "{organizations}");
    assert_eq!(instance.run_with(&create, &public, "").json()["changed"], true);
}

#[test]
fn a_one_time_link_that_cannot_be_printed_is_ended() {
    let instance = Instance::new();
    instance.organization("pro");
    let public = [("ASKLINE_PUBLIC_URL", "https://ask.example.com")];
    let reset = ["user", "reset-password", "owner@example.com"];
    instance.run_unread(&reset, &public).refused(1, &["owner@example.com was ended", "run the command again"]);
    let server = instance.serve();
    let told = instance.run_with(&[&reset[..], &["--json"]].concat(), &public, "").json();
    let sent = server.post("/api/v1/auth/one-time", &[], &serde_json::json!({ "token": told["token"] }));
    assert_eq!(sent.status, 200, "a later link works: {}", sent.body);
}
