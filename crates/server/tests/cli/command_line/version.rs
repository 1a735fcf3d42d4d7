//! The version and its commit, on the command line and over HTTP.

use std::path::Path;

use crate::instance::Instance;

/// What `askline --version` prints after the name, such as `0.1.0 (commit 0123456789ab)`.
fn printed() -> String {
    let outcome = Instance::new().run(&["--version"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    outcome.stdout.strip_prefix("askline ").and_then(|rest| rest.strip_suffix('\n')).expect("one line").to_owned()
}

#[test]
fn the_version_names_the_commit_wherever_the_sources_have_one() {
    let printed = printed();
    let (version, commit) = printed.split_once(" (commit ").expect("a version and a commit");
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    let commit = commit.strip_suffix(')').expect("a bracket");
    let digits = commit.strip_suffix("-dirty").unwrap_or(commit);
    let is_commit = digits.len() == 12 && digits.chars().all(|digit| digit.is_ascii_hexdigit());
    let is_repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.git").exists();
    assert!(is_commit || (commit == "unknown" && !is_repository), "{printed}");
}

#[test]
fn readiness_and_doctor_name_the_version_that_the_command_line_prints() {
    let printed = printed();
    let instance = Instance::new();
    instance.organization("pro");
    let server = instance.serve();
    let ready = server.get("/readyz", &[]).body;
    assert_eq!(ready.lines().collect::<Vec<_>>(), ["ready", &format!("version: {printed}")]);
    assert_eq!(server.terminate().0, 0);
    let found = instance.json(&["doctor"]);
    let checks = found["checks"].as_array().expect("checks");
    let version = checks.iter().find(|check| check["name"] == "version").expect("the version");
    assert_eq!(version["message"], printed);
}
