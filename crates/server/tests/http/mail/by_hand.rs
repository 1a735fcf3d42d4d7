//! Every email is parsed by this test's own code and by a library. Both must find the same, in the form that RFC 5322 and
//! RFC 2045 require.

use askline_app::ports::mail::MailServer as _;
use askline_domain::{
    identity::mail_language::MailLanguage,
    mail::{Mail, MailContent},
    shared::ids::{Id as _, JobId},
};
use askline_jobs::mail::{Sender, SmtpAddress, SmtpServer, every_mail};
use askline_stand_in::mail_server::{MailServer, TakenMail};
use jiff::Timestamp;

use super::{FROM, Letter, PUBLIC_URL, parsed};

/// How many characters RFC 5322 allows in a line, without the line break.
const MAX_LINE_CHARACTERS: usize = 998;
const TO: &str = "grace@example.org";

/// A message, parsed without a library.
struct ByHand {
    headers: Vec<(String, String)>,
    /// Content type and decoded text of each part.
    parts: Vec<(String, String)>,
}

fn read(message: &str) -> ByHand {
    let (head, body) = message.split_once("\r\n\r\n").expect("an empty line after the headers");
    let headers = headers(head);
    let kind = &value(&headers, "Content-Type");
    let boundary = kind.split("boundary=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a boundary");
    let inner = body.split_once(&format!("--{boundary}\r\n")).expect("a first part").1;
    let inner = inner.split_once(&format!("\r\n--{boundary}--")).expect("a last line").0;
    let between = format!("\r\n--{boundary}\r\n");
    let parts = inner.split(&between).map(|part| {
        let (head, text) = part.split_once("\r\n\r\n").expect("an empty line in a part");
        let of_part = self::headers(head);
        let text = match value(&of_part, "Content-Transfer-Encoding").as_str() {
            "quoted-printable" => quoted_printable(text),
            "7bit" => text.to_owned(),
            other => panic!("{other}"),
        };
        (value(&of_part, "Content-Type"), text)
    });
    ByHand { parts: parts.collect(), headers }
}

/// The names and values of the headers. Lines that were folded are joined.
fn headers(head: &str) -> Vec<(String, String)> {
    let joined = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let lines = joined.split("\r\n").map(|line| line.split_once(": ").expect("a name and a value"));
    lines.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn value(headers: &[(String, String)], name: &str) -> String {
    let found: Vec<_> = headers.iter().filter(|(found, _)| found.eq_ignore_ascii_case(name)).collect();
    assert_eq!(found.len(), 1, "one {name}: {headers:?}");
    found[0].1.clone()
}

fn quoted_printable(text: &str) -> String {
    let text = text.replace("=\r\n", "");
    let mut bytes = Vec::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('=') {
        bytes.extend_from_slice(before.as_bytes());
        bytes.push(u8::from_str_radix(&after[..2], 16).expect("two hexadecimal digits"));
        rest = &after[2..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).expect("UTF-8")
}

/// Decodes a subject that is ASCII or consists of encoded words in UTF-8.
fn subject(value: &str) -> String {
    let mut read = String::new();
    let mut was_encoded = true;
    for word in value.split(' ') {
        let base64 = word.strip_prefix("=?utf-8?b?").and_then(|word| word.strip_suffix("?="));
        // The space between two encoded words does not belong to the text.
        if !(was_encoded && (base64.is_some() || read.is_empty())) {
            read.push(' ');
        }
        read.push_str(&base64.map_or(word.to_owned(), |base64| String::from_utf8(unbase64(base64)).expect("UTF-8")));
        was_encoded = base64.is_some();
    }
    read
}

fn unbase64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|byte| DIGITS.iter().position(|digit| *digit == byte));
    let bits: Vec<u8> = digits.flat_map(|digit| (0..6).rev().map(move |bit| (digit >> bit & 1) as u8)).collect();
    bits.chunks_exact(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | bit)).collect()
}

async fn sent(language: MailLanguage, content: MailContent) -> TakenMail {
    let server = MailServer::start().await.unwrap();
    let sender = Sender::new(FROM, "help@example.com", PUBLIC_URL).unwrap();
    let smtp = SmtpServer::new(SmtpAddress::read(&server.url()).unwrap(), sender, None).unwrap();
    let at: Timestamp = "2026-11-25T10:20:30Z".parse().unwrap();
    let mail = Mail { to: TO.into(), language, content, at };
    smtp.hand_over(JobId::from_bits(7), &mail).await.unwrap();
    server.taken().remove(0)
}

#[tokio::test]
async fn every_mail_reads_the_same_by_our_parser_and_by_a_library() {
    for language in MailLanguage::EVERY {
        // A logo is a part of its own: see the tests of `message.rs` in `crates/jobs`.
        for (name, content) in every_mail().into_iter().filter(|(name, _)| !name.contains("brand")) {
            let mail = sent(language, content).await;
            let place = format!("{name}.{language}");
            assert!(mail.message.is_ascii(), "{place}: no server has to carry more");
            for line in mail.message.split("\r\n") {
                assert!(line.len() <= MAX_LINE_CHARACTERS && !line.contains(['\r', '\n']), "{place}: {line}");
            }
            let by_hand = read(&mail.message);
            let letter = Letter::of(&mail);
            assert_eq!(subject(&value(&by_hand.headers, "Subject")), letter.subject, "{place}");
            for (header, expected) in [
                ("From", "Askline <reports@example.com>"),
                ("To", TO),
                ("Reply-To", "help@example.com"),
                ("Date", "Wed, 25 Nov 2026 10:20:30 +0000"),
                ("Message-ID", &format!("<{}@ask.example.com>", JobId::from_bits(7))),
                ("Auto-Submitted", "auto-generated"),
                ("MIME-Version", "1.0"),
                ("Content-Language", language.as_str()),
            ] {
                assert_eq!(value(&by_hand.headers, header).replace('"', ""), expected, "{place}: {header}");
            }
            // Reports and alerts can be ended with one click (RFC 8058).
            let is_ended_by_click = name.starts_with("report") || name.starts_with("alert");
            let headers = if is_ended_by_click { 12 } else { 10 };
            assert_eq!(by_hand.headers.len(), headers, "{place}: nothing else: {:?}", by_hand.headers);
            let kinds: Vec<_> = by_hand.parts.iter().map(|(kind, _)| kind.as_str()).collect();
            // Email programs prefer the last alternative.
            assert_eq!(kinds, ["text/plain; charset=utf-8", "text/html; charset=utf-8"], "{place}");
            let lines = |text: &str| text.replace("\r\n", "\n").trim_end().to_owned();
            assert_eq!(lines(&by_hand.parts[0].1), lines(&letter.text), "{place}");
            assert_eq!(lines(&by_hand.parts[1].1), lines(&letter.html), "{place}");
            assert_eq!(parsed(&mail).attachment_count(), 0, "{place}");
        }
    }
}
