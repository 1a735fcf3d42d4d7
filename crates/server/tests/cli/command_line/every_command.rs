//! Tests rules for every command: help, misuse, JSON, and silence when nobody reads the output.

use std::{collections::BTreeSet, path::PathBuf};

use serde_json::{Value, json};

use crate::instance::{Instance, Server};

/// Commands that are not called here, with the reason, or where they are called.
const NOT_CALLED: [(&str, &str); 7] = [
    ("serve", "runs until it is stopped; `serving` starts it"),
    ("demo", "runs until it is stopped; `demo` starts it"),
    ("openapi", "prints a document that is JSON already"),
    ("mail test", "needs a mail server; `mail` has one"),
    ("logs follow", "needs a server; `killed` has one"),
    ("logs import", "needs a server; `killed` has one"),
    ("migrate-store", "needs PostgreSQL; `moves` runs it"),
];
/// Commands that print nothing without `--json`.
const PRINT_NOTHING: [&str; 1] = ["man --to"];

/// Commands that print something that is shown only once. If nobody reads it, they end it, and say so.
const SHOWN_ONCE: [&str; 5] =
    ["org create", "user reset-password", "key create", "key rotate", "service-account create"];

/// An access log of nginx with crawlers and people.
pub const ACCESS_LOG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../domain/src/logs/corpus/combined.log");

/// Every command by its words, and whether it is a group of commands.
fn commands() -> Vec<(Vec<String>, bool)> {
    fn add(command: &clap::Command, words: &[String], all: &mut Vec<(Vec<String>, bool)>) {
        // A group that takes an argument is also a command.
        let is_group = command.has_subcommands() && command.get_positionals().next().is_none();
        all.push((words.to_vec(), is_group));
        for inner in command.get_subcommands() {
            add(inner, &[words, &[inner.get_name().to_owned()]].concat(), all);
        }
    }
    let mut all = Vec::new();
    add(&askline_server::commands::command_line(), &[], &mut all);
    all
}

fn with<'a>(words: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    words.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

#[test]
fn every_command_has_help_which_its_misuse_names() {
    let instance = Instance::new();
    let all = commands();
    assert!(all.len() > 30, "only {} commands", all.len());
    for (words, _) in &all {
        let help = instance.run(&with(words, &["--help"]));
        assert_eq!((help.code, help.stderr.as_str()), (0, ""), "{words:?}");
        assert!(help.stdout.contains("Usage: ") && help.stdout.contains("--json"), "{words:?}: {}", help.stdout);
        let example = format!("  askline {}", words.join(" "));
        let has_example = help.stdout.contains(example.trim_end()) || help.stdout.contains("$(askline ");
        assert!(has_example && help.stdout.contains("Example"), "{words:?}: {}", help.stdout);
        assert!(help.stdout.contains("Document: docs/") && help.stdout.contains("/docs/guide/"), "{words:?}");
        let called = with(words, &["--help"]).join(" ");
        let misuse = instance.run(&with(words, &["--no-such-option"]));
        misuse.refused(2, &["--no-such-option", &format!("(see askline {called})")]);
    }
    instance.run(&["key", "creat"]).refused(2, &["creat", "did you mean create?", "(see askline key --help)"]);
    let config = ["--config", "key", "--data=site", "org", "create", "--plan", "gold"];
    instance.run(&config).refused(2, &["gold", "(see askline org create --help)"]);
}

#[test]
fn a_group_without_a_command_prints_its_help() {
    let instance = Instance::new();
    let groups: Vec<Vec<String>> =
        commands().into_iter().filter(|(_, is_group)| *is_group).map(|(words, _)| words).collect();
    assert!(groups.len() > 5);
    for words in groups {
        // Without any option, not even the data folder.
        let outcome = instance.run_bare(&with(&words, &[]));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{words:?}");
        let help = instance.run(&with(&words, &["--help"])).stdout;
        assert_eq!(outcome.stderr, help, "{words:?}");
    }
}

/// A call of a command, and whether it changes something.
pub struct Call {
    command: &'static str,
    more: Vec<String>,
    changes: bool,
}

/// An instance with an object of each kind, and a server on it.
pub struct Bench {
    pub instance: Instance,
    /// Where the backup is restored.
    pub restored: Instance,
    server: Server,
    org: String,
    site: String,
    key: String,
    service: String,
    history: PathBuf,
    /// The folder that commands write into.
    written: PathBuf,
}

impl Bench {
    fn new() -> Self {
        let instance = Instance::new();
        let written = instance.beside("");
        Self::of(instance, Instance::new(), written)
    }

    /// In these folders, commands write into the data folder itself.
    pub fn within(instance: Instance, restored: Instance) -> Self {
        let written = instance.data.clone();
        Self::of(instance, restored, written)
    }

    fn of(instance: Instance, restored: Instance, written: PathBuf) -> Self {
        let org = instance.organization("enterprise");
        let site = instance.site(&org);
        let key = instance.json(&["key", "create", "--org", &org, "--scope", "*"])["id"].as_str().unwrap().to_owned();
        let create = ["service-account", "create", "--org", &org, "--name", "Terraform", "--role", "admin"];
        let service = instance.json(&create)["id"].as_str().unwrap().to_owned();
        let history = instance.beside("history.ndjson");
        let event = json!({ "type": "view", "eventId": "0193a1b2-c3d4-7abc-8def-000000000001", "url": "https://example.com/", "at": "2026-01-31T09:30:00Z" });
        std::fs::write(&history, event.to_string()).unwrap();
        let server = instance.serve();
        Self { instance, restored, server, org, site, key, service, history, written }
    }

    /// Every command except `NOT_CALLED`, in an order in which each succeeds; some are called again, and then change
    /// nothing.
    pub fn calls(&self) -> Vec<Call> {
        let beside = |name: &str| self.written.join(name).display().to_string();
        let (org, site, key) = (self.org.as_str(), self.site.as_str(), self.key.as_str());
        let history = self.history.display().to_string();
        let call = |command, more: &[&str], changes: bool| Call {
            command,
            more: more.iter().map(|&word| word.to_owned()).collect(),
            changes,
        };
        vec![
            call("org create", &["--name", "Other", "--owner-email", "ada@example.com"], true),
            call("org set-plan", &[org, "business"], true),
            call("org set-plan", &[org, "business"], false),
            call("org adjust-credits", &[org, "5", "--reason", "a gift"], true),
            call("org list", &[], false),
            call("user list", &[], false),
            call("user prove", &["owner@example.com"], true),
            call("user prove", &["owner@example.com"], false),
            call("user reset-password", &["owner@example.com"], true),
            call("user lock", &["owner@example.com"], true),
            call("user lock", &["owner@example.com"], false),
            call("user unlock", &["owner@example.com"], true),
            call("user unlock", &["owner@example.com"], false),
            call("user reset-second-factor", &["owner@example.com"], false),
            call("user unlink", &["owner@example.com"], false),
            call("user rename", &["owner@example.com", "new@example.com"], true),
            call("user rename", &["new@example.com", "new@example.com"], false),
            call("site create", &["--org", org, "--domain", "example.org"], true),
            call("site set-note", &[site, "Moves in May."], true),
            call("site set-note", &[site, "Moves in May."], false),
            call("site list", &[], false),
            call("key create", &["--org", org, "--scope", "sites:read"], true),
            call("key list", &[], false),
            call("key rotate", &[key], true),
            call("key revoke", &[key], true),
            call("key revoke", &[key], false),
            call("service-account create", &["--org", org, "--name", "CI", "--role", "member", "--site", site], true),
            call("service-account list", &[], false),
            call("service-account revoke", &[&self.service], true),
            call("import events", &["--site", site, &history], true),
            call("import events", &["--site", site, &history], false),
            call("export events", &["--site", site, &beside("events.ndjson")], true),
            call("export audit", &["--org", org, &beside("audit.ndjson")], true),
            call("export sites", &["--org", org, &beside("sites.ndjson")], true),
            call("logs check", &[ACCESS_LOG], false),
            call("backup", &[&beside("all.backup")], true),
            call("backup list", &[], false),
            call("backup key", &[&beside("backup.key")], true),
            call("restore", &[&beside("all.backup")], true),
            call("migrate", &[], false),
            call("audit verify", &[], false),
            call("citations recount", &[], false),
            call("mail preview", &[&beside("mails")], true),
            call("health", &["--listen", &self.server.address], false),
            call("doctor", &[], false),
            call("doctor", &["--links"], false),
            call("settings", &[], false),
            call("settings", &["backup"], false),
            call("routes", &[], false),
            call("assistants", &[], false),
            call("completions", &["bash"], false),
            call("man", &[], false),
            call("man --to", &[&beside("man")], true),
            call("site delete", &[site, "--yes"], true),
            call("org delete", &[org, "--yes"], true),
        ]
    }

    /// Runs a call, which must succeed; returns its JSON.
    pub fn run(&self, call: &Call) -> Value {
        self.place(call).json(&words_of(call))
    }

    /// The instance of a call: a backup is restored into another data folder.
    fn place(&self, call: &Call) -> &Instance {
        if call.command == "restore" { &self.restored } else { &self.instance }
    }
}

fn words_of(call: &Call) -> Vec<&str> {
    call.command.split(' ').chain(call.more.iter().map(String::as_str)).collect()
}

#[test]
fn the_json_of_every_command_says_whether_something_changed() {
    let bench = Bench::new();
    let calls = bench.calls();
    let called = calls.iter().map(|call| call.command).chain(NOT_CALLED.iter().map(|(command, _)| *command));
    let called: BTreeSet<String> = called.map(|command| command.replace(" --to", "")).collect();
    let leaves = commands().into_iter().filter(|(_, is_group)| !is_group).map(|(words, _)| words.join(" "));
    assert_eq!(called, leaves.collect(), "every command is called, or listed with a reason");
    for call in &calls {
        let answer = bench.run(call);
        assert_eq!(answer["changed"], Value::Bool(call.changes), "{:?}: {answer}", words_of(call));
    }
}

#[test]
fn every_command_with_unread_output_ends_silently_except_where_a_secret_is_shown_once() {
    let bench = Bench::new();
    // Without this, some commands report on stderr that the public address is not known.
    let public = [("ASKLINE_PUBLIC_URL", "https://ask.example.com")];
    for call in bench.calls() {
        let words = words_of(&call);
        let outcome = bench.place(&call).run_unread(&words, &public);
        if SHOWN_ONCE.contains(&call.command) {
            outcome.refused(1, &["nobody reads it; the"]);
            continue;
        }
        let code = if PRINT_NOTHING.contains(&call.command) { 0 } else { 141 };
        assert_eq!((outcome.code, outcome.stderr.as_str()), (code, ""), "{words:?}");
    }
    let org = bench.instance.organization_of("another@example.com", "enterprise");
    let site = bench.instance.site(&org);
    let streams: [&[&str]; 5] = [
        &["export", "sites", "--org", &org, "-"],
        &["export", "audit", "--org", &org, "-"],
        &["site", "list", "--json"],
        &["openapi"],
        &["--version"],
    ];
    for words in streams {
        let outcome = bench.instance.run_unread(words, &public);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (141, ""), "{words:?}");
    }
    bench.instance.run(&["import", "events", "--site", &site, bench.history.to_str().unwrap()]);
    let exported = bench.instance.run_unread(&["export", "events", "--site", &site, "-"], &public);
    assert_eq!((exported.code, exported.stderr.as_str()), (141, ""));
    for (words, _) in commands() {
        let outcome = bench.instance.run_unread(&with(&words, &["--help"]), &public);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (141, ""), "{words:?} --help");
        // Misuse keeps its exit code, even if no one reads its message.
        assert_eq!(bench.instance.run_unheard(&with(&words, &["--no-such-option"])).code, 2, "{words:?}");
    }
}
