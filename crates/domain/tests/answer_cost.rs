//! Measures how long reading an answer takes. Asserts nothing, since machines differ: a unit test of the search for names
//! limits its comparisons.
//!
//! `cargo test -p askline-domain --release --test answer_cost -- --ignored --nocapture`

use std::{collections::BTreeMap, time::Instant};

use askline_domain::{
    citations::{answer_reading::Watched, competitor::Competitor},
    engines::answer::EngineAnswer,
    shared::ids::{Id as _, OrgId, SiteId},
    sites::{Site, input::NewSite},
};

/// The length of an answer in bytes.
const BYTES: usize = 20_000;
/// How often each answer is read. The fastest reading is the one that nothing else disturbed.
const READINGS: usize = 20;
/// What answers consist of.
const KINDS: [(&str, &str); 10] = [
    (
        "an ordinary answer",
        "Acme Tools sells [planes](https://example.com/planes) and saws; Rival Works has a longer warranty.[1] ",
    ),
    ("German", "Bei Acme Tools gibt es Hobel und Sägen, laut rival.com mit fünf Jahren Garantie auf alle Werkzeuge. "),
    ("Finnish", "Acme Toolsin valikoima on hyvä, ja Rival Worksilta saa myös varaosia kaikkiin koneisiin. "),
    ("Japanese", "アクメの鉋は切れ味がよく、京都の職人にも使われています。次にライバル社の商品を見ます。"),
    ("one letter", "a"),
    ("the beginning of a name", "acme acme rival "),
    ("nested links", "[a](https://a.example/[b](https://b.example/"),
    ("markers", "[1][2–3]【4】 "),
    ("data addresses", "<a href=\"data:text/html,a\">a</a> "),
    ("mixed scripts", "аcmе Αcme ａｃｍｅ أكمي 아크미 "),
];

fn answer(text: String) -> EngineAnswer {
    EngineAnswer {
        model: "m".into(),
        text,
        searched: true,
        queries: vec![],
        cited: vec![],
        consulted: vec![],
        dangling_markers: 0,
        billed_queries: 0,
        targets: BTreeMap::new(),
        raw: String::new(),
    }
}

#[test]
#[ignore = "measures, and asserts nothing"]
fn measure_the_time_of_a_reading() {
    let new = NewSite { name: Some("Acme Tools".into()), domain: "example.com".into(), ..NewSite::default() };
    let at = "2026-01-01T00:00:00Z".parse().expect("a time");
    let site = Site::new(SiteId::from_bits(1), OrgId::from_bits(1), new.check().expect("a site"), at);
    let rival = |number: usize| Competitor {
        domain: format!("rival{number}.com"),
        aliases: vec![format!("Rival Works {number}"), format!("Acme Rival {number}")],
    };
    let watched = Watched::new(&site, &(0..20).map(rival).collect::<Vec<_>>());
    for (kind, words) in KINDS {
        let mut text = words.repeat(BYTES / words.len() + 1);
        text.truncate(text.floor_char_boundary(BYTES));
        let answer = answer(text);
        let timed = (0..READINGS).map(|_| {
            let began = Instant::now();
            drop(watched.read(&answer));
            began.elapsed()
        });
        println!("{:?} for {BYTES} bytes: {kind}", timed.min().unwrap_or_default());
    }
}
