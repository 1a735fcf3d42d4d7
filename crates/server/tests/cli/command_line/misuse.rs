//! An error in the command line or the settings is reported. The exit code is 2.

use crate::instance::Instance;

#[test]
fn a_wrong_command_line_ends_with_2_and_one_line() {
    let instance = Instance::new();
    instance.run(&["fly"]).refused(2, &["fly"]);
    instance.run(&["srve"]).refused(2, &["srve", "did you mean serve?"]);
    instance.run(&["serve", "--lissten", "127.0.0.1:0"]).refused(2, &["--lissten", "did you mean --listen?"]);
    instance.run(&["org", "create", "--name", "x"]).refused(2, &["--owner-email"]);
    instance.run(&["key", "revoke", "not-an-id"]).refused(2, &["not-an-id"]);
    instance.run(&["org", "set-plan", "org_01j0000000000000000000000a", "gold"]).refused(2, &["gold", "enterprise"]);
    instance
        .run(&["key", "create", "--org", "org_01j0000000000000000000000a", "--scope", "analytcs:read"])
        .refused(2, &["analytcs:read"]);
    assert!(!instance.data.exists(), "a refused command makes nothing");
}

#[test]
fn an_unknown_or_bad_setting_stops_the_start_and_is_named() {
    let instance = Instance::new();
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    let with = |name, value| instance.run_with(&serve, &[(name, value)], "");
    with("ASKLINE_LIMITS__INTAKE_PER_MINUT", "1")
        .refused(2, &["limits.intake_per_minut", "ASKLINE_LIMITS__INTAKE_PER_MINUT"]);
    with("ASKLINE_LIMITS__INTAKE_PER_MINUTE", "lots").refused(2, &["limits.intake_per_minute", "lots"]);
    with("ASKLINE_LINKS__FILE", "/nowhere.json").refused(2, &["links.file", "/nowhere.json"]);
    let file = instance.beside("askline.toml");
    std::fs::write(&file, "[limits]\nintake = 3\n").unwrap();
    instance.run(&["serve", "--config", file.to_str().unwrap()]).refused(2, &["limits.intake", "askline.toml"]);
}

#[test]
fn help_and_version_are_no_misuse() {
    let instance = Instance::new();
    for arguments in [["--help"], ["--version"]] {
        let outcome = instance.run(&arguments);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    }
}
