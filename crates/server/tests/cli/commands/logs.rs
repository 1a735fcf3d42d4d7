//! `askline logs check`: what it shows about a log, and how it refuses other files.

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};

use crate::instance::Instance;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../domain/src/logs/corpus/");

/// A file of the corpus.
fn file(name: &str) -> String {
    format!("{CORPUS}{name}")
}

/// Writes a file beside the data folder.
fn written(instance: &Instance, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = instance.beside(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

fn packed(content: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(content).unwrap();
    packer.finish().unwrap()
}

#[test]
fn every_format_is_guessed_and_gives_the_same_counts() {
    let instance = Instance::new();
    for (name, format) in [
        ("combined.log", "combined"),
        ("combined-in-syslog.log", "combined"),
        ("combined-vhost.log", "combined-vhost"),
        ("nginx-json.jsonl", "nginx-json"),
        ("nginx-json-without-escape.jsonl", "nginx-json"),
        ("caddy.jsonl", "caddy"),
        ("traefik.jsonl", "traefik"),
        ("cloudfront.log", "cloudfront"),
        ("iis-w3c.log", "iis-w3c"),
        ("vercel.jsonl", "vercel"),
        ("vercel.json", "vercel"),
        ("cloudflare.jsonl", "cloudflare"),
        ("haproxy.log", "haproxy"),
        ("haproxy-utc.log", "haproxy"),
        ("fastly.jsonl", "fastly"),
        ("bunny.log", "bunny"),
        ("bunny-in-syslog.log", "bunny"),
        ("netlify.jsonl", "netlify"),
        ("netlify.json", "netlify"),
    ] {
        let answer = instance.json(&["logs", "check", &file(name)]);
        assert_eq!((&answer["format"], &answer["guessed"]), (&json!(format), &json!(true)), "{name}");
        let read = |crawler: &str, maker: &str, purpose: &str, status_class: &str| {
            json!({
                "crawler": crawler, "maker": maker, "purpose": purpose, "evidence": "claimed",
                "statusClass": status_class, "reads": 1,
            })
        };
        let expected = json!([
            read("ClaudeBot", "Anthropic", "training", "not_found"),
            read("GPTBot", "OpenAI", "training", "answered"),
            read("PerplexityBot", "Perplexity AI", "search", "refused"),
        ]);
        assert_eq!(answer["reads"], expected, "{name}");
        assert_eq!(answer["referrals"], json!([{ "assistant": "chatgpt", "visits": 1 }]), "{name}");
        assert_eq!((&answer["kept"], &answer["unreadable"]), (&json!(4), &json!(0)), "{name}");
    }
    assert!(!instance.data.exists(), "a data folder was created");
}

#[test]
fn people_see_the_same_as_programs_and_no_address_no_query_and_no_user_agent() {
    let instance = Instance::new();
    let line = |address: &str, agent: &str| {
        format!(
            "{address} - frank [29/Nov/2026:10:26:17 +0000] \"GET /secret-page?token=abc HTTP/1.1\" 200 5 \"https://chatgpt.com/?q=mine\" \"{agent}\"\n"
        )
    };
    let log = [
        line("20.0.0.5", "GPTBot/1.3 odd-words"),
        line("45.90.1.2", "Firefox/140.0"),
        "45.90.1.3 - - [29/Nov/2026\n".into(),
    ];
    let log = written(&instance, "access.log", log.concat());
    let text = instance.run(&["logs", "check", &log]);
    assert_eq!(text.code, 0, "{}", text.stderr);
    for part in [
        "Format: combined (guessed",
        "Lines: 3, with 2 requests, from 2026-11-29T10:26:17Z to 2026-11-29T10:26:17Z",
        "Kept: 1 reads of crawlers and agents, 1 visits that assistants sent",
        "Unreadable: 1\n  line 3: the time is missing",
        "GPTBot   OpenAI  training  claimed   answered  1",
        "line 1: 2026-11-29T10:26:17Z GET /secret-page 200: GPTBot, training, claimed",
        "line 2: 2026-11-29T10:26:17Z GET /secret-page 200: a visit that chatgpt sent",
        "only claimed: openai-gptbot",
    ] {
        assert!(text.stdout.contains(part), "{part}:\n{}", text.stdout);
    }
    let json = instance.run(&["logs", "check", &log, "--json"]).stdout;
    for output in [text.stdout, json] {
        for kept_out in ["20.0.0.5", "45.90", "token", "frank", "odd-words", "Firefox", "q=mine"] {
            assert!(!output.contains(kept_out), "{kept_out}:\n{output}");
        }
    }
}

#[test]
fn with_the_lists_of_makers_a_crawler_is_verified_or_refuted() {
    let instance = Instance::new();
    let lists = instance.beside("lists");
    std::fs::create_dir(&lists).unwrap();
    let networks = |count: usize, first: &str| {
        let more = (1..count).map(|n| json!({ "ipv4Prefix": format!("21.0.0.{n}/32") }));
        let prefixes: Vec<Value> = [json!({ "ipv4Prefix": first })].into_iter().chain(more).collect();
        json!({ "creationTime": "2026-11-28T10:00:00.000000", "prefixes": prefixes }).to_string()
    };
    std::fs::write(lists.join("openai-gptbot.json"), networks(21, "20.0.0.0/24")).unwrap();
    std::fs::write(lists.join("perplexity-bot.json"), networks(8, "20.5.0.0/24")).unwrap();
    std::fs::write(lists.join("anthropic.json"), networks(23, "0.0.0.0/0")).unwrap();
    std::fs::write(lists.join("bing.json"), networks(2, "20.6.0.0/24")).unwrap();
    std::fs::write(lists.join("unknown.json"), "{}").unwrap();
    std::fs::write(lists.join("README.txt"), "no list").unwrap();
    let log = file("combined.log");
    let answer = instance.json(&["logs", "check", &log, "--lists", lists.to_str().unwrap()]);
    let evidence: Vec<(&str, &str)> = answer["reads"]
        .as_array()
        .unwrap()
        .iter()
        .map(|read| (read["crawler"].as_str().unwrap(), read["evidence"].as_str().unwrap()))
        .collect();
    assert_eq!(evidence, [("ClaudeBot", "claimed"), ("GPTBot", "verified"), ("PerplexityBot", "refuted")]);
    let loaded = json!([
        { "id": "openai-gptbot", "createdOn": "2026-11-28", "networks": 21 },
        { "id": "perplexity-bot", "createdOn": "2026-11-28", "networks": 8 },
    ]);
    assert_eq!(answer["lists"], loaded);
    let notes = answer["notes"].to_string();
    for part in [
        "anthropic.json is not used",
        "0.0.0.0/0",
        "bing.json is not used",
        "less than half of the 28",
        "unknown.json is named after no known list",
    ] {
        assert!(notes.contains(part), "{part}: {notes}");
    }
    instance.run(&["logs", "check", &log, "--lists", "/no/such/folder"]).refused(1, &["/no/such/folder"]);
}

#[test]
fn a_packed_log_and_a_log_on_stdin_are_read_as_the_file_itself() {
    let instance = Instance::new();
    let plain = std::fs::read(file("combined.log")).unwrap();
    let expected = instance.json(&["logs", "check", &file("combined.log")]);
    let (first, second) = plain.split_at(300);
    // A rotated log that was appended to is several gzip files in one.
    let packed = [packed(first), packed(second)].concat();
    let gz = written(&instance, "access.log.2.gz", &packed);
    assert_eq!(instance.json(&["logs", "check", &gz]), expected);
    let text = String::from_utf8(plain).unwrap();
    assert_eq!(instance.run_with(&["logs", "check", "-", "--json"], &[], &text).json(), expected);

    // What was there before a file ends early is shown, and the command fails.
    let cut = written(&instance, "cut.gz", &packed[..packed.len() - 20]);
    let outcome = instance.run(&["logs", "check", &cut, "--json"]);
    outcome.refused(1, &["cut.gz could be read only in part"]);
    assert!(serde_json::from_str::<Value>(&outcome.stdout).unwrap()["requests"].as_u64() >= Some(1));
    let zstd = written(&instance, "access.log.zst", b"\x28\xB5\x2F\xFD\x00\x00\x00\x00\x00");
    instance.run(&["logs", "check", &zstd]).refused(1, &["zstd -dc"]);
}

#[test]
fn a_gzip_file_that_unpacks_to_gigabytes_is_read_in_little_memory() {
    let instance = Instance::new();
    // 256 MiB without a line end in some kilobytes, and less memory for the program's data.
    let bomb = written(&instance, "bomb.gz", packed(&vec![b'a'; 16 * 1024 * 1024]).repeat(16));
    let check = [env!("CARGO_BIN_EXE_askline"), "logs", "check", &bomb, "--format", "combined", "--json"];
    let output = std::process::Command::new("prlimit").arg("--data=134217728").args(check).output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["lines"], &answer["unreadable"]), (&json!(1), &json!(1)), "{answer}");
    assert_eq!(answer["errors"], json!([{ "line": 1, "message": "the line is longer than 1048576 bytes" }]));
}

#[test]
fn what_is_no_log_is_refused_with_its_reason() {
    let instance = Instance::new();
    let check = |name: &str, content: &[u8], more: &[&str]| {
        let path = written(&instance, name, content);
        instance.run(&[&["logs", "check", &path][..], more].concat())
    };
    instance.run(&["logs", "check", "/no/such/file"]).refused(1, &["/no/such/file cannot be read"]);
    instance.run(&["logs", "check", CORPUS]).refused(1, &["cannot be read"]);
    check("empty.log", b"", &[]).refused(1, &["empty.log has no lines"]);
    check("empty.log", b"\n\n", &["--format", "combined"]).refused(1, &["empty.log has no lines"]);
    check("text.log", b"hello\nworld\n", &[]).refused(1, &["of no known format (common, combined, ", "--log-format"]);
    check("image.png", b"\x89PNG\r\n\x1A\n\0\0\0\0", &[]).refused(1, &["of no known format"]);
    let outcome = check("text.log", b"hello\nworld\n", &["--format", "caddy", "--json"]);
    outcome.refused(1, &["no line of", "of the format caddy"]);
    assert!(outcome.stdout.contains(r#"{"line":2,"message":"the line is not JSON"}"#), "{}", outcome.stdout);
    for (more, parts) in [
        (&["--format", "apahce"][..], &["apahce", "known: common, combined"][..]),
        (&["--format", "apache"], &["needs --log-format"]),
        (&["--format", "caddy", "--log-format", "%t"], &["for the format apache"]),
        (&["--log-format", "%h %l %u"], &["no time"]),
    ] {
        check("text.log", b"x", more).refused(2, parts);
    }
}

#[test]
fn a_custom_format_is_read_by_its_log_format_line() {
    let instance = Instance::new();
    let line = r#"LogFormat "%{%d/%b %T}t|%v|%a|%m|%U%q|%>s|%B|\"%{Referer}i\"|\"%{User-Agent}i\"" mine"#;
    let answer = instance.json(&["logs", "check", &file("apache.log"), "--log-format", line]);
    assert_eq!((&answer["format"], &answer["kept"]), (&json!("apache"), &json!(4)));
    assert_eq!((&answer["guessed"], &answer["unreadable"]), (&json!(false), &json!(0)));
}
