//! A store that cannot be written to: what is refused, and what is logged.

use std::{process::Command, time::Instant};

use askline_stand_in::until_blocking as until;
use serde_json::json;

use crate::instance::Instance;

const REFUSED: u64 = 40;

/// The numbers after `answers=` of all lines.
fn told(log: &str) -> Vec<u64> {
    let numbers = log.lines().filter_map(|line| line.split_once("answers=")?.1.split(' ').next()?.parse().ok());
    numbers.filter(|answers| *answers > 0).collect()
}

#[test]
fn responses_of_503_are_logged_once_a_second_with_their_count_and_the_reason() {
    let instance = Instance::with_failing_writes();
    instance.organization("enterprise");
    let server = instance.serve();
    let session = format!("Authorization: Bearer {}", server.log_in());
    let limited = Command::new("prlimit").args(["--pid", &server.id().to_string(), "--fsize=1"]).status().unwrap();
    assert!(limited.success());
    let started = Instant::now();
    for number in 0..REFUSED {
        let change = json!({ "name": format!("Ada {number}") });
        let address = server.at(&server.address);
        let answer = address.send("PATCH", "/api/v1/me", &[&session], &change.to_string());
        assert_eq!(answer.status, 503, "{}", answer.body);
    }
    until("all are told", || told(&server.log()).iter().sum::<u64>() >= REFUSED);
    let seconds = started.elapsed().as_secs();
    let log = server.log();
    let lines: Vec<&str> =
        log.lines().filter(|line| line.contains("503") || line.contains("Failed to answer")).collect();
    assert_eq!(told(&log).iter().sum::<u64>(), REFUSED, "{log}");
    assert!(lines.iter().all(|line| line.contains("update_me") && line.contains("I/O error")), "{lines:#?}");
    assert!(lines.len() as u64 <= seconds + 1, "{} lines in {seconds} s: {lines:#?}", lines.len());
}
