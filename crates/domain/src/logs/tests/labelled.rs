//! User agents with addresses, each with its label. There are crawlers that are verified, claimed and refuted, people, and names that
//! only look like a crawler's.

use std::collections::BTreeMap;

use super::*;
use crate::logs::{
    address_lists::{AddressLists, known_lists},
    classify::{KeptLine, classify_line},
};

/// All lists: number n, from 0, contains 20.n.0.0/24 and 2a00:n::/48, and as many networks elsewhere as it had when last seen.
fn lists() -> AddressLists {
    let mut lists = AddressLists::new();
    for (number, list) in known_lists().iter().enumerate() {
        let more = (0..list.seen.map_or(0, |seen| seen.prefixes))
            .map(|n| format!(r#",{{"ipv4Prefix":"21.{number}.{}.{}/32"}}"#, n / 256, n % 256));
        let file = format!(
            r#"{{"creationTime":"2026-11-28T00:00:00","prefixes":[{{"ipv4Prefix":"20.{number}.0.0/24"}},{{"ipv6Prefix":"2a00:{number:x}::/48"}}{}]}}"#,
            more.collect::<String>()
        );
        lists.load(list, file.as_bytes()).unwrap_or_else(|refused| panic!("{}: {refused}", list.id));
    }
    lists
}

fn classified(user_agent: &str, address: &str, lists: &AddressLists) -> [String; 3] {
    let line = LogLine {
        at: now(),
        host: None,
        method: "GET".into(),
        target: "/page".into(),
        status: Some(200),
        user_agent: user_agent.into(),
        referrer: "".into(),
        address: address.parse().ok(),
        bytes: None,
    };
    match classify_line(&line, lists) {
        Some(KeptLine::Read(read)) => [read.crawler.name.into(), read.purpose.to_string(), read.evidence.to_string()],
        Some(KeptLine::Referral(_)) => panic!("{user_agent} came from nowhere"),
        None => ["-", "-", "-"].map(str::to_owned),
    }
}

#[test]
fn every_labelled_request_is_what_its_label_says() {
    let lists = lists();
    let mut counts = BTreeMap::<String, usize>::new();
    for row in include_str!("../corpus/labelled.tsv").lines().skip(1) {
        let [user_agent, address, crawler, purpose, evidence] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        assert_eq!(classified(user_agent, address, &lists), [crawler, purpose, evidence], "{row}");
        *counts.entry(evidence.to_owned()).or_default() += 1;
    }
    // A file that lost its rows would find nothing.
    for (evidence, least) in [("verified", 60), ("claimed", 250), ("refuted", 30), ("-", 80)] {
        assert!(counts[evidence] >= least, "{counts:?}");
    }
}

#[test]
fn without_lists_every_crawler_is_only_claimed() {
    for row in include_str!("../corpus/labelled.tsv").lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [_, _, evidence] = classified(cells[0], cells[1], &AddressLists::new());
        assert_eq!(evidence, if cells[4] == "-" { "-" } else { "claimed" }, "{row}");
    }
}
