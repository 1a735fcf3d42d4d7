//! Lines that are broken, hostile or of something else: a reason and nothing else.

use proptest::{collection::vec, prelude::any, prop_assert, proptest};

use super::*;
use crate::logs::{
    address_lists::AddressLists,
    lines::{LineCutter, MAX_LINE_BYTES},
    tally::{LogTally, MAX_NAMED_LINES},
};

const FORMATS: [&str; 15] = [
    "common",
    "combined",
    "combined-vhost",
    "nginx-json",
    "caddy",
    "traefik",
    "cloudfront",
    "iis-w3c",
    "vercel",
    "bunny",
    "netlify",
    "fastly",
    "haproxy",
    "cloudflare",
    r#"apache %t %a "%r" %>s "%{User-Agent}i""#,
];

#[test]
fn a_broken_line_has_a_reason() {
    let combined = |line: &str| read(format("combined"), line.as_bytes()).pop();
    let good = r#"20.0.0.5 - - [29/Nov/2026:10:26:17 +0000] "GET /a HTTP/1.1" 200 5 "-" "x""#;
    for (line, expected) in [
        (good.replace("2026:", "2026-"), Unreadable::Invalid("time")),
        (good.replace("Nov", "Nov\u{0}"), Unreadable::Binary),
        (good.replace(" 200 ", " 20 "), Unreadable::Invalid("status")),
        (good.replace(" 5 ", " five "), Unreadable::Invalid("number of bytes")),
        (good.replace("20.0.0.5", "20.0.0.5;"), Unreadable::Invalid("address")),
        (good.replace(r#" "x""#, ""), Unreadable::Missing("user agent")),
        (good.replace(r#""x""#, r#""x"#), Unreadable::Missing("user agent")),
        (good.replace(r#""-" "x""#, r#""-""x""#), Unreadable::Invalid("referrer")),
        (good.replace(r#""x""#, r#""x"y"#), Unreadable::TooManyFields),
        (good[..40].to_owned(), Unreadable::Missing("time")),
    ] {
        assert_eq!(combined(&line), Some(Found::Unreadable(expected)), "{line}");
    }
    for (name, line, expected) in [
        ("nginx-json", "{", Unreadable::NotJson),
        ("nginx-json", "[1, 2]", Unreadable::NotJson),
        ("nginx-json", r#"{"time":"x","request_uri":"/a","status":200}"#, Unreadable::Invalid("time")),
        ("nginx-json", r#"{"time":1795947977,"status":200}"#, Unreadable::Missing("request")),
        ("nginx-json", r#"{"time":1795947977,"request_uri":"/a"}"#, Unreadable::Missing("status")),
        ("caddy", r#"{"request":{"uri":"/a"},"status":200}"#, Unreadable::Missing("time")),
        ("iis-w3c", "2026-11-29 10:26:17 10.0.0.1 GET /a", Unreadable::NoHeading),
        ("cloudfront", "2026-11-29\t10:26:17", Unreadable::OtherColumns),
        ("common", good, Unreadable::TooManyFields),
    ] {
        assert_eq!(read(format(name), line.as_bytes()).pop(), Some(Found::Unreadable(expected)), "{name}: {line}");
    }
}

#[test]
fn deeply_nested_json_is_refused_without_exhausting_the_stack() {
    for name in ["nginx-json", "caddy", "vercel"] {
        for line in ["[".repeat(100_000), format!("{{\"request\":{}", "{\"a\":".repeat(100_000))] {
            assert_eq!(read(format(name), line.as_bytes()).pop(), Some(Found::Unreadable(Unreadable::NotJson)));
        }
    }
}

#[test]
fn a_log_of_garbage_is_counted_and_named_in_bounded_space() {
    let lists = AddressLists::new();
    let mut tally = LogTally::new(&lists, now());
    let mut reader = LogReader::new(format("combined"), now());
    let mut cutter = LineCutter::default();
    let mut count = |number, line: super::super::lines::RawLine<'_>| tally.count(number, line, &mut reader);
    for _ in 0..100 {
        cutter.push(b"garbage\n\n", &mut count);
    }
    cutter.push(&vec![b'x'; MAX_LINE_BYTES + 1], &mut count);
    cutter.push(b"\nafter it", &mut count);
    cutter.finish(&mut count);
    assert_eq!((tally.lines, tally.unreadable, tally.requests, tally.kept()), (102, 102, 0, 0));
    assert_eq!(tally.problems.len(), MAX_NAMED_LINES);
    assert_eq!(tally.problems[0].0, 1);
    assert_eq!(tally.problems[1].0, 3);
}

#[test]
fn a_time_in_the_future_is_counted_as_such() {
    let lists = AddressLists::new();
    let mut tally = LogTally::new(&lists, now());
    let mut reader = LogReader::new(format("combined"), now());
    for (hour, zone) in [("10", "+0000"), ("12", "+0000"), ("23", "+0000"), ("23", "+1300")] {
        let line = format!(r#"8.8.8.8 - - [29/Nov/2026:{hour}:26:17 {zone}] "GET /a HTTP/1.1" 200 5 "-" "GPTBot""#);
        tally.count(1, crate::logs::lines::RawLine::Whole(line.as_bytes()), &mut reader);
    }
    assert_eq!((tally.requests, tally.in_the_future), (4, 1));
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in vec(any::<u8>(), 0..300)) {
        for name in FORMATS {
            read(format(name), &bytes);
        }
    }

    #[test]
    fn a_line_with_a_changed_byte_is_read_or_has_a_reason(line in 0_usize..100, at: proptest::sample::Index, byte: u8) {
        for (name, text) in [
            ("combined", &include_bytes!("../corpus/combined.log")[..]),
            ("combined-vhost", include_bytes!("../corpus/combined-vhost.log")),
            ("nginx-json", include_bytes!("../corpus/nginx-json-without-escape.jsonl")),
            ("caddy", include_bytes!("../corpus/caddy.jsonl")),
            ("cloudfront", include_bytes!("../corpus/cloudfront.log")),
            ("vercel", include_bytes!("../corpus/vercel.json")),
            ("haproxy", include_bytes!("../corpus/haproxy.log")),
            ("bunny", include_bytes!("../corpus/bunny-in-syslog.log")),
        ] {
            let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
            let mut line = lines[line % lines.len()].to_vec();
            let at = at.index(line.len());
            line[at] = byte;
            let pieces = line.split(|byte| *byte == b'\n').filter(|piece| !piece.trim_ascii().is_empty()).count();
            prop_assert!(read(format(name), &line).len() >= pieces, "{}", name);
        }
    }
}
