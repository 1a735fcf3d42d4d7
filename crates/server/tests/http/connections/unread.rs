//! A client that is refused while it sends its body still gets the response.

use askline_server::listen::connection_slots::ConnectionBounds;
use tokio::io::AsyncWriteExt as _;

use super::{Front, slow::before_the_api};
use crate::harness::Service;

/// What a proxy sends on after the response has arrived.
const REST_BYTES: usize = 2 * 1024 * 1024;
/// Far more than is read of a body that was refused.
const ENDLESS_BYTES: usize = 256 * 1024 * 1024;
const PART: [u8; 16 * 1024] = [b'a'; 16 * 1024];

/// Requests with a large body in JSON that are refused before it is read, and the statuses.
const REFUSED: [(&str, u16); 5] = [
    ("POST /api/v1/auth/login", 413),
    ("POST /api/v1/keys", 401),
    ("POST /api/v1/nothing", 404),
    ("POST /api/v1/openapi.json", 405),
    ("POST /nothing", 404),
];

/// Sends parts until so many bytes were sent. Returns whether the connection accepted them all.
async fn sends(wire: &mut super::Wire, bytes: usize) -> bool {
    for _ in 0..bytes / PART.len() {
        if wire.stream.write_all(&PART).await.is_err() {
            return false;
        }
    }
    true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_is_refused_while_it_sends_gets_the_response() {
    let service = Service::start().await;
    let front = before_the_api(&service).await;
    for (line, status) in REFUSED {
        let length = REST_BYTES + 1;
        for framing in [format!("Content-Length: {length}"), "Transfer-Encoding: chunked".to_owned()] {
            let mut wire = front.connect().await;
            wire.send(format!(
                "{line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{framing}\r\n\r\n"
            ))
            .await;
            // The response is there before anything of the body was sent, unless a part shows that the body is too large.
            if status != 413 || framing.starts_with('C') {
                wire.stream.readable().await.unwrap();
            }
            if framing.starts_with('T') {
                wire.send(format!("{REST_BYTES:x}\r\n")).await;
            }
            assert!(sends(&mut wire, REST_BYTES).await, "{line} {framing}: the connection was reset");
            let head = wire.until(b"\r\n\r\n").await.expect("a response");
            let head = String::from_utf8(head).unwrap();
            assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{line}: {head}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_more_than_a_bounded_part_of_a_refused_body_is_read() {
    let service = Service::start().await;
    let front = before_the_api(&service).await;
    let mut wire = front.connect().await;
    wire.send(format!(
        "POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {ENDLESS_BYTES}\r\n\r\n"
    ))
    .await;
    assert!(!sends(&mut wire, ENDLESS_BYTES).await);
}

#[tokio::test]
async fn a_connection_stays_open_after_a_received_body_that_the_handler_did_not_read() {
    let front = Front::start(ConnectionBounds::new(2, 0)).await;
    let mut wire = front.connect().await;
    for _ in 0..3 {
        wire.send("POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody").await;
        assert!(wire.until(b"\r\n\r\n").await.is_some());
        assert!(wire.gets_an_answer().await);
    }
}
