//! Connections when slots run short: which are closed, and who cannot take all slots.

use askline_server::listen::connection_slots::ConnectionBounds;

use super::{Front, GET, frames::Http2};

#[tokio::test]
async fn idle_connections_from_ten_addresses_do_not_lock_out_other_clients() {
    let front = Front::start(ConnectionBounds::new(20, 2)).await;
    let mut idle = Vec::new();
    for network in 0..10 {
        for _ in 0..2 {
            let mut streams = Http2::over(front.from(&format!("127.1.{network}.1")).await, None).await;
            assert!(streams.answers_ping().await);
            idle.push(streams);
            front.a_moment_later();
        }
    }
    // Their first requests could have arrived.
    front.timer.advance_seconds(1);
    let mut others = Vec::new();
    for network in 0..10 {
        let mut wire = front.from(&format!("127.2.{network}.1")).await;
        assert!(wire.gets_an_answer().await);
        others.push(wire);
    }
    // The oldest ones were closed first.
    for streams in &mut idle[..10] {
        streams.0.ended().await;
    }
    for streams in &mut idle[10..] {
        assert!(streams.answers_ping().await);
    }
}

#[tokio::test]
async fn a_network_of_addresses_takes_no_more_than_four_of_them_may() {
    let front = Front::start(ConnectionBounds::new(100, 2)).await;
    let mut open = Vec::new();
    for address in 0..10 {
        for _ in 0..2 {
            let mut wire = front.from(&format!("127.3.1.{}", address + 1)).await;
            if wire.gets_an_answer().await {
                open.push(wire);
            }
        }
    }
    assert_eq!(open.len(), 8);
    assert!(front.from("127.3.2.1").await.gets_an_answer().await);
    let gone = open.remove(0);
    drop(gone);
    while !front.from("127.3.1.9").await.gets_an_answer().await {}
}

#[tokio::test]
async fn each_request_of_a_burst_of_new_connections_is_answered() {
    let front = Front::start(ConnectionBounds::new(4, 0)).await;
    let answers = (0..100).map(|_| async { front.connect().await.gets_an_answer().await });
    assert_eq!(futures_util::future::join_all(answers).await, [true; 100]);
}

#[tokio::test]
async fn a_new_connection_keeps_its_place_for_a_second_before_its_first_request() {
    let front = Front::start(ConnectionBounds::new(2, 0)).await;
    let (mut silent, mut late) = (front.connect().await, front.connect().await);
    let mut further = front.connect().await;
    further.send(GET).await;
    // The next check is when the first connection is no longer new.
    front.timer.until_alarms(1, 1).await;
    assert!(further.is_quiet());
    assert!(late.gets_an_answer().await);
    // It is idle now, and the other one still new.
    late.ended().await;
    assert!(further.until(b"here").await.is_some());
    drop(further);
    front.timer.advance_seconds(1);
    let _two = (front.kept_alive().await, front.kept_alive().await);
    silent.ended().await;
}

#[tokio::test]
async fn the_connection_that_was_idle_longest_goes_and_never_one_with_a_request_in_work() {
    let front = Front::start(ConnectionBounds::new(4, 0)).await;
    let mut in_work = front.connect().await;
    in_work.send(GET.replace("/ ", "/held ")).await;
    let mut streams = Http2::connect(&front).await;
    streams.request(1, "/held", false).await;
    front.begun(2).await;
    let (mut first, mut second) = (front.kept_alive().await, front.kept_alive().await);
    front.a_moment_later();
    // The first one was used since then.
    assert!(first.gets_an_answer().await);
    front.a_moment_later();
    let mut third = front.kept_alive().await;
    front.a_moment_later();
    second.ended().await;
    let _fourth = front.kept_alive().await;
    first.ended().await;
    for _ in 0..10 {
        front.a_moment_later();
        front.kept_alive().await;
    }
    third.ended().await;
    front.held.add_permits(2);
    assert!(in_work.until(b"let go").await.is_some());
    assert_eq!(streams.next_of(super::frames::DATA).await.unwrap().payload, b"let go");
}

#[tokio::test]
async fn where_every_connection_has_a_request_in_work_a_further_one_waits_until_one_is_done() {
    let front = Front::start(ConnectionBounds::new(1, 0)).await;
    let mut in_work = front.connect().await;
    in_work.send(GET.replace("/ ", "/held ")).await;
    front.begun(1).await;
    let mut further = front.connect().await;
    further.send(GET).await;
    front.timer.advance_seconds(1_000);
    tokio::task::yield_now().await;
    assert!(further.is_quiet());
    front.held.add_permits(1);
    assert!(in_work.until(b"let go").await.is_some());
    assert!(further.until(b"here").await.is_some());
    in_work.ended().await;
}

#[tokio::test]
async fn stalled_bodies_lose_their_slots_after_ten_seconds_when_no_connection_is_idle() {
    let front = Front::start(ConnectionBounds::new(3, 0)).await;
    let mut slow = Vec::new();
    for _ in 0..3 {
        let mut wire = front.connect().await;
        wire.send("POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\na").await;
        front.timer.until_alarms(1, 20).await;
        slow.push(wire);
        front.timer.advance_seconds(1);
    }
    let mut further = front.connect().await;
    further.send(GET).await;
    // The next check is when the first client has taken ten seconds.
    front.timer.until_alarms(1, 7).await;
    assert!(further.is_quiet());
    front.timer.advance_seconds(7);
    assert!(further.until(b"here").await.is_some());
    slow.remove(0).ended().await;
    assert!(slow.iter().all(super::Wire::is_quiet));
}

#[tokio::test]
async fn an_answer_on_its_way_is_no_idle_connection() {
    let front = Front::start(ConnectionBounds::new(2, 0)).await;
    let mut reader = front.connect().await;
    reader.send(GET.replace("/ ", "/large ")).await;
    assert!(reader.until(b"\r\n\r\n").await.is_some());
    let mut others = Vec::new();
    for _ in 0..10 {
        others.push(front.kept_alive().await);
    }
    assert_eq!(reader.exactly(64 * 1024 * 1024).await.map(|bytes| bytes.len()), Some(64 * 1024 * 1024));
}
