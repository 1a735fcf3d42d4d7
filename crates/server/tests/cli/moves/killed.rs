//! A move is killed in each of its steps. No server starts with the target, and the same command continues and completes
//! the move.

use std::{
    io::{BufRead as _, BufReader},
    process::Child,
};

use super::{
    filled,
    target::{Target, begun, begun_back, moved, moved_back, run_on},
};
use crate::instance::Instance;

/// Kills a move when it reports this step.
fn kill_at(mut child: Child, step: &str) {
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let told = lines.map_while(Result::ok).find(|line| line.contains(step));
    assert!(told.is_some(), "it ended before it told of: {step}");
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "it was faster than the kill: {step}");
}

#[test]
fn a_move_there_that_is_killed_in_each_step_goes_on_and_until_then_nothing_is_served() {
    let steps =
        ["copying the metadata", "copying event_pages", "copying event_page_counters", "copying events:", "comparing"];
    let (instance, filled) = filled::copy();
    let target = Target::new();
    for step in steps {
        kill_at(begun(&instance, &target), step);
        for command in [&["serve"][..], &["org", "list"], &["doctor"]] {
            run_on(&target, &instance, command, "").refused(2, &["is being filled", "migrate-store"]);
        }
    }
    let moved = moved(&instance, &target).json();
    assert_eq!((&moved["moved"], &moved["resumed"]), (&true.into(), &true.into()), "{moved}");
    let exported = |outcome: crate::instance::Outcome| outcome.stdout;
    let export = ["export", "events", "--site", &*filled.site, "-"];
    assert_eq!(exported(run_on(&target, &instance, &export, "")), exported(instance.run(&export)));
    assert_eq!(run_on(&target, &instance, &["doctor", "--json"], "").json()["healthy"], true);
}

#[test]
fn a_move_back_that_is_killed_in_each_step_goes_on_and_until_then_nothing_is_served() {
    let (instance, filled) = filled::copy();
    let target = Target::new();
    moved(&instance, &target).json();
    let other = Instance::new();
    for step in ["copying the metadata", "copying event_pages", "copying events:", "copying event_ids", "comparing"] {
        kill_at(begun_back(&target, &other), step);
        for command in [&["serve"][..], &["org", "list"]] {
            other.run(command).refused(1, &["is being filled", "migrate-store"]);
        }
    }
    let moved = moved_back(&target, &other).json();
    assert_eq!((&moved["moved"], &moved["resumed"]), (&true.into(), &true.into()), "{moved}");
    let export = ["export", "events", "--site", &*filled.site, "-"];
    assert_eq!(other.run(&export).stdout, instance.run(&export).stdout);
    assert_eq!(other.json(&["doctor"])["healthy"], true);
}

#[test]
fn a_source_that_changed_between_a_kill_and_the_next_attempt_is_found_and_the_target_is_not_served() {
    let (instance, _) = filled::copy();
    let target = Target::new();
    kill_at(begun(&instance, &target), "copying event_pages");
    instance
        .run_with(&["org", "create", "--name", "Late", "--owner-email", "late@example.com", "--json"], &[], "")
        .json();
    let outcome = moved(&instance, &target);
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("differ in") && outcome.stderr.contains("organizations"), "{}", outcome.stderr);
    assert!(outcome.stdout.contains(r#""moved":false"#), "{}", outcome.stdout);
    run_on(&target, &instance, &["serve"], "").refused(2, &["is being filled"]);
}
