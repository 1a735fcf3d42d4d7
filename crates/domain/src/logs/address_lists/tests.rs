//! Tests of which lists are taken, and what they say.

use std::collections::HashSet;

use proptest::{prop_assert, proptest};

use super::*;
use crate::events::crawler::identify_crawler;

fn file(prefixes: &[&str]) -> String {
    let entries: Vec<String> = prefixes
        .iter()
        .map(|prefix| format!(r#"{{"{}":"{prefix}"}}"#, if prefix.contains(':') { "ipv6Prefix" } else { "ipv4Prefix" }))
        .collect();
    format!(r#"{{"creationTime":"2026-08-14T10:00:00.000000","prefixes":[{}]}}"#, entries.join(","))
}

/// The day after the date in these lists.
fn at() -> Timestamp {
    "2026-08-15T12:00:00Z".parse().expect("a time")
}

fn read(prefixes: &[&str]) -> Result<AddressList, RefusedList> {
    AddressList::read(file(prefixes).as_bytes(), None)
}

#[test]
fn every_known_list_names_crawlers_of_the_table_and_dated_sources() {
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../../../data/crawler_addresses.json")).expect("valid JSON");
    let mut ids = HashSet::new();
    for list in known_lists() {
        assert!(ids.insert(list.id), "{} has two entries", list.id);
        assert!(list.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", list.id);
        assert!(list.url.starts_with("https://"), "{}", list.id);
        assert!(!list.crawlers.is_empty(), "{}", list.id);
        for name in &list.crawlers {
            let found = identify_crawler(&format!("{name}/1.0")).map(|crawler| crawler.name);
            assert_eq!(found, Some(*name), "{}", list.id);
        }
    }
    for list in file["lists"].as_array().expect("lists") {
        let sources = list["evidence"].as_array().expect("evidence");
        assert!(!sources.is_empty(), "{list}");
        for source in sources {
            let source = &file["sources"][source.as_str().expect("a name")];
            assert!(source["address"].as_str().is_some_and(|address| address.starts_with("https://")), "{list}");
            assert!(source["date"].as_str().is_some_and(|date| !date.is_empty()), "{list}");
        }
    }
}

#[test]
fn the_document_has_a_row_for_every_known_list() {
    let document = include_str!("../../../../../docs/crawlers.md");
    for list in known_lists() {
        let row = format!("| `{}.json` | <{}> | {} |", list.id, list.url, list.crawlers.join(", "));
        assert!(document.contains(&row), "{row}");
    }
}

#[test]
fn a_list_is_read_as_makers_publish_it() {
    let list = read(&["20.171.206.0/24", "2a00:1450::/40", "52.230.152.7", "20.171.206.0/24", "18.97.9.97/29"])
        .expect("a list");
    assert_eq!((list.prefixes, list.created_on.map(|day| day.to_string()).as_deref()), (4, Some("2026-08-14")));
    for (address, expected) in [
        ("20.171.206.255", true),
        ("20.171.207.0", false),
        ("52.230.152.7", true),
        ("52.230.152.8", false),
        ("18.97.9.96", true),
        ("18.97.9.104", false),
        ("2a00:1450:ff::1", true),
        ("2a00:1451::1", false),
    ] {
        assert_eq!(list.networks.contains(address.parse().expect("an address")), expected, "{address}");
    }
    let bare = AddressList::read(br#"{"prefixes":["20.171.206.0/24"],"more":1}"#, None).expect("a list");
    assert_eq!((bare.prefixes, bare.created_on), (1, None));
}

#[test]
fn a_list_that_is_not_plausible_is_refused_as_a_whole() {
    let good = "20.171.206.0/24";
    for (prefixes, expected) in [
        (&[][..], "empty"),
        (&[good, "0.0.0.0/0"], "more addresses than any maker's"),
        (&[good, "::/0"], "more addresses than any maker's"),
        (&[good, "20.0.0.0/8"], "more addresses than any maker's"),
        (&[good, "2a00::/20"], "more addresses than any maker's"),
        (&[good, "10.0.0.0/16"], "not a public network"),
        (&[good, "192.168.1.1"], "not a public network"),
        (&[good, "127.0.0.1/32"], "not a public network"),
        (&[good, "169.254.169.254/32"], "not a public network"),
        (&[good, "198.16.0.0/12"], "not a public network"),
        (&[good, "fc00::/48"], "not a public network"),
        (&[good, "2001:db8::/48"], "not a public network"),
        (&[good, "::ffff:10.0.0.1"], "not a public network"),
        (&[good, "20.171.206.0/33"], "entry 2"),
        (&["nonsense", good], "entry 1"),
        (&[good, ""], "entry 2"),
    ] {
        let refused = read(prefixes).expect_err("a refused list").to_string();
        assert!(refused.contains(expected), "{prefixes:?}: {refused}");
    }
    for text in ["", "null", "[]", "{}", r#"{"prefixes":"x"}"#, r#"{"prefixes":[1]}"#, "<html>", "\u{0}"] {
        assert_eq!(AddressList::read(text.as_bytes(), None).expect_err(text), RefusedList::NotAList);
    }
    for text in [r#"{"prefixes":[{}]}"#, r#"{"prefixes":[{"ipv4Prefix":"20.0.0.0/24","ipv6Prefix":"2a00::/40"}]}"#] {
        assert_eq!(AddressList::read(text.as_bytes(), None).expect_err(text), RefusedList::NotANetwork(1));
    }
    let many: Vec<String> = (0..=MAX_LIST_NETWORKS).map(|n| format!("20.{}.{}.1/32", n / 256, n % 256)).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(read(&many).expect_err("too many"), RefusedList::TooLarge);
    assert_eq!(AddressList::read(&vec![b' '; MAX_LIST_BYTES + 1], None).expect_err("too large"), RefusedList::TooLarge);
}

#[test]
fn a_list_that_shrinks_by_more_than_half_is_refused_and_the_one_before_stays() {
    let list = known_list("perplexity-user").expect("a list");
    let mut lists = AddressLists::new();
    let networks = ["20.0.1.0/24", "20.0.2.0/24", "20.0.3.0/24", "20.0.4.0/24", "20.0.5.0/24", "20.0.6.0/24"];
    // It had four networks when it was last seen.
    assert_eq!(lists.load(list, file(&networks[..1]).as_bytes()), Err(RefusedList::Shrunk { before: 4, now: 1 }));
    assert!(lists.loaded(list.id).is_none());
    assert_eq!(lists.load(list, file(&networks[..2]).as_bytes()), Ok(()));
    assert_eq!(lists.load(list, file(&networks).as_bytes()), Ok(()));
    assert_eq!(lists.load(list, file(&networks[4..]).as_bytes()), Err(RefusedList::Shrunk { before: 6, now: 2 }));
    let address = "20.0.1.1".parse().ok();
    assert_eq!(lists.evidence("Perplexity-User", address, at()), Evidence::Verified);
    assert_eq!(lists.load(list, file(&networks[3..]).as_bytes()), Ok(()));
    assert_eq!(lists.evidence("Perplexity-User", address, at()), Evidence::Refuted);
}

#[test]
fn a_list_with_more_addresses_than_any_maker_has_is_refused() {
    let wide: Vec<String> = (0..=8).map(|n| format!("20.{}.0.0/12", n * 16)).collect();
    let wide: Vec<&str> = wide.iter().map(String::as_str).collect();
    assert_eq!(read(&wide).err(), Some(RefusedList::TooManyAddresses(9 << 20)));
    assert!(read(&wide[..8]).is_ok());
}

#[test]
fn an_outdated_address_list_still_verifies_but_no_longer_refutes() {
    let list = known_lists().iter().find(|list| list.id == "openai-gptbot").expect("a list");
    for (days, stranger) in [(14, Evidence::Refuted), (15, Evidence::Claimed)] {
        let mut lists = AddressLists::new();
        let now = at() + SignedDuration::from_hours(days * 24);
        lists.load_stored(list, file(&["20.0.0.0/24"]).as_bytes(), at(), now).expect("a list");
        let evidence = ["20.0.0.7", "9.9.9.9"].map(|address| lists.evidence("GPTBot", address.parse().ok(), now));
        assert_eq!(evidence, [Evidence::Verified, stranger]);
    }
}

#[test]
fn a_request_that_is_older_than_the_list_is_verified_and_never_refuted() {
    let list = known_list("openai-gptbot").expect("a list");
    let (dated, read_at) = (file(&["20.0.0.0/24"]), at() + SignedDuration::from_hours(90 * 24));
    let undated = dated.replace("\"creationTime\":\"2026-08-14T10:00:00.000000\",", "");
    for (body, day, stranger) in [
        // Its maker has not changed it since its date, so it says what was true on each day from then on.
        (&dated, "2026-11-13", Evidence::Refuted),
        (&dated, "2026-08-14", Evidence::Refuted),
        (&dated, "2026-07-31", Evidence::Refuted),
        (&dated, "2026-07-30", Evidence::Claimed),
        (&dated, "2025-08-14", Evidence::Claimed),
        // Without a date, it says what was true when it was read.
        (&undated, "2026-10-30", Evidence::Refuted),
        (&undated, "2026-10-29", Evidence::Claimed),
    ] {
        let mut lists = AddressLists::new();
        lists.load_stored(list, body.as_bytes(), read_at, read_at).expect("a list");
        let at = format!("{day}T12:00:00Z").parse().expect("a time");
        let evidence = ["20.0.0.7", "9.9.9.9"].map(|address| lists.evidence("GPTBot", address.parse().ok(), at));
        assert_eq!(evidence, [Evidence::Verified, stranger], "{day}");
    }
}

#[test]
fn a_crawler_with_two_lists_is_refuted_only_when_both_are_loaded() {
    let networks: Vec<String> = (0..300).map(|n| format!("20.1.{}.{}/32", n / 256, n % 256)).collect();
    let networks: Vec<&str> = networks.iter().map(String::as_str).collect();
    let (inside, outside) = ("20.1.0.9".parse().ok(), "8.8.8.8".parse().ok());
    let mut lists = AddressLists::new();
    let mut load = |id: &str, networks: &[&str]| {
        lists.load(known_list(id).expect("a list"), file(networks).as_bytes()).expect("a plausible list");
        [inside, outside].map(|address| lists.evidence("Google-NotebookLM", address, at()))
    };
    assert_eq!(load("google-user-fetchers", &networks), [Evidence::Verified, Evidence::Claimed]);
    let both = load("google-user-fetchers-on-app-engine", &["20.2.0.0/24"]);
    assert_eq!(both, [Evidence::Verified, Evidence::Refuted]);
}

proptest! {
    /// Bits that flip on a disk or on the way: either the list is refused, or every network in it is still public and small.
    #[test]
    fn a_list_with_changed_bits_never_verifies_a_private_or_enormous_network(at: proptest::sample::Index, bit in 0_u8..8) {
        let mut bytes = file(&["20.171.206.0/24", "52.230.152.0/24", "2a00:1450::/40", "18.97.9.96/29"]).into_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        if let Ok(list) = AddressList::read(&bytes, Some(4)) {
            for address in ["10.0.0.1", "127.0.0.1", "192.168.0.1", "8.8.8.8", "1.1.1.1", "::1", "2606:4700::1111"] {
                prop_assert!(!list.networks.contains(address.parse().expect("an address")), "{}", address);
            }
        }
    }
}
