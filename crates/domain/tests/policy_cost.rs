//! How long the prompt policy takes over a text, and what its patterns weigh. Asserts nothing: machines differ. That the steps are
//! linear in the length is asserted beside the policy.
//!
//! `cargo test -p askline-domain --test policy_cost -- --ignored --nocapture`

use std::{fs, time::Instant};

use askline_domain::prompt_policy::{OwnAddresses, examine};

const ENDLESS: &str = include_str!("../../../testdata/prompt_policy/endless.json");

/// Memory of this process, in KiB; 0 where the system does not tell.
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
    for words in endless {
        for bytes in [2_000, 16_000] {
            let long = words.repeat(bytes / words.len() + 1);
            let text = &long[..long.floor_char_boundary(bytes)];
            drop(examine(text, OwnAddresses::Any));
            let began = Instant::now();
            let found = examine(text, OwnAddresses::Any).len();
            println!("{bytes} bytes: {:?}, {found} found: {words}", began.elapsed());
        }
    }
    println!("resident KiB: {} after", resident());
}
