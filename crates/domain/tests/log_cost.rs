//! Prints how many lines of an access log one core counts in a second.

use std::{
    hint::black_box,
    io::Write as _,
    net::{IpAddr, Ipv4Addr},
    time::Instant,
};

use askline_domain::{
    logs::{
        address_lists::{AddressLists, known_list},
        batch::{BatchRules, count_batch},
        classify,
        evidence::Evidence,
        formats::{FormatName, LogFormat, LogReader},
        lines::LineCutter,
        tally::LogTally,
    },
    pages::identity::PageIdentifier,
};
use jiff::{Timestamp, tz::TimeZone};

/// The size of the pieces in which a file is read.
const PIECE_BYTES: usize = 64 * 1024;
const LINES: u32 = 1_000_000;

/// A log in the combined format: of 100 lines, 90 are of people on their own site's pages and files, 2 of people from elsewhere,
/// 8 of crawlers.
fn combined() -> Vec<u8> {
    let agents = [
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    ];
    let mut log = Vec::new();
    for n in 0..LINES {
        let agent = match n % 100 {
            0..8 => agents[3 + (n % 2) as usize],
            _ => agents[(n % 3) as usize],
        };
        let referrer = match n % 100 {
            0..8 => "-",
            8..10 => "https://chatgpt.com/",
            _ => "https://www.shop.example/guides/winter-tyres",
        };
        let (a, b) = (n / 256 % 256, n % 256);
        let (minute, second) = (n / 60 % 60, n % 60);
        writeln!(
            log,
            r#"93.184.{a}.{b} - - [29/Nov/2026:10:{minute:02}:{second:02} +0000] "GET /guides/page-{}?a={n} HTTP/2.0" 200 {} "{referrer}" "{agent}""#,
            n % 5_000,
            n % 90_000,
        )
        .expect("memory takes everything");
    }
    log
}

/// The same requests as Caddy logs them, without most of its headers.
fn caddy(combined: &[u8]) -> Vec<u8> {
    let mut log = Vec::new();
    for line in String::from_utf8_lossy(combined).lines() {
        let parts: Vec<&str> = line.split('"').collect();
        let target = parts[1].split(' ').nth(1).unwrap_or_default();
        let address = line.split(' ').next().unwrap_or_default();
        writeln!(
            log,
            r#"{{"level":"info","ts":1795947977.178183,"logger":"http.log.access","msg":"handled request","request":{{"remote_ip":"{address}","remote_port":"39440","client_ip":"{address}","proto":"HTTP/2.0","method":"GET","host":"www.shop.example","uri":"{target}","headers":{{"User-Agent":["{}"],"Referer":["{}"],"Accept-Encoding":["gzip, br"]}}}},"user_id":"","duration":0.000003185,"size":5120,"status":200,"resp_headers":{{"Server":["Caddy"]}}}}"#,
            parts[5], parts[3],
        )
        .expect("memory takes everything");
    }
    log
}

fn measure(name: FormatName, log: &[u8]) {
    classify::prepare();
    let lists = AddressLists::new();
    let now: Timestamp = "2026-11-29T12:00:00Z".parse().expect("a time");
    let mut tally = LogTally::new(&lists, now);
    let mut reader = LogReader::new(LogFormat::named(name).expect("a format"), now);
    let mut cutter = LineCutter::default();
    let started = Instant::now();
    for piece in log.chunks(PIECE_BYTES) {
        cutter.push(black_box(piece), &mut |number, line| tally.count(number, line, &mut reader));
    }
    let seconds = started.elapsed().as_secs_f64();
    let (lines, megabytes) = (tally.lines as f64, log.len() as f64 / 1e6);
    println!(
        "{name}: {:.0} lines a second, {:.0} MB a second ({} lines, {} kept, {} unreadable)",
        lines / seconds,
        megabytes / seconds,
        tally.lines,
        tally.kept(),
        tally.unreadable
    );
}

/// What `POST /logs/ingest` makes of the lines, in batches of a million of them.
fn measure_batch(log: &[u8]) {
    classify::prepare();
    let rules = BatchRules {
        format: None,
        hosts: &[],
        pages: &PageIdentifier::default(),
        zone: &TimeZone::UTC,
        lists: &AddressLists::new(),
        now: "2026-11-29T12:00:00Z".parse().expect("a time"),
    };
    let started = Instant::now();
    let batch = count_batch(black_box(log), &rules);
    let rate = batch.lines as f64 / started.elapsed().as_secs_f64();
    println!(
        "batch: {rate:.0} lines a second ({} lines, {} kept, {} rows)",
        batch.lines,
        batch.kept,
        batch.counts.len()
    );
}

/// What it costs to find an address in a list as long as the longest known one.
fn measure_lists() {
    let mut lists = AddressLists::new();
    let list = known_list("google-user-fetchers").expect("a list");
    let prefixes: Vec<String> =
        (0..512).map(|n| format!(r#"{{"ipv4Prefix":"66.{}.{}.0/27"}}"#, n / 256 * 9, n % 256)).collect();
    let file = format!(r#"{{"prefixes":[{}]}}"#, prefixes.join(","));
    lists.load(list, file.as_bytes()).expect("a plausible list");
    let addresses: Vec<Option<IpAddr>> =
        (0..4_096_u32).map(|n| Some(Ipv4Addr::from_bits(0x4200_0000 + n * 6_151 % 0x0A_0000).into())).collect();
    let at = "2026-11-29T12:00:00Z".parse().expect("a time");
    const ROUNDS: usize = 1_000;
    let (mut verified, started) = (0_usize, Instant::now());
    for _ in 0..ROUNDS {
        for address in &addresses {
            let evidence = lists.evidence(black_box("Google-NotebookLM"), black_box(*address), at);
            verified += usize::from(evidence == Evidence::Verified);
        }
    }
    let count = (ROUNDS * addresses.len()) as f64;
    let nanoseconds = started.elapsed().as_secs_f64() * 1e9 / count;
    println!("evidence: {nanoseconds:.0} ns an address in a list of 512 networks ({verified} verified)");
}

#[test]
#[ignore = "measures: cargo test -p askline-domain --release --test log_cost -- --ignored --nocapture"]
fn log_costs() {
    let combined = combined();
    measure(FormatName::Combined, &combined);
    measure_batch(&combined);
    measure(FormatName::Caddy, &caddy(&combined));
    measure_lists();
}
