//! Tests sources: first lines, file names, leftover notes, sleeps, and reads of environment and clock.

use crate::tree::{files, none};

#[test]
fn every_rust_file_opens_with_what_it_is() {
    let silent: Vec<String> =
        files(&[".rs"]).into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(path, _)| path).collect();
    none("no `//!` at the top", &silent);
}

#[test]
fn no_file_is_named_after_nothing() {
    let vague: Vec<String> = files(&[".rs", ".ts", ".tsx", ".mjs", ".sh"])
        .into_iter()
        .map(|(path, _)| path)
        .filter(|path| {
            let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or("");
            ["utils", "util", "helpers", "helper", "common", "misc", "manager", "stuff"].contains(&stem)
        })
        .collect();
    none("say what is in them", &vague);
}

#[test]
fn nothing_is_left_for_later_in_a_comment() {
    // Put together here, so that the test does not find this file.
    let marks = [["TO", "DO"].concat(), ["FIX", "ME"].concat(), ["XX", "X"].concat()];
    let mut left = Vec::new();
    for (path, text) in files(&[".rs", ".ts", ".mjs", ".sh", ".toml", ".sql", ".md"]) {
        for (number, line) in text.lines().enumerate() {
            if marks.iter().any(|mark| line.contains(mark.as_str())) {
                left.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none("do it now, or say in the documents that it is not done", &left);
}

/// The part of a name that permits a sleep: the random moment at which a process is killed or a receiver responds.
const FAULT: &str = "random_";

#[test]
fn no_test_sleeps_but_for_a_fault_at_a_random_moment() {
    let mut sleeps = Vec::new();
    for (path, text) in files(&[".rs"]).into_iter().filter(|(path, _)| path.contains("/tests/")) {
        for (number, line) in text.lines().enumerate() {
            // A timer that a test controls has a method of this name.
            if line.contains("sleep(") && !line.contains("fn sleep(") && !line.contains(FAULT) {
                sleeps.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none("wait by `askline_stand_in::until`, or move the clock", &sleeps);
}

#[test]
fn the_environment_is_read_by_the_settings_alone() {
    let readers: Vec<String> = files(&[".rs"])
        .into_iter()
        .filter(|(path, _)| path.starts_with("crates/") && path.contains("/src/"))
        .filter(|(path, _)| !path.starts_with("crates/server/src/config") && !path.starts_with("crates/tidy/"))
        // Reads a variable of the build, when the binary is compiled.
        .filter(|(path, _)| path != "crates/commit/src/lib.rs")
        .filter(|(_, text)| text.contains("env::var"))
        .map(|(path, _)| path)
        .collect();
    none("these read the environment", &readers);
}

#[test]
fn domain_and_use_cases_ask_a_clock_for_the_time() {
    let clocks: Vec<String> = files(&[".rs"])
        .into_iter()
        .filter(|(path, _)| path.starts_with("crates/domain/src/") || path.starts_with("crates/app/src/"))
        .filter(|(path, _)| !path.ends_with("/clock.rs"))
        .filter(|(_, text)| {
            ["Timestamp::now(", "Zoned::now(", "SystemTime::now(", "Instant::now("]
                .iter()
                .any(|call| text.contains(call))
        })
        .map(|(path, _)| path)
        .collect();
    none("these look at a clock of their own", &clocks);
}
