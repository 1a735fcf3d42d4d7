//! Clients that send or read slowly: requests and responses have time limits.

use askline_server::{
    listen::connection_slots::ConnectionBounds,
    wiring::{MainRouters, refuser},
};
use tokio::io::AsyncWriteExt as _;

use super::{
    Front, GET,
    frames::{DATA, HEADERS, Http2},
};
use crate::harness::Service;

pub(super) async fn before_the_api(service: &Service) -> Front {
    let app = service.app.clone();
    Front::before(MainRouters::guarded(app.clone()), refuser(app), ConnectionBounds::new(100, 0)).await
}

fn post(path: &str, length: usize) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
}

#[tokio::test]
async fn a_body_of_a_byte_now_and_then_is_refused_after_a_minute_and_says_why() {
    let service = Service::start().await;
    let front = before_the_api(&service).await;
    let mut wire = front.connect().await;
    wire.send(post("/api/v1/events", 1_000)).await;
    front.timer.until_alarms(1, 20).await;
    // Each byte restarts the limit of a pause; the last pause ends with the time limit of the whole body. That is also when
    // the connection itself checks.
    for (alarms, seconds) in [(1, 20), (1, 20), (1, 20), (2, 12)] {
        front.timer.advance_seconds(12);
        wire.send("{").await;
        front.timer.until_alarms(alarms, seconds).await;
    }
    front.timer.advance_seconds(13);
    let answer = wire.until(b"\"}").await.unwrap_or_default();
    let answer = String::from_utf8(answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("\"BAD_REQUEST\"") && answer.contains("The body did not arrive within 60 s."), "{answer}");
    assert!(answer.contains("x-request-id: "), "{answer}");
    wire.ended().await;
}

#[tokio::test]
async fn a_body_that_stops_coming_is_refused_after_twenty_seconds_on_http_2_and_by_the_tools_too() {
    let service = Service::start().await;
    let front = before_the_api(&service).await;
    let mut streams = Http2::connect(&front).await;
    streams.request(1, "/api/v1/events", true).await;
    streams.data(1, b"{").await;
    front.timer.until_alarms(1, 20).await;
    front.timer.advance_seconds(20);
    let answer = streams.next_of(DATA).await.unwrap().payload;
    let answer = String::from_utf8(answer).unwrap();
    assert!(answer.contains("No byte of the body arrived for 20 s. Nothing was done."), "{answer}");
    // The connection and its other streams continue.
    streams.request(3, "/api/v1/nothing", false).await;
    assert!(String::from_utf8(streams.next_of(DATA).await.unwrap().payload).unwrap().contains("NOT_FOUND"));
}

#[tokio::test]
async fn a_large_body_gets_extra_time_for_the_bytes_already_received() {
    let service = Service::start().await;
    let front = before_the_api(&service).await;
    let mut wire = front.connect().await;
    let body = format!("{{\"email\":\"{}\",\"password\":\"a\"}}", "a".repeat(60_000));
    wire.send(post("/api/v1/auth/login", body.len())).await;
    front.timer.until_alarms(1, 20).await;
    let mut parts = body.as_bytes().chunks(body.len() / 6 + 1);
    // The connection itself also checks after a minute.
    for (alarms, seconds) in [(1, 20), (1, 20), (1, 20), (2, 20), (1, 11)] {
        front.timer.advance_seconds(10);
        wire.send(parts.next().unwrap()).await;
        front.timer.until_alarms(alarms, seconds).await;
    }
    // The minute is over, and a second was added for the bytes received.
    front.timer.advance_seconds(10);
    wire.send(parts.next().unwrap()).await;
    let answer = String::from_utf8(wire.until(b"\r\n\r\n").await.unwrap()).unwrap();
    assert!(!answer.starts_with("HTTP/1.1 400 "), "{answer}");
}

#[tokio::test]
async fn an_answer_the_client_does_not_read_ends_its_connection_after_a_minute() {
    let front = Front::start(ConnectionBounds::new(100, 0)).await;
    let mut wire = front.connect().await;
    wire.send(GET.replace("/ ", "/large ")).await;
    assert!(wire.until(b"\r\n\r\n").await.is_some());
    let mut seconds = 0;
    // Bytes that nobody reads sooner or later reach a closed connection.
    while wire.stream.write_all(b"\r\n").await.is_ok() {
        front.timer.advance_seconds(1);
        seconds += 1;
        tokio::task::yield_now().await;
    }
    assert!(seconds >= 60, "{seconds}");
}

#[tokio::test]
async fn an_answer_that_has_no_room_in_its_stream_ends_the_connection_after_a_minute() {
    let front = Front::start(ConnectionBounds::new(100, 0)).await;
    let mut streams = Http2::over(front.connect().await, Some(0)).await;
    streams.request(1, "/", false).await;
    assert!(streams.next_of(HEADERS).await.is_some());
    let mut seconds = 0;
    while streams.answers_ping().await {
        front.timer.advance_seconds(1);
        seconds += 1;
    }
    // Up to two seconds more, until a ping notices the end.
    assert!((60..=62).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn a_slow_reader_who_goes_on_reading_gets_the_whole_answer() {
    let front = Front::start(ConnectionBounds::new(100, 0)).await;
    let mut wire = front.connect().await;
    wire.send(GET.replace("/ ", "/large ")).await;
    let head = wire.until(b"\r\n\r\n").await.unwrap();
    assert!(head.starts_with(b"HTTP/1.1 200"));
    // More than the 8 KiB per second that keep it open, and more at once than the system's buffers on both sides, so that the
    // server has noticed the reading before the time advances.
    for _ in 0..4 {
        wire.exactly(16 * 1024 * 1024).await.expect("it goes on");
        front.timer.advance_seconds(30);
    }
}
