//! Measures how long the prompt policy takes, and how much memory its patterns use. Asserts nothing, since machines
//! differ: the policy's unit tests assert that the steps are linear in the length of the text.
//!
//! `cargo test -p askline-domain --test policy_cost -- --ignored --nocapture`

use std::{fs, time::Instant};

use askline_domain::{
    prompts::policy::{OwnAddresses, examine},
    shared::steps::during,
};

const ENDLESS: &str = include_str!("../../../testdata/prompt_policy/endless.json");

/// Memory of this process, in KiB; 0 if the system does not report it.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}

#[test]
#[ignore = "measures, and asserts nothing"]
fn measure_the_time_and_the_memory_of_a_look() {
    let endless: Vec<String> = serde_json::from_str(ENDLESS).expect("a list of texts");
    let before = resident();
    for text in ["Sum up this page.", "要約してください。", "لخص هذه الصفحة"] {
        drop(examine(text, OwnAddresses::Any));
    }
    println!("resident KiB: {before} before, {} with every pattern", resident());
    let hosts = ["example.com".to_owned()];
    for words in endless {
        for characters in [2_000, 8_000] {
            let text: String = words.chars().cycle().take(characters).collect();
            let text = text.as_str();
            drop(examine(text, OwnAddresses::Hosts(&hosts)));
            let began = Instant::now();
            let (steps, found) = during(|| examine(text, OwnAddresses::Hosts(&hosts)).len());
            println!("{characters} characters: {:?}, {steps} steps, {found} found: {words}", began.elapsed());
        }
    }
    println!("resident KiB: {} after", resident());
}
