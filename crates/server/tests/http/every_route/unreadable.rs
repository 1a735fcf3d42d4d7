//! Malformed or oversized HTTP requests get the usual envelope, and their connection ends.

use std::{net::SocketAddr, sync::Arc};

use askline_server::{
    listen::{Ending, Listener, Stop, connection_slots::ConnectionBounds},
    wiring::{MainRouters, refuser},
};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::watch,
};

use crate::harness::Service;

/// The listener of the binary in front of a service; it stops at the signal.
async fn listening(service: &Service) -> (SocketAddr, watch::Sender<bool>) {
    let listener = Listener::bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let address = listener.address();
    let (sign, stop): (_, Stop) = watch::channel(false);
    let app = Arc::new(service.app.clone());
    let bounds = ConnectionBounds::new(100, 0);
    tokio::spawn(async move {
        listener
            .serve(
                MainRouters::guarded((*app).clone()),
                refuser((*app).clone()),
                bounds,
                Ending { near: stop.clone(), stop },
            )
            .await;
    });
    (address, sign)
}

/// Sends a request; returns everything received until the connection ends.
async fn exchange(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let (mut reading, mut writing) = stream.split();
    let mut answer = Vec::new();
    // The server may respond before everything is sent.
    let (_, read) = tokio::join!(writing.write_all(request), reading.read_to_end(&mut answer));
    read.unwrap();
    String::from_utf8(answer).unwrap()
}

/// Checks a whole response: the status, the envelope, the headers of every response, and the end of the connection.
fn check_refusal(name: &str, answer: &str, status: u16, code: &str) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{name}: {answer}"));
    assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{name}: {head}");
    let header = |wanted: &str| {
        let mut found = head.lines().filter_map(|line| line.split_once(": ")).filter(|(name, _)| *name == wanted);
        let value = found.next().unwrap_or_else(|| panic!("{name}: {wanted} is missing: {head}")).1.to_owned();
        assert_eq!(found.next(), None, "{name}: {wanted} stands there twice");
        value
    };
    for wanted in
        ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit", "ratelimit-policy", "date"]
    {
        header(wanted);
    }
    assert_eq!(header("connection"), "close", "{name}");
    assert_eq!(header("content-type"), "application/json", "{name}");
    assert_eq!(header("content-length"), body.len().to_string(), "{name}");
    let body: Value = serde_json::from_str(body).unwrap();
    assert_eq!((&body["data"], body["error"]["code"].as_str()), (&Value::Null, Some(code)), "{name}");
    assert_eq!(body["meta"]["requestId"], header("x-request-id"), "{name}");
}

const HOST: &str = "Host: localhost\r\n";

fn too_large() -> Vec<(&'static str, String)> {
    let long = |count: usize| "a".repeat(count);
    vec![
        ("a long address", format!("GET /api/v1/me?q={} HTTP/1.1\r\n{HOST}\r\n", long(70_000))),
        ("a long header", format!("GET /api/v1/me HTTP/1.1\r\n{HOST}X: {}\r\n\r\n", long(300_000))),
        ("an endless header", format!("GET /api/v1/me HTTP/1.1\r\n{HOST}X: {}", long(900_000))),
        ("many headers", format!("GET /api/v1/me HTTP/1.1\r\n{HOST}{}\r\n", "X: a\r\n".repeat(200))),
    ]
}

fn malformed() -> Vec<(&'static str, String)> {
    let lengths = |lengths: &str| format!("POST /api/v1/events HTTP/1.1\r\n{HOST}{lengths}\r\n{{}}");
    vec![
        ("a space in the address", format!("GET /api/v1/a b HTTP/1.1\r\n{HOST}\r\n")),
        ("two lengths", lengths("Content-Length: 1\r\nContent-Length: 2\r\n")),
        ("a list of lengths", lengths("Content-Length: 2, 2\r\n")),
        ("a length that is none", lengths("Content-Length: two\r\n")),
        ("a space in a header's name", format!("GET /api/v1/me HTTP/1.1\r\n{HOST}A b: c\r\n\r\n")),
        ("no HTTP", "\u{16}\u{3}\u{1}\r\n\r\n".to_owned()),
        ("another version", format!("GET / HTTP/3.9\r\n{HOST}\r\n")),
        ("no host", "GET /api/v1/me HTTP/1.1\r\n\r\n".to_owned()),
        ("two hosts", format!("GET /api/v1/me HTTP/1.1\r\n{HOST}{HOST}\r\n")),
    ]
}

#[tokio::test]
async fn what_the_http_layer_refuses_is_answered_in_the_envelope_and_ends_the_connection() {
    let service = Service::start().await;
    let (address, _sign) = listening(&service).await;
    for (name, request) in too_large() {
        check_refusal(name, &exchange(address, request.as_bytes()).await, 413, "PAYLOAD_TOO_LARGE");
    }
    for (name, request) in malformed() {
        // What follows is not read as a request.
        let smuggled = format!("{request}GET /api/v1/openapi.json HTTP/1.1\r\n{HOST}\r\n");
        check_refusal(name, &exchange(address, smuggled.as_bytes()).await, 400, "BAD_REQUEST");
    }
}

#[tokio::test]
async fn a_refused_head_after_an_answer_takes_nothing_from_it() {
    let service = Service::start().await;
    let (address, _sign) = listening(&service).await;
    let good = format!("GET /api/v1/nothing HTTP/1.1\r\n{HOST}\r\n");
    let answers = exchange(address, format!("{good}{good}GET /a b HTTP/1.1\r\n{HOST}\r\n").as_bytes()).await;
    let parts: Vec<&str> = answers.split("HTTP/1.1 ").collect();
    assert_eq!(parts.len(), 4, "{answers}");
    assert!(parts[1].starts_with("404 ") && parts[2].starts_with("404 ") && parts[1].ends_with('}'), "{answers}");
    check_refusal("the third", &format!("HTTP/1.1 {}", parts[3]), 400, "BAD_REQUEST");
}

#[tokio::test]
async fn a_probe_of_http_1_0_needs_no_host() {
    let service = Service::start().await;
    let (address, _sign) = listening(&service).await;
    let answer = exchange(address, b"GET /api/v1/nothing HTTP/1.0\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.0 404 Not Found\r\n"), "{answer}");
}

#[tokio::test]
async fn refused_heads_count_for_their_address() {
    let service = Service::start().await;
    let (address, _sign) = listening(&service).await;
    let limit = service.app.settings().limits.document_per_minute;
    for _ in 0..limit {
        exchange(address, b"GET /a b HTTP/1.1\r\n\r\n").await;
    }
    let answer = exchange(address, b"GET /a b HTTP/1.1\r\n\r\n").await;
    check_refusal("beyond the limit", &answer, 429, "RATE_LIMITED");
    assert!(answer.contains("retry-after: "), "{answer}");
}
