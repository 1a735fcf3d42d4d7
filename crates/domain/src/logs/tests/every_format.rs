//! The same requests in every format. The lines of nginx, Caddy and HAProxy are theirs, with other addresses and times; the
//! others are made after the documents of their makers, of Netlify's as far as they name the values.

use serde::Deserialize;

use super::*;
use crate::logs::formats::guess_format;

const APACHE: &str = r#"apache LogFormat "%{%d/%b %T}t|%v|%a|%m|%U%q|%>s|%B|\"%{Referer}i\"|\"%{User-Agent}i\"" mine"#;

/// The formats with their lines, and what each of them does not have.
const CORPUS: [(&str, &[u8], &[Lacking]); 23] = [
    ("common", include_bytes!("../corpus/common.log"), &[Lacking::Host, Lacking::Headers]),
    ("combined", include_bytes!("../corpus/combined.log"), &[Lacking::Host]),
    ("combined", include_bytes!("../corpus/combined-apache.log"), &[Lacking::Host]),
    ("combined", include_bytes!("../corpus/combined-in-syslog.log"), &[Lacking::Host]),
    ("combined-vhost", include_bytes!("../corpus/combined-vhost.log"), &[]),
    ("nginx-json", include_bytes!("../corpus/nginx-json.jsonl"), &[]),
    ("nginx-json", include_bytes!("../corpus/nginx-json-without-escape.jsonl"), &[]),
    ("caddy", include_bytes!("../corpus/caddy.jsonl"), &[]),
    ("traefik", include_bytes!("../corpus/traefik.jsonl"), &[]),
    ("cloudfront", include_bytes!("../corpus/cloudfront.log"), &[]),
    ("iis-w3c", include_bytes!("../corpus/iis-w3c.log"), &[Lacking::PlusSigns]),
    ("vercel", include_bytes!("../corpus/vercel.jsonl"), &[]),
    ("vercel", include_bytes!("../corpus/vercel.json"), &[]),
    ("cloudflare", include_bytes!("../corpus/cloudflare.jsonl"), &[]),
    ("haproxy", include_bytes!("../corpus/haproxy.log"), &[Lacking::Bytes]),
    ("haproxy", include_bytes!("../corpus/haproxy-utc.log"), &[Lacking::Bytes]),
    ("fastly", include_bytes!("../corpus/fastly.jsonl"), &[]),
    ("fastly", include_bytes!("../corpus/fastly-longer.jsonl"), &[]),
    ("bunny", include_bytes!("../corpus/bunny.log"), &[Lacking::Method]),
    ("bunny", include_bytes!("../corpus/bunny-in-syslog.log"), &[Lacking::Method]),
    ("netlify", include_bytes!("../corpus/netlify.jsonl"), &[Lacking::Bytes]),
    ("netlify", include_bytes!("../corpus/netlify.json"), &[Lacking::Bytes]),
    (APACHE, include_bytes!("../corpus/apache.log"), &[]),
];

#[derive(Debug, PartialEq)]
enum Lacking {
    Host,
    Method,
    /// The size of the page.
    Bytes,
    /// User agent and referrer.
    Headers,
    /// A plus sign in a header is a space.
    PlusSigns,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Expected {
    address: String,
    method: String,
    target: String,
    status: u16,
    bytes: u64,
    referrer: String,
    user_agent: String,
}

impl Expected {
    fn line(&self, lacking: &[Lacking]) -> LogLine<'static> {
        let header = |text: &str| match () {
            () if lacking.contains(&Lacking::Headers) => String::new().into(),
            () if lacking.contains(&Lacking::PlusSigns) => text.replace('+', " ").into(),
            () => text.to_owned().into(),
        };
        let has_host = !lacking.contains(&Lacking::Host) && !self.target.is_empty();
        LogLine {
            at: "2026-11-29T10:26:17Z".parse().expect("a time"),
            host: has_host.then(|| "shop.example".into()),
            method: if lacking.contains(&Lacking::Method) { "".into() } else { self.method.clone().into() },
            target: self.target.clone().into(),
            status: Some(self.status),
            user_agent: header(&self.user_agent),
            referrer: header(&self.referrer),
            address: self.address.parse().ok(),
            bytes: Some(if lacking.contains(&Lacking::Bytes) { 0 } else { self.bytes }),
        }
    }
}

fn expected(lacking: &[Lacking]) -> Vec<LogLine<'static>> {
    let requests = include_str!("../corpus/expected.jsonl").lines();
    requests.map(|line| serde_json::from_str::<Expected>(line).expect("an entry").line(lacking)).collect()
}

fn requests(name: &str, text: &[u8]) -> Vec<LogLine<'static>> {
    let found = read(format(name), text).into_iter();
    let requests = found.filter_map(|found| match found {
        // The size of an empty answer is 0 or missing.
        Found::Request(line) => Some(LogLine { bytes: line.bytes.or(Some(0)), ..*line }),
        Found::NoRequest => None,
        Found::Unreadable(problem) => panic!("{name}: {problem}"),
    });
    requests.collect()
}

#[test]
fn every_format_reads_the_same_requests() {
    for (name, text, lacking) in CORPUS {
        let (found, expected) = (requests(name, text), expected(lacking));
        assert!(found.len() >= 6, "{name}");
        // What is no HTTP reaches only some logs.
        for (found, expected) in found.iter().zip(&expected) {
            let at = found.at.duration_since(expected.at).as_millis();
            assert!(at.abs() < 1, "{name}: {found:?}");
            assert_eq!(LogLine { at: expected.at, ..found.clone() }, *expected, "{name}");
        }
    }
}

#[test]
fn every_format_with_a_name_is_in_the_corpus() {
    for name in FormatName::EVERY {
        assert!(CORPUS.iter().any(|(format, ..)| format.split(' ').next() == Some(name.as_str())), "{name}");
    }
}

#[test]
fn a_request_that_fastly_passes_on_to_another_of_its_servers_is_counted_once() {
    let line = include_str!("../corpus/fastly.jsonl").lines().next().expect("a line");
    let shielded = line.replace(r#""fastly_is_edge": true"#, r#""fastly_is_edge": false"#);
    assert_ne!(line, shielded);
    let entries = |text: &str| {
        let mut requests = 0;
        let format = LogFormat::named(FormatName::Fastly).expect("it is known");
        LogReader::new(format, now())
            .read(text.as_bytes(), &mut |entry| requests += usize::from(matches!(entry, Entry::Request(_))));
        requests
    };
    assert_eq!((entries(line), entries(&shielded)), (1, 0));
}

#[test]
fn json_with_usual_names_is_guessed_as_that_of_nginx() {
    for (address, target, agent) in [
        ("remote_addr", "request_uri", "http_user_agent"),
        ("client_ip", "url", "user_agent"),
        ("ip", "path", "useragent"),
    ] {
        let line = format!(
            r#"{{"timestamp":"2026-11-29T10:26:17Z","{address}":"20.0.0.5","host":"shop.example","{target}":"/a","method":"GET","status":200,"{agent}":"GPTBot/1.3"}}"#
        );
        let guessed = guess_format([line.as_bytes()].into_iter(), now()).expect("a format");
        assert_eq!(guessed.name(), FormatName::NginxJson, "{line}");
    }
}

#[test]
fn every_format_is_guessed_by_its_lines_and_an_unknown_one_is_not() {
    for (name, text, _) in CORPUS {
        let lines = text.split(|byte| *byte == b'\n');
        let guessed = guess_format(lines, now()).map(|format| format.name().to_string());
        // Only its LogFormat line says what a line of Apache's own format means.
        let expected = (!name.starts_with("apache")).then_some(name);
        assert_eq!(guessed.as_deref(), expected);
    }
    for text in ["", "\n\n", "hello world\nthis is no log", "{}\n[]", "a,b,c\n1,2,3", "\u{0}\u{1}\u{2}"] {
        assert!(guess_format(text.as_bytes().split(|byte| *byte == b'\n'), now()).is_none(), "{text:?}");
    }
}

#[test]
fn a_log_in_which_formats_are_mixed_has_the_format_of_most_lines() {
    let combined = include_str!("../corpus/combined.log");
    let json = include_str!("../corpus/nginx-json.jsonl");
    let mixed: Vec<&str> =
        combined.lines().take(2).chain(json.lines().take(4)).chain(combined.lines().skip(2)).collect();
    let guessed = guess_format(mixed.iter().map(|line| line.as_bytes()), now()).expect("a format");
    assert_eq!(guessed.name(), FormatName::Combined);
    let unreadable = |found: &Found| matches!(found, Found::Unreadable(_));
    assert_eq!(read(guessed, mixed.join("\n").as_bytes()).iter().filter(|found| unreadable(found)).count(), 4);
}

/// Reads a line in a format, and compares address, host, path and query, status and user agent.
fn check(name: &str, line: &str, expected: &str) {
    let [Found::Request(found)] = &*read(format(name), line.as_bytes()) else { panic!("{name}: {line}") };
    let LogLine { address, host, target, status, user_agent, .. } = &**found;
    let address = address.map_or("-".to_owned(), |address| address.to_string());
    let host = host.as_deref().unwrap_or("-");
    let status = status.map_or("-".to_owned(), |status| status.to_string());
    assert_eq!(format!("{address} {host} {target} {status} {user_agent}"), expected, "{line}");
}

#[test]
fn usual_formats_are_read_with_what_people_add_to_them() {
    let rest = r#"[29/Nov/2026:10:26:17 +0000] "GET /a HTTP/1.1" 200 5 "-" "GPTBot/1.0""#;
    for (name, line, expected) in [
        ("combined", format!(r#"20.0.0.5 - - {rest} "10.0.0.1" 0.003 "-""#), "20.0.0.5 - /a 200 GPTBot/1.0"),
        ("combined", format!("::1 - - {rest}"), "::1 - /a 200 GPTBot/1.0"),
        ("combined", format!("::ffff:20.0.0.5 - - {rest}"), "20.0.0.5 - /a 200 GPTBot/1.0"),
        ("combined", format!("crawl.example.com - - {rest}"), "- - /a 200 GPTBot/1.0"),
        ("combined", format!("20.0.0.5 - a user [of] {rest}"), ""),
        (
            "combined-vhost",
            format!("[2001:db8::1]:443 20.0.0.5 - - {rest}"),
            "20.0.0.5 [2001:db8::1] /a 200 GPTBot/1.0",
        ),
        ("combined-vhost", format!("shop.example:80 2a00::1 - - {rest}"), "2a00::1 shop.example /a 200 GPTBot/1.0"),
    ] {
        match expected {
            "" => assert!(matches!(read(format(name), line.as_bytes())[..], [Found::Unreadable(_)]), "{line}"),
            expected => check(name, &line, expected),
        }
    }
    // The address of a client that has a colon at its beginning is no host with a port.
    let lines = [format!("2001:db8::1 - frank smith {rest}"), format!("::1 - frank smith {rest}")];
    let guessed = guess_format(lines.iter().map(|line| line.as_bytes()), now()).expect("a format");
    assert_eq!(guessed.name(), FormatName::Combined);
}

#[test]
fn json_with_usual_names_is_read_whatever_of_them_it_has() {
    for (line, expected) in [
        (
            r#"{"ts":1795947977,"ip":"20.0.0.5","uri":"/a","request":"GET /a?b HTTP/1.1","status":200}"#,
            "20.0.0.5 - /a?b 200 ",
        ),
        (r#"{"ts":1795947977,"request":"GET /a HTTP/1.1","request_uri":"/x","status":"404"}"#, "- - /x 404 "),
        (
            r#"{"TIME":"29/Nov/2026:10:26:17 +0000","Path":"/a","Query_String":"b=c","Status":200,"Agent":"x"}"#,
            "- - /a?b=c 200 x",
        ),
        (
            r#"{"time":"2026-11-29 10:26:17","url":"https://shop.example/a?b","status":200,"agent":["x","y"]}"#,
            "- shop.example /a?b 200 x",
        ),
        (
            r#"{"time":1795947977000,"path":"/a","status":200,"agent":null,"ip":"[2a00::1]:443","extra":{"a":[1]}}"#,
            "2a00::1 - /a 200 ",
        ),
    ] {
        check("nginx-json", line, expected);
    }
}

#[test]
fn a_log_format_line_of_apache_is_compiled_as_apache_means_it() {
    for (format, line, expected) in [
        (
            r#"%h %l %u %t "%r" %>s %b "%{User-Agent}i" %D"#,
            r#"20.0.0.5 - - [29/Nov/2026:10:26:17 +0000] "GET /a HTTP/1.1" 304 - "a \"b\" c" 1234"#,
            r#"20.0.0.5 - /a 304 a "b" c"#,
        ),
        (
            r#"LogFormat "%{%Y-%m-%dT%H:%M:%S%z}t %{c}a %V %m %U%q %s %>s \"%400,501{User-agent}i\"" name"#,
            r#"2026-11-29T10:26:17+0000 20.0.0.5 shop.example GET /a?b=c 301 200 "x""#,
            "20.0.0.5 shop.example /a?b=c 200 x",
        ),
        (
            r#"%{sec}t%{msec_frac}t\t%a\t%{Host}i\t%m\t%U\t%q\t%>s\t%{User-Agent}i\t%%"#,
            "1795947977123\t20.0.0.5\tshop.example:443\tGET\t/a\t?b=c\t-\tx y\t%",
            "20.0.0.5 shop.example /a?b=c - x y",
        ),
        (
            r#"%{X-Forwarded-For}i %h %t "%r" %>s "%{User-Agent}i""#,
            r#"9.9.9.9, 20.0.0.5, 10.0.0.2 10.0.0.1 [29/Nov/2026:10:26:17 +0000] "GET /a HTTP/1.1" 200 "x""#,
            "20.0.0.5 - /a 200 x",
        ),
        (
            r#"%h "%{X-Forwarded-For}i" %t "%r" %>s "%{User-Agent}i""#,
            r#"8.8.8.8 "20.0.0.5" [29/Nov/2026:10:26:17 +0000] "GET /a HTTP/1.1" 200 "x""#,
            "8.8.8.8 - /a 200 x",
        ),
        (
            r#"%{begin:msec}t %a "%r" %>s "%{User-Agent}i" %{trailer}^ti"#,
            r#"1795947977123 20.0.0.5 "GET /a HTTP/1.1" 200 "x" -"#,
            "20.0.0.5 - /a 200 x",
        ),
    ] {
        check(&format!("apache {format}"), line, expected);
    }
}

#[test]
fn a_log_format_line_that_lacks_something_says_what() {
    for (line, expected) in [
        ("%h %l %u", "no time"),
        ("%t", "no request"),
        (r#"%t "%r""#, "no status"),
        (r#"%t "%r" %>s"#, "no user agent"),
        (r#"%t "%r" %>s%b "%{User-Agent}i""#, "nothing between them"),
        (r#"%t "%r" %>s "%{User-Agent"#, "within a directive"),
        ("%", "within a directive"),
        ("%{x}^t", "within a directive"),
    ] {
        let refused = LogFormat::apache(line).expect_err(line).to_string();
        assert!(refused.contains(expected), "{line}: {refused}");
    }
    assert!(LogFormat::apache(&"x".repeat(5_000)).is_err());
}

#[test]
fn haproxy_names_no_header_so_the_captured_ones_have_an_order() {
    let line = |headers: &str, request: &str| {
        format!(
            "20.0.0.5:8080 [29/Nov/2026:10:26:17.853] web~ app/s1 10/0/30/69/+109 200 +2750 - - ---- 1/1/1/1/0 0/0 {headers}\"{request}\""
        )
    };
    let get = "GET /a|b{c}#23d#22e HTTP/1.1";
    for (headers, expected) in [
        ("", "20.0.0.5 - /a|b{c}#d\"e 200 "),
        ("{GPTBot/1.0} ", "20.0.0.5 - /a|b{c}#d\"e 200 GPTBot/1.0"),
        (
            "{a#7Cb #7Bc#7D #23d #22e#22 \\f #09#01g||shop.example:443} {nginx|text} ",
            "20.0.0.5 shop.example /a|b{c}#d\"e 200 a|b {c} #d \"e\" \\f \t\u{1}g",
        ),
        ("{x|https://a.example/|shop.example|more} ", "20.0.0.5 shop.example /a|b{c}#d\"e 200 x"),
    ] {
        let line = line(headers, get);
        check("haproxy", &line, expected);
        check("haproxy", &format!("2026-11-29T10:26:17.1+00:00 host haproxy[12]: {line}"), expected);
        check(
            "haproxy",
            &format!("{line} 0/0000000000000000/0/0/0 shop.example/TLSv1.3/TLS_AES_128_GCM_SHA256"),
            expected,
        );
    }
    // The port is no part of an IPv6 address, even if it could be.
    let of_ipv6 = line("{x} ", get).replace("20.0.0.5:8080", "2a00:4::9:8080");
    check("haproxy", &of_ipv6, "2a00:4::9 - /a|b{c}#d\"e 200 x");
    for (line, problem) in [
        (line("{x} ", get).replace(" HTTP/1.1\"", ""), Unreadable::Missing("request")),
        (line("{x", get), Unreadable::Missing("request")),
        (line("{x} ", get).replace("10/0/30/69/+109", "10/0"), Unreadable::Invalid("server")),
        ("Proxy web started.".to_owned(), Unreadable::Missing("address")),
    ] {
        assert_eq!(read(format("haproxy"), line.as_bytes()), [Found::Unreadable(problem)], "{line}");
    }
}

#[test]
fn an_address_that_bunny_shortened_is_no_address() {
    let line = |address: &str| format!("HIT|200|1795947977000|5|390|{address}|-|https://shop.example/a?b|WA|x|id|DE");
    for (address, expected) in [
        ("20.0.0.5", "20.0.0.5"),
        ("2a00:4::9", "2a00:4::9"),
        ("20.0.0.0", "-"),
        ("2a00:4:1:2::", "-"),
        ("0.0.0.0", "-"),
        ("::", "-"),
    ] {
        check("bunny", &line(address), &format!("{expected} shop.example /a?b 200 x"));
    }
    for (line, problem) in [
        (line("x").replace("|x|id", "|x|y|id"), Unreadable::TooManyFields),
        (line("x").replace("|x|id", "|x"), Unreadable::Missing("next field")),
        (line("x").replace("https://shop.example/a?b", "-"), Unreadable::Invalid("path")),
        (line("x").replace("1795947977000", "now"), Unreadable::Invalid("time")),
    ] {
        assert_eq!(read(format("bunny"), line.as_bytes()), [Found::Unreadable(problem)], "{line}");
    }
}
