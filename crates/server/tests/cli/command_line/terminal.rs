//! Commands on a terminal: the questions they ask, and what they never show.

use std::{
    fs,
    io::{Read as _, Write as _},
    process::{Command, Stdio},
};

use serde_json::json;

use crate::instance::Instance;

const PASSWORD: &str = "a good long password";
const ORGANIZATION: [&str; 6] = ["org", "create", "--name", "Example", "--owner-email", "owner@example.com"];

/// Runs a command on a terminal: waits for each text and types the line next to it. Before hidden lines it also waits
/// until the terminal stops showing input. Returns the exit code and everything that was shown. A command that asks
/// something else would wait forever, so it is ended after two minutes.
fn on_a_terminal(instance: &Instance, arguments: &[&str], dialogue: &[(&str, &str)], is_hidden: bool) -> (i32, String) {
    let program = instance.command(arguments);
    let words = std::iter::once(program.get_program()).chain(program.get_args());
    let call: Vec<String> = words.map(|word| format!("'{}'", word.to_str().unwrap())).collect();
    let mut child = Command::new("script")
        .args(["-qec", &format!("timeout --foreground 120 {}", call.join(" ")), "/dev/null"])
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut keyboard, mut screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut shown, mut read) = (Vec::new(), 0);
    for (text, typed) in dialogue {
        let has_come = |shown: &[u8], from: usize| String::from_utf8_lossy(&shown[from..]).contains(text);
        while !has_come(&shown, read) {
            let mut piece = [0; 1_024];
            let bytes = screen.read(&mut piece).unwrap();
            assert!(bytes > 0, "'{text}' never came: {}", String::from_utf8_lossy(&shown));
            shown.extend_from_slice(&piece[..bytes]);
        }
        read = shown.len();
        if is_hidden {
            wait_until_nothing_is_shown(child.id());
        }
        writeln!(keyboard, "{typed}").unwrap();
    }
    screen.read_to_end(&mut shown).unwrap();
    drop(keyboard);
    (child.wait().unwrap().code().unwrap_or(-1), String::from_utf8_lossy(&shown).into_owned())
}

/// Waits until the terminal stops showing input, a little after the prompt appears. People do not type fast enough to
/// notice.
fn wait_until_nothing_is_shown(script: u32) {
    let command = fs::read_to_string(format!("/proc/{script}/task/{script}/children")).unwrap();
    let terminal = fs::read_link(format!("/proc/{}/fd/0", command.trim())).unwrap();
    let shows = || {
        let state = Command::new("stty").arg("-F").arg(&terminal).arg("-a").output().unwrap();
        String::from_utf8_lossy(&state.stdout).split_whitespace().all(|word| word != "-echo")
    };
    while shows() {}
}

#[test]
fn a_password_is_asked_for_twice_on_a_terminal_and_not_shown() {
    let instance = Instance::new();
    let arguments = [&ORGANIZATION[..], &["--owner-password-stdin"]].concat();
    let differing = [("password (not shown)", PASSWORD), ("Repeat it", "another long password")];
    let (code, shown) = on_a_terminal(&instance, &arguments, &differing, true);
    assert_eq!(code, 2, "{shown}");
    assert!(shown.contains("differ") && !instance.data.exists(), "{shown}");

    let (code, shown) =
        on_a_terminal(&instance, &arguments, &[("password (not shown)", PASSWORD), ("Repeat it", PASSWORD)], true);
    assert_eq!(code, 0, "{shown}");
    assert!(!shown.contains(PASSWORD), "{shown}");
    let server = instance.serve();
    let credentials = json!({ "email": "owner@example.com", "password": PASSWORD });
    assert_eq!(server.post("/api/v1/auth/login", &[], &credentials).status, 200);
}

#[test]
fn the_first_start_names_a_command_that_asks_for_the_password() {
    let log = Instance::new().serve().terminate_and_tell();
    assert!(log.contains("/setup#") && log.contains("askline org create"), "{log}");
    assert!(log.contains("--owner-password-stdin") && !log.contains("\"password\""), "{log}");
}

#[test]
fn a_deletion_asks_for_the_name_on_a_terminal_and_does_nothing_without_it() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    let site = instance.site(&org);
    let cases: [(&str, &str, &str); 2] = [("site", &site, "example.com"), ("org", &org, "Example")];
    for (group, id, name) in cases {
        let question = format!("Type {name}");
        let listed = || instance.run(&[group, "list"]).stdout.contains(id);
        for typed in ["", "y", "example", "Example.com."] {
            let (code, shown) = on_a_terminal(&instance, &[group, "delete", id], &[(&question, typed)], false);
            assert_eq!(code, 1, "{shown}");
            assert!(shown.contains("nothing was deleted") && listed(), "{group}: {shown}");
        }
        let (code, shown) = on_a_terminal(&instance, &[group, "delete", id], &[(&question, name)], false);
        assert_eq!(code, 0, "{shown}");
        assert!(shown.contains("is deleted") && !listed(), "{group}: {shown}");
    }
}
