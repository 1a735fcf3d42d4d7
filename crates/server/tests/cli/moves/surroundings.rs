//! What happens around a move: reads of the source, PostgreSQL failures, full disks. The source is not written to
//! during the move.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command},
};

use super::{
    filled,
    target::{Target, begun, moved, moved_back, run_on},
};
use crate::instance::Instance;

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Pauses a move when it reports this step.
fn stop_at(child: &mut Child, step: &str) -> impl Iterator<Item = String> + use<> {
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.by_ref().any(|line| line.contains(step)), "it ended before it told of: {step}");
    signal(child, "-STOP");
    lines
}

#[test]
fn the_source_is_read_while_it_moves_and_what_would_change_it_is_refused() {
    let (instance, filled) = filled::copy();
    let target = Target::new();
    let export = ["export", "events", "--site", &*filled.site, "-"];
    let before = instance.run(&export).stdout;
    let mut child = begun(&instance, &target);
    let lines = stop_at(&mut child, "copying the metadata");
    assert_eq!(instance.json(&["org", "list"])["items"].as_array().unwrap().len(), 4);
    assert_eq!(instance.json(&["audit", "verify"])["intact"], true);
    assert_eq!(instance.run(&export).stdout, before);
    let refused = instance.run(&["org", "create", "--name", "Late", "--owner-email", "late@example.com"]);
    assert_eq!(refused.code, 1, "{}", refused.stdout);
    instance.run(&["serve"]).refused(1, &["another Askline server is running"]);
    signal(&child, "-CONT");
    lines.for_each(drop);
    // A process that was paused for long may exceed a time limit; the same command then continues.
    if !child.wait().unwrap().success() {
        assert_eq!(moved(&instance, &target).json()["resumed"], true);
    }
    assert_eq!(target.number("SELECT COUNT(*) FROM organizations"), 4);
    assert_eq!(target.number("SELECT COUNT(*) FROM organizations WHERE name = 'Late'"), 0);
}

#[test]
fn a_move_whose_postgresql_went_away_says_so_and_goes_on_when_it_is_back() {
    let (instance, _) = filled::copy();
    let target = Target::new();
    let mut child = begun(&instance, &target);
    let lines = stop_at(&mut child, "copying event_page_counters");
    target.admit(false);
    signal(&child, "-CONT");
    let last = lines.last().unwrap();
    assert!(last.contains("run the same command again"), "{last}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
    target.admit(true);
    run_on(&target, &instance, &["serve"], "").refused(2, &["is being filled"]);
    let moved = moved(&instance, &target).json();
    assert_eq!((&moved["moved"], &moved["resumed"]), (&true.into(), &true.into()), "{moved}");
}

#[test]
fn a_folder_on_a_full_disk_is_not_served_and_is_filled_to_its_end_when_there_is_room() {
    let (instance, _) = filled::copy();
    let target = Target::new();
    moved(&instance, &target).json();
    let other = Instance::with_failing_writes().with_files_of(4 << 20, false);
    let failed = moved_back(&target, &other);
    assert_eq!(failed.code, 1, "{}", failed.stdout);
    assert!(failed.stderr.contains("SQLite ended the copying"), "{}", failed.stderr);
    let other = other.unbounded();
    other.run(&["org", "list"]).refused(1, &["is being filled"]);
    assert_eq!(moved_back(&target, &other).json()["moved"], true);
    assert_eq!(other.json(&["doctor"])["healthy"], true);
}
