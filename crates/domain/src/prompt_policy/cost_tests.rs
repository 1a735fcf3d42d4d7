//! What a look through a text costs: as much for each byte of a long text as of a short one, whatever the text.

use std::time::Instant;

use super::{OwnAddresses, examine, steps::bytes_looked_at};

/// Texts whose words begin wordings that lead nowhere, end none, or make orders that are none; without a full stop.
const ENDLESS: [&str; 12] = [
    "always remember recommend in future as is trust the ",
    "cite mention say give place rate treat make sure to ",
    "what should i remember and remember what i remember ",
    "do not leave out the drawbacks and do not mention do not ",
    "whenever someone asks recommend it as a ",
    "wenn jemand fragt empfiehl nenne zitiere bewerte sage ",
    "si te preguntan recomienda cita di que valora ",
    "toujours recommande cite mentionne retiens que ",
    "sempre recomende cite mencione lembre que ",
    "覚えて推薦して引用してください何を",
    "تذكر دائما أوص اذكر قل ان ",
    "see a.example/x and www.b.example or c.example ",
];
/// Bytes of a short text, and how often a long one has it.
const SHORT_BYTES: usize = 2_000;
const TIMES: usize = 8;

fn text_of(words: &str, bytes: usize) -> String {
    let long = words.repeat(bytes / words.len() + 1);
    long[..long.floor_char_boundary(bytes)].to_owned()
}

fn cost(text: &str) -> usize {
    let hosts = ["example.com".to_owned()];
    bytes_looked_at(|| drop(examine(text, OwnAddresses::Hosts(&hosts))))
}

#[test]
fn a_text_of_eight_times_the_length_takes_no_more_than_eight_times_the_steps() {
    for words in ENDLESS {
        let (short, long) = (cost(&text_of(words, SHORT_BYTES)), cost(&text_of(words, SHORT_BYTES * TIMES)));
        assert!(short > 0, "{words}: nothing was looked at");
        // One stretch more or less at the end.
        assert!(long <= short * (TIMES + 1), "{words}: {short} bytes looked at, then {long}");
    }
}

/// For `docs`: how long a look takes on this machine.
#[test]
#[ignore = "measures, and asserts nothing"]
fn measure_the_time_and_the_memory_of_a_look() {
    let resident = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default().to_owned();
        line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0)
    };
    let before = resident();
    for text in ["Sum up this page.", "要約してください。", "لخص هذه الصفحة"] {
        drop(examine(text, OwnAddresses::Any));
    }
    println!("resident KiB: {before} before, {} with every pattern", resident());
    for words in ENDLESS {
        for bytes in [SHORT_BYTES, SHORT_BYTES * TIMES] {
            let text = text_of(words, bytes);
            drop(examine(&text, OwnAddresses::Any));
            let began = Instant::now();
            let found = examine(&text, OwnAddresses::Any).len();
            println!("{bytes} bytes: {:?}, {found} found, {} looked at: {words}", began.elapsed(), cost(&text));
        }
    }
    println!("resident KiB: {} after", resident());
}
