//! Connections without a request end after a minute, whatever other bytes arrive. Connections with a request do not.

use std::time::Duration;

use askline_server::listen::connection_slots::ConnectionBounds;
use tokio::io::AsyncWriteExt as _;

use super::{
    Front, GET,
    frames::{DATA, GO_AWAY, Http2},
};

fn many() -> ConnectionBounds {
    ConnectionBounds::new(100, 0)
}

#[tokio::test]
async fn a_connection_without_a_request_ends_after_a_minute_whatever_bytes_it_began_with() {
    let front = Front::start(many()).await;
    let mut wires = vec![front.kept_alive().await];
    for begun in ["", "G", "GET / HTTP/1.1\r\nHost: lo", "PRI * HT"] {
        let mut wire = front.connect().await;
        wire.send(begun).await;
        wires.push(wire);
    }
    front.timer.until_alarms(5, 60).await;
    front.timer.advance_seconds(30);
    for (wire, more) in wires[2..].iter_mut().zip(["E", "cal", "T"]) {
        wire.send(more).await;
    }
    front.timer.advance_seconds(29);
    // A complete exchange, so that the server has handled the time.
    front.kept_alive().await;
    assert!(wires.iter().all(super::Wire::is_quiet));
    front.timer.advance_seconds(1);
    for wire in &mut wires {
        wire.ended().await;
    }
}

#[tokio::test]
async fn pings_and_settings_keep_no_connection_of_http_2() {
    let front = Front::start(many()).await;
    let mut fresh = Http2::connect(&front).await;
    let mut used = Http2::connect(&front).await;
    used.request(1, "/", false).await;
    assert_eq!(used.next_of(DATA).await.unwrap().payload, b"here");
    front.timer.until_alarms(2, 60).await;
    for _ in 0..5 {
        front.timer.advance_seconds(11);
        assert!(fresh.answers_ping().await && used.answers_ping().await);
    }
    front.timer.advance_seconds(5);
    fresh.0.ended().await;
    // A client that received responses is notified, and has some time to close.
    assert!(used.next_of(GO_AWAY).await.is_some());
    front.timer.until_alarms(1, 5).await;
    front.timer.advance_seconds(5);
    used.0.ended().await;
}

#[tokio::test]
async fn a_client_of_http_2_that_agrees_to_the_end_meets_no_error() {
    let front = Front::start(many()).await;
    askline_server::install_tls();
    let client = reqwest::Client::builder().http2_prior_knowledge().no_proxy().build().unwrap();
    let url = format!("http://{}/", front.address);
    for _ in 0..3 {
        assert_eq!(client.get(&url).send().await.unwrap().text().await.unwrap(), "here");
        front.timer.until_alarms(1, 60).await;
        front.timer.advance_seconds(60);
        // The client closes the connection itself, so the server does not wait until the time is over.
        front.timer.until_no_alarms().await;
    }
}

#[tokio::test]
async fn a_connection_in_use_goes_on_and_a_request_in_work_has_all_its_time() {
    let front = Front::start(many()).await;
    let mut used = front.kept_alive().await;
    for _ in 0..10 {
        front.timer.advance_seconds(59);
        assert!(used.gets_an_answer().await);
    }
    let mut held = front.connect().await;
    held.send(GET.replace("/ ", "/held ")).await;
    let mut streams = Http2::connect(&front).await;
    streams.request(1, "/held", false).await;
    front.begun(2).await;
    for _ in 0..20 {
        front.timer.advance_seconds(59);
        assert!(used.gets_an_answer().await && streams.answers_ping().await);
    }
    assert!(held.is_quiet());
    front.held.add_permits(2);
    assert!(held.until(b"let go").await.is_some());
    assert_eq!(streams.next_of(DATA).await.unwrap().payload, b"let go");
}

#[tokio::test]
async fn requests_in_one_piece_are_answered_in_order_and_leave_the_connection_idle() {
    let front = Front::start(many()).await;
    let mut wire = front.connect().await;
    wire.send(format!("{GET}{}{GET}{GET}", GET.replace("/ ", "/held "))).await;
    assert!(wire.until(b"here").await.is_some());
    front.begun(1).await;
    front.timer.advance_seconds(600);
    front.held.add_permits(1);
    assert!(wire.until(b"let go").await.is_some());
    assert!(wire.until(b"here").await.is_some() && wire.until(b"here").await.is_some());
    front.timer.until_alarms(1, 60).await;
    front.timer.advance_seconds(60);
    wire.ended().await;
}

#[tokio::test]
async fn a_client_that_sends_no_more_has_its_answer_and_gives_its_place_up() {
    let front = Front::start(ConnectionBounds::new(1, 0)).await;
    let mut half_closed = front.connect().await;
    half_closed.send(GET).await;
    half_closed.stream.shutdown().await.unwrap();
    assert!(half_closed.until(b"here").await.is_some());
    half_closed.ended().await;
    // A connection that never sent anything.
    let mut silent = front.connect().await;
    silent.stream.shutdown().await.unwrap();
    silent.ended().await;
    assert!(front.connect().await.gets_an_answer().await);
}

#[tokio::test]
async fn a_proxys_connection_is_idle_for_longer_than_the_minute_after_which_proxies_end_theirs() {
    let proxies = vec!["127.0.9.0/24".parse().unwrap()];
    let front = Front::start(ConnectionBounds { proxies, idle: Duration::from_secs(30), ..many() }).await;
    let mut proxy = front.from("127.0.9.1").await;
    assert!(proxy.gets_an_answer().await);
    let mut other = front.kept_alive().await;
    front.timer.until_alarms(1, 30).await;
    front.timer.until_alarms(1, 45).await;
    front.timer.advance_seconds(30);
    other.ended().await;
    assert!(proxy.is_quiet());
    front.timer.advance_seconds(15);
    proxy.ended().await;
}
